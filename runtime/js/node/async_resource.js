/* SPDX-License-Identifier: MIT */
// AsyncResource: the context in which it was made, for callbacks that come from
// elsewhere. https://nodejs.org/api/async_context.html#class-asyncresource
//
// native: asyncContext, as async_local_storage.js describes it.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty,
    RangeError,
    ReflectApply,
  } = primordials;

  const { invalidArgType, withCode } = require('internal/errors');
  const { validateFunction, validateString } = require('internal/validators');
  const holder = native.asyncContext;
  const hooks = require('node/async_hooks_state');

  // The number of the resource that made this one, from the options.
  function takeTrigger(options) {
    if (options !== null && typeof options === 'object') {
      return options.triggerAsyncId === undefined ? hooks.executionAsyncId() :
        options.triggerAsyncId;
    }
    return options;
  }

  class AsyncResource {
    #id;
    #trigger;
    #context = holder.current;
    #isDestroyed = false;

    constructor(type, options = {}) {
      validateString(type, 'type');
      const trigger = takeTrigger(options);
      if (!Number.isSafeInteger(trigger) || trigger < -1) {
        throw withCode(RangeError, 'ERR_INVALID_ASYNC_ID',
                       `Invalid triggerAsyncId value: ${trigger}`);
      }
      if (type === '' && hooks.isEnabled()) {
        throw withCode(TypeError, 'ERR_ASYNC_TYPE',
                       `Invalid name for async "type": ${type}`);
      }
      this.#id = hooks.newId();
      this.#trigger = trigger;
      hooks.emitInit(this.#id, type, trigger, this,
                     options?.requireManualDestroy === true);
    }

    runInAsyncScope(fn, thisArg, ...args) {
      const before = holder.current;
      hooks.enter(this.#id, this.#trigger, this);
      holder.current = this.#context;
      try {
        return ReflectApply(fn, thisArg, args);
      } finally {
        holder.current = before;
        hooks.leave(this.#id);
      }
    }

    emitDestroy() {
      if (!this.#isDestroyed) {
        this.#isDestroyed = true;
        hooks.emitDestroy(this.#id, this);
      }
      return this;
    }

    asyncId() {
      return this.#id;
    }

    triggerAsyncId() {
      return this.#trigger;
    }

    bind(fn, thisArg) {
      validateFunction(fn, 'fn');
      const resource = this;
      const bound = thisArg === undefined ? function (...args) {
        return ReflectApply(resource.runInAsyncScope, resource,
                            [fn, this, ...args]);
      } : (...args) => ReflectApply(resource.runInAsyncScope, resource,
                                    [fn, thisArg, ...args]);
      ObjectDefineProperty(bound, 'length', {
        __proto__: null, value: fn.length, configurable: true,
      });
      ObjectDefineProperty(bound, 'asyncResource', {
        __proto__: null, value: this, configurable: true, enumerable: true,
        writable: true,
      });
      return bound;
    }

    static bind(fn, type, thisArg) {
      if (typeof fn !== 'function') {
        throw invalidArgType('fn', 'function', fn);
      }
      const name = type || fn.name || 'bound-anonymous-fn';
      return new AsyncResource(name).bind(fn, thisArg);
    }
  }

  exports.AsyncResource = AsyncResource;
})
