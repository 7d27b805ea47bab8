/* SPDX-License-Identifier: MIT */
// module.registerHooks(): functions of the program around resolution and
// loading, of require() and of import alike.
// https://nodejs.org/api/module.html#synchronous-customization-hooks
//
// native: readFile(path), see internal/cjs
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    arrayIndexOf,
    arrayPush,
    arraySplice,
    stringStartsWith,
  } = primordials;
  const { invalidArgType, withCode } = require('internal/errors');
  const { fromURL, toURL } = require('internal/module_url');

  // The last one registered is asked first.
  const hooks = [];

  // What is before all of @hooks says of @name, "resolve" or "load", with
  // @last at the end of the chain.
  function run(name, at, subject, context, last) {
    let index = at;
    while (index >= 0 && hooks[index][name] === undefined) {
      index--;
    }
    if (index < 0) {
      return last(subject, context);
    }
    let hasNext = false;
    const next = (otherSubject, otherContext) => {
      hasNext = true;
      return run(name, index - 1, otherSubject ?? subject,
                 { ...context, ...otherContext }, last);
    };
    const result = hooks[index][name](subject, context, next);
    if (result === null || typeof result !== 'object') {
      throw withCode(Error, 'ERR_INVALID_RETURN_PROPERTY_VALUE',
                     `Expected an object to be returned from the "${name}" ` +
                     'hook function');
    }
    if (!hasNext && result.shortCircuit !== true) {
      throw withCode(Error, 'ERR_INVALID_RETURN_PROPERTY_VALUE',
                     'Expected true to be returned for the "shortCircuit" ' +
                     `from the "${name}" hook function`);
    }
    return result;
  }

  const runAll = (name, subject, context, last) =>
    run(name, hooks.length - 1, subject, context, last);

  const IMPORT = ['node', 'import', 'module-sync', 'node-addons'];
  const REQUIRE = ['node', 'require', 'module-sync', 'node-addons'];

  const attributesOf = (type) => type === undefined ? {} : { type };

  // The URL that @specifier means to @referrer in an import.
  function resolveImport(specifier, referrer, resolveDefault) {
    return runAll('resolve', specifier, {
      conditions: IMPORT, importAttributes: {},
      parentURL: referrer === '' ? undefined : referrer,
    }, (last, context) => ({
      url: resolveDefault(last, context.parentURL ?? ''),
    })).url;
  }

  const nameOf = (url) => stringStartsWith(url, 'file:') ? fromURL(url) : url;
  const urlOf = (name) => stringStartsWith(name, '/') ? toURL(name) : name;

  // The file or other name that @request means to @parent in a require().
  function resolveRequire(request, parent, resolveDefault) {
    const { url } = runAll('resolve', request, {
      conditions: REQUIRE, importAttributes: {},
      parentURL: parent && parent.filename ? urlOf(parent.filename) :
        undefined,
    }, (last) => {
      const name = resolveDefault(last);
      return {
        url: require('internal/module_resolve').isBuiltin(name) ?
          `node:${name}` : urlOf(name),
      };
    });
    return nameOf(url);
  }

  function textOf(source) {
    if (typeof source === 'string' || source === null ||
        source === undefined) {
      return source;
    }
    return new TextDecoder().decode(source);
  }

  // {format, source} of the file @url, as a hook sees it that asks for more.
  function loadDefault(url) {
    if (!stringStartsWith(url, 'file:')) {
      return { format: undefined, source: undefined };
    }
    const path = fromURL(url);
    let format = 'commonjs';
    try {
      format = require('internal/esm').formatOf(path);
    } catch {
      // An extension that require() alone knows.
    }
    return { format, source: native.readFile(path) };
  }

  // {format, source} of the module @url where a hook has changed anything, or
  // undefined.
  function load(url, type) {
    let own;
    const result = runAll('load', url, {
      conditions: IMPORT, format: undefined,
      importAttributes: attributesOf(type),
    }, (last) => {
      own = loadDefault(last);
      return own;
    });
    const source = textOf(result.source);
    return typeof source !== 'string' ||
      (own !== undefined && source === own.source) ? undefined :
      { format: result.format, source };
  }

  function checkHook(name, hook) {
    if (hook !== undefined && typeof hook !== 'function') {
      throw invalidArgType(`hooks.${name}`, 'function', hook);
    }
  }

  function registerHooks(options) {
    const { resolve, load: onLoad } = options;
    checkHook('resolve', resolve);
    checkHook('load', onLoad);
    const entry = { resolve, load: onLoad };
    arrayPush(hooks, entry);
    const active = { load, resolveImport, resolveRequire };
    require('internal/esm').setHooks(active);
    require('internal/cjs').setHooks(active);
    return {
      deregister() {
        const index = arrayIndexOf(hooks, entry);
        if (index !== -1) {
          arraySplice(hooks, index, 1);
        }
      },
    };
  }

  exports.registerHooks = registerHooks;
})
