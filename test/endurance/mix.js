// SPDX-License-Identifier: MIT
//
// Invocations of every kind, and what each has to bring: mixes for the two
// functions of functions/. A kind is
//
//   weight   how often it comes; none: only where it is asked for by name
//   ends     the process is gone afterwards
//   event    (n, random) -> the event, an object, or text as it is
//   check    (answer, event) throws where the answer is not the right one;
//            the answer is that of request() in ../wick/harness.js
'use strict';

const { assert, INVOKE, STREAM } = require('../wick/harness.js');

// A small generator with a seed (mulberry32), so that a run can be repeated.
function generator(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

// ---- What answers look like ----

function isValue(answer, value) {
  assert.strictEqual(answer.status, 200, answer.text);
  assert.strictEqual(answer.headers['x-amz-function-error'], undefined,
    answer.text);
  assert.deepStrictEqual(JSON.parse(answer.text), value);
}

function isDocument(text, type, message) {
  const document = JSON.parse(text);
  assert.strictEqual(document.errorType, type);
  assert.match(document.errorMessage, message);
  return document;
}

function isError(answer, type, message) {
  assert.strictEqual(answer.status, 200, answer.text);
  assert.strictEqual(answer.headers['x-amz-function-error'], 'Unhandled');
  const { trace } = isDocument(answer.text, type, message);
  assert.ok(Array.isArray(trace), 'the document has a trace');
}

function isTimeout(answer) {
  assert.strictEqual(answer.status, 200, answer.text);
  assert.strictEqual(answer.headers['x-amz-function-error'], 'Unhandled');
  assert.match(answer.text, /^Task timed out after \d+\.00 seconds$/);
}

function isExit(answer, how) {
  assert.strictEqual(answer.status, 502, answer.text);
  isDocument(answer.text, 'Runtime.ExitError', how);
}

// The header tells types of the service, the document all of them.
function isFailedStream(answer, type, message) {
  const told = /^(Runtime|Function|Sandbox)\./.test(type) ? type :
    'Runtime.Unknown';
  assert.strictEqual(answer.error, null);
  assert.strictEqual(
    answer.trailers['lambda-runtime-function-error-type'], told);
  isDocument(Buffer.from(
    answer.trailers['lambda-runtime-function-error-body'], 'base64')
    .toString(), type, message);
}

// ---- A function with a buffered response ----

const texts = ['', 'plain', 'quote " and \\ and \n', 'gr\u00fc\u00df',
  '\u4e16\u754c', '\u{1f680}', '\u0000\u001f'];

function value(n, random) {
  return {
    n,
    text: texts[random(texts.length)],
    list: Array.from({ length: random(20) }, (_, i) => i * n / 4),
    nested: { isTrue: true, nothing: null, more: [[[]], {}] },
  };
}

const buffered = {
  echo: {
    weight: 40,
    event: (n, random) => ({ value: value(n, random) }),
    check: (answer, event) => isValue(answer, event.value),
  },
  'echo-large': {
    weight: 1,
    kind: 'echo',
    event: (n, random) => ({ value: 'y'.repeat(random(200000)) }),
    check: (answer, event) => isValue(answer, event.value),
  },
  grow: {
    weight: 2,
    event: (n, random) => ({ times: random(50000) }),
    check: (answer, { n, times }) =>
      isValue(answer, { n, text: 'x\u00e9\u4e16'.repeat(times) }),
  },
  context: {
    weight: 6,
    event: () => ({}),
    check: (answer) => isValue(answer, { remaining: true, trace: true,
      requestId: answer.headers['x-amzn-requestid'] }),
  },
  wait: {
    weight: 3,
    event: (n, random) => ({ ms: random(3) }),
    check: (answer, event) => isValue(answer, event.n),
  },
  nothing: {
    weight: 4,
    event: () => ({}),
    check: (answer) => isValue(answer, null),
  },
  log: {
    weight: 8,
    event: () => ({}),
    check: (answer, event) => isValue(answer, event.n),
  },
  late: {
    weight: 4,
    event: () => ({}),
    check: (answer, event) => isValue(answer, event.n),
  },
  allocate: {
    weight: 4,
    event: (n, random) => ({ times: random(20000) }),
    check: (answer, { times }) => isValue(answer, Math.ceil(times / 2)),
  },
  fail: {
    weight: 8,
    event: () => ({}),
    check: (answer, { n }) =>
      isError(answer, 'RangeError', new RegExp(`^failed ${n}$`)),
  },
  refuse: {
    weight: 4,
    event: () => ({}),
    check: (answer) => isError(answer, 'object', /./),
  },
  circular: {
    weight: 2,
    event: () => ({}),
    check: (answer) => isError(answer, 'Runtime.JSONStringifyError',
      /Unable to stringify response body/),
  },
  unsettled: {
    weight: 2,
    event: () => ({}),
    check: (answer) => isError(answer, 'Runtime.NodeJsExit', /never settled/),
  },
  malformed: {
    weight: 4,
    event: (n) => `{"kind": "echo", "n": ${n}`,
    check: (answer) => isError(answer, 'SyntaxError', /./),
  },
  hang: { ends: true, event: () => ({}), check: isTimeout },
  spin: { ends: true, event: () => ({}), check: isTimeout },
  exit: {
    ends: true,
    event: (n, random) => ({ code: 1 + random(100) }),
    check: (answer, { code }) =>
      isExit(answer, new RegExp(`exit status ${code}$`)),
  },
  uncaught: {
    ends: true,
    event: () => ({}),
    check: (answer, { n }) =>
      isError(answer, 'EvalError', new RegExp(`^uncaught ${n}$`)),
  },
  killed: {
    ends: true,
    event: () => ({}),
    check: (answer) => isExit(answer, /signal: killed$/),
  },
};

// ---- A function with a streamed response ----

function body({ n, pieces, size }) {
  return Buffer.concat(Array.from({ length: pieces },
    (_, i) => Buffer.alloc(size, 97 + (n + i) % 26)));
}

function isStream(answer, event) {
  assert.strictEqual(answer.status, 200, answer.text);
  assert.strictEqual(answer.error, null);
  assert.strictEqual(answer.headers['x-amz-function-error'], undefined);
  assert.strictEqual(answer.headers['content-type'], 'text/plain');
  assert.deepStrictEqual(answer.trailers, {});
  assert.ok(answer.bytes.equals(body(event)), 'the bytes of the stream');
}

// The error comes behind the bytes, or instead of them where the caller waits
// for the whole response or none had gone out.
function isBroken(answer, event, type, message) {
  if (event.target === STREAM && event.pieces > 0 && event.size > 0) {
    assert.ok(answer.bytes.equals(body(event)), 'the bytes before the error');
    isFailedStream(answer, type, message);
  } else {
    assert.strictEqual(answer.headers['x-amz-function-error'], 'Unhandled');
    isDocument(answer.text, type, message);
  }
}

const pieces = (most, size) => (n, random) =>
  ({ pieces: random(most), size: random(size) });

// A write of nothing would be one that starts the response all the same.
const some = (most, size) => (n, random) =>
  ({ pieces: 1 + random(most), size: 1 + random(size) });

const streamed = {
  stream: { weight: 30, event: pieces(30, 9000), check: isStream },
  'stream-large': {
    weight: 1,
    kind: 'stream',
    event: pieces(40, 100000),
    check: isStream,
  },
  flood: { weight: 10, event: pieces(30, 9000), check: isStream },
  slow: { weight: 3, event: pieces(4, 5000), check: isStream },
  empty: {
    weight: 4,
    event: () => ({ pieces: 0, size: 0 }),
    check: isStream,
  },
  fail: {
    weight: 6,
    event: () => ({ pieces: 0, size: 0 }),
    check: (answer) =>
      isError(answer, 'RangeError', /^before the first byte$/),
  },
  break: {
    weight: 6,
    event: some(30, 9000),
    check: (answer, event) =>
      isBroken(answer, event, 'RangeError', new RegExp(`^broken ${event.n}$`)),
  },
  unfinished: {
    weight: 4,
    event: some(30, 9000),
    check: (answer, event) =>
      isBroken(answer, event, 'string', /not finished/),
  },
  // The reader goes away at the first bytes: there is no answer to look at.
  left: {
    weight: 4,
    kind: 'stream',
    isLeft: true,
    target: STREAM,
    event: some(30, 30000),
    check: () => {},
  },
  hang: {
    ends: true,
    event: some(10, 9000),
    check: (answer, event) => {
      if (event.target === INVOKE) {
        isTimeout(answer);
      } else {
        isFailedStream(answer, 'Sandbox.Timedout', /Task timed out after/);
      }
    },
  },
  exit: {
    ends: true,
    event: (n, random) =>
      ({ ...some(10, 9000)(n, random), code: random(100) }),
    // What was written in the same turn may not have left the process.
    check: (answer, event) => {
      const type = 'Runtime.TruncatedResponse';
      if (answer.status === 502) {
        isExit(answer, /exit status|without providing a reason/);
      } else if (event.target === INVOKE) {
        isDocument(answer.text, type, /cut short/);
      } else {
        isFailedStream(answer, type, /cut short/);
      }
    },
  },
};

function invocation(kinds, name, n, isStreaming, random) {
  const kind = kinds[name];
  let target = INVOKE;
  if (isStreaming) {
    target = kind.target || [INVOKE, STREAM][random(2)];
  }
  const made = kind.event(n, random);
  const event = typeof made === 'string' ? made :
    { kind: kind.kind || name, n, target, ...made };
  return { name, event, target, check: kind.check, isLeft: kind.isLeft,
    body: typeof event === 'string' ? event : JSON.stringify(event) };
}

// The name of a kind, each as often as its weight says.
function draw(kinds, random) {
  const list = Object.entries(kinds).filter(([, { weight }]) => weight > 0);
  let at = random(list.reduce((sum, [, { weight }]) => sum + weight, 0));
  return list.find(([, { weight }]) => (at -= weight) < 0)[0];
}

// The names of those that end the process.
const endings = (kinds) =>
  Object.keys(kinds).filter((name) => kinds[name].ends);

module.exports = { buffered, draw, endings, generator, invocation, streamed };
