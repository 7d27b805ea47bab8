/* SPDX-License-Identifier: MIT */
// Loads the internals of runtime/js outside the bootstrap, so that their tests
// run under plain node (run with --expose-internals: some hooks need V8's) and
// under the jsc shell, which has none of those hooks.
//
//   const host = require('../host.js');
//   const { inspect } = host.load('internal/inspect');
(function () {
  'use strict';

  const isNode = typeof process === 'object' && !!process.versions.node;

  // --- What differs between the two engines ---------------------------------

  function nodePlatform() {
    const fs = require('node:fs');
    const path = require('node:path');
    const vm = require('node:vm');
    const { types } = require('node:util');
    const { internalBinding } = require('internal/test/binding');
    const util = internalBinding('util');
    const root = path.join(__dirname, '..', '..', 'runtime', 'js');

    const brands = [
      ['Array', Array.isArray], ['Arguments', types.isArgumentsObject],
      ['Map', types.isMap], ['Set', types.isSet],
      ['Map Iterator', types.isMapIterator],
      ['Set Iterator', types.isSetIterator],
      ['WeakMap', types.isWeakMap], ['WeakSet', types.isWeakSet],
      ['Promise', types.isPromise], ['Date', types.isDate],
      ['RegExp', types.isRegExp], ['Error', types.isNativeError],
      ['ArrayBuffer', types.isArrayBuffer],
      ['SharedArrayBuffer', types.isSharedArrayBuffer],
      ['DataView', types.isDataView],
      ['Module', types.isModuleNamespaceObject],
      ['Boolean', types.isBooleanObject], ['Number', types.isNumberObject],
      ['String', types.isStringObject], ['Symbol', types.isSymbolObject],
      ['BigInt', types.isBigIntObject], ['Proxy', types.isProxy],
    ];
    const typedTag = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

    function functionKind(value) {
      const isGenerator = types.isGeneratorFunction(value);
      return (types.isAsyncFunction(value) ? 'Async' : '') +
        (isGenerator ? 'Generator' : '') + 'Function';
    }

    return {
      read: (name) => fs.readFileSync(path.join(root, `${name}.js`), 'latin1'),
      run: (source, name) => vm.runInThisContext(source, {
        filename: `builtin:${name}.js`,
      }),
      native: {
        classOf(value) {
          if (typeof value === 'function') {
            return types.isProxy(value) ? 'Proxy' : functionKind(value);
          }
          for (const [name, has] of brands) {
            if (has(value)) {
              return name;
            }
          }
          return Reflect.apply(typedTag, value, []) || '';
        },
        getProxyDetails(value) {
          const details = util.getProxyDetails(value);
          return details === undefined ? undefined : [...details];
        },
        getPromiseDetails: (value) => util.getPromiseDetails(value),
        previewEntries(value) {
          const [entries, isPairs] = util.previewEntries(value, true);
          return [entries, isPairs];
        },
        cwd: () => process.cwd(),
        isTerminal: () => false,
        monotonicMs: () => performance.now(),
        writeLog(level, text) {
          throw new Error(`a test wrote to the log: ${level} ${text}`);
        },
      },
    };
  }

  const platform = isNode ? nodePlatform() : globalThis.jscPlatform;

  // --- The loader -------------------------------------------------------------

  // A fresh set of modules. @native overrides or adds hooks, @onLoad is called
  // with the name of each module that is loaded.
  function realm(native, onLoad) {
    const hooks = { ...platform.native, ...native };
    const loaded = Object.create(null);
    const primordials = {};
    function load(name) {
      if (loaded[name] === undefined) {
        loaded[name] = {};
        if (onLoad !== undefined) {
          onLoad(name);
        }
        const wrapper = platform.run(platform.read(name), name);
        wrapper(hooks, load, loaded[name], primordials);
      }
      return loaded[name];
    }
    platform.run(platform.read('internal/primordials'), 'primordials')(
      hooks, load, primordials, primordials);
    return load;
  }

  // --- Reports ------------------------------------------------------------------

  const print = isNode ? console.log : globalThis.print;

  // Run @body; its throwing is the test's failure.
  function test(name, body) {
    try {
      body();
    } catch (error) {
      print(`FAIL ${name}: ${error.message.replace(/\n/g, '\n    ')}`);
      return;
    }
    print(`ok ${name}`);
  }

  function equal(actual, expected, what) {
    if (actual !== expected) {
      throw new Error(`${what === undefined ? '' : `${what}: `}got\n` +
        `${actual}\nexpected\n${expected}`);
    }
  }

  const host = {
    isNode, hasEngineHooks: isNode, load: realm(), realm, test, equal, print,
  };
  if (isNode) {
    module.exports = host;
  } else {
    globalThis.host = host;
  }
})();
