/* SPDX-License-Identifier: MIT */
// CommonJS: the class Module, of which require() is made, in the shape that
// libraries patch. https://nodejs.org/api/modules.html
//
// native:
//   resolve(isImport, specifier, parent, paths)   see internal/module_resolve
//   readFile(path)               text; throws an Error with code, errno,
//                                syscall, path
//   compileWrapper(text, path)   the function (exports, require, module,
//                                __filename, __dirname) around the text
//   compileFile(path)            the same of a file's text
//   isModuleText(text)           whether it parses as an ES module
//   setExtensions(names)         those that require() tries
//   readSearchPaths()            of NODE_PATH, or of layers
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    Error,
    JSONParse,
    ObjectDefineProperty,
    ObjectKeys,
    ReflectApply,
    SyntaxError,
    TypeError,
    arrayIndexOf,
    arrayJoin,
    arrayPush,
    arraySplice,
    functionHasInstance,
    hasOwn,
    stringCharCodeAt,
    stringEndsWith,
    stringIndexOf,
    stringLastIndexOf,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const resolution = require('internal/module_resolve');

  function dirname(path) {
    const slash = stringLastIndexOf(path, '/');
    return slash <= 0 ? '/' : stringSlice(path, 0, slash);
  }

  // ---- The class ----

  function Module(id = '', parent) {
    this.id = id;
    this.path = stringIndexOf(id, '/') === -1 ? '.' : dirname(id);
    // Whatever Object.prototype has become by now.
    ObjectDefineProperty(this, 'exports', {
      __proto__: null, value: {}, writable: true, enumerable: true,
      configurable: true,
    });
    ObjectDefineProperty(this, 'parent', {
      __proto__: null, value: parent, writable: true, configurable: true,
    });
    addChild(parent, this);
    this.filename = null;
    this.loaded = false;
    this.children = [];
  }

  function addChild(parent, child) {
    const children = parent && parent.children;
    if (children && arrayIndexOf(children, child) === -1) {
      arrayPush(children, child);
    }
  }

  Module._cache = { __proto__: null };
  Module._pathCache = { __proto__: null };
  Module._extensions = { __proto__: null };
  Module.Module = Module;

  // Where require() in a module looks for packages. A list of a module's own
  // is made when somebody asks for it; from then on it counts.
  ObjectDefineProperty(Module.prototype, 'paths', {
    __proto__: null,
    configurable: true,
    get() {
      const paths = typeof this.filename === 'string' ?
        Module._nodeModulePaths(dirname(this.filename)) : undefined;
      this.paths = paths;
      return paths;
    },
    set(paths) {
      ObjectDefineProperty(this, 'paths', {
        __proto__: null, value: paths, writable: true, enumerable: true,
        configurable: true,
      });
    },
  });

  Module._nodeModulePaths = function (from) {
    const paths = [];
    for (let at = from; ; at = dirname(at)) {
      if (!stringEndsWith(at, '/node_modules')) {
        arrayPush(paths, at === '/' ? '/node_modules' : `${at}/node_modules`);
      }
      if (at === '/') {
        return paths;
      }
    }
  };

  // NODE_PATH, or where layers have packages; made when it is asked for.
  let globalPaths;
  ObjectDefineProperty(Module, 'globalPaths', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      globalPaths ??= native.readSearchPaths();
      return globalPaths;
    },
  });

  Module._initPaths = function () {
    globalPaths = native.readSearchPaths();
  };

  // ---- Resolution ----

  const isRelative = (request) => request === '.' || request === '..' ||
    stringStartsWith(request, './') || stringStartsWith(request, '../');

  Module._resolveLookupPaths = function (request, parent) {
    if (resolution.isBuiltin(request)) {
      return null;
    }
    if (isRelative(request)) {
      return [parent && parent.filename ? dirname(parent.filename) : '.'];
    }
    const own = (parent && parent.paths) || [];
    return [...own, ...Module.globalPaths];
  };

  // The directories that the option "paths" of require.resolve() stands for.
  function pathsOfOption(request, option) {
    if (!ArrayIsArray(option)) {
      throw require('internal/errors').invalidArgValue('options.paths', option);
    }
    if (isRelative(request)) {
      return option;
    }
    const paths = [];
    for (let n = 0; n < option.length; n++) {
      const from = resolution.absolute(option[n]);
      const list = Module._nodeModulePaths(from);
      for (let k = 0; k < list.length; k++) {
        if (arrayIndexOf(paths, list[k]) === -1) {
          arrayPush(paths, list[k]);
        }
      }
    }
    return [...paths, ...Module.globalPaths];
  }

  let knownExtensions = '.js .json .node';

  // Resolution tries the extensions that require.extensions has.
  function updateExtensions() {
    const names = ObjectKeys(Module._extensions);
    const joined = arrayJoin(names, ' ');
    if (joined !== knownExtensions) {
      knownExtensions = joined;
      native.setExtensions(names);
    }
  }

  function stackOf(parent) {
    const stack = [];
    for (let at = parent; at; at = at.parent) {
      arrayPush(stack, at.filename || at.id);
    }
    return stack;
  }

  function notFound(request, message, parent) {
    const stack = stackOf(parent);
    const error = new Error(stack.length === 0 ? message :
      `${message}\nRequire stack:\n- ${arrayJoin(stack, '\n- ')}`);
    error.code = 'MODULE_NOT_FOUND';
    error.requireStack = stack;
    return error;
  }

  // What module.registerHooks() has put around all this.
  let hooks;

  Module._resolveFilename = function (request, parent, isMain, options) {
    return hooks === undefined ? resolveFile(request, parent, options) :
      hooks.resolveRequire(request, parent,
                           (other) => resolveFile(other, parent, options));
  };

  function resolveFile(request, parent, options) {
    if (resolution.isBuiltin(request)) {
      return request;
    }
    updateExtensions();
    let paths;
    if (typeof options === 'object' && options !== null &&
        options.paths !== undefined) {
      paths = pathsOfOption(request, options.paths);
    } else if (parent && hasOwn(parent, 'paths') && parent.paths &&
               !isRelative(request)) {
      paths = [...parent.paths, ...Module.globalPaths];
    }
    const from = parent && parent.filename ? parent.filename :
      `${native.cwd()}/noop.js`;
    const found = native.resolve(false, request, from, paths);
    if (found[0] !== undefined) {
      if (found[3] !== undefined) {
        globalThis.process.emitWarning(found[3], 'DeprecationWarning',
                                       'DEP0128');
      }
      return found[0];
    }
    if (found[4]) {
      throw notFound(request, `Cannot find module '${request}'`, parent);
    }
    const error = resolution.errorOf(found);
    if (found[5] !== undefined) {
      error.path = found[5];
      if (stringIndexOf(found[2], '"main" entry') !== -1) {
        error.requestPath = request;
      }
    }
    throw error;
  }

  Module._findPath = function (request, paths) {
    updateExtensions();
    const found = native.resolve(false, request, `${native.cwd()}/noop.js`,
                                 paths || []);
    return found[0] === undefined ? false : found[0];
  };

  // ---- Loading ----

  // "directory\0request" to a file, so that a module asks once.
  const resolved = { __proto__: null };
  let mainModule;
  let isCyclic = false;

  function fromCache(key, parent) {
    const filename = resolved[key];
    const known = filename === undefined ? undefined : Module._cache[filename];
    if (known === undefined) {
      delete resolved[key];
      return undefined;
    }
    addChild(parent, known);
    return known;
  }

  // What a cycle gets of @module, which has not been loaded yet: it warns of
  // what is not there.
  function exportsSoFar(module) {
    if (!module.loaded) {
      require('internal/module_cycle').watch(module.exports);
      isCyclic = true;
    }
    return module.exports;
  }

  function forget(module, parent) {
    if (Module._cache[module.filename ?? module.id] === module) {
      delete Module._cache[module.filename ?? module.id];
    }
    const children = parent && parent.children;
    if (ArrayIsArray(children)) {
      const index = arrayIndexOf(children, module);
      if (index !== -1) {
        arraySplice(children, index, 1);
      }
    }
  }

  // Loads @filename as a new module.
  function loadNew(filename, parent, isMain) {
    const module = new Module(filename, parent);
    if (isMain) {
      mainModule = module;
      globalThis.process.mainModule = module;
      module.id = '.';
    }
    Module._cache[filename] = module;
    let isLoaded = false;
    try {
      module.load(filename);
      isLoaded = true;
    } finally {
      if (!isLoaded) {
        forget(module, parent);
      } else if (isCyclic) {
        require('internal/module_cycle').unwatch(module.exports);
      }
    }
    return module;
  }

  Module._load = function (request, parent, isMain) {
    if (stringStartsWith(request, 'node:')) {
      return resolution.loadBuiltin(request);
    }
    const key = parent ? `${parent.path}\0${request}` : undefined;
    if (key !== undefined && resolved[key] !== undefined) {
      const known = fromCache(key, parent);
      if (known !== undefined) {
        return exportsSoFar(known);
      }
    }
    const filename = Module._resolveFilename(request, parent, isMain);
    const cached = Module._cache[filename];
    if (cached !== undefined) {
      addChild(parent, cached);
      return exportsSoFar(cached);
    }
    if (resolution.isBuiltin(filename)) {
      return resolution.loadBuiltin(filename);
    }
    if (key !== undefined) {
      resolved[key] = filename;
    }
    return loadNew(filename, parent, isMain).exports;
  };

  // Runs what the hooks make of @filename; false where they leave it alone.
  function loadByHooks(module, filename) {
    const { toURL } = require('internal/module_url');
    const url = stringStartsWith(filename, '/') ? toURL(filename) : filename;
    const changed = hooks.load(url, undefined);
    if (changed === undefined) {
      return false;
    }
    const { format, source } = changed;
    if (format === 'json') {
      module.exports = JSONParse(stripMark(source));
    } else if (format === 'module') {
      loadModule(module, filename);
    } else {
      module._compile(source, filename);
    }
    return true;
  }

  // What each module had exported when it was loaded: import gives that,
  // whatever becomes of module.exports.
  const firstExports = { __proto__: null };

  Module.prototype.load = function (filename) {
    this.filename = filename;
    this.path = dirname(filename);
    if (hooks === undefined || !loadByHooks(this, filename)) {
      Module._extensions[extensionOf(filename)](this, filename);
    }
    this.loaded = true;
    firstExports[filename] = { module: this, value: this.exports };
  };

  // What an import of the file at the real path @path gives, which is loaded
  // if it has not been.
  function exportsOf(path) {
    const module = Module._cache[path] ?? loadNew(path, undefined, false);
    const first = firstExports[path];
    return first !== undefined && first.module === module ? first.value :
      module.exports;
  }

  // The longest registered extension of @filename, or '.js'.
  function extensionOf(filename) {
    const slash = stringLastIndexOf(filename, '/');
    let at = slash + 1;
    for (;;) {
      at = stringIndexOf(filename, '.', at);
      if (at === -1) {
        return '.js';
      }
      const extension = stringSlice(filename, at);
      if (at > slash + 1 && Module._extensions[extension]) {
        return extension;
      }
      at++;
    }
  }

  Module.prototype.require = function (id) {
    if (typeof id !== 'string') {
      throw require('internal/errors').invalidArgType('id', 'string', id);
    }
    if (id === '') {
      throw require('internal/errors').invalidArgValue(
        'id', id, 'must be a non-empty string');
    }
    return Module._load(id, this, false);
  };

  function checkRequest(request) {
    if (typeof request !== 'string') {
      throw require('internal/errors').invalidArgType('request', 'string',
                                                      request);
    }
  }

  // The require() of @module.
  function makeRequire(module) {
    const load = function (path) {
      return module.require(path);
    };
    ObjectDefineProperty(load, 'name', {
      __proto__: null, value: 'require', configurable: true,
    });
    load.resolve = function (request, options) {
      checkRequest(request);
      return Module._resolveFilename(request, module, false, options);
    };
    load.resolve.paths = function (request) {
      checkRequest(request);
      return Module._resolveLookupPaths(request, module);
    };
    ObjectDefineProperty(load, 'main', {
      __proto__: null, value: mainModule, writable: true, enumerable: true,
      configurable: true,
    });
    load.extensions = Module._extensions;
    load.cache = Module._cache;
    return load;
  }

  function run(module, wrapper, filename) {
    return ReflectApply(wrapper, module.exports, [
      module.exports, makeRequire(module), module, filename, dirname(filename),
    ]);
  }

  Module.prototype._compile = function (content, filename) {
    const text = `${content}`;
    return run(this, native.compileWrapper(text, filename), filename);
  };
  const ownCompile = Module.prototype._compile;

  // The managed Node 22 starts Node without require() of modules, and without
  // a look at the syntax of files that do not say what they are.
  const isStrict = () => globalThis.process.env.WICK_NODE_COMPAT === '22';

  // Runs an ES module for require(): its namespace, as Node has it.
  function loadModule(module, filename) {
    if (isStrict()) {
      const error = new Error(`require() of ES Module ${filename} not ` +
        'supported.\nInstead change the require of it to a dynamic import() ' +
        'which is available in all CommonJS modules.');
      error.code = 'ERR_REQUIRE_ESM';
      throw error;
    }
    module.exports = require('internal/esm').requireModule(filename);
  }

  // Functions around files that were compiled to see what they are.
  const compiled = { __proto__: null };

  // Whether the file @path, of a package that does not say, is a module: it
  // does not parse as CommonJS, and does as a module.
  function looksLikeModule(path) {
    try {
      compiled[path] ??= native.compileFile(path);
      return false;
    } catch (error) {
      return functionHasInstance(SyntaxError, error) &&
        native.isModuleText(native.readFile(path));
    }
  }

  function compileFile(module, filename, type) {
    if (type === 'none' && !isStrict() && looksLikeModule(filename)) {
      loadModule(module, filename);
      return;
    }
    const wrapper = compiled[filename] ?? native.compileFile(filename);
    delete compiled[filename];
    run(module, wrapper, filename);
  }

  Module._extensions['.js'] = function (module, filename) {
    let type = 'commonjs';
    if (stringEndsWith(filename, '.mjs')) {
      type = 'module';
    } else if (!stringEndsWith(filename, '.cjs')) {
      type = resolution.packageType(filename);
      if (type === 'module' && !stringEndsWith(filename, '.js')) {
        type = 'commonjs';
      }
    }
    if (type === 'module') {
      loadModule(module, filename);
    } else if (module._compile === ownCompile) {
      compileFile(module, filename, type);
    } else {
      // A library has put its own compiler in the way.
      module._compile(native.readFile(filename), filename);
    }
  };

  const stripMark = (text) => stringCharCodeAt(text, 0) === 0xfeff ?
    stringSlice(text, 1) : text;

  Module._extensions['.json'] = function (module, filename) {
    const text = stripMark(native.readFile(filename));
    try {
      module.exports = JSONParse(text);
    } catch (error) {
      error.message = `${filename}: ${error.message}`;
      throw error;
    }
  };

  Module._extensions['.node'] = function (module, filename) {
    const error = new Error(`${filename}: native addons are built for the ` +
      'engine and the C library of Node.js and cannot be loaded here');
    error.code = 'ERR_DLOPEN_FAILED';
    throw error;
  };

  // ---- The rest of node:module ----

  const wrapper = [
    '(function (exports, require, module, __filename, __dirname) { ',
    '\n});',
  ];
  Module.wrapper = wrapper;
  Module.wrap = (text) => wrapper[0] + text + wrapper[1];

  Module._preloadModules = function (requests) {
    for (let n = 0; ArrayIsArray(requests) && n < requests.length; n++) {
      Module._load(requests[n], new Module('internal/preload', null), false);
    }
  };

  Module.runMain = (path = globalThis.process.argv[1]) =>
    Module._load(resolution.absolute(path), null, true);

  Module.isBuiltin = (name) =>
    typeof name === 'string' && resolution.isBuiltin(name);

  function createRequire(filename) {
    const path = resolution.pathOf(filename);
    if (path === undefined) {
      const error = new TypeError('The argument \'filename\' must be a file ' +
        'URL object, file URL string, or absolute path string. Received ' +
        require('internal/inspect').inspect(filename));
      error.code = 'ERR_INVALID_ARG_VALUE';
      throw error;
    }
    const module = new Module(path);
    module.filename = stringEndsWith(path, '/') ? `${path}noop.js` : path;
    module.path = dirname(module.filename);
    return makeRequire(module);
  }
  Module.createRequire = createRequire;

  Module.findPackageJSON = (specifier, base) =>
    require('internal/module_find').findPackageJSON(specifier, base);
  Module.registerHooks = (hooks) =>
    require('internal/module_hooks').registerHooks(hooks);
  Module.syncBuiltinESMExports = () =>
    require('internal/esm').syncBuiltins();

  ObjectDefineProperty(Module, 'builtinModules', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: () => resolution.builtinNames(),
  });

  // The module at the absolute path of a file, or of a directory, without its
  // suffix or with it: as require() would see it from nowhere.
  exports.load = (path) => Module._load(path, undefined, false);
  exports.setHooks = (active) => {
    hooks = active;
  };
  exports.exportsOf = exportsOf;
  exports.runMain = (path) => Module._load(path, null, true);
  exports.runFile = (path) => loadNew(path, null, true);
  exports.looksLikeModule = looksLikeModule;
  exports.makeRequire = makeRequire;
  exports.Module = Module;
})
