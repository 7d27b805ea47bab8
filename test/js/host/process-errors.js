// SPDX-License-Identifier: MIT
// If this fails a wrong argument of a function of process is let through, or
// refused with another error than Node's.
'use strict';

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

function errorOf(call) {
  try {
    return `returned ${String(call())}`;
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
}

const TYPE = 'TypeError ERR_INVALID_ARG_TYPE The ';
const RANGE = 'RangeError ERR_OUT_OF_RANGE The value of ';
const setExitCode = (code) => () => {
  process.exitCode = code;
};
const define = (descriptor) => () =>
  Object.defineProperty(process.env, 'WICK_X', descriptor);
const BAD_ENV = 'TypeError ERR_INVALID_OBJECT_DEFINE_PROPERTY ' +
  "'process.env' only accepts a configurable, writable, and enumerable data " +
  'descriptor';

const cases = [
  ['exit-code-text', setExitCode('a'), `${TYPE}"code" argument must be of ` +
    "type number. Received type string ('a')"],
  ['exit-code-fraction', setExitCode(1.5), `${RANGE}"code" is out of range. ` +
    'It must be an integer. Received 1.5'],
  ['exit-code-fraction-text', setExitCode('1.5'), null],
  ['exit-code-nan', setExitCode(NaN), `${RANGE}"code" is out of range. It ` +
    'must be an integer. Received NaN'],
  ['exit-code-boolean', setExitCode(true), `${TYPE}"code" argument must be ` +
    'of type number. Received type boolean (true)'],
  ['exit', () => process.exit({}), `${TYPE}"code" argument must be of type ` +
    'number. Received an instance of Object'],
  ['hrtime-number', () => process.hrtime(1), `${TYPE}"time" argument must be ` +
    'an instance of Array. Received type number (1)'],
  ['hrtime-short', () => process.hrtime([1]), `${RANGE}"time" is out of ` +
    'range. It must be 2. Received 1'],
  ['hrtime-null', () => process.hrtime(null), `${TYPE}"time" argument must ` +
    'be an instance of Array. Received null'],
  ['cpu-usage', () => process.cpuUsage(1), `${TYPE}"prevValue" argument must ` +
    'be of type object. Received type number (1)'],
  ['cpu-usage-empty', () => process.cpuUsage({}), `${TYPE}"prevValue.user" ` +
    'property must be of type number. Received undefined'],
  ['cpu-usage-negative', () => process.cpuUsage({ user: -1, system: 1 }),
   'RangeError ERR_INVALID_ARG_VALUE The property \'prevValue.user\' is ' +
   'invalid. Received -1'],
  ['umask-text', () => process.umask('9'), 'TypeError ERR_INVALID_ARG_VALUE ' +
    "The argument 'mask' must be a 32-bit unsigned integer or an octal " +
    "string. Received '9'"],
  ['umask-negative', () => process.umask(-1), `${RANGE}"mask" is out of ` +
    'range. It must be >= 0 && <= 4294967295. Received -1'],
  ['chdir-number', () => process.chdir(1), `${TYPE}"directory" argument must ` +
    'be of type string. Received type number (1)'],
  ['chdir-nowhere', () => process.chdir('/nothing/here'),
   'Error ENOENT ENOENT: no such file or directory, chdir ' +
   `'${process.cwd()}' -> '/nothing/here'`],
  ['kill-name', () => process.kill(1, 'SIGX'),
   'TypeError ERR_UNKNOWN_SIGNAL Unknown signal: SIGX'],
  ['kill-pid', () => process.kill('x'), `${TYPE}"pid" argument must be of ` +
    "type number. Received type string ('x')"],
  ['kill-nobody', () => process.kill(2147483647, 0), 'Error ESRCH kill ESRCH'],
  ['kill-number', () => process.kill(process.pid, 999),
   'Error EINVAL kill EINVAL'],
  ['watch-kill', () => process.on('SIGKILL', () => {}),
   'Error EINVAL uv_signal_start EINVAL'],
  ['watch-stop', () => process.once('SIGSTOP', () => {}),
   'Error EINVAL uv_signal_start EINVAL'],
  ['setuid', () => process.setuid('nobody-of-that-name'),
   'Error ERR_UNKNOWN_CREDENTIAL User identifier does not exist: ' +
   'nobody-of-that-name'],
  ['setgid', () => process.setgid('nobody-of-that-name'),
   'Error ERR_UNKNOWN_CREDENTIAL Group identifier does not exist: ' +
   'nobody-of-that-name'],
  ['setuid-object', () => process.setuid({}), `${TYPE}"id" argument must be ` +
    'one of type number or string. Received an instance of Object'],
  ['setuid-fraction', () => process.setuid(1.5), `${RANGE}"id" is out of ` +
    'range. It must be an integer. Received 1.5'],
  ['initgroups-no-group', () => process.initgroups('nobody-of-that-name'),
   `${TYPE}"extraGroup" argument must be one of type number or string. ` +
   'Received undefined'],
  ['warning', () => process.emitWarning(), `${TYPE}"warning" argument must ` +
    'be of type string or an instance of Error. Received undefined'],
  ['warning-type', () => process.emitWarning('w', 1), `${TYPE}"type" ` +
    'argument must be of type string. Received type number (1)'],
  ['warning-list', () => process.emitWarning('w', []), `${TYPE}"type" ` +
    'argument must be of type string. Received an instance of Array'],
  ['warning-code', () => process.emitWarning('w', 'T', 1), `${TYPE}"code" ` +
    'argument must be of type string. Received type number (1)'],
  ['capture', () => process.setUncaughtExceptionCaptureCallback(1),
   `${TYPE}"fn" argument must be of type function or null. Received type ` +
   'number (1)'],
  ['builtin', () => process.getBuiltinModule(1), `${TYPE}"id" argument must ` +
    'be of type string. Received type number (1)'],
  ['binding', () => process.binding('nope'),
   'Error undefined No such module: nope'],
  ['linked-binding', () => process._linkedBinding('nope'),
   'Error ERR_INVALID_MODULE No such binding was linked: nope'],
  ['dlopen', () => process.dlopen({}), 'TypeError ERR_MISSING_ARGS ' +
    'process.dlopen needs at least 2 arguments'],
  ['source-maps', () => process.setSourceMapsEnabled(1), `${TYPE}"val" ` +
    'argument must be of type boolean. Received type number (1)'],
  ['env-incomplete', define({ value: 1 }), BAD_ENV],
  ['env-empty', define({ configurable: true, writable: true,
                         enumerable: true }), BAD_ENV],
  ['env-accessor', define({ get() {} }), 'TypeError ' +
    "ERR_INVALID_OBJECT_DEFINE_PROPERTY 'process.env' does not accept an " +
    'accessor(getter/setter) descriptor'],
  ['env-symbol', () => {
    process.env.WICK_X = Symbol('s');
  }, 'TypeError undefined Cannot convert a Symbol value to a string'],
  ['env-symbol-name', () => {
    process.env[Symbol('s')] = 1;
  }, 'TypeError undefined Cannot convert a Symbol value to a string'],
  ['write-number', () => process.stdout.write(1), `${TYPE}"chunk" argument ` +
    'must be of type string or an instance of Buffer, TypedArray, or ' +
    'DataView. Received type number (1)'],
  ['write-null', () => process.stdout.write(null), 'TypeError ' +
    'ERR_STREAM_NULL_VALUES May not write null values to stream'],
  ['write-encoding', () => process.stdout.write('x', 'nope'),
   'TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope'],
  ['listener', () => process.on('x', 1), `${TYPE}"listener" argument must be ` +
    'of type function. Received type number (1)'],
  ['listener-once', () => process.once('x'), `${TYPE}"listener" argument ` +
    'must be of type function. Received undefined'],
];

for (const [name, call, expected] of cases) {
  const got = errorOf(call);
  // Node 20's message for '1.5' names the number, later ones the text.
  check(name, expected === null ? /ERR_OUT_OF_RANGE|ERR_INVALID_ARG_TYPE/
    .test(got) : got === expected, got);
}
check('kill-left-nothing', process.listenerCount('SIGKILL') === 0 &&
  process.listenerCount('SIGSTOP') === 0, process.eventNames());
check('exit-code-stays', process.exitCode === undefined, process.exitCode);
process.exitCode = '3';
check('exit-code-in-text', process.exitCode === '3' ||
  process.exitCode === 3, process.exitCode);
process.exitCode = undefined;
try {
  process.chdir('/nothing/here');
} catch (error) {
  check('chdir-fields', error.errno === -2 && error.syscall === 'chdir' &&
    error.path === process.cwd() && error.dest === '/nothing/here', error);
}
