/* SPDX-License-Identifier: MIT */
// What Node's own library requires and is written here, by the name that Node
// has for it. Each is made when it is first required.
(function (native, require, exports, primordials) {
  'use strict';

  // A public module.
  const ours = (name) => () => require('internal/node_modules').find(name, true);

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
    'internal/assert': () => require('internal/nodelib_util').assert,
    'internal/blob': () => require('web/blob'),
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
    'internal/options': () => ({ getOptionValue: () => undefined }),
    'internal/url': () => ({
      toPathIfFileURL: require('internal/fs_args').pathOf,
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
    'internal/validators': () => require('internal/nodelib_util').validators,
  };
})
