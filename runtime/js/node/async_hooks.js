/* SPDX-License-Identifier: MIT */
// node:async_hooks. https://nodejs.org/api/async_hooks.html
(function (native, require, exports, primordials) {
  'use strict';

  const state = require('node/async_hooks_state');

  exports.module = {
    AsyncLocalStorage: require('node/async_local_storage').AsyncLocalStorage,
    createHook: state.createHook,
    executionAsyncId: state.executionAsyncId,
    triggerAsyncId: state.triggerAsyncId,
    executionAsyncResource: state.executionAsyncResource,
    asyncWrapProviders: Object.freeze({ __proto__: null, NONE: 0 }),
    AsyncResource: require('node/async_resource').AsyncResource,
  };
})
