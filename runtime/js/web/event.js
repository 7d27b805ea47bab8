/* SPDX-License-Identifier: MIT */
// Event and CustomEvent. https://dom.spec.whatwg.org/#events
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty,
    SymbolFor,
  } = primordials;

  const { validateDictionary } = require('internal/validators');
  const {
    defineInterface,
    invalidThis,
    missingArgs,
  } = require('internal/web_errors');

  const NONE = 0;
  const AT_TARGET = 2;

  // Of the constructor: the event is the runtime's own, not the function's.
  const TRUSTED = Symbol('trusted');

  class Event {
    #type;
    #bubbles = false;
    #cancelable = false;
    #composed = false;
    #isTrusted = false;
    #isPrevented = false;
    #isStopped = false;
    #isStoppedNow = false;
    #isDispatched = false;
    #target = null;
    #currentTarget = null;
    #inPassive = false;
    #time = globalThis.process.uptime() * 1e3;

    constructor(type, options = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('type');
      }
      validateDictionary(options, 'options');
      this.#bubbles = !!options?.bubbles;
      this.#cancelable = !!options?.cancelable;
      this.#composed = !!options?.composed;
      this.#type = `${type}`;
      this.#isTrusted = options?.[TRUSTED] === true;
    }

    static #check(self) {
      if (self === null || typeof self !== 'object' || !(#type in self)) {
        throw invalidThis('Event');
      }
      return self;
    }

    get type() {
      return Event.#check(this).#type;
    }

    get target() {
      return Event.#check(this).#target;
    }

    get currentTarget() {
      return Event.#check(this).#currentTarget;
    }

    get srcElement() {
      return Event.#check(this).#target;
    }

    get eventPhase() {
      return Event.#check(this).#currentTarget === null ? NONE : AT_TARGET;
    }

    get bubbles() {
      return Event.#check(this).#bubbles;
    }

    get cancelable() {
      return Event.#check(this).#cancelable;
    }

    get composed() {
      return Event.#check(this).#composed;
    }

    get defaultPrevented() {
      return Event.#check(this).#isPrevented;
    }

    get timeStamp() {
      return Event.#check(this).#time;
    }

    get isTrusted() {
      return Event.#check(this).#isTrusted;
    }

    get returnValue() {
      return !Event.#check(this).#isPrevented;
    }

    set returnValue(value) {
      if (!value) {
        Event.#check(this).preventDefault();
      }
    }

    get cancelBubble() {
      return Event.#check(this).#isStopped;
    }

    set cancelBubble(value) {
      if (value) {
        Event.#check(this).#isStopped = true;
      }
    }

    composedPath() {
      const target = Event.#check(this).#currentTarget;
      return target === null ? [] : [target];
    }

    preventDefault() {
      Event.#check(this);
      if (this.#cancelable && !this.#inPassive) {
        this.#isPrevented = true;
      }
    }

    stopPropagation() {
      Event.#check(this).#isStopped = true;
    }

    stopImmediatePropagation() {
      Event.#check(this);
      this.#isStopped = true;
      this.#isStoppedNow = true;
    }

    initEvent(type, bubbles = false, cancelable = false) {
      Event.#check(this);
      if (arguments.length === 0) {
        throw missingArgs('type');
      }
      if (!this.#isDispatched) {
        this.#type = `${type}`;
        this.#bubbles = !!bubbles;
        this.#cancelable = !!cancelable;
        this.#isStopped = false;
        this.#isStoppedNow = false;
        this.#isPrevented = false;
      }
    }

    [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
      const { name } = Event.#check(this).constructor;
      if (depth < 0) {
        return name;
      }
      return `${name} ${inspect({
        type: this.#type,
        defaultPrevented: this.#isPrevented,
        cancelable: this.#cancelable,
        timeStamp: this.#time,
      }, {
        ...options,
        depth: options.depth === null ? null : options.depth - 1,
      })}`;
    }

    // What an EventTarget does with an event.

    static isEvent(value) {
      return value !== null && typeof value === 'object' && #type in value;
    }

    static isDispatched(event) {
      return event.#isDispatched;
    }

    static isStoppedNow(event) {
      return event.#isStoppedNow;
    }

    static begin(event, target) {
      event.#isDispatched = true;
      event.#target = target;
      event.#currentTarget = target;
    }

    static end(event) {
      event.#isDispatched = false;
      event.#currentTarget = null;
      event.#isStopped = false;
      event.#isStoppedNow = false;
    }

    static setPassive(event, isPassive) {
      event.#inPassive = isPassive;
    }
  }

  // Those are nobody else's.
  const { isEvent, isDispatched, isStoppedNow, begin, end, setPassive } = Event;
  const own = ['isEvent', 'isDispatched', 'isStoppedNow', 'begin', 'end',
               'setPassive'];
  for (let n = 0; n < own.length; n++) {
    delete Event[own[n]];
  }

  defineInterface(Event, [
    'type', 'target', 'currentTarget', 'srcElement', 'eventPhase', 'bubbles',
    'cancelable', 'composed', 'defaultPrevented', 'timeStamp', 'isTrusted',
    'returnValue', 'cancelBubble', 'composedPath', 'preventDefault',
    'stopPropagation', 'stopImmediatePropagation', 'initEvent',
  ]);
  const phases = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];
  for (let n = 0; n < phases.length; n++) {
    const constant = { __proto__: null, value: n, enumerable: true };
    ObjectDefineProperty(Event, phases[n], constant);
    ObjectDefineProperty(Event.prototype, phases[n], constant);
  }

  class CustomEvent extends Event {
    #detail;

    constructor(type, options = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('type');
      }
      super(type, options);
      this.#detail = options?.detail ?? null;
    }

    get detail() {
      if (this === null || typeof this !== 'object' || !(#detail in this)) {
        throw invalidThis('CustomEvent');
      }
      return this.#detail;
    }

    initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
      if (arguments.length === 0) {
        throw missingArgs('type');
      }
      if (!isDispatched(this)) {
        this.initEvent(type, bubbles, cancelable);
        this.#detail = detail;
      }
    }
  }
  defineInterface(CustomEvent, ['detail']);

  exports.CustomEvent = CustomEvent;
  exports.Event = Event;
  exports.TRUSTED = TRUSTED;
  exports.internals = {
    isEvent, isDispatched, isStoppedNow, begin, end, setPassive,
  };
})
