/* SPDX-License-Identifier: MIT */
// bootstrap compile FILE...: bytecode of modules, written beside them.
//
// native:
//   realPath(path)      with links resolved
//   writeCode(path, isModule)   compiles and writes; throws a SyntaxError
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, regExpExec } = primordials;
  const { formatOf } = require('internal/esm');
  const { absolute } = require('internal/module_resolve');

  exports.compileFile = (given) => {
    if (regExpExec(/\.(?:[cm]?js)$/, given) === null) {
      throw new Error(`${given}: only .js, .mjs and .cjs can be compiled`);
    }
    const path = native.realPath(absolute(given));
    native.writeCode(path, formatOf(path) === 'module');
  };
})
