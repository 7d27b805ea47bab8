/* SPDX-License-Identifier: MIT */
// What CommonJS and ES modules share of resolution: C does it (resolve.h), here
// are its settings, its errors as JavaScript's, and the builtin modules.
//
// native:
//   resolve(isImport, specifier, parent, paths)
//       [path, query, isBuiltin], or of an error
//       [undefined, code, message, isTypeError, hasStack, about]
//   packageType(path)     'module', 'commonjs', 'none', or such an error
//   builtinModules()      the names of Node's modules
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectFreeze,
    TypeError,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const { withCode } = require('internal/errors');
  const { find, has } = require('internal/node_modules');

  // The error that @found, a result of native.resolve(), stands for.
  function errorOf(found) {
    const code = found[1];
    const message = found[2];
    const isTypeError = found[3];
    if (code === 'MODULE_NOT_FOUND') {
      const error = new Error(message);
      error.code = code;
      return error;
    }
    return withCode(isTypeError ? TypeError : Error, code, message);
  }

  // 'module', 'commonjs' or 'none': what the package of the file @path says.
  function packageType(path) {
    const type = native.packageType(path);
    if (typeof type !== 'string') {
      throw errorOf(type);
    }
    return type;
  }

  // ---- Builtin modules ----

  const hasScheme = (name) => stringStartsWith(name, 'node:');
  const bare = (name) => hasScheme(name) ? stringSlice(name, 5) : name;

  const isBuiltin = (name) => has(bare(name), hasScheme(name));

  function loadBuiltin(name) {
    const known = find(bare(name), hasScheme(name));
    if (known === undefined) {
      throw withCode(Error, 'ERR_UNKNOWN_BUILTIN_MODULE',
                     `No such built-in module: ${name}`);
    }
    return known;
  }

  let names;

  function builtinNames() {
    names ??= ObjectFreeze(native.builtinModules());
    return names;
  }

  // ---- Paths ----

  const absolute = (path) => stringStartsWith(path, '/') ? path :
    `${native.cwd()}/${path}`;

  // The path that an absolute path, a file: URL or its text means, or
  // undefined.
  function pathOf(value) {
    const text = typeof value === 'object' && value !== null &&
      typeof value.href === 'string' ? value.href : value;
    if (typeof text !== 'string') {
      return undefined;
    }
    if (stringStartsWith(text, 'file:')) {
      return require('internal/module_url').fromURL(text);
    }
    return stringStartsWith(text, '/') ? text : undefined;
  }

  exports.absolute = absolute;
  exports.builtinNames = builtinNames;
  exports.errorOf = errorOf;
  exports.isBuiltin = isBuiltin;
  exports.loadBuiltin = loadBuiltin;
  exports.packageType = packageType;
  exports.pathOf = pathOf;
})
