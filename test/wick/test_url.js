// SPDX-License-Identifier: MIT
// The Function URL of wick serve.
'use strict';

const http = require('node:http');
const { assert, logged, request, serve, test } = require('./harness.js');

const RESPONSE = '/2018-06-01/runtime/invocation/{id}/response';

// What the function answers with, and the HTTP response that comes of it.
async function answered(response, options = {}) {
  const run = await serve(['-E',
    `SCRIPT=next\nPOST ${RESPONSE} ${response}\nnext`, 'script']);
  const answer = await request(run.urlPort, { method: 'GET', path: '/',
    ...options });
  answer.run = run;
  return answer;
}

// A stream; `chunks` are its parts, `end` what follows the last.
function streamed(type, chunks, end = '0\\r\\n\\r\\n') {
  const body = chunks.map((chunk) => {
    const length = Buffer.byteLength(chunk.replaceAll('\\0', '0'));
    return `${length.toString(16)}\\r\\n${chunk}\\r\\n`;
  });
  return '[Lambda-Runtime-Function-Response-Mode: streaming]' +
    `[Transfer-Encoding: chunked][Content-Type: ${type}] ` +
    body.join('') + end;
}

// The event that a request becomes.
async function event(options) {
  const run = await serve(['echo']);
  const answer = await request(run.urlPort, options);
  assert.strictEqual(answer.status, 200, answer.text);
  const seen = JSON.parse(answer.text);
  seen.port = run.urlPort;
  return seen;
}

test('a-request-becomes-an-event', async () => {
  const before = Date.now();
  const seen = await event({ method: 'PUT', path: '/a/b?x=1&y=2',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': 'test/1',
      Host: 'abc.lambda-url.local:99' }, body: 'hello' });
  assert.strictEqual(seen.version, '2.0');
  assert.strictEqual(seen.routeKey, '$default');
  assert.strictEqual(seen.rawPath, '/a/b');
  assert.strictEqual(seen.rawQueryString, 'x=1&y=2');
  assert.deepStrictEqual(seen.queryStringParameters, { x: '1', y: '2' });
  assert.strictEqual(seen.body, 'hello');
  assert.strictEqual(seen.isBase64Encoded, false);
  assert.ok(!('cookies' in seen));
  const context = seen.requestContext;
  assert.deepStrictEqual(context.http, { method: 'PUT', path: '/a/b',
    protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test/1' });
  assert.strictEqual(context.domainName, 'abc.lambda-url.local');
  assert.strictEqual(context.domainPrefix, 'abc');
  assert.strictEqual(context.accountId, 'anonymous');
  assert.strictEqual(context.stage, '$default');
  assert.match(context.requestId, /^[0-9a-f-]{36}$/);
  assert.match(context.time,
    /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  assert.ok(context.timeEpoch >= before && context.timeEpoch <= Date.now());
});

test('headers-are-lower-case-and-joined', async () => {
  const seen = await event({ method: 'GET', path: '/',
    headers: { 'X-Many': ['a', 'b'], 'X-One': 'c' } });
  assert.strictEqual(seen.headers['x-many'], 'a,b');
  assert.strictEqual(seen.headers['x-one'], 'c');
  assert.strictEqual(seen.headers['x-forwarded-for'], '127.0.0.1');
  assert.strictEqual(seen.headers['x-forwarded-proto'], 'http');
  assert.strictEqual(seen.headers['x-forwarded-port'], `${seen.port}`);
});

test('cookies-have-their-own-place', async () => {
  const seen = await event({ method: 'GET', path: '/',
    headers: { Cookie: 'a=1; b=two words;c=' } });
  assert.deepStrictEqual(seen.cookies, ['a=1', 'b=two words', 'c=']);
  assert.ok(!('cookie' in seen.headers));
});

test('a-query-is-decoded-and-joined', async () => {
  const seen = await event({ method: 'GET',
    path: '/p%20q?a=1&b=x+y&a=2%26&%61=3&empty&=v&e=%C3%A9&bad=%zz' });
  assert.strictEqual(seen.rawPath, '/p%20q');
  assert.deepStrictEqual(seen.queryStringParameters, { a: '1,2&,3',
    b: 'x y', empty: '', '': 'v', e: '\u00e9', bad: '%zz' });
});

test('no-query-no-parameters', async () => {
  const seen = await event({ method: 'GET', path: '/' });
  assert.strictEqual(seen.rawQueryString, '');
  assert.ok(!('queryStringParameters' in seen));
  assert.ok(!('body' in seen));
});

test('bytes-become-base64', async () => {
  const body = Buffer.from([0, 255, 1, 254, 2]);
  const seen = await event({ path: '/', body,
    headers: { 'Content-Type': 'application/octet-stream' } });
  assert.strictEqual(seen.isBase64Encoded, true);
  assert.ok(Buffer.from(seen.body, 'base64').equals(body));
});

test('which-bodies-are-text', async () => {
  const run = await serve(['echo']);
  for (const [type, isBase64] of [
    ['application/json', false], ['application/json; charset=utf-8', false],
    ['text/html', false], ['application/ld+json', false],
    ['image/svg+xml', false], ['application/x-www-form-urlencoded', true],
    ['multipart/form-data; boundary=x', true], ['image/png', true],
  ]) {
    const answer = await request(run.urlPort, { path: '/', body: 'a=1',
      headers: { 'Content-Type': type } });
    assert.strictEqual(JSON.parse(answer.text).isBase64Encoded, isBase64,
      type);
  }
});

test('text-that-is-no-utf-8-becomes-base64', async () => {
  const seen = await event({ path: '/', body: Buffer.from([0x61, 0xff]),
    headers: { 'Content-Type': 'text/plain' } });
  assert.strictEqual(seen.isBase64Encoded, true);
  assert.strictEqual(seen.body, 'Yf8=');
});

test('bodies-of-every-length-survive', async () => {
  const run = await serve(['echo']);
  for (let length = 0; length < 8; length++) {
    const body = Buffer.from(Array.from({ length }, (_, i) => 250 + i));
    const answer = await request(run.urlPort, { path: '/', body,
      headers: { 'Content-Type': 'image/png' } });
    assert.ok(Buffer.from(JSON.parse(answer.text).body || '', 'base64')
      .equals(body));
  }
});

test('a-status-headers-cookies-and-a-body', async () => {
  const answer = await answered(JSON.stringify({ statusCode: 201,
    headers: { 'X-A': 'b', 'X-N': 5, 'X-T': true, 'Content-Type': 'text/css' },
    cookies: ['a=1; Path=/', 'b=2'], body: 'created' }));
  assert.strictEqual(answer.status, 201);
  assert.strictEqual(answer.text, 'created');
  assert.strictEqual(answer.headers['x-a'], 'b');
  assert.strictEqual(answer.headers['x-n'], '5');
  assert.strictEqual(answer.headers['x-t'], 'true');
  assert.strictEqual(answer.headers['content-type'], 'text/css');
  assert.deepStrictEqual(answer.headers['set-cookie'],
    ['a=1; Path=/', 'b=2']);
});

test('many-values-of-a-header', async () => {
  const answer = await answered(JSON.stringify({ statusCode: 200,
    multiValueHeaders: { 'X-A': ['1', '2'] } }));
  assert.strictEqual(answer.headers['x-a'], '1, 2');
});

test('a-base64-body-is-decoded', async () => {
  const body = Buffer.from([0, 1, 2, 255]);
  const answer = await answered(JSON.stringify({ statusCode: 200,
    isBase64Encoded: true, body: body.toString('base64') }));
  assert.ok(answer.bytes.equals(body));
});

test('without-a-status-code-all-is-the-body', async () => {
  for (const text of ['{"a":1}', '"text"', 'true', 'null', '3']) {
    const answer = await answered(text);
    assert.strictEqual(answer.status, 200);
    assert.strictEqual(answer.text, text);
    assert.strictEqual(answer.headers['content-type'], 'application/json');
  }
});

test('the-length-is-the-servers', async () => {
  const answer = await answered(JSON.stringify({ statusCode: 200,
    headers: { 'Content-Length': '1', 'Transfer-Encoding': 'chunked',
      Connection: 'close' }, body: 'abc' }));
  assert.strictEqual(answer.text, 'abc');
  assert.strictEqual(answer.headers['content-length'], '3');
  assert.ok(!('transfer-encoding' in answer.headers));
});

test('a-header-cannot-be-forged', async () => {
  const answer = await answered(JSON.stringify({ statusCode: 200,
    headers: { 'X-A': 'b\r\nX-Evil: 1', 'X B': 'c', 'X-C': 'd' } })
    .replaceAll('\\r', '\\u000d').replaceAll('\\n', '\\u000a'));
  assert.strictEqual(answer.status, 200);
  assert.ok(!('x-evil' in answer.headers));
  assert.ok(!('x-a' in answer.headers));
  assert.strictEqual(answer.headers['x-c'], 'd');
});

test('answers-that-cannot-be-responses', async () => {
  for (const [text, why] of [
    ['{"statusCode":"200"}', /statusCode is no whole number/],
    ['{"statusCode":99}', /statusCode is no whole number/],
    ['{"statusCode":600}', /statusCode is no whole number/],
    ['{"statusCode":200.5}', /statusCode is no whole number/],
    ['{"statusCode":200,"body":{}}', /body is no string/],
    ['{"statusCode":200,"isBase64Encoded":true,"body":"%%"}', /no base64/],
    ['{nonsense', /it is no JSON/],
    ['{"statusCode":200,"headers":{"a":"b","X-O":{}}}',
     /the header X-O is no string, number or boolean/],
    ['{"statusCode":200,"headers":{"X-L":["a"]}}', /the header X-L is no /],
    ['{"statusCode":200,"headers":{"X-Z":null}}', /the header X-Z is no /],
    ['{"statusCode":200,"headers":["a"]}', /headers and .* take an object/],
    ['{"statusCode":200,"multiValueHeaders":{"X-M":"a"}}',
     /the header X-M is no array/],
    ['{"statusCode":200,"multiValueHeaders":{"X-M":["a",{}]}}',
     /the header X-M is no string/],
    ['{"statusCode":200,"cookies":"a=b"}', /cookies an array/],
    ['{"statusCode":200,"cookies":[["a=b"]]}', /a cookie is no string/],
  ]) {
    const answer = await answered(text);
    assert.strictEqual(answer.status, 502, text);
    assert.strictEqual(answer.text, 'Internal Server Error');
    await logged(answer.run, why);
  }
});

test('an-error-a-crash-and-a-time-out-are-502', async () => {
  for (const line of ['POST /2018-06-01/runtime/invocation/{id}/error {}',
    'exit 1', 'hang']) {
    const run = await serve(['-t', '1', '-E', `SCRIPT=next\n${line}\nnext`,
      'script']);
    const answer = await request(run.urlPort, { path: '/' });
    assert.strictEqual(answer.status, 502);
  }
});

test('head-gets-no-body', async () => {
  const answer = await answered('{"statusCode":200,"body":"abc"}',
    { method: 'HEAD' });
  assert.strictEqual(answer.text, '');
  assert.strictEqual(answer.headers['content-length'], '3');
});

test('a-stream-without-a-prelude', async () => {
  const answer = await answered(streamed('text/event-stream', ['a', 'bc']));
  assert.strictEqual(answer.status, 200);
  assert.strictEqual(answer.text, 'abc');
  assert.strictEqual(answer.headers['content-type'], 'text/event-stream');
});

const PRELUDE = 'application/vnd.awslambda.http-integration-response';
const NULS = '\\0'.repeat(8);

test('a-prelude-is-the-head', async () => {
  const answer = await answered(streamed(PRELUDE, ['{"statusCode":418,' +
    '"headers":{"X-A":"b","content-type":"text/plain"},"cookies":["c=1"]}' +
    NULS + 'tea', 'pot']));
  assert.strictEqual(answer.status, 418);
  assert.strictEqual(answer.text, 'teapot');
  assert.strictEqual(answer.headers['x-a'], 'b');
  assert.deepStrictEqual(answer.headers['set-cookie'], ['c=1']);
  assert.strictEqual(answer.headers['content-type'], 'text/plain');
});

test('a-204-has-neither-body-nor-length', async () => {
  const answer = await answered(JSON.stringify({ statusCode: 204,
    body: 'xx' }));
  assert.strictEqual(answer.status, 204);
  assert.strictEqual(answer.headers['content-length'], undefined);
  assert.strictEqual(answer.text, '');
});

test('a-prelude-in-pieces', async () => {
  const answer = await answered(streamed(PRELUDE, ['{"status', 'Code":204',
    '}', '\\0\\0\\0', '\\0\\0\\0\\0', '\\0']));
  assert.strictEqual(answer.status, 204);
});

test('a-prelude-in-pieces-and-a-body', async () => {
  const answer = await answered(streamed(PRELUDE, ['{}\\0\\0\\0', '\\0\\0',
    '\\0\\0\\0body']));
  assert.strictEqual(answer.status, 200);
  assert.strictEqual(answer.text, 'body');
});

test('a-broken-prelude', async () => {
  for (const [chunks, why] of [
    [['nonsense' + NULS + 'x'], /its prelude is no JSON object/],
    [['{"statusCode":1}' + NULS], /its prelude is no JSON object/],
    [['{"statusCode":200}'], /ended within its prelude/],
    [['{"headers":{"X-O":{}}}' + NULS], /the header X-O is no string/],
  ]) {
    const answer = await answered(streamed(PRELUDE, chunks));
    assert.strictEqual(answer.status, 502);
    await logged(answer.run, why);
  }
});

test('an-error-in-a-stream-breaks-it-off', async () => {
  const answer = await answered(streamed('text/plain', ['part'], '0\\r\\n' +
    'Lambda-Runtime-Function-Error-Type: Runtime.X\\r\\n\\r\\n'));
  assert.strictEqual(answer.text, 'part');
  assert.ok(answer.error, 'the end must not look like one');
});

test('a-stream-comes-before-its-end', async () => {
  const run = await serve(['-t', '900', '-E', 'SCRIPT=next\nsend POST ' +
    `${RESPONSE} ${streamed('text/plain', ['first'], '')}\nhang`, 'script']);
  const first = await new Promise((resolve) => {
    const message = http.get({ host: '127.0.0.1', port: run.urlPort },
      (answer) => {
        answer.on('error', () => {});
        answer.on('data', (bytes) => resolve(bytes.toString()));
      });
    message.on('error', () => {});
  });
  assert.strictEqual(first, 'first');
});

test('http-1.0-gets-a-stream-that-ends-with-the-connection', async () => {
  const net = require('node:net');
  const run = await serve(['stream.5']);
  const text = await new Promise((resolve) => {
    let all = '';
    const socket = net.connect(run.urlPort, '127.0.0.1',
      () => socket.write('GET / HTTP/1.0\r\n\r\n'));
    socket.on('data', (part) => {
      all += part;
    });
    socket.on('close', () => resolve(all));
  });
  assert.match(text, /\r\nConnection: close\r\n\r\nsssss$/);
  assert.doesNotMatch(text, /chunked/);
});

test('a-request-that-becomes-too-large-is-413', async () => {
  const run = await serve(['echo']);
  const answer = await request(run.urlPort, { path: '/',
    body: Buffer.alloc(5 << 20, 255),
    headers: { 'Content-Type': 'image/png' } });
  assert.strictEqual(answer.status, 413);
});

test('too-many-parameters-are-refused', async () => {
  const run = await serve(['echo']);
  const answer = await request(run.urlPort, { method: 'GET',
    path: '/?' + Array.from({ length: 1025 }, (_, i) => `a${i}`).join('&') });
  assert.strictEqual(answer.status, 413);
});
