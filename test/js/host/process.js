// SPDX-License-Identifier: MIT
// If this fails process is not what handlers and libraries take it for.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

check('tag', String(process) === '[object process]', process);
check('version', /^v\d+\.\d+\.\d+$/.test(process.version), process.version);
check('versions', process.versions.node === process.version.slice(1),
  process.versions.node);
check('platform', process.platform === 'linux', process.platform);
check('argv', process.argv.length === 2 && process.argv[1].endsWith(
  'process.js'), process.argv);
check('cwd', process.cwd().startsWith('/'), process.cwd());
check('hrtime', typeof process.hrtime.bigint() === 'bigint',
  process.hrtime.bigint());
const [seconds, nanos] = process.hrtime(process.hrtime());
check('hrtime-difference', seconds === 0 && nanos >= 0, [seconds, nanos]);
check('uptime', process.uptime() >= 0, process.uptime());
check('memory', process.memoryUsage().rss > 1e6, process.memoryUsage().rss);
check('memory-rss', process.memoryUsage.rss() > 1e6, process.memoryUsage.rss());
check('pid', process.pid > 0 && process.ppid > 0, process.pid);

process.env.WICK_TEST_VALUE = 42;
check('env-string', process.env.WICK_TEST_VALUE === '42',
  process.env.WICK_TEST_VALUE);
check('env-in', 'WICK_TEST_VALUE' in process.env, false);
check('env-keys', Object.keys(process.env).includes('WICK_TEST_VALUE'), false);
delete process.env.WICK_TEST_VALUE;
check('env-delete', process.env.WICK_TEST_VALUE === undefined,
  process.env.WICK_TEST_VALUE);
process.env.WICK_TEST_VALUE = undefined;
check('env-undefined', process.env.WICK_TEST_VALUE === 'undefined',
  process.env.WICK_TEST_VALUE);

const seen = [];
const listener = (value) => seen.push(value);
process.on('test', listener);
process.once('test', listener);
process.emit('test', 1);
process.emit('test', 2);
process.off('test', listener);
process.emit('test', 3);
check('events', seen.join() === '1,1,2', seen);
check('listener-count', process.listenerCount('test') === 0,
  process.listenerCount('test'));

let code;
try {
  process.chdir('/nothing/here');
} catch (error) {
  code = error.message;
}
check('chdir', /^ENOENT: no such file or directory/.test(code), code);

const home = process.cwd();
const gone = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-gone-'));
process.chdir(gone);
fs.rmdirSync(gone);
process.chdir(home);
check('chdir-from-nowhere', process.cwd() === home, process.cwd());
check('abort-is-a-method', process.abort.prototype === undefined,
  process.abort.prototype);

process.once('uncaughtException', (error, origin) => {
  check('uncaught', error.message === 'thrown by a timer' &&
    origin === 'uncaughtException', error);
  process.once('unhandledRejection', (reason, promise) => {
    check('unhandled', reason.message === 'nobody listens' &&
      promise instanceof Promise, reason);
    process.exitCode = 0;
  });
  Promise.reject(new Error('nobody listens'));
});
setTimeout(() => {
  throw new Error('thrown by a timer');
}, 1);
setTimeout(() => check('goes-on', true), 5);

const signals = [];
process.on('SIGUSR2', (name, number) => {
  signals.push(`${name} ${number}`);
});
process.once('SIGUSR1', (name) => {
  signals.push(name);
  check('signals', signals.join() === 'SIGUSR1' ||
    signals.join() === 'SIGUSR2 12,SIGUSR1', signals);
  process.removeAllListeners('SIGUSR2');
  check('signal-once', process.listenerCount('SIGUSR1') === 0, 1);
});
check('kill', process.kill(process.pid, 'SIGUSR2') === true &&
  process.kill(process.pid, 10) === true && process.kill(process.pid, 0), 0);

function codeOf(call) {
  try {
    call();
    return 'nothing';
  } catch (error) {
    return `${error.name} ${error.code} ${error.message} ${error.errno}`;
  }
}

check('kill-unknown', codeOf(() => process.kill(1, 'SIGX')) ===
  'TypeError ERR_UNKNOWN_SIGNAL Unknown signal: SIGX undefined',
codeOf(() => process.kill(1, 'SIGX')));
check('kill-pid', codeOf(() => process.kill('x')) ===
  'TypeError ERR_INVALID_ARG_TYPE The "pid" argument must be of type number. ' +
  "Received type string ('x') undefined", codeOf(() => process.kill('x')));
check('kill-nobody', codeOf(() => process.kill(2147483647, 0)) ===
  'Error ESRCH kill ESRCH -3', codeOf(() => process.kill(2147483647, 0)));
check('watch-kill', codeOf(() => process.on('SIGKILL', () => {})) ===
  'Error EINVAL uv_signal_start EINVAL -22' &&
  process.listenerCount('SIGKILL') === 0,
codeOf(() => process.on('SIGKILL', () => {})));
process.on('SIGNOTHING', () => {});
check('no-signal', process.emit('SIGNOTHING'), false);

const report = process.report.getReport(new TypeError('why'));
check('report-header', report.header.processId === process.pid &&
  report.header.cwd === process.cwd() && report.header.osName === 'Linux' &&
  report.header.glibcVersionRuntime === undefined,
JSON.stringify(report.header));
check('report-stack', report.javascriptStack.message === 'TypeError: why' &&
  report.javascriptStack.stack[0].startsWith('at '),
JSON.stringify(report.javascriptStack));
check('report-limits', report.userLimits.open_files.soft > 0 &&
  report.userLimits.open_files.hard >= report.userLimits.open_files.soft,
JSON.stringify(report.userLimits));
check('report-wick', /^[0-9a-f]{16}$/.test(report.wick.build) &&
  ['io_uring', 'epoll'].includes(report.wick.loop) &&
  (report.wick.ioUring.usable ? report.wick.ioUring.features > 0 :
    report.wick.ioUring.why.length > 0), JSON.stringify(report.wick));
check('report-is-json', JSON.parse(JSON.stringify(report)).header.threadId === 0,
  0);
