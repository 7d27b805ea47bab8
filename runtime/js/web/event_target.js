/* SPDX-License-Identifier: MIT */
// EventTarget. https://dom.spec.whatwg.org/#interface-eventtarget
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    Map,
    ReflectApply,
    SymbolFor,
    arrayIndexOf,
    arrayPush,
    arraySlice,
    arraySplice,
    mapDelete,
    mapGet,
    mapSet,
  } = primordials;

  const { invalidArgType, withCode } = require('internal/errors');
  const {
    validateAbortSignal,
    validateDictionary,
  } = require('internal/validators');
  const {
    defineInterface,
    invalidThis,
    missingArgs,
  } = require('internal/web_errors');
  const event = require('web/event').internals;

  const NO_OPTIONS = { __proto__: null };

  function takeOptions(options) {
    if (typeof options === 'boolean') {
      return { __proto__: null, capture: options };
    }
    if (options === null || options === undefined) {
      return NO_OPTIONS;
    }
    validateDictionary(options, 'options');
    // Each is read once, before anything else is looked at.
    const { capture, once, passive, signal } = options;
    return {
      __proto__: null, capture: !!capture, once: !!once, passive: !!passive,
      signal,
    };
  }

  const captureOf = (options) => (typeof options === 'boolean' ? options :
    !!options?.capture);

  // False of none, which is ignored with a warning.
  function isListener(listener) {
    if (typeof listener === 'function' ||
        (typeof listener === 'object' && listener !== null)) {
      return true;
    }
    if (listener === null || listener === undefined) {
      return false;
    }
    throw invalidArgType('listener', 'EventListener', listener);
  }

  function warn(name, message, target, type, count) {
    const warning = new Error(message);
    warning.name = name;
    warning.target = target;
    warning.type = type;
    if (count !== undefined) {
      warning.count = count;
    }
    globalThis.process.emitWarning(warning);
  }

  // What a listener throws ends nothing here; the process hears of it.
  function report(error) {
    globalThis.process.nextTick(() => {
      throw error;
    });
  }

  function call(entry, target, dispatched) {
    const { listener } = entry;
    try {
      const result = typeof listener === 'function' ?
        ReflectApply(listener, target, [dispatched]) :
        listener.handleEvent(dispatched);
      if (result !== undefined && result !== null) {
        const { then } = result;
        if (typeof then === 'function') {
          ReflectApply(then, result, [undefined, report]);
        }
      }
    } catch (error) {
      report(error);
    }
  }

  class EventTarget {
    // Type to the entries { listener, capture, once, passive, isResistant,
    // isRemoved } in the order of their coming.
    #lists = new Map();
    #handlers;
    #max;
    #hasWarned = false;

    static #check(self) {
      if (self === null || (typeof self !== 'object' &&
                            typeof self !== 'function') ||
          !(#lists in self)) {
        throw invalidThis('EventTarget');
      }
      return self;
    }

    addEventListener(type, listener, options = NO_OPTIONS) {
      EventTarget.#check(this);
      if (arguments.length < 2) {
        throw missingArgs('type', 'listener');
      }
      const taken = takeOptions(options);
      const { signal } = taken;
      validateAbortSignal(signal, 'options.signal');
      if (!isListener(listener)) {
        warn('AddEventListenerArgumentTypeWarning',
             `addEventListener called with ${listener} which has no effect.`,
             this, type);
        return;
      }
      if (signal?.aborted) {
        return;
      }
      const name = `${type}`;
      if (this.#add(name, listener, taken, false) && signal) {
        const capture = !!taken.capture;
        signal.addEventListener('abort', () => {
          this.removeEventListener(name, listener, capture);
        }, { once: true });
      }
    }

    #add(type, listener, options, isResistant) {
      const capture = !!options.capture;
      let list = mapGet(this.#lists, type);
      if (list === undefined) {
        list = [];
        mapSet(this.#lists, type, list);
      }
      for (let n = 0; n < list.length; n++) {
        if (list[n].listener === listener && list[n].capture === capture) {
          return false;
        }
      }
      arrayPush(list, {
        listener,
        capture,
        once: !!options.once,
        passive: !!options.passive,
        isResistant,
        isRemoved: false,
      });
      this.#warnOfLeak(type, list.length);
      exports.onListen(this, type, list.length);
      return true;
    }

    #warnOfLeak(type, count) {
      const max = maxOf(this);
      if (max === 0 || count <= max || this.#hasWarned) {
        return;
      }
      this.#hasWarned = true;
      const { inspect } = require('internal/inspect');
      warn('MaxListenersExceededWarning',
           'Possible EventTarget memory leak detected. ' +
           `${count} ${type} listeners added to ` +
           `${inspect(this, { depth: -1 })}. MaxListeners is ${max}. Use ` +
           'events.setMaxListeners() to increase limit', this, type, count);
    }

    removeEventListener(type, listener, options = NO_OPTIONS) {
      EventTarget.#check(this);
      if (arguments.length < 2) {
        throw missingArgs('type', 'listener');
      }
      if (!isListener(listener)) {
        return;
      }
      const name = `${type}`;
      const capture = captureOf(options);
      const list = mapGet(this.#lists, name);
      for (let n = 0; list !== undefined && n < list.length; n++) {
        if (list[n].listener === listener && list[n].capture === capture) {
          this.#drop(name, list, list[n]);
          return;
        }
      }
    }

    #drop(type, list, entry) {
      const at = arrayIndexOf(list, entry);
      if (at === -1) {
        return;
      }
      entry.isRemoved = true;
      arraySplice(list, at, 1);
      if (list.length === 0) {
        mapDelete(this.#lists, type);
      }
      exports.onListen(this, type, list.length);
    }

    dispatchEvent(dispatched) {
      EventTarget.#check(this);
      if (arguments.length < 1) {
        throw missingArgs('event');
      }
      if (!event.isEvent(dispatched)) {
        throw invalidArgType('event', 'Event', dispatched);
      }
      if (event.isDispatched(dispatched)) {
        throw withCode(
          Error, 'ERR_EVENT_RECURSION',
          `The event "${dispatched.type}" is already being dispatched`);
      }
      event.begin(dispatched, this);
      this.#callAll(dispatched);
      event.end(dispatched);
      return !dispatched.defaultPrevented;
    }

    #callAll(dispatched) {
      const { type } = dispatched;
      const list = mapGet(this.#lists, type);
      if (list === undefined) {
        return;
      }
      const now = arraySlice(list);
      for (let n = 0; n < now.length; n++) {
        const entry = now[n];
        if (entry.isRemoved ||
            (!entry.isResistant && event.isStoppedNow(dispatched))) {
          continue;
        }
        if (entry.once) {
          this.#drop(type, list, entry);
        }
        event.setPassive(dispatched, entry.passive);
        call(entry, this, dispatched);
        event.setPassive(dispatched, false);
      }
    }

    [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
      const { name } = EventTarget.#check(this).constructor;
      return depth < 0 ? name : `${name} ${inspect({}, {
        ...options,
        depth: options.depth === null ? null : options.depth - 1,
      })}`;
    }

    // What other builtins do with a target.

    static is(value) {
      return value !== null && typeof value === 'object' && #lists in value;
    }

    static listenersOf(target, type) {
      const list = mapGet(target.#lists, `${type}`) ?? [];
      const out = [];
      for (let n = 0; n < list.length; n++) {
        arrayPush(out, list[n].listener);
      }
      return out;
    }

    static addResistant(target, type, listener) {
      target.#add(type, listener, { __proto__: null, once: true }, true);
    }

    static maxOf(target) {
      return target.#max ??
        require('node/events').module.defaultMaxListeners;
    }

    static setMax(target, count) {
      target.#max = count;
      target.#hasWarned = false;
    }

    static handlersOf(target) {
      EventTarget.#check(target);
      target.#handlers ??= { __proto__: null };
      return target.#handlers;
    }
  }

  const { is, listenersOf, addResistant, maxOf, setMax, handlersOf } =
    EventTarget;
  const own = ['is', 'listenersOf', 'addResistant', 'maxOf', 'setMax',
               'handlersOf'];
  for (let n = 0; n < own.length; n++) {
    delete EventTarget[own[n]];
  }

  defineInterface(EventTarget, [
    'addEventListener', 'removeEventListener', 'dispatchEvent',
  ]);

  // The attribute on@type of @prototype.
  // https://html.spec.whatwg.org/#event-handler-idl-attributes
  function defineHandler(prototype, type) {
    const key = `on${type}`;
    Object.defineProperty(prototype, key, Object.assign({ __proto__: null },
      Object.getOwnPropertyDescriptor({
        get [key]() {
          return handlersOf(this)[type]?.handler ?? null;
        },
        set [key](value) {
          setHandler(this, type, typeof value === 'function' ? value : null);
        },
      }, key)));
  }

  // A handler keeps its place among the listeners while it is replaced.
  function setHandler(target, type, handler) {
    const handlers = handlersOf(target);
    const known = handlers[type];
    if (known === undefined) {
      if (handler !== null) {
        const entry = { handler, listener: undefined };
        entry.listener = function call(dispatched) {
          return ReflectApply(entry.handler, target, [dispatched]);
        };
        handlers[type] = entry;
        target.addEventListener(type, entry.listener);
      }
    } else if (handler === null) {
      delete handlers[type];
      target.removeEventListener(type, known.listener);
    } else {
      known.handler = handler;
    }
  }

  exports.EventTarget = EventTarget;
  exports.addResistant = addResistant;
  exports.defineHandler = defineHandler;
  exports.getMaxListeners = maxOf;
  exports.isEventTarget = is;
  exports.listenersOf = listenersOf;
  exports.setMaxListeners = setMax;
  // Told of each change: the target, the type, how many listeners it has.
  exports.onListen = () => {};
})
