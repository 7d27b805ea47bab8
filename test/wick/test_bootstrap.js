// SPDX-License-Identifier: MIT
// wick and the real bootstrap: what a developer types first.
'use strict';

const { assert, folder, fs, inits, invoke, logged, path, request, root, serve,
  test, wick } = require('./harness.js');

const bootstrap = path.join(root, 'build/bootstrap');
const env = { WICK_BOOTSTRAP: bootstrap };

function whole(name, run) {
  test(name, run, bootstrap);
}

// A folder with one module.
function code(text, name = 'index.js') {
  const dir = folder();
  fs.writeFileSync(path.join(dir, name), text);
  return dir;
}

whole('an-api-gateway-event-has-an-answer-and-a-report', async () => {
  const dir = code('exports.handler = async (event, context) => ({ ' +
    'statusCode: 200, body: `${event.rawPath} ${context.functionName}` });');
  const event = path.join(root, 'test/events/apigateway-v2.json');
  const result = await wick(['invoke', '-C', dir, '-e', event,
    '--name', 'orders', 'index.handler'], { env });
  assert.strictEqual(result.status, 0, result.stderr);
  assert.deepStrictEqual(JSON.parse(result.stdout),
    { statusCode: 200, body: '/orders/1842 orders' });
  assert.match(result.stderr, /^REPORT RequestId: .*Init Duration: /m);
});

whole('an-error-has-its-document', async () => {
  const dir = code('exports.handler = async () => { ' +
    'throw new TypeError("no"); };');
  const result = await wick(['invoke', '-C', dir, 'index.handler'], { env });
  assert.strictEqual(result.status, 1);
  const document = JSON.parse(result.stdout);
  assert.strictEqual(document.errorType, 'TypeError');
  assert.strictEqual(document.errorMessage, 'no');
});

whole('a-module-that-is-not-there', async () => {
  const result = await wick(['invoke', '-C', folder(), 'index.handler'],
    { env });
  assert.strictEqual(result.status, 1);
  assert.match(result.stdout, /"Runtime.ImportModuleError"/);
  assert.match(result.stderr, /Error Type: Runtime.ImportModuleError/);
});

whole('an-event-that-is-no-json-leaves-the-function-alive', async () => {
  const dir = code('exports.handler = async (event) => event;');
  const run = await serve(['-C', dir, 'index.handler'], { env });
  const bad = await invoke(run, '{"truncated": [1, 2,');
  assert.strictEqual(bad.headers['x-amz-function-error'], 'Unhandled');
  assert.strictEqual((await invoke(run, '[1]')).text, '[1]');
  assert.strictEqual(await inits(run, 2), 1);
});

whole('a-stream-through-the-function-url', async () => {
  const dir = code('exports.handler = awslambda.streamifyResponse(' +
    'async (event, stream) => { ' +
    'stream = awslambda.HttpResponseStream.from(stream, ' +
    '{ statusCode: 201, headers: { "x-a": "b" } }); ' +
    'stream.write("one "); stream.write("two"); stream.end(); });');
  const run = await serve(['-C', dir, 'index.handler'], { env });
  const answer = await request(run.urlPort, { method: 'GET', path: '/' });
  assert.strictEqual(answer.status, 201);
  assert.strictEqual(answer.headers['x-a'], 'b');
  assert.strictEqual(answer.text, 'one two');
});

whole('a-frozen-function-goes-on', async () => {
  const dir = code('let count = 0; exports.handler = async () => ++count;');
  const run = await serve(['-C', dir, '--freeze', 'index.handler'], { env });
  for (let i = 1; i <= 10; i++) {
    assert.strictEqual((await invoke(run)).text, `${i}`);
  }
});

whole('a-changed-file-is-the-next-answer', async () => {
  const dir = code('exports.handler = async () => "old";');
  const run = await serve(['-C', dir, '--watch', 'index.handler'], { env });
  assert.strictEqual((await invoke(run)).text, '"old"');
  fs.writeFileSync(path.join(dir, 'index.js'),
    'exports.handler = async () => "new";');
  await logged(run, /index\.js changed/);
  assert.strictEqual((await invoke(run)).text, '"new"');
});
