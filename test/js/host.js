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

    // The hooks must stand what tampering.js does to the language.
    const { apply } = Reflect;
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
          for (let n = 0; n < brands.length; n++) {
            if (brands[n][1](value)) {
              return brands[n][0];
            }
          }
          return apply(typedTag, value, []) || '';
        },
        getProxyDetails: (value) => util.getProxyDetails(value),
        getPromiseDetails: (value) => util.getPromiseDetails(value),
        previewEntries: (value) => util.previewEntries(value, true),
        asyncContext: { current: undefined },
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
  // with the name of each module that is loaded, @modules has the exports of
  // those that must not be.
  function realm(native, onLoad, modules) {
    const hooks = { ...platform.native, ...native };
    const loaded = Object.assign(Object.create(null), modules);
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

  // The lines of @text around the unit at @at.
  function around(text, at) {
    const start = text.lastIndexOf('\n', Math.max(0, at - 60)) + 1;
    const end = text.indexOf('\n', at + 60);
    return (start > 0 ? '...\n' : '') +
      text.slice(start, end === -1 ? text.length : end) +
      (end === -1 ? '' : '\n...');
  }

  // Compare two values; of texts, what differs first is shown.
  function equal(actual, expected, what) {
    if (actual === expected) {
      return;
    }
    let [got, wanted] = [String(actual), String(expected)];
    let at = 0;
    while (at < got.length && got[at] === wanted[at]) {
      at++;
    }
    got = around(got, at);
    wanted = around(wanted, at);
    throw new Error(`${what === undefined ? '' : `${what}: `}got\n` +
      `${got}\nexpected\n${wanted}`);
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
