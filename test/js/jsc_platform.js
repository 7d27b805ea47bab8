/* SPDX-License-Identifier: MIT */
// What host.js needs of the jsc shell: reading and running files, and the hooks
// as far as the language alone can answer them. What only the engine knows
// (proxies, the state of promises, the entries of iterators) is not known here:
// host.hasEngineHooks is false and tests of it skip.
(function () {
  'use strict';

  const { toString } = Object.prototype;

  // Whether calling @probe on the value does not throw tells its class.
  const getterOf = (owner, name) =>
    Object.getOwnPropertyDescriptor(owner, name).get;
  const probes = [
    ['Map', getterOf(Map.prototype, 'size')],
    ['Set', getterOf(Set.prototype, 'size')],
    ['WeakMap', (v) => WeakMap.prototype.has.call(v, {})],
    ['WeakSet', (v) => WeakSet.prototype.has.call(v, {})],
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
      if (probe.length === 1) {
        probe(value);
      } else {
        Reflect.apply(probe, value, []);
      }
      return value !== RegExp.prototype;
    } catch {
      return false;
    }
  }

  function functionKind(value) {
    const source = Function.prototype.toString.call(value);
    const isAsync = /^async\b/.test(source);
    const isGenerator = /^(async\s*)?(function\s*)?\*/.test(source);
    return `${isAsync ? 'Async' : ''}${isGenerator ? 'Generator' : ''}Function`;
  }

  function classOf(value) {
    if (typeof value === 'function') {
      return functionKind(value);
    }
    if (Array.isArray(value)) {
      return 'Array';
    }
    const typed = Reflect.apply(typedTag, value, []);
    if (typed !== undefined) {
      return typed;
    }
    for (const [name, probe] of probes) {
      if (passes(probe, value)) {
        return name;
      }
    }
    if (Error.isError !== undefined && Error.isError(value)) {
      return 'Error';
    }
    const tag = toString.call(value).slice(8, -1);
    return tag === 'Arguments' || tag === 'Promise' || tag === 'Error' ? tag :
      '';
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
