// SPDX-License-Identifier: MIT
// What Node's own tests ask of `require('../common')`, for a runtime that is
// not Node: the calls that must happen, the errors that are expected. It asks
// for few modules itself, so that a module which is missing fails the tests of
// that module alone.
'use strict';

const pending = [];

process.on('exit', (code) => {
  if (code !== 0) {
    return;
  }
  const missed = pending.filter((call) => call.actual < call.least ||
    call.actual > call.most);
  // A test may have taken the iterator of arrays away.
  missed.forEach(({ name, least, most, actual, stack }) => {
    const wanted = most === Infinity ? `at least ${least}` : `exactly ${least}`;
    console.error(`Mismatched ${name} calls: expected ${wanted}, ` +
      `got ${actual}\n${stack}`);
  });
  if (missed.length > 0) {
    process.exit(1);
  }
});

function counted(callback, least, most) {
  if (typeof callback === 'number') {
    [callback, least, most] = [undefined, callback,
                               most === Infinity ? most : callback];
  }
  const call = {
    name: (callback && callback.name) || '<anonymous>',
    least, most, actual: 0,
    stack: new Error().stack,
  };
  pending.push(call);
  const run = callback || (() => {});
  const wrapper = function (...args) {
    call.actual++;
    return Reflect.apply(run, this, args);
  };
  Object.defineProperties(wrapper, {
    name: { value: run.name, configurable: true },
    length: { value: run.length, configurable: true },
  });
  return wrapper;
}

const mustCall = (callback, count = 1) => counted(callback, count, count);
const mustCallAtLeast = (callback, least = 1) =>
  counted(callback, least, Infinity);

function mustSucceed(callback, count) {
  return mustCall(function (error, ...args) {
    require('assert').ifError(error);
    return callback ? Reflect.apply(callback, this, args) : undefined;
  }, count);
}

function mustNotCall(text = 'function should not have been called') {
  const { stack } = new Error();
  return function mustNotCall(...args) {
    require('assert').fail(`${text}, with ${args.length} arguments\n${stack}`);
  };
}

function mustNotMutateObjectDeep(value) {
  return value;
}

function expectsError(wanted, count) {
  return mustCall((...args) => {
    const assert = require('assert');
    assert.strictEqual(args.length, 1);
    const [error] = args;
    assert.ok(Object.prototype.propertyIsEnumerable.call(error, 'message') ===
      false);
    assert.throws(() => { throw error; }, wanted);
    return true;
  }, count);
}

// Each warning of @wanted once: by name, texts or [text, code] pairs.
function expectWarning(name, texts, code) {
  const wanted = typeof name === 'object' ? name : { [name]: texts };
  const left = [];
  for (const [kind, list] of Object.entries(wanted)) {
    const pairs = typeof list === 'string' ? [[list, code]] :
      Array.isArray(list) && !Array.isArray(list[0]) && list.length <= 2 &&
        typeof list[1] !== 'object' && /^(DEP|ERR_|undefined)/.test(list[1]) ?
        [list] : typeof list === 'object' && !Array.isArray(list) ?
          Object.entries(list).map(([key, text]) => [text, key]) :
          list.map((one) => (Array.isArray(one) ? one : [one]));
    for (const [text, id] of pairs) {
      left.push({ kind, text, id });
    }
  }
  process.on('warning', mustCall((warning) => {
    const assert = require('assert');
    const at = left.findIndex((one) => one.kind === warning.name &&
      (one.text instanceof RegExp ? one.text.test(warning.message) :
        one.text === warning.message) &&
      (one.id === undefined || one.id === warning.code));
    assert.notStrictEqual(at, -1, `unexpected warning: ${warning.name}: ` +
      warning.message);
    left.splice(at, 1);
  }, left.length));
}

function invalidArgTypeHelper(input) {
  const { inspect } = require('util');
  if (input == null) {
    return ` Received ${input}`;
  }
  if (typeof input === 'function') {
    return ` Received function ${input.name}`;
  }
  if (typeof input === 'object') {
    return input.constructor && input.constructor.name ?
      ` Received an instance of ${input.constructor.name}` :
      ` Received ${inspect(input, { depth: -1 })}`;
  }
  let shown = inspect(input, { colors: false });
  if (shown.length > 28) {
    shown = `${shown.slice(0, 25)}...`;
  }
  return ` Received type ${typeof input} (${shown})`;
}

// test/node/run takes this for "skipped".
function skip(text) {
  console.log(`1..0 # Skipped: ${text}`);
  process.exit(0);
}

const views = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
  Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array,
  BigUint64Array, DataView,
];

function getArrayBufferViews(buffer) {
  const { buffer: bytes, byteOffset, byteLength } = buffer;
  return views
    .filter((View) => byteLength % (View.BYTES_PER_ELEMENT || 1) === 0)
    .map((View) => new View(bytes, byteOffset,
                            byteLength / (View.BYTES_PER_ELEMENT || 1)));
}

function getBufferSources(buffer) {
  return [...getArrayBufferViews(buffer), new Uint8Array(buffer).buffer];
}

const common = {
  allowGlobals() {},
  canCreateSymLink: () => true,
  childShouldThrowAndAbort: () => skip('needs core dumps'),
  createZeroFilledFile(file) {
    require('fs').writeFileSync(file, new Uint8Array(10 * 1024 * 1024));
  },
  disableCrashOnUnhandledRejection() {},
  enoughTestMem: true,
  enoughTestCpu: true,
  expectWarning,
  expectsError,
  getArrayBufferViews,
  getBufferSources,
  getTTYfd: () => -1,
  hasCrypto: true,
  hasFipsCrypto: false,
  hasIntl: true,
  get hasIPv6() {
    return Object.values(require('os').networkInterfaces()).flat()
      .some(({ family }) => family === 'IPv6');
  },
  hasMultiLocalhost: () => false,
  hasOpenSSL3: true,
  hasQuic: false,
  inFreeBSDJail: false,
  invalidArgTypeHelper,
  isAIX: false,
  isAlive: () => true,
  isDumbTerminal: true,
  isFreeBSD: false,
  isIBMi: false,
  isLinux: true,
  isLinuxPPCBE: false,
  isMainThread: true,
  isOSX: false,
  isOpenBSD: false,
  isPi: false,
  isSunOS: false,
  isWindows: false,
  localhostIPv4: '127.0.0.1',
  mustCall,
  mustCallAtLeast,
  mustNotCall,
  mustNotMutateObjectDeep,
  mustSucceed,
  parseTestFlags: () => [],
  platformTimeout: (ms) => (typeof ms === 'bigint' ? ms : Number(ms)),
  printSkipMessage(text) {
    console.log(`1..0 # Skipped: ${text}`);
  },
  pwdCommand: ['pwd', []],
  requireNoPackageJSONAbove() {},
  skip,
  skipIf32Bits() {},
  skipIfDumbTerminal: () => skip('a terminal without features'),
  skipIfEslintMissing: () => skip('needs eslint'),
  skipIfInspectorDisabled: () => skip('needs an inspector'),
  skipIfReportDisabled: () => skip('needs diagnostic reports'),
  skipIfWorker() {},
  get PORT() { return 0; },
  get hasUnixSockets() { return true; },
  get defaultAutoSelectFamilyAttemptTimeout() { return 2500; },
  get buildType() { return 'Release'; },
  get checkoutEOL() { return '\n'; },
  get PIPE() { return `${require('os').tmpdir()}/p.${process.pid}`; },
};

module.exports = new Proxy(common, {
  get(object, name) {
    if (!(name in object)) {
      throw new Error(`test/node/common has no ${String(name)}`);
    }
    return object[name];
  },
});
