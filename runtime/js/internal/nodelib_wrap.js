/* SPDX-License-Identifier: MIT */
// What the bindings of Node's own library have in common: objects with a number
// whose callbacks run in the context in which they were made, and the symbols
// of internal/async_hooks.
//
// native.asyncContext: its property `current` is the context of what runs.
(function (native, require, exports, primordials) {
  'use strict';

  const { ReflectApply, Symbol } = primordials;
  const { newId } = require('node/async_hooks_state');

  const holder = native.asyncContext;

  class Wrap {
    #id = newId();
    #context = holder.current;

    getAsyncId() {
      return this.#id;
    }

    // The method @name, if there is one, in the context of this object.
    emit(name, ...args) {
      const method = this[name];
      if (typeof method !== 'function') {
        return undefined;
      }
      const before = holder.current;
      holder.current = this.#context;
      try {
        return ReflectApply(method, this, args);
      } finally {
        holder.current = before;
      }
    }
  }

  exports.Wrap = Wrap;
  exports.asyncHooks = {
    defaultTriggerAsyncIdScope: (id, run, ...args) =>
      ReflectApply(run, null, args),
    newAsyncId: newId,
    symbols: {
      async_id_symbol: Symbol('asyncId'),
      owner_symbol: Symbol('owner'),
      trigger_async_id_symbol: Symbol('triggerAsyncId'),
    },
  };
})
