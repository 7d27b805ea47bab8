/* SPDX-License-Identifier: MIT */
// The numbers of AsyncResources and the hooks that hear of them. Promises,
// timers and the engine's own work have no number here and no hook hears of
// them: what context needs, AsyncLocalStorage does without.
// https://nodejs.org/api/async_hooks.html
(function (native, require, exports, primordials) {
  'use strict';

  const {
    TypeError,
    arrayPop,
    arrayPush,
  } = primordials;

  const { withCode } = require('internal/errors');

  // The program's own number.
  const ROOT = 1;

  let lastId = ROOT;
  const scopes = [];
  const root = {};
  let enabled = [];
  let destroyed = [];
  let collected;

  const top = () => scopes[scopes.length - 1];

  exports.newId = () => ++lastId;
  exports.isEnabled = () => enabled.length > 0;
  exports.executionAsyncId = () => (scopes.length > 0 ? top().id : ROOT);
  exports.triggerAsyncId = () => (scopes.length > 0 ? top().trigger : 0);
  exports.executionAsyncResource = () =>
    (scopes.length > 0 ? top().resource : root);

  function emit(name, args) {
    const list = enabled;
    for (let n = 0; n < list.length; n++) {
      const hook = list[n].callbacks[name];
      if (hook !== undefined) {
        hook(...args);
      }
    }
  }

  exports.emitInit = (id, type, trigger, resource, isManual) => {
    if (enabled.length === 0) {
      return;
    }
    emit('init', [id, type, trigger, resource]);
    if (!isManual) {
      collected ??= new FinalizationRegistry(tellDestroyed);
      collected.register(resource, id, resource);
    }
  };

  exports.enter = (id, trigger, resource) => {
    arrayPush(scopes, { id, trigger, resource });
    if (enabled.length > 0) {
      emit('before', [id]);
    }
  };

  exports.leave = (id) => {
    try {
      if (enabled.length > 0) {
        emit('after', [id]);
      }
    } finally {
      arrayPop(scopes);
    }
  };

  // After what runs now, as Node has it.
  function tellDestroyed(id) {
    arrayPush(destroyed, id);
    if (destroyed.length === 1) {
      require('internal/timers').setImmediate(() => {
        const ids = destroyed;
        destroyed = [];
        for (let n = 0; n < ids.length; n++) {
          emit('destroy', [ids[n]]);
        }
      }).unref();
    }
  }

  exports.emitDestroy = (id, resource) => {
    collected?.unregister(resource);
    if (enabled.length > 0) {
      tellDestroyed(id);
    }
  };

  const names = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

  class AsyncHook {
    constructor(callbacks) {
      this.callbacks = {};
      for (let n = 0; n < names.length; n++) {
        const hook = callbacks[names[n]];
        if (hook !== undefined && typeof hook !== 'function') {
          throw withCode(TypeError, 'ERR_ASYNC_CALLBACK',
                         `hook.${names[n]} must be a function`);
        }
        this.callbacks[names[n]] = hook;
      }
    }

    enable() {
      if (!enabled.includes(this)) {
        enabled = [...enabled, this];
      }
      return this;
    }

    disable() {
      enabled = enabled.filter((hook) => hook !== this);
      return this;
    }
  }

  exports.createHook = (callbacks) => new AsyncHook(callbacks);
})
