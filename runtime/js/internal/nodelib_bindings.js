/* SPDX-License-Identifier: MIT */
// `internalBinding` of Node's own library: of each of Node's bindings what the
// files in the executable ask for.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error } = primordials;

  const made = { __proto__: null };

  // One of a file's bindings.
  const from = (file, name) => () => require(file)[name];

  const bindings = {
    __proto__: null,
    cares_wrap: from('internal/nodelib_dns', 'cares_wrap'),
    config: () => ({ hasDtrace: false }),
    constants: () => ({
      os: require('node/os_constants').constants,
      fs: require('internal/fs_constants').constants,
    }),
    fs: () => ({}),
    pipe_wrap: from('internal/nodelib_streams', 'pipe_wrap'),
    process_wrap: from('internal/nodelib_child', 'process_wrap'),
    spawn_sync: from('internal/nodelib_child', 'spawn_sync'),
    stream_wrap: from('internal/nodelib_streams', 'stream_wrap'),
    symbols: () => require('internal/nodelib_wrap').asyncHooks.symbols,
    tcp_wrap: from('internal/nodelib_streams', 'tcp_wrap'),
    tty_wrap: from('internal/nodelib_streams', 'tty_wrap'),
    udp_wrap: from('internal/nodelib_streams', 'udp_wrap'),
    util: () => ({
      guessHandleType: require('internal/nodelib_streams').guessHandleType,
    }),
    uv: () => {
      const { getSystemErrorMap, nameOf } = require('internal/system_errors');
      const map = getSystemErrorMap();
      const uv = { __proto__: null, errname: nameOf, getErrorMap: () => map };
      map.forEach(([name], number) => {
        uv[`UV_${name}`] = number;
      });
      return uv;
    },
  };

  exports.internalBinding = (name) => {
    if (made[name] === undefined) {
      if (bindings[name] === undefined) {
        throw new Error(`No such binding: ${name}`);
      }
      made[name] = bindings[name]();
    }
    return made[name];
  };
})
