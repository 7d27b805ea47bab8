/* SPDX-License-Identifier: MIT */
// What a file of Node's own library (deps/recipes/nodelib.sh) finds around it:
// `require`, `process`, `internalBinding` and `primordials`, each made of what
// is here. Its exports are the `module` of its builtin, as those of node/*.
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectDefineProperty } = primordials;
  const { intrinsics } = require('internal/nodelib_primordials');
  const { standIns } = require('internal/nodelib_modules');
  const { internalBinding } = require('internal/nodelib_bindings');

  const made = { __proto__: null };

  // A module that is written here takes the place of Node's own file.
  function load(id) {
    if (standIns[id] === undefined) {
      return require(`nodelib/${id}`).module;
    }
    if (made[id] === undefined) {
      made[id] = standIns[id]();
    }
    return made[id];
  }

  // @run: the file, as the function that Node makes of it. While it runs, what
  // it has exported so far is there for those that require it in a circle.
  exports.define = (builtin, run) => {
    const module = { exports: {} };
    ObjectDefineProperty(builtin, 'module', {
      __proto__: null, get: () => module.exports,
    });
    run(module.exports, load, module, globalThis.process, internalBinding,
        intrinsics);
  };

  exports.load = load;
})
