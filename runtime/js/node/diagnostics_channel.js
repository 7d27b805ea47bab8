/* SPDX-License-Identifier: MIT */
// node:diagnostics_channel: named channels that libraries publish to and tools
// listen on. https://nodejs.org/api/diagnostics_channel.html
(function (native, require, exports, primordials) {
  'use strict';

  const { ReflectApply } = primordials;
  const { invalidArgType } = require('internal/errors');
  const { validateFunction } = require('internal/validators');

  // Channels without a subscriber are held by those that publish to them, the
  // others by `active` too.
  const channels = new Map();
  const active = new Set();
  const gone = new FinalizationRegistry((name) => {
    if (channels.get(name)?.deref() === undefined) {
      channels.delete(name);
    }
  });

  function report(error) {
    globalThis.process.nextTick(() => {
      throw error;
    });
  }

  const same = (data) => data;

  class Channel {
    _subscribers = undefined;
    _stores = undefined;

    constructor(name) {
      this.name = name;
    }

    get hasSubscribers() {
      return this._subscribers !== undefined;
    }

    #begin() {
      if (this._subscribers === undefined) {
        this._subscribers = [];
        this._stores = new Map();
        active.add(this);
      }
    }

    #end() {
      if (this._subscribers.length === 0 && this._stores.size === 0) {
        this._subscribers = undefined;
        this._stores = undefined;
        active.delete(this);
      }
    }

    subscribe(subscription) {
      validateFunction(subscription, 'subscription');
      this.#begin();
      // A new list: publish() may be walking the old one.
      this._subscribers = [...this._subscribers, subscription];
    }

    unsubscribe(subscription) {
      const at = this._subscribers === undefined ? -1 :
        this._subscribers.indexOf(subscription);
      if (at === -1) {
        return false;
      }
      this._subscribers = this._subscribers.toSpliced(at, 1);
      this.#end();
      return true;
    }

    bindStore(store, transform) {
      this.#begin();
      this._stores.set(store, transform);
    }

    unbindStore(store) {
      if (!this._stores?.has(store)) {
        return false;
      }
      this._stores.delete(store);
      this.#end();
      return true;
    }

    publish(data) {
      const list = this._subscribers;
      for (let n = 0; list !== undefined && n < list.length; n++) {
        try {
          list[n](data, this.name);
        } catch (error) {
          report(error);
        }
      }
    }

    runStores(data, callback, thisArg, ...args) {
      let run = () => {
        this.publish(data);
        return ReflectApply(callback, thisArg, args);
      };
      for (const [store, transform = same] of this._stores ?? []) {
        const inner = run;
        run = () => {
          let context;
          try {
            context = transform(data);
          } catch (error) {
            report(error);
            return inner();
          }
          return store.run(context, inner);
        };
      }
      return run();
    }
  }

  function channel(name) {
    const known = channels.get(name)?.deref();
    if (known !== undefined) {
      return known;
    }
    if (typeof name !== 'string' && typeof name !== 'symbol') {
      throw invalidArgType('channel', ['string', 'symbol'], name);
    }
    const made = new Channel(name);
    channels.set(name, new WeakRef(made));
    gone.register(made, name);
    return made;
  }

  const subscribe = (name, subscription) => {
    channel(name).subscribe(subscription);
  };
  const unsubscribe = (name, subscription) =>
    channel(name).unsubscribe(subscription);
  const hasSubscribers = (name) =>
    channels.get(name)?.deref()?.hasSubscribers === true;

  // ---- Tracing channels ----

  const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

  function takeChannel(given, name) {
    if (typeof given === 'string') {
      return channel(`tracing:${given}:${name}`);
    }
    if (given === null || typeof given !== 'object') {
      throw invalidArgType('nameOrChannels',
                           ['string', 'object', 'TracingChannel'], given);
    }
    if (!(given[name] instanceof Channel)) {
      throw invalidArgType(`nameOrChannels.${name}`, ['Channel'], given[name]);
    }
    return given[name];
  }

  class TracingChannel {
    constructor(nameOrChannels) {
      for (const name of events) {
        Object.defineProperty(this, name, {
          __proto__: null, value: takeChannel(nameOrChannels, name),
        });
      }
    }

    get hasSubscribers() {
      return events.some((name) => this[name].hasSubscribers);
    }

    subscribe(handlers) {
      for (const name of events) {
        if (handlers[name]) {
          this[name].subscribe(handlers[name]);
        }
      }
    }

    unsubscribe(handlers) {
      let done = true;
      for (const name of events) {
        if (handlers[name] && !this[name].unsubscribe(handlers[name])) {
          done = false;
        }
      }
      return done;
    }

    #fail(context, error) {
      context.error = error;
      this.error.publish(context);
    }

    #settle(context) {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    }

    // Runs @body between the events start and end.
    #between(context, body) {
      return this.start.runStores(context, () => {
        try {
          return body();
        } catch (error) {
          this.#fail(context, error);
          throw error;
        } finally {
          this.end.publish(context);
        }
      });
    }

    traceSync(fn, context = {}, thisArg, ...args) {
      if (!this.hasSubscribers) {
        return ReflectApply(fn, thisArg, args);
      }
      return this.#between(context, () => {
        context.result = ReflectApply(fn, thisArg, args);
        return context.result;
      });
    }

    tracePromise(fn, context = {}, thisArg, ...args) {
      if (!this.hasSubscribers) {
        return ReflectApply(fn, thisArg, args);
      }
      return this.#between(context, () => {
        const result = ReflectApply(fn, thisArg, args);
        const promise = result instanceof Promise ? result :
          Promise.resolve(result);
        return promise.then((value) => {
          context.result = value;
          this.#settle(context);
          return value;
        }, (error) => {
          this.#fail(context, error);
          this.#settle(context);
          throw error;
        });
      });
    }

    traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
      if (!this.hasSubscribers) {
        return ReflectApply(fn, thisArg, args);
      }
      const channels = this;
      const callback = args.at(position);
      validateFunction(callback, 'callback');
      args.splice(position, 1, function (...results) {
        const [error, value] = results;
        if (error) {
          channels.#fail(context, error);
        } else {
          context.result = value;
        }
        // The callback sees what the stores hold at its time.
        return channels.asyncStart.runStores(context, () => {
          try {
            return ReflectApply(callback, this, results);
          } finally {
            channels.asyncEnd.publish(context);
          }
        });
      });
      return this.#between(context, () => ReflectApply(fn, thisArg, args));
    }
  }

  const tracingChannel = (nameOrChannels) => new TracingChannel(nameOrChannels);

  exports.module = {
    channel,
    hasSubscribers,
    subscribe,
    tracingChannel,
    unsubscribe,
    Channel,
  };
})
