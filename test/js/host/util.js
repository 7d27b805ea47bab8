// SPDX-License-Identifier: MIT
// If this fails node:util does not do what its callers take for granted.
'use strict';

const util = process.getBuiltinModule('util');
const { types } = util;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` :
    `FAIL ${name}: got ${util.inspect(got)}`);
}
const isSame = (name, got, expected) =>
  check(name, util.isDeepStrictEqual(got, expected), got);
function says(name, body, code, message) {
  try {
    body();
    check(name, false, 'nothing');
  } catch (error) {
    check(name, error.code === code && error.message === message, error);
  }
}

// ---- promisify, callbackify, inherits, deprecate ----

function old(value, callback) {
  callback(value === 'bad' ? new Error('bad') : null, value, 'second');
}
old.property = 1;
(async () => {
  const wrapped = util.promisify(old);
  check('promisify', await wrapped('a') === 'a' && wrapped.property === 1 &&
    wrapped.name === 'old', wrapped);
  const error = await wrapped('bad').catch((thrown) => thrown);
  check('promisify fails', error.message === 'bad', error);
  check('promisify timer', await util.promisify(setTimeout)(1, 'v') === 'v');
  check('promisify immediate', await util.promisify(setImmediate)('v') === 'v');
})();
const custom = () => {};
const own = Object.assign(() => {}, { [util.promisify.custom]: custom });
check('promisify.custom', util.promisify(own) === custom, own);
says('promisify type', () => util.promisify(1), 'ERR_INVALID_ARG_TYPE',
     'The "original" argument must be of type function. ' +
     'Received type number (1)');

const backified = util.callbackify(async function named(value) {
  if (value) {
    return value;
  }
  throw null;
});
check('callbackify name', backified.name === 'namedCallbackified' &&
  backified.length === 2, backified);
backified(5, (error, value) => check('callbackify', value === 5, error));
backified(0, (error) => check('callbackify falsy',
                              error.code === 'ERR_FALSY_VALUE_REJECTION' &&
                              error.reason === null, error));

function Base() {}
function Derived() {}
util.inherits(Derived, Base);
check('inherits', new Derived() instanceof Base && Derived.super_ === Base,
      Derived);

process.once('warning', (warning) => {
  check('deprecate', warning.name === 'DeprecationWarning' &&
    warning.code === 'WICK1' && warning.message === 'gone', warning);
});
const gone = util.deprecate((value) => value, 'gone', 'WICK1');
check('deprecated', gone(1) === 1 && gone(2) === 2, gone);

// ---- types ----

const samples = {
  isArgumentsObject: (function () {
    return arguments;
  })(),
  isArrayBuffer: new ArrayBuffer(1),
  isAsyncFunction: async () => {},
  isBigInt64Array: new BigInt64Array(1),
  isBooleanObject: Object(true),
  isDataView: new DataView(new ArrayBuffer(1)),
  isDate: new Date(),
  isGeneratorFunction: function* () {},
  isGeneratorObject: (function* () {})(),
  isMap: new Map(),
  isMapIterator: new Map().keys(),
  isNativeError: new RangeError(),
  isPromise: Promise.resolve(),
  isProxy: new Proxy({}, {}),
  isRegExp: /a/,
  isSet: new Set(),
  isSetIterator: new Set().values(),
  isSharedArrayBuffer: new SharedArrayBuffer(1),
  isStringObject: Object('a'),
  isSymbolObject: Object(Symbol.iterator),
  isTypedArray: new Float32Array(1),
  isUint8Array: new Uint8Array(1),
  isWeakMap: new WeakMap(),
  isWeakSet: new WeakSet(),
};
const names = Object.keys(samples);
const wrong = names.filter((name) => !types[name](samples[name]) ||
  types[name]({}) || types[name](null) || types[name]('a') ||
  types[name]({ [Symbol.toStringTag]: samples[name][Symbol.toStringTag] }));
isSame('types', wrong, []);
check('boxes', types.isBoxedPrimitive(Object(1n)) &&
  !types.isBoxedPrimitive(1n), 1n);
check('async generator', types.isGeneratorObject((async function* () {})()) &&
  types.isAsyncFunction(async function* () {}), 0);

// ---- parseArgs ----

const { values, positionals, tokens } = util.parseArgs({
  args: ['-vf', 'a', '--bar=b', '--bar', 'c', 'p', '--', '-x'],
  options: {
    verbose: { type: 'boolean', short: 'v' },
    file: { type: 'string', short: 'f' },
    bar: { type: 'string', multiple: true },
    other: { type: 'string', default: 'd' },
  },
  allowPositionals: true,
  tokens: true,
});
isSame('parseArgs', { ...values }, {
  verbose: true, file: 'a', bar: ['b', 'c'], other: 'd',
});
isSame('positionals', positionals, ['p', '-x']);
check('tokens', tokens.length === 7 &&
  tokens.map(({ index }) => index).join() === '0,0,2,3,5,6,7', tokens);
says('unknown option', () => util.parseArgs({ args: ['--x'] }),
     'ERR_PARSE_ARGS_UNKNOWN_OPTION', "Unknown option '--x'");
says('positional', () => util.parseArgs({ args: ['x'] }),
     'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
     "Unexpected argument 'x'. This command does not take positional " +
     'arguments');
says('ambiguous', () => util.parseArgs({
  args: ['-f', '-g'], options: { foo: { type: 'string', short: 'f' } },
}), 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
"Option '-f' argument is ambiguous.\nDid you forget to specify the option " +
  "argument for '-f'?\nTo specify an option argument starting with a dash " +
  "use '--foo=-XYZ' or '-f-XYZ'.");

// ---- Texts ----

const mime = new util.MIMEType('Text/Plain; Charset="a b"; q=1');
mime.params.set('x', 'y z');
check('MIMEType', String(mime) === 'text/plain;charset="a b";q=1;x="y z"' &&
  mime.essence === 'text/plain' && JSON.stringify(mime.params) ===
  '"charset=\\"a b\\";q=1;x=\\"y z\\""', String(mime));
says('MIME syntax', () => new util.MIMEType('a'), 'ERR_INVALID_MIME_SYNTAX',
     'The MIME syntax for a type in "a" is invalid');
check('strip', util.stripVTControlCharacters(
  '\u001b[31mred\u001b[0m \u001b]8;;http://a\u0007link\u001b]8;;\u0007') ===
  'red link', 0);
check('styleText', util.styleText(['bold', 'red'], 'x',
                                  { validateStream: false }) ===
  '\u001b[1m\u001b[31mx\u001b[39m\u001b[22m', 0);
isSame('parseEnv', { ...util.parseEnv(
  '# c\nA=1\nexport B="x\\ny" # c\nC=\'a\nb\'\nD = e # f\n') },
{ A: '1', B: 'x\ny', C: 'a\nb', D: 'e' });
check('toUSVString', util.toUSVString('a\ud800') === 'a\ufffd', 0);
check('getSystemErrorName', util.getSystemErrorName(-2) === 'ENOENT' &&
  util.getSystemErrorMap().get(-13)[0] === 'EACCES', 0);
check('sites', util.getCallSites === undefined ||
  util.getCallSites()[0].scriptName.endsWith('util.js'),
util.getCallSites?.());

// Node has read the variable at its start.
process.env.NODE_DEBUG = 'wick-a*';
if (process.versions.wick !== undefined) {
  check('debuglog', util.debuglog('wick-abc').enabled &&
    !util.debuglog('other').enabled, 0);
}

(async () => {
  const controller = new AbortController();
  const waiting = util.aborted(controller.signal, controller);
  controller.abort();
  check('aborted', (await waiting).type === 'abort', await waiting);
})();
