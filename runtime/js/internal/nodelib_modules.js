/* SPDX-License-Identifier: MIT */
// What Node's own library requires and is written here, by the name that Node
// has for it. Each is made when it is first required.
(function (native, require, exports, primordials) {
  'use strict';

  // A public module.
  const ours = (name) => () => require('internal/node_modules').find(name, true);

  // Of the command line, what is not off where nothing is said.
  const optionValues = {
    '__proto__': null,
    '--enable-network-family-autoselection': true,
  };

  exports.standIns = {
    '__proto__': null,
    'assert': ours('assert'),
    'async_hooks': ours('async_hooks'),
    'buffer': ours('buffer'),
    'diagnostics_channel': ours('diagnostics_channel'),
    'events': ours('events'),
    'fs': ours('fs'),
    'fs/promises': ours('fs/promises'),
    'os': ours('os'),
    'path': ours('path'),
    'perf_hooks': ours('perf_hooks'),
    'process': ours('process'),
    'string_decoder': ours('string_decoder'),
    'timers': ours('timers'),
    'timers/promises': ours('timers/promises'),
    'url': ours('url'),
    'util': ours('util'),
    'internal/abort_controller': () => require('web/abort'),
    'cluster': () => ({ isPrimary: true }),
    'dgram': () => ({}),
    'internal/async_hooks': () => require('internal/nodelib_wrap').asyncHooks,
    'internal/dgram': () => ({ kStateSymbol: Symbol('state') }),
    'internal/assert': () => require('internal/nodelib_util').assert,
    'internal/blob': () => require('web/blob'),
    'internal/blocklist': () => require('internal/socket_address'),
    'internal/buffer': () => require('internal/nodelib_util').buffer,
    'internal/encoding': () => require('web/encoding'),
    'internal/errors': () => require('internal/nodelib_errors'),
    'internal/event_target': () => ({
      kResistStopPropagation: Symbol('kResistStopPropagation'),
      kWeakHandler: Symbol('kWeak'),
    }),
    'internal/fs/promises': () => {
      const { FileHandle, kRef, kUnref } = require('internal/fs_handle');
      return { FileHandle, kRef, kUnref };
    },
    'internal/fs/utils': () => require('internal/nodelib_util').fs,
    'internal/url': () => ({
      toPathIfFileURL: require('internal/fs_args').pathOf,
    }),
    'internal/perf/observe': () => ({
      hasObserver: () => false, startPerf() {}, stopPerf() {},
    }),
    'internal/process/task_queues': () => ({
      queueMicrotask: globalThis.queueMicrotask,
    }),
    'internal/socket_list': () => ({}),
    'internal/socketaddress': () => require('internal/socket_address'),
    'internal/timers': () => require('internal/nodelib_util').timers,
    'internal/options': () => ({
      getOptionValue: (name) => optionValues[name],
    }),
    'internal/util': () => require('internal/nodelib_util').util,
    'internal/util/debuglog': () => require('node/util_debug'),
    'internal/util/inspect': () => ({
      format: require('internal/format').format,
      formatWithOptions: require('internal/format').formatWithOptions,
      inspect: require('internal/inspect').inspect,
    }),
    'internal/util/types': () => ({
      ...require('node/util_types').module,
      isArrayBufferView: ArrayBuffer.isView,
    }),
    'internal/v8/startup_snapshot': () => ({
      namespace: {
        addDeserializeCallback() {},
        addSerializeCallback() {},
        isBuildingSnapshot: () => false,
      },
    }),
    'internal/validators': () => require('internal/nodelib_util').validators,
  };
})
