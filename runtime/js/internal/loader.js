/* SPDX-License-Identifier: MIT */
// Modules of the function: CommonJS by a function wrapper, ES modules by the
// engine, which asks resolveImport() and sourceOf() here.
// https://nodejs.org/api/modules.html, https://nodejs.org/api/esm.html
//
// native:
//   kindOf(path)        'file', 'directory' or undefined
//   readFile(path)      text; throws an Error with code, errno, syscall, path
//   realPath(path)      with links resolved
//   compileWrapper(text, path)   the function (exports, require, module,
//                       __filename, __dirname) around the text
//   importModule(url)   a promise of the namespace
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    JSONParse,
    ObjectDefineProperty,
    ObjectKeys,
    ReflectApply,
    TypeError,
    arrayJoin,
    arrayPush,
    regExpExec,
    stringEndsWith,
    stringIndexOf,
    stringLastIndexOf,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const { split } = require('internal/text');

  // ---- Paths ----

  function normalize(path) {
    const parts = split(path, '/');
    const out = [];
    for (let n = 0; n < parts.length; n++) {
      const part = parts[n];
      if (part === '..') {
        if (out.length > 0) {
          out.length--;
        }
      } else if (part !== '' && part !== '.') {
        arrayPush(out, part);
      }
    }
    return `/${arrayJoin(out, '/')}`;
  }

  function dirname(path) {
    const slash = stringLastIndexOf(path, '/');
    return slash <= 0 ? '/' : stringSlice(path, 0, slash);
  }

  function extname(path) {
    const name = stringSlice(path, stringLastIndexOf(path, '/') + 1);
    const dot = stringLastIndexOf(name, '.');
    return dot <= 0 ? '' : stringSlice(name, dot);
  }

  const join = (directory, name) => normalize(`${directory}/${name}`);

  const toURL = (path) => `file://${arrayJoin(encodePath(path), '/')}`;

  function encodePath(path) {
    const parts = split(path, '/');
    for (let n = 0; n < parts.length; n++) {
      parts[n] = encodeURIComponent(parts[n]);
    }
    return parts;
  }

  const fromURL = (url) => decodeURIComponent(stringSlice(url, 7));

  // ---- package.json ----

  const packages = { __proto__: null };

  // What the package.json in @directory says, or null.
  function readPackage(directory) {
    if (packages[directory] !== undefined) {
      return packages[directory];
    }
    const path = join(directory, 'package.json');
    let found = null;
    if (native.kindOf(path) === 'file') {
      try {
        found = JSONParse(native.readFile(path));
      } catch (error) {
        error.message = `Error parsing ${path}: ${error.message}`;
        error.code = 'ERR_INVALID_PACKAGE_CONFIG';
        throw error;
      }
      if (found === null || typeof found !== 'object') {
        found = {};
      }
    }
    packages[directory] = found;
    return found;
  }

  function packageType(path) {
    for (let at = dirname(path); !stringEndsWith(at, '/node_modules');
      at = dirname(at)) {
      const found = readPackage(at);
      if (found !== null) {
        return found.type === 'module' ? 'module' : 'commonjs';
      }
      if (at === '/') {
        break;
      }
    }
    return 'commonjs';
  }

  // ---- Resolution ----

  const SUFFIXES = ['', '.js', '.json', '.cjs', '.mjs'];

  function tryFile(path, suffixes) {
    for (let n = 0; n < suffixes.length; n++) {
      if (native.kindOf(path + suffixes[n]) === 'file') {
        return native.realPath(path + suffixes[n]);
      }
    }
    return null;
  }

  function tryDirectory(path) {
    if (native.kindOf(path) !== 'directory') {
      return null;
    }
    const { main } = readPackage(path) ?? {};
    if (typeof main === 'string') {
      const target = join(path, main);
      const found = tryFile(target, SUFFIXES) ??
        tryFile(join(target, 'index'), ['.js', '.json']);
      if (found !== null) {
        return found;
      }
    }
    return tryFile(join(path, 'index'), ['.js', '.json', '.cjs', '.mjs']);
  }

  const tryPath = (path) => tryFile(path, SUFFIXES) ?? tryDirectory(path);

  // The target of an exports or imports entry under @conditions.
  function pickTarget(target, conditions, capture) {
    if (typeof target === 'string') {
      const star = stringIndexOf(target, '*');
      return capture === undefined || star === -1 ? target :
        arrayJoin(split(target, '*'), capture);
    }
    if (Array.isArray(target)) {
      for (let n = 0; n < target.length; n++) {
        const found = pickTarget(target[n], conditions, capture);
        if (found !== null && found !== undefined) {
          return found;
        }
      }
      return null;
    }
    if (target === null || typeof target !== 'object') {
      return null;
    }
    const keys = ObjectKeys(target);
    for (let n = 0; n < keys.length; n++) {
      if (keys[n] === 'default' || conditions[keys[n]] === true) {
        const found = pickTarget(target[keys[n]], conditions, capture);
        if (found !== undefined) {
          return found;
        }
      }
    }
    return undefined;
  }

  // The entry of @map for @key: exact, else the longest pattern that fits.
  function matchEntry(map, key, conditions) {
    if (map[key] !== undefined && stringIndexOf(key, '*') === -1) {
      return pickTarget(map[key], conditions, undefined);
    }
    let best = null;
    let capture;
    const keys = ObjectKeys(map);
    for (let n = 0; n < keys.length; n++) {
      const star = stringIndexOf(keys[n], '*');
      if (star === -1) {
        continue;
      }
      const before = stringSlice(keys[n], 0, star);
      const after = stringSlice(keys[n], star + 1);
      if (stringStartsWith(key, before) && stringEndsWith(key, after) &&
          key.length >= keys[n].length &&
          (best === null || keys[n].length > best.length)) {
        best = keys[n];
        capture = stringSlice(key, before.length, key.length - after.length);
      }
    }
    return best === null ? undefined :
      pickTarget(map[best], conditions, capture);
  }

  function notExported(subpath, directory) {
    const what = subpath === '.' ? 'No "exports" main defined' :
      `Package subpath '${subpath}' is not defined by "exports"`;
    const error = new Error(`${what} in ${directory}/package.json`);
    error.code = 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    return error;
  }

  function fromExports(directory, exported, subpath, conditions) {
    const isMap = exported !== null && typeof exported === 'object' &&
      !Array.isArray(exported) && ObjectKeys(exported).length > 0 &&
      stringStartsWith(ObjectKeys(exported)[0], '.');
    const target = isMap ? matchEntry(exported, subpath, conditions) :
      (subpath === '.' ? pickTarget(exported, conditions, undefined) :
        undefined);
    if (target === undefined || target === null) {
      throw notExported(subpath, directory);
    }
    return join(directory, target);
  }

  const namePattern = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/;

  // A package below @directory/node_modules, with its exports if it has any.
  function tryPackage(directory, name, rest, conditions) {
    const home = join(directory, name);
    if (native.kindOf(home) !== 'directory') {
      return rest === '' ? tryFile(home, SUFFIXES) : null;
    }
    const found = readPackage(home);
    if (found !== null && found.exports !== undefined &&
        found.exports !== null) {
      const path = fromExports(home, found.exports,
                               rest === '' ? '.' : `./${rest}`, conditions);
      return native.kindOf(path) === 'file' ? native.realPath(path) : null;
    }
    return tryPath(rest === '' ? home : join(home, rest));
  }

  const REQUIRE = { __proto__: null, node: true, require: true };
  const IMPORT = { __proto__: null, node: true, import: true };

  // process.env.NODE_PATH, or where layers put their packages.
  function searchPaths() {
    const { env } = globalThis.process;
    return split(env.NODE_PATH || '/opt/nodejs/node22/node_modules:' +
      '/opt/nodejs/node_modules:/var/runtime/node_modules', ':');
  }

  function lookUp(request, from, conditions, hasSearchPaths) {
    const [, name, rest = ''] = regExpExec(namePattern, request);
    for (let at = from; ; at = dirname(at)) {
      if (!stringEndsWith(at, '/node_modules')) {
        const found = tryPackage(join(at, 'node_modules'), name, rest,
                                 conditions);
        if (found !== null) {
          return found;
        }
      }
      if (at === '/') {
        break;
      }
    }
    const extra = hasSearchPaths ? searchPaths() : [];
    for (let n = 0; n < extra.length; n++) {
      const found = extra[n] && tryPackage(extra[n], name, rest, conditions);
      if (found) {
        return found;
      }
    }
    return null;
  }

  function fromImports(request, from, conditions) {
    for (let at = from; ; at = dirname(at)) {
      const found = readPackage(at);
      if (found !== null && found.imports) {
        const target = matchEntry(found.imports, request, conditions);
        if (typeof target === 'string') {
          return stringStartsWith(target, './') ? join(at, target) :
            lookUp(target, at, conditions, true);
        }
      }
      if (found !== null || at === '/') {
        return null;
      }
    }
  }

  // The path of @request from a module in @from, or null.
  function find(request, from, conditions) {
    if (stringStartsWith(request, '/')) {
      return tryPath(normalize(request));
    }
    if (request === '.' || request === '..' ||
        stringStartsWith(request, './') || stringStartsWith(request, '../')) {
      return tryPath(join(from, request));
    }
    if (stringStartsWith(request, '#')) {
      return fromImports(request, from, conditions);
    }
    return request === '' ? null : lookUp(request, from, conditions, true);
  }

  function moduleNotFound(request, parent) {
    const stack = [];
    for (let at = parent; at; at = at.parent) {
      arrayPush(stack, at.filename);
    }
    const text = stack.length === 0 ? '' :
      `\nRequire stack:\n- ${arrayJoin(stack, '\n- ')}`;
    const error = new Error(`Cannot find module '${request}'${text}`);
    error.code = 'MODULE_NOT_FOUND';
    error.requireStack = stack;
    return error;
  }

  // ---- CommonJS ----

  const cache = { __proto__: null };

  function builtin(request) {
    const name = stringStartsWith(request, 'node:') ?
      stringSlice(request, 5) : request;
    return require('internal/node_modules').find(name);
  }

  function makeRequire(module) {
    const from = dirname(module.filename);
    function load(request) {
      if (typeof request !== 'string') {
        const error = new TypeError('The "id" argument must be of type ' +
          'string. Received ' +
          require('internal/describe').received(request));
        error.code = 'ERR_INVALID_ARG_TYPE';
        throw error;
      }
      const known = builtin(request);
      if (known !== undefined) {
        return known;
      }
      const path = find(request, from, REQUIRE);
      if (path === null) {
        throw moduleNotFound(request, module);
      }
      return loadPath(path, module).exports;
    }
    load.resolve = (request, options) => resolve(request, from, options,
                                                 module);
    load.cache = cache;
    load.main = undefined;
    return load;
  }

  function resolve(request, from, options, parent) {
    const starts = options && options.paths ? options.paths : [from];
    if (builtin(request) !== undefined) {
      return request;
    }
    for (let n = 0; n < starts.length; n++) {
      const found = find(request, starts[n], REQUIRE);
      if (found !== null) {
        return found;
      }
    }
    throw moduleNotFound(request, parent);
  }

  function compile(module, path) {
    const text = native.readFile(path);
    if (stringEndsWith(path, '.json')) {
      try {
        module.exports = JSONParse(text);
      } catch (error) {
        error.message = `${path}: ${error.message}`;
        throw error;
      }
      return;
    }
    if (stringEndsWith(path, '.node')) {
      const error = new Error(`${path}: native addons are built for the ` +
        'engine and the C library of Node.js and cannot be loaded here');
      error.code = 'ERR_DLOPEN_FAILED';
      throw error;
    }
    if (stringEndsWith(path, '.mjs') ||
        (extname(path) === '.js' && packageType(path) === 'module')) {
      const error = new Error(`require() of ES Module ${path} not ` +
        'supported.\nInstead change the require of it to a dynamic import() ' +
        'which is available in all CommonJS modules.');
      error.code = 'ERR_REQUIRE_ESM';
      throw error;
    }
    const wrapper = native.compileWrapper(text, path);
    ReflectApply(wrapper, module.exports, [
      module.exports, makeRequire(module), module, path, dirname(path),
    ]);
  }

  function loadPath(path, parent) {
    const known = cache[path];
    if (known !== undefined) {
      return known;
    }
    const module = {
      id: path,
      path: dirname(path),
      exports: {},
      filename: path,
      loaded: false,
      children: [],
      paths: [],
    };
    ObjectDefineProperty(module, 'parent', {
      __proto__: null, value: parent, writable: true, configurable: true,
    });
    module.require = makeRequire(module);
    cache[path] = module;
    if (parent) {
      arrayPush(parent.children, module);
    }
    let isLoaded = false;
    try {
      compile(module, path);
      isLoaded = true;
    } finally {
      if (!isLoaded) {
        delete cache[path];
      }
    }
    module.loaded = true;
    return module;
  }

  function loadCommonJS(path) {
    const found = tryPath(path);
    if (found === null) {
      throw moduleNotFound(path, null);
    }
    return loadPath(found, null).exports;
  }

  // ---- ES modules ----

  function importNotFound(specifier, from) {
    const isPath = stringStartsWith(specifier, '.') ||
      stringStartsWith(specifier, '/') || stringStartsWith(specifier, 'file:');
    const error = new Error(isPath ?
      `Cannot find module '${join(dirname(from), specifier)}' imported from ` +
        from :
      `Cannot find package '${specifier}' imported from ${from}`);
    error.code = 'ERR_MODULE_NOT_FOUND';
    return error;
  }

  // C: the URL that @specifier means to the module @referrer, a URL or ''.
  function resolveImport(specifier, referrer) {
    if (builtin(specifier) !== undefined) {
      return stringStartsWith(specifier, 'node:') ? specifier :
        `node:${specifier}`;
    }
    const parent = stringStartsWith(referrer, 'file://') ?
      fromURL(referrer) : `${native.cwd()}/`;
    if (stringStartsWith(specifier, 'file://')) {
      return specifier;
    }
    const path = stringStartsWith(specifier, '.') ||
      stringStartsWith(specifier, '/') ?
      tryFile(stringStartsWith(specifier, '/') ? normalize(specifier) :
        join(dirname(parent), specifier), ['']) :
      find(specifier, dirname(parent), IMPORT);
    if (path === null) {
      throw importNotFound(specifier, parent);
    }
    return toURL(path);
  }

  const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
  const reserved = { __proto__: null };
  const words = split('await break case catch class const continue debugger ' +
    'default delete do else enum export extends false finally for function ' +
    'if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true ' +
    'try typeof var void while with yield arguments eval', ' ');
  for (let n = 0; n < words.length; n++) {
    reserved[words[n]] = true;
  }

  // The text of a module that exports what @value has.
  function bridge(id, value) {
    let text = `const m = globalThis[Symbol.for('wick.bridge')](${id});\n` +
      'export default m;\n';
    if (value !== null &&
        (typeof value === 'object' || typeof value === 'function')) {
      const names = ObjectKeys(value);
      for (let n = 0; n < names.length; n++) {
        if (regExpExec(identifier, names[n]) !== null &&
            reserved[names[n]] === undefined && names[n] !== 'm') {
          text += `export const ${names[n]} = m.${names[n]};\n`;
        }
      }
    }
    return text;
  }

  const bridged = [];
  ObjectDefineProperty(globalThis, Symbol.for('wick.bridge'), {
    __proto__: null, value: (id) => bridged[id],
  });

  function bridgeTo(value) {
    bridged[bridged.length] = value;
    return bridge(bridged.length - 1, value);
  }

  // C: [kind, text, name] of the module @url: 'module' or 'json'.
  function sourceOf(url) {
    if (stringStartsWith(url, 'node:')) {
      return ['module', bridgeTo(builtin(url)), url];
    }
    const path = fromURL(url);
    if (stringEndsWith(path, '.json')) {
      return ['json', native.readFile(path), url];
    }
    const isModule = stringEndsWith(path, '.mjs') ||
      (!stringEndsWith(path, '.cjs') && packageType(path) === 'module');
    if (!isModule) {
      return ['module', bridgeTo(loadPath(path, null).exports), url];
    }
    return ['module', native.readFile(path), url];
  }

  // C: fills import.meta of @url.
  function fillMeta(url, meta) {
    meta.url = url;
    if (stringStartsWith(url, 'file://')) {
      meta.filename = fromURL(url);
      meta.dirname = dirname(meta.filename);
    }
    meta.resolve = (specifier) => resolveImport(specifier, url);
  }

  const loader = {
    kindOf: native.kindOf,
    readText(path) {
      return native.kindOf(path) === 'file' ? native.readFile(path) : undefined;
    },
    loadCommonJS,
    importModule: (path) => native.importModule(toURL(native.realPath(path))),
    resolve: (request, paths) => resolve(request, '/', { paths }, null),
  };

  native.setModuleCallbacks(resolveImport, sourceOf, fillMeta);
  exports.loader = loader;
})
