/* SPDX-License-Identifier: MIT */
// `internalBinding` of Node's own library: of each of Node's bindings what the
// files in the executable ask for.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error } = primordials;

  const made = { __proto__: null };

  const bindings = {
    __proto__: null,
    constants: () => ({
      os: require('node/os_constants').constants,
      fs: require('internal/fs_constants').constants,
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
