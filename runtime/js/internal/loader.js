/* SPDX-License-Identifier: MIT */
// The module loader as the handler and `bootstrap run` see it. Modules
// themselves: internal/cjs, internal/esm.
//
// native:
//   kindOf(path)        'file', 'directory' or undefined
//   readFile(path)      see internal/cjs
//   realPath(path)      with links resolved
//   uncaught(error)     ends the process, unless somebody listens
//   setModuleCallbacks(resolveImport, sourceOf, fillMeta, onFailure)
(function (native, require, exports, primordials) {
  'use strict';

  const { stringEndsWith } = primordials;
  const { Module, load, runMain } = require('internal/cjs');
  const resolution = require('internal/module_resolve');

  // Modules come with the first import: most handlers are CommonJS.
  const esm = (name) => (a, b, c) => require('internal/esm')[name](a, b, c);

  const loader = {
    kindOf: native.kindOf,
    readText(path) {
      return native.kindOf(path) === 'file' ? native.readFile(path) : undefined;
    },
    loadCommonJS: load,
    importModule: (path) => require('internal/esm').importPath(path),
    resolve: (request, paths) =>
      Module._resolveFilename(request, undefined, false, { paths }),
  };

  async function runModule(file) {
    try {
      await require('internal/esm').importPath(file);
    } catch (error) {
      native.uncaught(error);
    }
  }

  // Runs the file @path as the program.
  function runProgram(path) {
    const file = native.realPath(resolution.absolute(path));
    if (stringEndsWith(file, '.mjs') ||
        (stringEndsWith(file, '.js') &&
         resolution.packageType(file) === 'module')) {
      runModule(file);
    } else {
      runMain(file);
    }
  }

  native.setModuleCallbacks(esm('resolveImport'), esm('sourceOf'),
                            esm('fillMeta'), esm('onFailure'));
  exports.loader = loader;
  exports.runProgram = runProgram;
})
