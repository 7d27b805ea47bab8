// SPDX-License-Identifier: MIT
// The Runtime API's states and answers, one by one.
'use strict';

const { assert, own, script, test } = require('./harness.js');

const API = '/2018-06-01/runtime';
const EXT = '/2020-01-01/extension';
const RESPONSE = `${API}/invocation/{id}/response`;
const ERROR = `${API}/invocation/{id}/error`;
const OK = '202 {"status":"OK"}';
const STREAMING = '[Lambda-Runtime-Function-Response-Mode: streaming]' +
  '[Transfer-Encoding: chunked] ';

function refused(from, to) {
  return '403 {"errorMessage":"State transition from ' + `${from} to ${to} ` +
    'failed for runtime. Error: State transition is not allowed",' +
    '"errorType":"InvalidStateTransition"}';
}

const BAD_ID = '400 {"errorMessage":"Invalid request ID",' +
  '"errorType":"InvalidRequestID"}';

// What a function that follows `lines` sees, and the invocation's answer.
async function see(lines, expected, options = {}) {
  const result = await script(lines, options.args, options);
  assert.deepStrictEqual(own(result.stderr), expected, result.stderr);
  if ('stdout' in options) {
    assert.strictEqual(result.stdout, options.stdout);
  }
  if ('status' in options) {
    assert.strictEqual(result.status, options.status);
  }
  return result;
}

test('next-response-next', () => see(
  ['next', `POST ${RESPONSE} "one"`, 'next'], [OK],
  { stdout: '"one"', status: 0 }));

test('next-error-next', () => see(
  ['next', `POST ${ERROR} {"e":1}`, 'next'], [OK],
  { stdout: '{"e":1}', status: 1 }));

test('a-second-response', () => see(
  ['next', `POST ${RESPONSE} 1`, `POST ${RESPONSE} 2`, 'next'],
  [OK, refused('RuntimeResponseSentState', 'InvocationResponse')],
  { stdout: '1', status: 0 }));

test('an-error-after-the-response', () => see(
  ['next', `POST ${RESPONSE} 1`, `POST ${ERROR} {}`, 'next'],
  [OK, refused('RuntimeResponseSentState', 'InvocationErrorResponse')],
  { stdout: '1', status: 0 }));

test('a-response-after-the-error', () => see(
  ['next', `POST ${ERROR} {"e":1}`, `POST ${RESPONSE} 1`, 'next'],
  [OK, refused('RuntimeResponseSentState', 'InvocationResponse')],
  { stdout: '{"e":1}', status: 1 }));

test('an-unknown-id-changes-nothing', () => see(
  ['next', `POST ${API}/invocation/other/response 1`,
    `POST ${API}/invocation/other/error {}`, `POST ${RESPONSE} 2`, 'next'],
  [BAD_ID, BAD_ID, OK], { stdout: '2', status: 0 }));

test('an-empty-id', () => see(
  ['next', `POST ${API}/invocation//response 1`, `POST ${RESPONSE} 2`, 'next'],
  [BAD_ID, OK], { stdout: '2' }));

test('a-response-before-the-first-event', () => see(
  [`POST ${API}/invocation/x/response 1`, 'next', `POST ${RESPONSE} 2`,
    'next'], [BAD_ID, OK], { stdout: '2' }));

test('the-id-of-the-invocation-before', async () => {
  const { stderr } = await script(['next', `POST ${RESPONSE} 1`,
    'log {id}', 'next', `POST ${RESPONSE} 2`, 'goto 4'], ['-n', '2']);
  const [first] = stderr.match(/^[0-9a-f-]{36}$/m);
  const again = await script(['next', `POST ${RESPONSE} 1`, 'next',
    `POST ${API}/invocation/${first}/response 3`, `POST ${RESPONSE} 2`,
    'goto 3'], ['-n', '2']);
  assert.deepStrictEqual(own(again.stderr), [OK, BAD_ID, OK]);
});

test('an-encoded-id-is-decoded', () => see(
  ['next', `POST ${API}/invocation/%7Bid%7D/response 1`, `POST ${RESPONSE} 2`,
    'next'], [BAD_ID, OK], { stdout: '2' }));

test('the-attempt-must-be-the-one-that-was-sent', () => see(
  ['next', `POST ${RESPONSE} [Lambda-Runtime-Invocation-Id: other] 1`,
    `POST ${ERROR} [Lambda-Runtime-Invocation-Id: other] {}`,
    `POST ${RESPONSE} [Lambda-Runtime-Invocation-Id: {attempt}] 2`, 'next'],
  [BAD_ID, BAD_ID, OK], { stdout: '2' }));

test('a-runtime-may-not-know-the-attempt', () => see(
  ['next', `POST ${RESPONSE} 2`, 'next'], [OK], { stdout: '2' }));

test('the-same-event-again-while-it-runs', async () => {
  const { stderr, stdout } = await script(['next', 'log {id}', 'next',
    'log {id}', `POST ${RESPONSE} 2`, 'next']);
  const [first, second, answer] = own(stderr);
  assert.strictEqual(first, second);
  assert.strictEqual(answer, OK);
  assert.strictEqual(stdout, '2');
});

test('init-error-after-the-first-next', () => see(
  ['next', `POST ${API}/init/error {}`, `POST ${RESPONSE} 1`, 'next'],
  [refused('Running', 'InitError'), OK], { stdout: '1', status: 0 }));

test('init-error-twice', () => see(
  [`POST ${API}/init/error {"e":1}`, `POST ${API}/init/error {"e":2}`,
    'exit 1'], [OK, refused('InitError', 'InitError')],
  { stdout: '{"e":1}', status: 1 }));

test('next-after-an-init-error', () => see(
  [`POST ${API}/init/error {"e":1}`, `GET ${API}/invocation/next`, 'exit 1'],
  [OK, refused('InitError', 'Ready')], { stdout: '{"e":1}', status: 1 }));

test('an-empty-response', () => see(
  ['next', `POST ${RESPONSE}`, 'next'], [OK], { stdout: '', status: 0 }));

test('an-unknown-response-mode', async () => {
  for (const mode of ['Streaming', 'buffered', 'stream']) {
    const result = await see(['next', `POST ${RESPONSE} ` +
      `[Lambda-Runtime-Function-Response-Mode: ${mode}] 1`, 'next'],
    ['400 {"errorMessage":"Invalid function response mode",' +
      '"errorType":"InvalidFunctionResponseMode"}'], { status: 1 });
    assert.match(result.stdout, /"Runtime.InvalidResponseModeHeader"/);
  }
});

test('an-empty-response-mode-is-buffered', () => see(
  ['next', `POST ${RESPONSE} [Lambda-Runtime-Function-Response-Mode:] 1`,
    'next'], [OK], { stdout: '1', status: 0 }));

test('a-stream-of-no-bytes', () => see(
  ['next', `POST ${RESPONSE} ${STREAMING}0\\r\\n\\r\\n`, 'next'], [OK],
  { stdout: '', status: 0 }));

test('a-stream-of-two-chunks', () => see(
  ['next', `POST ${RESPONSE} ${STREAMING}` +
    '3\\r\\nabc\\r\\n2\\r\\nde\\r\\n0\\r\\n\\r\\n', 'next'], [OK],
  { stdout: 'abcde', status: 0 }));

test('a-chunked-response-that-is-no-stream', () => see(
  ['next', `POST ${RESPONSE} [Transfer-Encoding: chunked] ` +
    '3\\r\\nabc\\r\\n0\\r\\n\\r\\n', 'next'], [OK], { stdout: 'abc' }));

test('an-error-after-a-stream', () => see(
  ['next', `POST ${RESPONSE} ${STREAMING}0\\r\\n\\r\\n`, `POST ${ERROR} {}`,
    'next'],
  [OK, refused('RuntimeResponseSentState', 'InvocationErrorResponse')],
  { status: 0 }));

test('an-error-while-a-stream-runs', () => see(
  ['next', `send POST ${RESPONSE} ${STREAMING}3\\r\\nabc\\r\\n`, 'open',
    `POST ${ERROR} {}`, 'close', 'exit 0'],
  [refused('InvocationResponse', 'InvocationErrorResponse')], { status: 1 }));

const TRUNCATED = '400 {"errorMessage":"HTTP request detected as truncated",' +
  '"errorType":"TruncatedHTTPRequest"}';

test('a-response-shorter-than-announced', async () => {
  const result = await see(['next', `half POST ${RESPONSE} abc`, 'next'],
    [TRUNCATED], { status: 1 });
  assert.match(result.stdout, /"Runtime.TruncatedResponse"/);
});

test('a-stream-that-is-cut', async () => {
  const result = await see(['next', `half POST ${RESPONSE} ${STREAMING}` +
    '3\\r\\nabc\\r\\n', 'next'], [TRUNCATED], { status: 1 });
  assert.match(result.stdout, /^abc.*"Runtime.TruncatedResponse"/);
});

test('a-malformed-chunk', async () => {
  const result = await see(['next', `POST ${RESPONSE} ${STREAMING}xyz\\r\\n`,
    'exit 0'], [TRUNCATED], { status: 1 });
  assert.match(result.stdout, /"Runtime.TruncatedResponse"/);
});

test('a-connection-that-dies-within-the-response', async () => {
  const result = await see(['next', `dead POST ${RESPONSE} abc`, 'next'], [],
    { status: 1 });
  assert.match(result.stdout, /"Runtime.TruncatedResponse"/);
});

test('the-greatest-response-and-one-more', async () => {
  const { execFileSync } = require('node:child_process');
  const { root, path, wick } = require('./harness.js');
  const large = execFileSync(path.join(root, 'test/events/generate'),
    ['large'], { maxBuffer: 1 << 24 });
  const fits = await wick(['invoke', '-q', '-e', '-', 'echo'],
    { input: large });
  assert.strictEqual(fits.status, 0, fits.stderr);
  assert.ok(fits.bytes.equals(large));
  const result = await wick(['invoke', '-q', 'buffer.6291557']);
  assert.strictEqual(result.status, 1);
  assert.deepStrictEqual(JSON.parse(result.stdout), {
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: 'Response payload size (6291557 bytes) exceeded maximum ' +
      'allowed payload size (6291556 bytes).',
  });
  assert.ok(result.stderr.includes('413 {"errorMessage":"Exceeded maximum ' +
    'allowed payload size (6291556 bytes).",' +
    '"errorType":"RequestEntityTooLarge"}\n'), result.stderr);
  assert.match(result.stderr,
    /^403 .*RuntimeResponseSentState to InvocationErrorResponse/m);
});

test('a-late-response-is-gone', async () => {
  const result = await script([
    `POST ${EXT}/register [Lambda-Extension-Name: x] {"events":[]}`,
    'term', 'next', 'hang', `POST ${RESPONSE} 1`, `POST ${ERROR} {}`,
    'exit 0'], ['-t', '1']);
  const gone = '410 {"errorMessage":"Invoke timeout",' +
    '"errorType":"InvokeTimeout"}';
  assert.deepStrictEqual(own(result.stderr).slice(1), [gone, gone]);
  assert.match(result.stdout, /Task timed out after 1.00 seconds/);
});

test('unknown-paths-and-methods', () => see(
  ['GET /nonsense', `GET ${RESPONSE}`, `POST ${API}/invocation/next`,
    'GET /2018-06-01/ping', 'next', `POST ${RESPONSE} 1`, 'next'],
  ['404 404 page not found', '405 ', '405 ', '200 pong', OK],
  { stdout: '1' }));

test('telemetry-is-not-there', () => see(
  ['PUT /2022-07-01/telemetry {}', 'PUT /2020-08-15/logs {}', 'next',
    `POST ${RESPONSE} 1`, 'next'],
  ['202 {"errorMessage":"Telemetry API is not supported",' +
    '"errorType":"Telemetry.NotSupported"}',
  '202 {"errorMessage":"Logs API is not supported",' +
    '"errorType":"Logs.NotSupported"}', OK], { stdout: '1' }));

// A second invocation, so that the function lives until it has told what came
// for the first.
test('pipelined-response-and-next', () => see(
  ['next', `send POST ${RESPONSE} 1`, `send GET ${API}/invocation/next`,
    'await', 'await', `POST ${RESPONSE} 2`, 'next'],
  [OK, '200 {}', OK], { args: ['--repeat', '2'], status: 0 }));

// ---- Extensions.

const REGISTER = `POST ${EXT}/register [Lambda-Extension-Name: one]`;

test('an-extension-registers', async () => {
  const { stderr } = await script([`${REGISTER} {"events":[]}`, 'next',
    `POST ${RESPONSE} 1`, 'next']);
  assert.strictEqual(own(stderr)[0], '200 {"functionName":"function",' +
    '"functionVersion":"$LATEST","handler":"script"}');
});

test('a-registered-extension-brings-sigterm', async () => {
  const result = await script([`${REGISTER} {"events":[]}`, 'term', 'next',
    `POST ${RESPONSE} 1`, `send GET ${API}/invocation/next`, 'hang',
    'log was told', 'exit 0']);
  assert.match(result.stderr, /^was told$/m);
  assert.strictEqual(result.status, 0);
});

test('without-an-extension-there-is-no-sigterm', async () => {
  const result = await script(['term', 'next', `POST ${RESPONSE} 1`,
    `send GET ${API}/invocation/next`, 'hang', 'log was told', 'exit 0']);
  assert.doesNotMatch(result.stderr, /^was told$/m);
});

test('sigterm-comes-at-the-time-out-too', async () => {
  const result = await script([`${REGISTER} {"events":[]}`, 'term', 'next',
    'hang', 'log was told', 'exit 0'], ['-t', '1']);
  assert.match(result.stderr, /^was told$/m);
  assert.match(result.stdout, /Task timed out/);
});

test('sigterm-is-followed-by-sigkill', async () => {
  const result = await script([`${REGISTER} {"events":[]}`, 'term', 'next',
    `POST ${RESPONSE} 1`, `send GET ${API}/invocation/next`, 'hang',
    'log was told', 'pause']);
  assert.strictEqual(result.status, 0);
  assert.match(result.stderr, /^was told$/m);
});

test('what-an-extension-may-not-do', async () => {
  const { stderr } = await script([
    `POST ${EXT}/register {"events":[]}`,
    `${REGISTER} nonsense`,
    `${REGISTER} {"events":["SHUTDOWN"]}`,
    `${REGISTER} {"events":[]}`,
    `${REGISTER} {"events":[]}`,
    `GET ${EXT}/event/next`,
    `GET ${EXT}/event/next [Lambda-Extension-Identifier: x]`,
    `GET ${EXT}/event/next [Lambda-Extension-Identifier: ` +
      '00000000-0000-4000-8000-000000000000]',
    'next',
    `POST ${EXT}/register [Lambda-Extension-Name: late] {"events":[]}`,
    `POST ${RESPONSE} 1`, 'next']);
  const types = own(stderr).map((line) => line.slice(0, 4) +
    (line.match(/"errorType":"([^"]*)"/) || ['', ''])[1]);
  assert.deepStrictEqual(types, ['403 Extension.InvalidExtensionName',
    '403 InvalidRequestFormat', '403 Extension.InvalidEventType', '200 ',
    '403 Extension.InvalidExtensionState',
    '403 Extension.MissingExtensionIdentifier',
    '403 Extension.InvalidExtensionIdentifier',
    '403 Extension.UnknownExtensionIdentifier',
    '403 Extension.RegistrationClosed', '202 ']);
});

test('an-eleventh-extension-is-refused', async () => {
  const lines = [];
  for (let i = 0; i < 11; i++) {
    lines.push(`POST ${EXT}/register [Lambda-Extension-Name: e${i}] ` +
      '{"events":[]}');
  }
  const { stderr } = await script([...lines, 'next', `POST ${RESPONSE} 1`,
    'next']);
  const seen = own(stderr);
  assert.ok(seen.slice(0, 10).every((line) => line.startsWith('200 ')));
  assert.match(seen[10], /^403 .*Extension.TooManyExtensions/);
});

// ---- SnapStart.

const SNAP = { args: ['--snap-start'] };

test('restore-next-is-not-there-without-snap-start', () => see(
  [`GET ${API}/restore/next`, 'next', `POST ${RESPONSE} 1`, 'next'],
  ['404 404 page not found', OK], { stdout: '1' }));

test('init-restore-next', async () => {
  const result = await see([`GET ${API}/restore/next`, 'next',
    `POST ${RESPONSE} 1`, 'next'], ['200 ', OK],
  { ...SNAP, stdout: '1', status: 0 });
  assert.match(result.stderr, /Init Duration: \S+ ms\tRestore Duration: /);
});

test('snap-start-has-its-own-environment', async () => {
  const { wick } = require('./harness.js');
  const seen = JSON.parse((await wick(['invoke', '--snap-start',
    'environment'])).stdout);
  assert.strictEqual(seen.AWS_LAMBDA_INITIALIZATION_TYPE, 'snap-start');
  assert.ok(!('AWS_LAMBDA_LOG_GROUP_NAME' in seen));
});

test('restore-next-twice', () => see(
  [`GET ${API}/restore/next`, `GET ${API}/restore/next`, 'next',
    `POST ${RESPONSE} 1`, 'next'], ['200 ', refused('Restoring', 'Ready'), OK],
  { ...SNAP, stdout: '1' }));

test('a-restore-error-is-the-answer', () => see(
  [`GET ${API}/restore/next`, `POST ${API}/restore/error {"e":1}`, 'exit 1'],
  ['200 ', OK], { ...SNAP, stdout: '{"e":1}', status: 1 }));

test('init-error-while-restoring-is-a-restore-error', () => see(
  [`GET ${API}/restore/next`, `POST ${API}/init/error {"e":1}`,
    `GET ${API}/invocation/next`, 'exit 1'],
  ['200 ', OK, refused('RuntimeRestoreErrorState', 'Ready')],
  { ...SNAP, stdout: '{"e":1}', status: 1 }));

test('a-restore-error-before-the-restore', () => see(
  [`POST ${API}/restore/error {"e":1}`, 'next', `POST ${RESPONSE} 1`, 'next'],
  [refused('Started', 'RuntimeRestoreErrorState'), OK],
  { ...SNAP, stdout: '1' }));

test('an-init-error-before-the-snapshot', () => see(
  [`POST ${API}/init/error {"e":1}`, 'exit 1'], [OK],
  { ...SNAP, stdout: '{"e":1}', status: 1 }));

test('a-snap-start-function-may-skip-the-restore', () => see(
  ['next', `POST ${RESPONSE} 1`, 'next'], [OK], { ...SNAP, stdout: '1' }));
