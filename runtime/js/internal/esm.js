/* SPDX-License-Identifier: MIT */
// ES modules: the engine links and runs them, and asks resolveImport(),
// sourceOf() and fillMeta() here. https://nodejs.org/api/esm.html
//
// A CommonJS or builtin module that is imported is a module of its own to the
// engine, a few lines that export what import.meta.exports() returns.
//
// native:
//   importModule(url)     a promise of the namespace
//   requireModule(url)    the namespace, or undefined where a module of the
//                         graph awaits at its top level
//   cjsExports(path)      [names, requests]: what a CommonJS file exports and
//                         which modules it exports anew, by its text
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    JSONStringify,
    Map,
    ObjectDefineProperty,
    ObjectKeys,
    RangeError,
    TypeError,
    arrayJoin,
    arrayPush,
    mapGet,
    mapHas,
    mapSet,
    regExpExec,
    stringLastIndexOf,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const { withCode } = require('internal/errors');
  const resolution = require('internal/module_resolve');
  const { fromURL, toURL } = require('internal/module_url');

  // The URL of a module that require() of another one stands for: the same
  // exports, and __esModule.
  const FACADE = 'wick-facade:';

  // What failed once fails again, with the same error.
  const failures = new Map();

  // ---- Resolution ----

  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/;
  const isRelative = /^(?:\.{0,2}\/|\.{1,2}$)/;

  function importError(found, specifier) {
    const error = resolution.errorOf(found);
    if (found[5] !== undefined) {
      // Whatever Error.prototype has become by now.
      ObjectDefineProperty(error, 'url', {
        __proto__: null, value: toURL(found[5]), writable: true,
        enumerable: true, configurable: true,
      });
    }
    return error;
  }

  // The URL of the file that @specifier means to the module @parent, a path.
  function resolveFile(specifier, parent) {
    const found = native.resolve(true, specifier, parent, undefined);
    if (found[0] === undefined) {
      throw importError(found, specifier);
    }
    return found[2] ? `node:${found[0]}` : toURL(found[0]) + found[1];
  }

  function resolveURL(specifier, protocol, parent) {
    switch (protocol) {
      case 'node':
        resolution.loadBuiltin(specifier);
        return specifier;
      case 'data':
        return specifier;
      case 'file': {
        const slash = regExpExec(/^file:(?:\/\/[^/]*)?(\/.*)?$/i, specifier);
        return resolveFile(slash === null || slash[1] === undefined ? '/' :
          slash[1], parent);
      }
      default:
        throw withCode(
          Error, 'ERR_UNSUPPORTED_ESM_URL_SCHEME',
          'Only URLs with a scheme in: file, data, and node are supported by ' +
          `the default ESM loader. Received protocol '${protocol}:'`);
    }
  }

  // The URL that @specifier means to the module @referrer, a URL or ''.
  function resolveDefault(specifier, referrer) {
    const isFile = stringStartsWith(referrer, 'file:');
    const parent = isFile ? fromURL(referrer) : `${native.cwd()}/[eval1]`;
    if (regExpExec(isRelative, specifier) !== null) {
      if (!isFile && referrer !== '') {
        throw withCode(
          TypeError, 'ERR_UNSUPPORTED_RESOLVE_REQUEST',
          `Failed to resolve module specifier "${specifier}" from ` +
          `"${referrer}": Invalid relative URL or base scheme is not ` +
          'hierarchical.');
      }
      return resolveFile(specifier, parent);
    }
    const found = regExpExec(scheme, specifier);
    if (found !== null && stringStartsWith(specifier, FACADE)) {
      return specifier;
    }
    if (found !== null) {
      return resolveURL(specifier, found[1], parent);
    }
    return resolution.isBuiltin(specifier) ? `node:${specifier}` :
      resolveFile(specifier, parent);
  }

  // What module.registerHooks() has put around all this.
  let hooks;

  // "referrer\0specifier" to a URL: what was found once is not looked for
  // again, though its file may be gone.
  const known = new Map();

  function resolveOnce(specifier, referrer) {
    const key = `${referrer}\0${specifier}`;
    let url = mapGet(known, key);
    if (url === undefined) {
      url = resolveDefault(specifier, referrer);
      mapSet(known, key, url);
    }
    return url;
  }

  // What the module of a URL turned out to be, 'module' or 'json'.
  const kinds = { __proto__: null };

  // C: as above, for an import. @wanted is the type attribute of an import()
  // ('' without one), undefined where the import is a declaration.
  function resolveImport(specifier, referrer, wanted) {
    const url = hooks === undefined ? resolveOnce(specifier, referrer) :
      hooks.resolveImport(specifier, referrer, resolveDefault);
    if (mapHas(failures, url)) {
      throw mapGet(failures, url);
    }
    // The engine has one module for each URL, whatever it was imported as.
    if (wanted !== undefined && kinds[url] !== undefined) {
      checkType(kinds[url], url, wanted === '' ? undefined : wanted);
    }
    return url;
  }

  // ---- Sources ----

  // What import.meta.exports() of a bridge returns, by its URL.
  const bridges = { __proto__: null };
  const builtinSetters = [];

  // The text of a module that exports @names of import.meta.exports(), and
  // import.meta.live() for those that can be set anew.
  function bridgeText(names, isLive) {
    const parts = ['const e = import.meta.exports();\nexport default e;\n'];
    const setters = [];
    for (let n = 0; n < names.length; n++) {
      const name = JSONStringify(names[n]);
      if (names[n] !== 'default') {
        arrayPush(parts, `let v${n} = e?.[${name}];\n` +
          `export { v${n} as ${name} };\n`);
        arrayPush(setters, `v${n} = e?.[${name}];`);
      }
    }
    if (isLive) {
      arrayPush(parts, `import.meta.live(() => {${arrayJoin(setters, '')}});`);
    }
    return arrayJoin(parts, '');
  }

  function builtinSource(url) {
    const value = resolution.loadBuiltin(url);
    bridges[url] = () => value;
    return bridgeText(ObjectKeys(value), true);
  }

  // module.syncBuiltinESMExports()
  function syncBuiltins() {
    for (let n = 0; n < builtinSetters.length; n++) {
      builtinSetters[n]();
    }
  }

  const cjs = require('internal/cjs');

  const scripts = { __proto__: null, '': true, '.cjs': true, '.js': true };

  // Adds to @names what the CommonJS file @path exports, by its text, and what
  // the modules export that it exports anew.
  function collectNames(path, names, seen) {
    seen[path] = true;
    const found = native.cjsExports(path);
    const own = found[0];
    const requests = found[1];
    for (let n = 0; n < own.length; n++) {
      names[own[n]] = true;
    }
    for (let n = 0; n < requests.length; n++) {
      let file;
      try {
        file = cjs.Module._resolveFilename(requests[n], { filename: path });
      } catch {
        // It fails when it runs, if it does.
        continue;
      }
      if (seen[file] !== true && !resolution.isBuiltin(file) &&
          scripts[extensionOf(file)] === true) {
        collectNames(file, names, seen);
      }
    }
  }

  function commonJSSource(url, path) {
    const names = { __proto__: null };
    collectNames(path, names, { __proto__: null });
    bridges[url] = () => cjs.exportsOf(path);
    return bridgeText(ObjectKeys(names), false);
  }

  function wrongType(url, wanted) {
    return wanted === undefined ?
      withCode(TypeError, 'ERR_IMPORT_ATTRIBUTE_MISSING',
               `Module "${url}" needs an import attribute of "type: json"`) :
      withCode(TypeError, 'ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE',
               `Module "${url}" is not of type "${wanted}"`);
  }

  // @kind, 'module' or 'json', must be what the import's attribute says.
  function checkType(kind, url, wanted) {
    kinds[url] = kind === 'json' ? 'json' : 'module';
    if ((kind === 'json') !== (wanted === 'json')) {
      throw wrongType(url, wanted);
    }
  }

  function dataSource(url, wanted) {
    const data = require('internal/module_url').parseData(url);
    const kinds = {
      __proto__: null, 'text/javascript': 'module', 'application/json': 'json',
    };
    if (data === undefined || kinds[data.type] === undefined) {
      throw withCode(RangeError, 'ERR_UNKNOWN_MODULE_FORMAT',
                     `Unknown module format: ${data && data.type} for URL ` +
                     url);
    }
    checkType(kinds[data.type], url, wanted);
    return [kinds[data.type], false, data.text, url];
  }

  function extensionOf(path) {
    const name = stringSlice(path, stringLastIndexOf(path, '/') + 1);
    const dot = stringLastIndexOf(name, '.');
    return dot <= 0 ? '' : stringSlice(name, dot);
  }

  function unknownExtension(path, extension) {
    return withCode(TypeError, 'ERR_UNKNOWN_FILE_EXTENSION',
                    `Unknown file extension "${extension}" for ${path}`);
  }

  // The program, where it is a module that came through a pipe.
  let pipedPath;

  // Imports it; there is no file @path.
  function importPiped(path) {
    const url = toURL(path);
    pipedPath = path;
    mapSet(known, `\0${url}`, url);
    return native.importModule(url);
  }

  // 'module', 'commonjs' or 'json': what the file @path is.
  function formatOf(path) {
    if (path === pipedPath) {
      return 'module';
    }
    const extension = extensionOf(path);
    switch (extension) {
      case '.mjs':
        return 'module';
      case '.cjs':
        return 'commonjs';
      case '.json':
        return 'json';
      case '.js':
      case '': {
        const type = resolution.packageType(path);
        return type === 'none' && cjs.looksLikeModule(path) ? 'module' : type;
      }
      default:
        throw unknownExtension(path, extension);
    }
  }

  // import and require() of a JSON file give the same object, unless the URL
  // says more than the path.
  function jsonSource(url, path) {
    if (url !== toURL(path)) {
      return ['json', true, path, url];
    }
    const value = cjs.exportsOf(path);
    bridges[url] = () => value;
    return ['module', false, bridgeText([], false), url];
  }

  function fileSource(url, wanted) {
    const path = fromURL(url);
    const format = formatOf(path);
    checkType(format, url, wanted);
    switch (format) {
      case 'json':
        return jsonSource(url, path);
      case 'module':
        return [format, true, path, url];
      default:
        return ['module', false, commonJSSource(url, path), url];
    }
  }

  // What the hooks make of @url; undefined where they leave it alone.
  function hookedSource(url, wanted) {
    if (hooks === undefined) {
      return undefined;
    }
    const changed = hooks.load(url, wanted);
    if (changed === undefined) {
      return undefined;
    }
    const { format, source } = changed;
    if (format === 'commonjs') {
      const path = stringStartsWith(url, 'file:') ? fromURL(url) : url;
      bridges[url] = () => cjs.exportsOf(path);
      return ['module', false, bridgeText([], false), url];
    }
    checkType(format, url, wanted);
    return [format, false, source, url];
  }

  // C: [kind, isPath, text or path, url] of the module @url, which an import
  // with the type attribute @wanted (undefined: none) asks for.
  function sourceOf(url, wanted) {
    if (stringStartsWith(url, 'node:')) {
      checkType('module', url, wanted);
      return ['module', false, builtinSource(url), url];
    }
    if (stringStartsWith(url, FACADE)) {
      const inner = JSONStringify(stringSlice(url, FACADE.length));
      return ['module', false, `export * from ${inner};\n` +
        `export { default } from ${inner};\n` +
        'export const __esModule = true;\n', url];
    }
    return hookedSource(url, wanted) ?? (stringStartsWith(url, 'data:') ?
      dataSource(url, wanted) : fileSource(url, wanted));
  }

  // ---- import.meta ----

  const unresolved = {
    __proto__: null, ERR_MODULE_NOT_FOUND: true,
    ERR_UNSUPPORTED_DIR_IMPORT: true,
  };

  // import.meta.resolve(): what is not there has a URL all the same.
  function resolveFor(url, specifier) {
    try {
      return resolveDefault(`${specifier}`, url);
    } catch (error) {
      if (unresolved[error.code] === true && error.url !== undefined) {
        return error.url;
      }
      throw error;
    }
  }

  // C: fills import.meta of @url.
  function fillMeta(url, meta) {
    if (bridges[url] !== undefined) {
      meta.exports = bridges[url];
      meta.live = (setter) => {
        arrayPush(builtinSetters, setter);
      };
      return;
    }
    if (stringStartsWith(url, 'file:')) {
      const path = fromURL(url);
      const slash = stringLastIndexOf(path, '/');
      meta.dirname = slash <= 0 ? '/' : stringSlice(path, 0, slash);
      meta.filename = path;
    }
    meta.resolve = (specifier) => resolveFor(url, specifier);
    meta.url = url;
  }

  // What a CommonJS module has around it, in the engine's words.
  const missing =
    /^Can't find variable: (require|module|exports|__filename|__dirname)$/;

  // Node's text for one that is looked for in the module @url.
  function explain(error, url, name) {
    let text = `${name} is not defined in ES module scope`;
    if (name === 'require') {
      text += ', you can use import instead';
    }
    if (regExpExec(/^file:.*\.js(?:\?[^#]*)?(?:#.*)?$/, url) !== null &&
        resolution.packageType(fromURL(url)) === 'module') {
      const file = cjs.Module.findPackageJSON(fromURL(url));
      text += '\nThis file is being treated as an ES module because it has a ' +
        `'.js' file extension and '${file}' contains "type": "module". To ` +
        'treat it as a CommonJS script, rename it to use the \'.cjs\' file ' +
        'extension.';
    }
    error.message = text;
  }

  // C: the module @url threw @error when it ran.
  function onFailure(url, error) {
    if (error?.name === 'ReferenceError') {
      const found = regExpExec(missing, `${error.message}`);
      if (found !== null) {
        explain(error, url, found[1]);
      }
    }
    mapSet(failures, url, error);
  }

  // ---- require() of a module ----

  // The namespace of the module at @path, as module.exports has it.
  function requireModule(path) {
    const url = toURL(path);
    let namespace = requireSync(url);
    if ('module.exports' in namespace) {
      return namespace['module.exports'];
    }
    if ('default' in namespace && !('__esModule' in namespace)) {
      namespace = requireSync(FACADE + url);
    }
    return namespace;
  }

  function requireSync(url) {
    if (mapHas(failures, url)) {
      throw mapGet(failures, url);
    }
    const namespace = native.requireModule(url);
    if (namespace === undefined) {
      throw withCode(
        Error, 'ERR_REQUIRE_ASYNC_MODULE',
        'require() cannot be used on an ESM graph with top-level await. Use ' +
        'import() instead. To see where the top-level await comes from, use ' +
        '--experimental-print-required-tla.');
    }
    return namespace;
  }

  exports.fillMeta = fillMeta;
  exports.formatOf = formatOf;
  exports.importPath = (path) => native.importModule(toURL(path));
  exports.importPiped = importPiped;
  exports.onFailure = onFailure;
  exports.requireModule = requireModule;
  exports.resolveImport = resolveImport;
  exports.setHooks = (active) => {
    hooks = active;
  };
  exports.sourceOf = sourceOf;
  exports.syncBuiltins = syncBuiltins;
})
