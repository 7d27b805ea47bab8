/* SPDX-License-Identifier: MIT */
// What host.js needs of the jsc shell: reading and running files, and the hooks
// as far as the language alone can answer them. What only the engine knows
// (proxies, the state of promises, the entries of iterators) is not known here:
// host.hasEngineHooks is false and tests of it skip.
(function () {
  'use strict';

  // The hooks must stand what tampering.js does to the language.
  const { apply } = Reflect;
  const { isArray } = Array;
  const { isError } = Error;
  const bound = (method) => (value) => apply(method, value, []);
  const tagText = bound(Object.prototype.toString);
  const sourceOf = bound(Function.prototype.toString);
  const regExpExec = RegExp.prototype.exec;
  const matches = (pattern, text) => apply(regExpExec, pattern, [text]) !== null;
  const weakMapHas = WeakMap.prototype.has;
  const weakSetHas = WeakSet.prototype.has;

  // Whether calling @probe on the value does not throw tells its class.
  const getterOf = (owner, name) =>
    Object.getOwnPropertyDescriptor(owner, name).get;
  const probes = [
    ['Map', getterOf(Map.prototype, 'size')],
    ['Set', getterOf(Set.prototype, 'size')],
    ['WeakMap', weakMapHas],
    ['WeakSet', weakSetHas],
    ['Date', Date.prototype.getTime],
    ['RegExp', getterOf(RegExp.prototype, 'source')],
    ['ArrayBuffer', getterOf(ArrayBuffer.prototype, 'byteLength')],
    ['SharedArrayBuffer', getterOf(SharedArrayBuffer.prototype, 'byteLength')],
    ['DataView', getterOf(DataView.prototype, 'byteLength')],
    ['Boolean', Boolean.prototype.valueOf], ['Number', Number.prototype.valueOf],
    ['String', String.prototype.valueOf], ['Symbol', Symbol.prototype.valueOf],
    ['BigInt', BigInt.prototype.valueOf],
  ];
  const typedTag = getterOf(Object.getPrototypeOf(Uint8Array.prototype),
                            Symbol.toStringTag);

  function passes(probe, value) {
    try {
      apply(probe, value, [{}]);
      return value !== RegExp.prototype;
    } catch {
      return false;
    }
  }

  function functionKind(value) {
    const source = sourceOf(value);
    const isAsync = matches(/^async\b/, source);
    const isGenerator = matches(/^(async\s*)?(function\s*)?\*/, source);
    return `${isAsync ? 'Async' : ''}${isGenerator ? 'Generator' : ''}Function`;
  }

  const tagged = {
    '__proto__': null, '[object Arguments]': 'Arguments',
    '[object Promise]': 'Promise', '[object Error]': 'Error',
  };

  function classOf(value) {
    if (typeof value === 'function') {
      return functionKind(value);
    }
    if (isArray(value)) {
      return 'Array';
    }
    const typed = apply(typedTag, value, []);
    if (typed !== undefined) {
      return typed;
    }
    for (let n = 0; n < probes.length; n++) {
      if (passes(probes[n][1], value)) {
        return probes[n][0];
      }
    }
    if (isError !== undefined && isError(value)) {
      return 'Error';
    }
    return tagged[tagText(value)] || '';
  }

  globalThis.jscPlatform = {
    read: (name) => readFile(`runtime/js/${name}.js`),
    // What the shell loads has the name of its file in stacks; the internals
    // are known by theirs.
    run: (source, name) => (0, eval)(`${source}\n//# sourceURL=builtin:${name}.js`),
    native: {
      classOf,
      getProxyDetails: () => undefined,
      getPromiseDetails: () => [0, undefined],
      previewEntries: () => [[], false],
      cwd: () => '/',
      isTerminal: () => false,
      monotonicMs: () => preciseTime() * 1000,
      writeLog(level, text) {
        throw new Error(`a test wrote to the log: ${level} ${text}`);
      },
    },
  };

  globalThis.require = () => globalThis.host;
})();
