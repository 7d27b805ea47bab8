// SPDX-License-Identifier: MIT
// If this fails a static import of a member that a program never calls keeps
// the program from starting, or a member that is not there does not say so.
'use strict';

const get = (name) => process.getBuiltinModule(name);
const isWick = process.versions.wick !== undefined;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

// Modules and members that libraries name in their imports.
const members = {
  'assert': 'ok strictEqual AssertionError',
  'assert/strict': 'equal deepEqual',
  'async_hooks': 'AsyncLocalStorage AsyncResource createHook',
  'child_process': 'spawn exec execFile ChildProcess',
  'cluster': 'isPrimary fork',
  'constants': 'SIGTERM ENOENT',
  'dgram': 'createSocket Socket',
  'diagnostics_channel': 'channel tracingChannel',
  'dns': 'lookup resolve4 Resolver ADDRCONFIG',
  'dns/promises': 'lookup',
  'domain': 'create',
  'events': 'EventEmitter once on setMaxListeners errorMonitor',
  'http': 'request get Agent STATUS_CODES METHODS globalAgent',
  'http2': 'connect constants',
  'https': 'request Agent globalAgent',
  'inspector': 'Session',
  'net': 'connect Socket isIP',
  'os': 'hostname constants EOL',
  'path': 'join posix win32',
  'path/posix': 'join',
  'path/win32': 'join',
  'punycode': 'toASCII',
  'querystring': 'parse stringify',
  'readline': 'createInterface',
  'readline/promises': 'createInterface',
  'repl': 'start',
  'stream': 'Readable Writable Transform pipeline PassThrough',
  'stream/promises': 'pipeline finished',
  'stream/web': 'ReadableStream TransformStream',
  'string_decoder': 'StringDecoder',
  'sys': 'inspect',
  'timers': 'setTimeout clearImmediate',
  'timers/promises': 'setTimeout scheduler',
  'tls': 'connect TLSSocket rootCertificates',
  'trace_events': 'createTracing',
  'tty': 'isatty',
  'util': 'promisify inspect types TextEncoder parseArgs MIMEType',
  'util/types': 'isPromise isUint8Array',
  'v8': 'getHeapStatistics',
  'vm': 'runInContext Script',
  'wasi': 'WASI',
  'worker_threads': 'isMainThread Worker parentPort threadId',
  'zlib': 'createGzip gunzipSync constants',
};
const without = [];
for (const [name, list] of Object.entries(members)) {
  const module = get(name);
  without.push(...list.split(' ').filter((member) => !(member in module))
    .map((member) => `${name}.${member}`));
}
check('members', without.length === 0, without);

check('scheme', get('node:events') === get('events'), 'two');
check('unknown', get('node:nothing') === undefined, get('node:nothing'));
check('package', get('test') === undefined, get('test'));
check('test', typeof get('node:test').test === 'function', get('node:test'));
check('sys', get('sys') === get('util'), 'two');

// Extended and never made: what a module does while it is loaded.
class Own extends get('cluster').Worker {}
check('extends', typeof Own === 'function', Own);

if (isWick) {
  let error;
  try {
    get('cluster').fork();
  } catch (thrown) {
    error = thrown;
  }
  check('not implemented', error?.code === 'ERR_METHOD_NOT_IMPLEMENTED' &&
    error.message === 'The cluster.fork method is not implemented',
  error);
  try {
    new Own();
  } catch (thrown) {
    error = thrown;
  }
  check('not implemented class', error?.message ===
    'The cluster.Worker method is not implemented', error);
}
