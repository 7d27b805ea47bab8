/* SPDX-License-Identifier: MIT */
// What C does for runtime/js/lambda, in a test: native.lambda writes down what
// would go to the Runtime API, the module loader is Node's or a table of files,
// process and its events are Node's own.
//
//   const { scenario, equal } = require('../lambda_host.js');
//   scenario('a promise is awaited', async (open) => {
//     const runtime = open({ handler: async () => 1 });
//     await runtime.init();
//     const { response } = await runtime.invoke({});
//     equal(response, '1');
//   });
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const host = require('./host.js');

const ENVIRONMENT = {
  AWS_LAMBDA_FUNCTION_NAME: 'fn',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/fn',
  AWS_LAMBDA_LOG_STREAM_NAME: '2026/11/30/[$LATEST]0',
};
const TASK_ROOT = '/var/task';
// How often the loop may run dry without anything being sent.
const IDLE_MAX = 3;

let idle;

// ---- Loaders ----

function notFound(request) {
  const error = new Error(`Cannot find module '${request}'\n` +
    `Require stack:\n- ${TASK_ROOT}/index.js`);
  error.code = 'MODULE_NOT_FOUND';
  return error;
}

// @files: path to { exports } or { namespace } or { error } or { text }; a
// function is called for its result. What loads them is in @log.
function tableLoader(files, log) {
  const value = (file, how) => {
    log.push([how, file]);
    const entry = files[file];
    if (entry.error !== undefined) {
      throw entry.error;
    }
    return how === 'import' ? entry.namespace : entry.exports;
  };
  return {
    kindOf(file) {
      log.push(['kindOf', file]);
      return files[file] === undefined ? undefined :
        files[file].kind || 'file';
    },
    readText(file) {
      if (files[file] === undefined) {
        return undefined;
      }
      if (files[file].error !== undefined) {
        throw files[file].error;
      }
      return files[file].text;
    },
    loadCommonJS: (file) => value(file, 'require'),
    importModule: async (file) => value(file, 'import'),
    resolve(request, paths) {
      log.push(['resolve', request, ...paths]);
      const found = `/opt/nodejs/node_modules/${request}/index.js`;
      if (files[found] === undefined) {
        throw notFound(request);
      }
      return found;
    },
  };
}

function nodeLoader(root) {
  const require = createRequire(path.join(root, 'loader.js'));
  return {
    kindOf(file) {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      if (stat === undefined) {
        return undefined;
      }
      return stat.isDirectory() ? 'directory' : 'file';
    },
    readText(file) {
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
    },
    loadCommonJS: (file) => require(file),
    importModule: (file) => import(pathToFileURL(file).href),
    resolve: (request, paths) => require.resolve(request, { paths }),
  };
}

// ---- native.lambda ----

// @traffic: every call in its order. @room: bytes the connection takes before
// it refuses; drained by the loop's next turn, as a kernel would.
function makeNative(state) {
  const note = (...call) => {
    state.traffic.push(call);
    state.idleCount = 0;
    const wake = state.wake;
    if (wake !== undefined && (call[0] === 'next' || call[0] === 'exit' ||
                               call[0] === 'restoreNext')) {
      state.wake = undefined;
      wake();
    }
  };
  function refill() {
    state.used = 0;
    state.isFull = false;
    state.main.drain(undefined);
  }
  return {
    parseEvent: () => JSON.parse(state.event),
    sendResponse(text) {
      if (text.length > state.responseMax) {
        return text.length;
      }
      note('response', text);
      return 0;
    },
    sendError: (type, body, cause) => note('error', type, body, cause),
    sendInitError: (type, body, cause) => note('initError', type, body, cause),
    sendRestoreError: (type, body, cause) =>
      note('restoreError', type, body, cause),
    streamStart: (contentType) => note('streamStart', contentType),
    streamWrite(bytes, offset) {
      const left = bytes.length - offset;
      const taken = Math.min(left, state.room - state.used);
      if (!(bytes instanceof Uint8Array) || left <= 0) {
        throw new Error('streamWrite without bytes');
      }
      if (taken > 0) {
        note('write', Buffer.from(bytes.subarray(offset, offset + taken)));
        state.used += taken;
      }
      if (taken < left && !state.isFull) {
        state.isFull = true;
        setImmediate(refill);
      }
      return taken;
    },
    streamEnd: (type, body) => note('streamEnd', type, body),
    utf8: (text) => new Uint8Array(Buffer.from(text, 'utf8')),
    next: () => note('next'),
    restoreNext: () => note('restoreNext'),
    exit: (code) => note('exit', code),
  };
}

// The calls since @from, and the usual questions about them.
function summary(traffic, from) {
  const calls = traffic.slice(from);
  const find = (name) => calls.find((call) => call[0] === name);
  const error = find('error') || find('initError') || find('restoreError');
  const start = find('streamStart');
  const end = find('streamEnd');
  return {
    calls,
    kinds: calls.map((call) => call[0]).join(' '),
    response: find('response') && find('response')[1],
    error: error && JSON.parse(error[2]),
    errorType: error && error[1],
    cause: error && error[3],
    contentType: start && start[1],
    chunks: calls.filter((call) => call[0] === 'write').map((call) => call[1]),
    bytes: Buffer.concat(calls.filter((call) => call[0] === 'write')
      .map((call) => call[1])),
    trailerType: end && end[1],
    trailer: end && end[2] && JSON.parse(end[2]),
    exit: find('exit') && find('exit')[1],
  };
}

// ---- A runtime ----

// @options: handler, a function; or module, the exports of index.js; or files,
// a table; or root, a directory of real files. env: more of the environment.
// room: see makeNative. responseMax: characters of the largest response that is
// posted. native: more hooks. records: a list for what the real
// console writes, which the function then has.
function open(options) {
  const state = {
    traffic: [], event: 'null', wake: undefined, idleCount: 0,
    used: 0, isFull: false, room: options.room || Infinity,
    responseMax: options.responseMax || Infinity,
    logged: [], loads: [], printed: [], main: undefined,
  };
  const env = { ...ENVIRONMENT, ...options.env };
  delete globalThis.awslambda;
  const files = options.files || {
    [`${TASK_ROOT}/index.js`]: {
      exports: options.module || { handler: options.handler },
    },
  };
  const loader = options.root === undefined ?
    tableLoader(files, state.loads) : nodeLoader(options.root);
  for (const name of Object.keys(env)) {
    process.env[name] = env[name];
  }
  state.env = env;
  const modules = { ...options.modules };
  if (options.records === undefined) {
    modules['lambda/console'] = {
      install() {},
      logError: (label, error) => state.logged.push([label, error]),
    };
  }
  const names = new Set();
  const native = { lambda: makeNative(state), loader, ...options.native };
  if (options.records !== undefined) {
    native.writeLog = (level, text) => options.records.push(text);
  }
  const load = host.realm(native, (name) => names.add(name), modules);

  // Runs @action until the next event is asked for, or the end.
  function until(action) {
    const from = state.traffic.length;
    return new Promise((resolve) => {
      state.wake = resolve;
      action();
    }).then(() => summary(state.traffic, from));
  }

  return {
    ...state,
    load,
    native,
    state,
    loadedNames: () => [...names].sort(),
    init(name = 'index.handler') {
      state.main = load('lambda/main');
      return until(() => state.main.init(name, options.root || TASK_ROOT));
    },
    restored: (why) => until(() => state.main.restored(why)),
    drain: (lost) => state.main.drain(lost),
    // What came since @from, for what happens behind an answer.
    since: (from) => summary(state.traffic, from),
    invoke(event, meta = {}) {
      state.event = typeof event === 'string' ? event : JSON.stringify(event);
      return until(() => state.main.invoke(
        meta.requestId === undefined ? 'id-1' : meta.requestId,
        meta.deadlineMs === undefined ? Date.now() + 3000 : meta.deadlineMs,
        meta.functionArn === undefined ? 'arn:aws:lambda:x' : meta.functionArn,
        meta.traceId, meta.tenantId, meta.clientText, meta.identityText));
    },
  };
}

// ---- Scenarios ----

const queue = [];
let isRunning = false;

function captureConsole(printed) {
  const saved = {};
  for (const name of ['error', 'warn', 'log']) {
    saved[name] = console[name];
    console[name] = (...args) => printed.push([name, ...args]);
  }
  return () => Object.assign(console, saved);
}

async function runOne({ name, body }) {
  const opened = [];
  const printed = [];
  const console = Object.getOwnPropertyDescriptor(globalThis, 'console');
  const release = captureConsole(printed);
  const saved = { ...process.env };
  let failure;
  const hang = new Promise((resolve, reject) => {
    idle = () => {
      const runtime = opened[opened.length - 1];
      if (runtime !== undefined && runtime.state.idleCount++ < IDLE_MAX) {
        runtime.state.main.beforeExit();
      } else {
        reject(new Error('hangs: the loop is empty'));
      }
      setImmediate(() => {});
    };
  });
  try {
    await Promise.race([hang, body((options) => {
      opened.push(Object.assign(open(options), { printed }));
      return opened[opened.length - 1];
    })]);
  } catch (error) {
    failure = error;
  }
  idle = undefined;
  Object.defineProperty(globalThis, 'console', console);
  release();
  for (const key of Object.keys(process.env)) {
    delete process.env[key];
  }
  Object.assign(process.env, saved);
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.removeAllListeners(event);
  }
  delete globalThis.awslambda;
  for (const symbol of ['requestId', 'tenantId']) {
    delete globalThis[Symbol.for(`aws.lambda.runtime.${symbol}`)];
  }
  host.test(name, () => {
    if (failure !== undefined) {
      throw failure instanceof Error ? failure : new Error(String(failure));
    }
  });
}

async function runAll() {
  isRunning = true;
  while (queue.length > 0) {
    await runOne(queue.shift());
  }
  isRunning = false;
}

process.on('beforeExit', () => {
  if (idle !== undefined) {
    idle();
  }
});

// Queues a test; @body(open) may open several runtimes.
function scenario(name, body) {
  queue.push({ name, body });
  if (!isRunning) {
    isRunning = true;
    setImmediate(runAll);
  }
}

function equal(actual, expected, what) {
  const text = (value) => typeof value === 'string' ? value :
    JSON.stringify(value, (key, item) =>
      item === undefined ? '<undefined>' : item);
  host.equal(text(actual), text(expected), what);
}

// A directory with @files, path to text, that is gone when the process ends.
function directory(files) {
  const root = fs.realpathSync(
    fs.mkdtempSync(path.join(os.tmpdir(), 'wick-handler-')));
  process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));
  for (const name of Object.keys(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, files[name]);
  }
  return root;
}

// A runtime whose handler is @body(responseStream, event, context) behind
// streamifyResponse.
async function streaming(open, body, options = {}) {
  const module = () => ({
    handler: globalThis.awslambda.streamifyResponse((event, stream, context) =>
      body(stream, event, context), options.stream),
  });
  const files = {
    [`${TASK_ROOT}/index.js`]: {
      get exports() {
        return module();
      },
      get namespace() {
        return module();
      },
    },
  };
  const runtime = open({ files, ...options });
  await runtime.init();
  return runtime;
}

module.exports = { streaming, scenario, equal, directory, notFound, TASK_ROOT };
