// SPDX-License-Identifier: MIT
// If this fails process lacks what libraries look at, or shows that its
// properties are made when they are looked at.
'use strict';

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

// ---- Properties that nobody has looked at yet ----

check('keys', Object.keys(process).includes('resourceUsage') &&
  Object.keys(process).filter((key) => key === 'env').length === 1,
Object.keys(process));
check('in', 'constrainedMemory' in process && !('nothing' in process), false);
check('own', Object.hasOwn(process, 'availableMemory'), false);
const descriptor = Object.getOwnPropertyDescriptor(process, 'resourceUsage');
check('descriptor', typeof descriptor.value === 'function' &&
  descriptor.writable && descriptor.enumerable && descriptor.configurable,
JSON.stringify(descriptor));
check('same', process.getgroups === process.getgroups, process.getgroups);
const cwd = process.cwd;
process.cwd = () => '/replaced';
check('assigned', process.cwd() === '/replaced', process.cwd());
process.cwd = cwd;
process.uptime = undefined;
check('assigned-unseen', process.uptime === undefined, process.uptime);
Object.defineProperty(process, 'ppid', { value: 1 });
check('defined-unseen', process.ppid === 1, process.ppid);
check('deleted', delete process.openStdin && !('openStdin' in process) &&
  typeof process.cpuUsage === 'function', process.openStdin);
for (let n = 0; n < 3; n++) {
  check(`cached-${n}`, typeof process.hrtime === 'function', process.hrtime);
}
check('spread', typeof { ...process }.umask === 'function', false);

// ---- What it is ----

const { EventEmitter } = process.getBuiltinModule('node:events');
check('emitter', process instanceof EventEmitter, process);
check('class', process.constructor.name === 'process' &&
  Object.getPrototypeOf(process) === process.constructor.prototype,
process.constructor);
check('module', process.getBuiltinModule('process') === process, false);
check('version', process.version === `v${process.versions.node}`,
  process.version);
check('versions-fixed', (() => {
  try {
    process.versions.node = 'x';
  } catch {
    return true;
  }
  return false;
})(), process.versions.node);
check('strings', ['arch', 'platform', 'title', 'argv0', 'execPath', 'version']
  .every((name) => typeof process[name] === 'string' && process[name] !== ''),
false);
check('numbers', ['pid', 'debugPort'].every((name) =>
  Number.isInteger(process[name]) && process[name] > 0), false);
check('lists', Array.isArray(process.argv) && Array.isArray(process.execArgv),
  process.argv);
check('argv', process.argv[0] === process.execPath, process.argv);
check('release', process.release.name === 'node', process.release);
check('features', Object.values(process.features).every((value) =>
  typeof value === 'boolean' || typeof value === 'string'), false);
check('config', typeof process.config.variables === 'object', process.config);
process.title = 'wick test';
check('title', process.title === 'wick test', process.title);

const flags = process.allowedNodeEnvironmentFlags;
check('flags', flags.has('--no-warnings') && flags.has('no_warnings') &&
  !flags.has('--never-heard-of') && !flags.has(1), [...flags]);
check('flags-fixed', !flags.delete('--no-warnings') &&
  flags.has('--no-warnings'), [...flags]);
check('builtin', process.getBuiltinModule('node:path') ===
  process.getBuiltinModule('path') && process.getBuiltinModule('nope') === undefined,
false);

// ---- What it has used ----

const memory = process.memoryUsage();
check('memory-fields', Object.keys(memory).join() ===
  'rss,heapTotal,heapUsed,external,arrayBuffers', Object.keys(memory));
check('memory-sizes', memory.heapUsed >= 0 &&
  memory.heapTotal >= memory.heapUsed && memory.rss > 1e6 &&
  memory.external >= memory.arrayBuffers, JSON.stringify(memory));
const before = process.memoryUsage().arrayBuffers;
const kept = new ArrayBuffer(3e6);
const grown = process.memoryUsage().arrayBuffers - before;
check('memory-buffers', grown === kept.byteLength, grown);
const bytes = new Uint8Array(2e6);
check('memory-views', process.memoryUsage().external - before - grown ===
  bytes.byteLength, process.memoryUsage().external - before - grown);
check('memory-rss', process.memoryUsage.rss() > 1e6, process.memoryUsage.rss());
const limit = process.constrainedMemory();
check('memory-limit', limit > 1e6 && process.availableMemory() > 0 &&
  process.availableMemory() < limit, limit);
const usage = process.resourceUsage();
check('resources', Object.keys(usage).length === 16 && usage.maxRSS > 1e3 &&
  Object.values(usage).every(Number.isInteger), JSON.stringify(usage));
const cpu = process.cpuUsage();
const spent = process.cpuUsage(cpu);
check('cpu', cpu.user + cpu.system > 0 && spent.user >= 0 &&
  spent.user < cpu.user + 1e7, JSON.stringify(spent));
const [seconds, nanos] = process.hrtime([1, 999999999]);
check('hrtime', Number.isInteger(seconds) && nanos >= 0 && nanos < 1e9,
  [seconds, nanos]);

// ---- Users ----

check('ids', [process.getuid(), process.geteuid(), process.getgid(),
              process.getegid()].every((id) => Number.isInteger(id)), false);
check('groups', process.getgroups().includes(process.getegid()),
  process.getgroups());
const mask = process.umask(0o27);
check('umask', process.umask() === 0o27 && process.umask('22') === 0o27 &&
  process.umask(mask) === 0o22, process.umask());

// ---- The environment ----

process.env.WICK_TEST_TEXT = 1;
process.env.WICK_TEST_TEXT = undefined;
check('env-text', process.env.WICK_TEST_TEXT === 'undefined',
  process.env.WICK_TEST_TEXT);
Object.defineProperty(process.env, 'WICK_TEST_TEXT',
                      { value: 2, configurable: true, writable: true,
                        enumerable: true });
check('env-define', process.env.WICK_TEST_TEXT === '2',
  process.env.WICK_TEST_TEXT);
check('env-delete', delete process.env.WICK_TEST_TEXT &&
  !('WICK_TEST_TEXT' in process.env) && delete process.env.WICK_TEST_TEXT,
process.env.WICK_TEST_TEXT);

// One Date, which has been shown before the zone changes.
const winter = new Date(Date.UTC(2026, 0, 1));
process.env.TZ = 'America/New_York';
const newYork = `${winter.getHours()} ${winter}`;
process.env.TZ = 'Asia/Tokyo';
const tokyo = `${winter.getHours()} ${winter}`;
process.env.TZ = ':UTC';
const hour = winter.getHours();
check('env-time-zone', newYork.startsWith('19 Wed Dec 31 2025 19:00:00') &&
  tokyo.startsWith('9 Thu Jan 01 2026 09:00:00') && hour === 0,
[newYork, tokyo, hour]);
delete process.env.TZ;
check('env-time-zone-gone', Number.isInteger(winter.getTimezoneOffset()),
  winter.getTimezoneOffset());
