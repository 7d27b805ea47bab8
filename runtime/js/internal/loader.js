/* SPDX-License-Identifier: MIT */
// The module loader as the handler and `bootstrap run` see it. Modules
// themselves: internal/cjs, internal/esm.
//
// native:
//   kindOf(path)        'file', 'directory' or undefined
//   readFile(path)      see internal/cjs
//   readPipe(path, isInput)   whether @path is no file (or standard input is
//                       read): its text is kept, as that of the file @path
//   realPath(path)      with links resolved
//   uncaught(error)     ends the process, unless somebody listens
//   setModuleCallbacks(resolveImport, sourceOf, fillMeta, onFailure)
(function (native, require, exports, primordials) {
  'use strict';

  const { stringEndsWith } = primordials;
  const { Module, load, looksLikeModule, runFile, runMain } =
    require('internal/cjs');
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

  // @how: importPath or importPiped.
  async function runModule(file, how) {
    try {
      await require('internal/esm')[how](file);
    } catch (error) {
      native.uncaught(error);
    }
  }

  // Whether the package of @file says that it is a module or, where it does not
  // say, its syntax does. Such a program may await at its top level.
  function isModule(file) {
    if (!stringEndsWith(file, '.js')) {
      return false;
    }
    const type = resolution.packageType(file);
    return type === 'module' ||
      (type === 'none' && native.kindOf(file) === 'file' &&
       looksLikeModule(file));
  }

  // Runs what was read of a pipe, as the file @path; there is none of the name.
  function runPiped(path) {
    if (stringEndsWith(path, '.mjs') || looksLikeModule(path)) {
      runModule(path, 'importPiped');
    } else {
      runFile(path);
    }
  }

  // Runs the file @path as the program; "-" is standard input.
  function runProgram(path) {
    const isInput = path === '-';
    const name = resolution.absolute(isInput ? '[stdin]' : path);
    if (native.readPipe(name, isInput)) {
      runPiped(name);
      return;
    }
    const file = native.realPath(name);
    if (stringEndsWith(file, '.mjs') || isModule(file)) {
      runModule(file, 'importPath');
    } else {
      runMain(file);
    }
  }

  native.setModuleCallbacks(esm('resolveImport'), esm('sourceOf'),
                            esm('fillMeta'), esm('onFailure'));
  exports.loader = loader;
  exports.runProgram = runProgram;
})
