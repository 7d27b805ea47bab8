#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Each function of template.yaml with its event of test/events, by wick and the
// bootstrap that is deployed.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const { bootstrap, read, root, shipped, test, wick } =
  require('./harness.js');

const built = [bootstrap, wick];
const orders = path.join(shipped, 'orders');

// The response to @event as a text. 128 MB are what template.yaml gives.
function invoke(folder, event, ...options) {
  const ended = spawnSync(wick, [
    'invoke', '--quiet', '--bootstrap', bootstrap, '--handler-root', folder,
    '--event', '-', ...options, 'index.handler',
  ], {
    input: JSON.stringify(event), encoding: 'utf8',
    env: { ...process.env, AWS_SECRET_ACCESS_KEY: 's3cret' },
  });
  assert.strictEqual(ended.status, 0, `${ended.stderr}${ended.stdout}`);
  return ended.stdout;
}

const example = (name) => path.join(root, 'examples', name);
const eventOf = (name) => JSON.parse(read(`test/events/${name}.json`));

test('hello', () => {
  for (const name of ['apigateway-v2', 'function-url']) {
    const { statusCode, body } = JSON.parse(
      invoke(example('hello'), eventOf(name)));
    assert.strictEqual(statusCode, 200);
    assert.strictEqual(JSON.parse(body).hello, '203.0.113.17');
  }
}, built);

test('stream', () => {
  const [prelude, body] = invoke(example('stream'), eventOf('function-url'))
    .split('\0'.repeat(8));
  assert.strictEqual(JSON.parse(prelude).statusCode, 200);
  const lines = body.trimEnd().split('\n');
  assert.strictEqual(lines[0], 'day,visitors');
  assert.deepStrictEqual(lines.slice(1).map((line) => line.split(',')[0]),
                         Array.from({ length: 30 }, (_, n) =>
                           `2026-11-${String(n + 1).padStart(2, '0')}`));
}, built);

test('stream refuses a year and a day', () => {
  const event = eventOf('function-url');
  event.queryStringParameters.from = '2025-11-29';
  const [prelude] = invoke(example('stream'), event).split('\0');
  assert.strictEqual(JSON.parse(prelude).statusCode, 400);
}, built);

test('mandelbrot', () => {
  const { inside, area } = JSON.parse(
    invoke(example('mandelbrot'), { width: 64, steps: 50 }));
  assert.ok(inside > 0 && area > 1.4 && area < 1.8, `${inside} ${area}`);
}, built);

// One route after the other, of one environment.
const routes = [
  ['GET', '/orders/1842', undefined, 404],
  ['POST', '/orders/1842', '{"sku":"LMP-200","quantity":2}', 201],
  ['GET', '/orders/1842', undefined, 404],
  ['POST', '/orders/1842', '{"sku":"lamp","quantity":0}', 422],
  ['POST', '/orders/1842', '{', 400],
  ['DELETE', '/orders/7', undefined, 404],
  ['PATCH', '/orders/1842', undefined, 404],
  ['GET', '/orders', undefined, 200],
];

test('orders', () => {
  for (const [method, route, body, status] of routes) {
    const event = eventOf('apigateway-v2');
    Object.assign(event, { rawPath: route, body });
    event.requestContext.http.method = method;
    const answer = JSON.parse(invoke(orders, event));
    assert.strictEqual(answer.statusCode, status,
                       `${method} ${route}: ${answer.body}`);
    if (status === 422) {
      assert.deepStrictEqual(JSON.parse(answer.body).details.map(
        ({ path: each }) => each), ['sku', 'quantity']);
    }
  }
}, [...built, path.join(orders, 'node_modules')]);

test('selftest', () => {
  const answers = invoke(example('selftest'), {}, '--repeat', '2', '--freeze')
    .trimEnd().split('\n').map((line) => JSON.parse(line));
  const [first, second] = answers;
  assert.strictEqual(second.invocation, 2);
  assert.match(first.clocksSinceLast, /invoke it again/);
  assert.ok(second.clocksSinceLast.realMs >= 0);
  assert.strictEqual(first.function.memoryMB, 128);
  assert.strictEqual(first.kernel.release, os.release());
  assert.ok(first.processor.flags.includes('sse4_2'));
  assert.match(first.kernel.hugePages.enabled, /\[|ENOENT/);
  assert.ok(first.faults.pages > 0 && Number.isFinite(first.faults.usPerPage));
  const { build, loop, ioUring } = first.runtime;
  assert.match(build, /^[0-9a-f]{16}$/);
  assert.ok(loop === 'epoll' || ioUring.usable, JSON.stringify(ioUring));
  assert.ok(ioUring.usable ? ioUring.features > 0 :
    /io_uring is not usable here: /.test(ioUring.why), JSON.stringify(ioUring));
  // No secret of the environment is in it.
  const { variables } = first.sandbox;
  assert.ok(variables.includes('AWS_LAMBDA_FUNCTION_NAME'));
  assert.ok(!JSON.stringify(answers).includes('s3cret'));
}, built);

test('what the types declare is there', () => {
  // Of the namespace: functions, constants and classes.
  const declared = [...read('layer/types/wick.d.ts').matchAll(
    /^ {4}(?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-types-'));
  try {
    fs.writeFileSync(
      path.join(folder, 'index.js'),
      'exports.handler = async () => [Object.keys(awslambda), ' +
      'Object.getOwnPropertyNames(Object.getPrototypeOf(' +
      'awslambda.InvokeStore))];');
    const [members, store] = JSON.parse(invoke(folder, {}));
    assert.deepStrictEqual(
      [...new Set([...declared, 'HttpResponseStream'])].sort(), members.sort());
    const [, body] = /interface InvokeStore \{(.*?)\n {4}\}/s.exec(
      read('layer/types/wick.d.ts'));
    const methods = [...body.matchAll(/^ {6}(?:readonly )?(\w+)/gm)].map(
      ([, name]) => name);
    assert.deepStrictEqual(methods.sort(), store.filter((name) =>
      name !== 'constructor').sort());
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}, built);
