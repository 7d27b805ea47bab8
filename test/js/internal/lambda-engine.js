/* SPDX-License-Identifier: MIT */
// The handler contract on the engine itself: that runtime/js/lambda needs
// nothing of node's but process, of which the test brings what is used. The
// behaviours are those of test/js/lambda, one of each kind.
'use strict';

const host = require('../host.js');

globalThis.process = {
  env: {},
  on() {},
  nextTick: (fn, ...args) => {
    Promise.resolve().then(() => fn(...args));
  },
};

const printable = (value) => {
  if (value instanceof Uint8Array) {
    return String.fromCharCode(...value).replace(/\0/g, '.');
  }
  const text = String(value);
  return text.startsWith('{"errorType"') ?
    text.replace(/,"trace".*/, '}') : text;
};

// A runtime whose calls are printed under @title.
function start(title, module) {
  const calls = [];
  const note = (...call) => calls.push(call.map(printable).join(' '));
  const loader = {
    kindOf: (path) => (path === '/t/index.js' ? 'file' : undefined),
    readText: () => undefined,
    loadCommonJS: module,
    importModule: () => {},
    resolve: () => {},
  };
  let taken = 0;
  const lambda = {
    parseEvent: () => ({ a: 1 }),
    sendResponse: (text) => note('response', text),
    sendError: (type, body) => note('error', type, body),
    sendInitError: (type, body) => note('initError', type, body),
    streamStart: (type) => note('start', type),
    streamWrite(bytes, offset) {
      const count = Math.min(bytes.length - offset, 10 - taken);
      taken += count;
      if (count > 0) {
        note('write', bytes.subarray(offset, offset + count));
      }
      return count;
    },
    streamEnd: (type) => note('end', type),
    utf8: (text) => Uint8Array.from(text, (c) => c.charCodeAt(0)),
    next: () => note('next'),
    exit: (code) => note('exit', code),
  };
  const cwd = () => '/t';
  const load = host.realm({ lambda, loader, cwd }, undefined, {
    'lambda/console': {
      install() {},
      logError: (label, error) => note('log', label, error),
    },
  });
  const main = load('lambda/main');
  main.init('index.handler', '/t');
  return {
    main,
    drain() {
      taken = 0;
      main.drain(undefined);
    },
    flush: () => host.print(`${title}: ${calls.splice(0).join(' | ')}`),
  };
}

const turns = async () => {
  for (let n = 0; n < 20; n++) {
    await undefined;
  }
};

async function run(title, handler) {
  const runtime = start(title, () => ({ handler }));
  await turns();
  runtime.main.invoke('id', 1, 'arn');
  await turns();
  runtime.main.beforeExit();
  await turns();
  runtime.flush();
}

async function stream(title, body) {
  const runtime = start(title, () => ({
    handler: globalThis.awslambda.streamifyResponse(body),
  }));
  await turns();
  runtime.main.invoke('id', 1, 'arn');
  for (let n = 0; n < 3; n++) {
    await turns();
    runtime.drain();
  }
  await turns();
  runtime.flush();
}

(async () => {
  await run('async', async (event) => event);
  await run('sync', (event, context) => context.memoryLimitInMB || 'x');
  await run('callback', (event, context, callback) => callback(null, [1]));
  await run('thrown', () => {
    throw new RangeError('r');
  });
  await run('rejected', async () => {
    throw 'text';
  });
  await run('never', () => new Promise(() => {}));
  await run('circular', async () => {
    const a = {};
    a.a = a;
    return a;
  });
  await run('class', async () => Object.keys(
    globalThis.awslambda.HttpResponseStream));
  const failed = start('load', () => {
    throw new SyntaxError('Unexpected end of script');
  });
  await turns();
  failed.flush();
  await stream('stream', async (event, target) => {
    const http = globalThis.awslambda.HttpResponseStream.from(target, {});
    http.write('0123456789');
    await new Promise((resolve) => http.end('end', resolve));
  });
  await stream('cut', async (event, target) => {
    target.write('half');
    throw new RangeError('r');
  });
})().then(undefined, (error) => host.print(`FAIL lambda-engine: ${error}`));

// expect: async: next | response {"a":1} | next
// expect: sync: next | response "x" | next
// expect: callback: next | response [1] | next
// expect: thrown: next | log Invoke Error RangeError: r | error RangeError {"errorType":"RangeError","errorMessage":"r"} | next
// expect: rejected: next | log Invoke Error text | error string {"errorType":"string","errorMessage":"text"} | next
// expect: never: next | log Invoke Error Runtime.NodeJsExit: The Lambda runtime client detected an unexpected Node.js exit code. This is most commonly caused by a Promise that was never settled. For more information, see https://nodejs.org/docs/latest/api/process.html#exit-codes | error Runtime.NodeJsExit {"errorType":"Runtime.NodeJsExit","errorMessage":"The Lambda runtime client detected an unexpected Node.js exit code. This is most commonly caused by a Promise that was never settled. For more information, see https://nodejs.org/docs/latest/api/process.html#exit-codes"} | next
// expect: circular: next | log Invoke Error Runtime.JSONStringifyError: Unable to stringify response body | error Runtime.JSONStringifyError {"errorType":"Runtime.JSONStringifyError","errorMessage":"Unable to stringify response body"} | next
// expect: class: next | response [] | next
// expect: load: log Uncaught Exception Runtime.UserCodeSyntaxError: SyntaxError: Unexpected end of script | initError Runtime.UserCodeSyntaxError {"errorType":"Runtime.UserCodeSyntaxError","errorMessage":"SyntaxError: Unexpected end of script"} | exit 129
// expect: stream: next | start application/vnd.awslambda.http-integration-response | write {} | write ........ | write 0123456789 | write end | end undefined | next
// expect: cut: next | start application/octet-stream | write half | log Invoke Error RangeError: r | end RangeError | next
