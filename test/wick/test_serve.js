// SPDX-License-Identifier: MIT
// wick serve: the invoke endpoints, as the emulator answers them.
'use strict';

const http = require('node:http');
const net = require('node:net');
const { assert, folder, fs, inits, INVOKE, invoke, logged, path, request,
  serve, start, STREAM, test } = require('./harness.js');

const API = '/2018-06-01/runtime';
const RESPONSE = `${API}/invocation/{id}/response`;
const ERROR = `${API}/invocation/{id}/error`;

function scripted(lines, args = [], options = {}) {
  return serve(['-E', `SCRIPT=${lines.join('\n')}`, ...args, 'script'],
    options);
}

test('an-invocation', async () => {
  const run = await serve(['echo']);
  const answer = await invoke(run, '{"a":1}');
  assert.strictEqual(answer.status, 200);
  assert.strictEqual(answer.text, '{"a":1}');
  assert.match(answer.headers['x-amzn-requestid'], /^[0-9a-f-]{36}$/);
  await logged(run, /REPORT RequestId: /);
});

test('the-process-stays-for-the-next', async () => {
  const run = await serve(['echo']);
  for (let i = 0; i < 20; i++) {
    assert.strictEqual((await invoke(run, `${i}`)).text, `${i}`);
  }
  assert.strictEqual(await inits(run, 20), 1);
});

test('one-connection-for-many', async () => {
  const run = await serve(['echo']);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 5; i++) {
    assert.strictEqual((await invoke(run, `${i}`, { agent })).text, `${i}`);
  }
  agent.destroy();
});

test('invocations-at-once-run-one-after-the-other', async () => {
  const run = await serve(['echo']);
  const answers = await Promise.all(Array.from({ length: 30 },
    (_, i) => invoke(run, `${i}`)));
  answers.forEach((answer, i) => assert.strictEqual(answer.text, `${i}`));
});

test('too-many-waiting-invocations-are-refused', async () => {
  const run = await scripted(['next', 'hang'], ['-t', '900']);
  const statuses = [];
  let refused;
  const isRefused = new Promise((resolve) => {
    refused = resolve;
  });
  const agent = new http.Agent({ maxSockets: 100 });
  const all = Array.from({ length: 66 }, () => invoke(run, '{}', { agent })
    .then((answer) => {
      statuses.push(answer.status);
      refused(answer);
    }));
  const answer = await isRefused;
  assert.strictEqual(answer.status, 429);
  assert.match(answer.text, /Rate Exceeded/);
  await run.stop();
  await Promise.allSettled(all);
  assert.strictEqual(statuses.filter((status) => status === 429).length, 1);
});

test('headers-of-the-invoker', async () => {
  const run = await serve(['headers']);
  const context = Buffer.from('{"custom":{"a":"b"}}').toString('base64');
  const answer = await invoke(run, '{}', { headers: {
    'Content-Type': 'text/plain', 'X-Amz-Client-Context': context,
    'X-Amzn-Trace-Id': 'Root=1-2-3', 'X-Amz-Tenant-Id': 'green' } });
  const seen = JSON.parse(answer.text);
  assert.strictEqual(seen['Content-Type'], 'text/plain');
  assert.strictEqual(seen['Lambda-Runtime-Client-Context'],
    '{"custom":{"a":"b"}}');
  assert.strictEqual(seen['Lambda-Runtime-Trace-Id'], 'Root=1-2-3');
  assert.strictEqual(seen['Lambda-Runtime-Aws-Tenant-Id'], 'green');
});

test('a-client-context-that-is-no-base64', async () => {
  const run = await serve(['echo']);
  const answer = await invoke(run, '{}',
    { headers: { 'X-Amz-Client-Context': '{}' } });
  assert.strictEqual(answer.status, 500);
});

test('a-function-error-is-200-with-a-header', async () => {
  const run = await scripted(['next', `POST ${ERROR} {"e":1}`, 'next']);
  const answer = await invoke(run);
  assert.strictEqual(answer.status, 200);
  assert.strictEqual(answer.text, '{"e":1}');
  assert.strictEqual(answer.headers['x-amz-function-error'], 'Unhandled');
});

test('a-time-out-is-the-emulators-text', async () => {
  const run = await scripted(['next', 'hang'], ['-t', '1']);
  const answer = await invoke(run);
  assert.strictEqual(answer.status, 200);
  assert.strictEqual(answer.text, 'Task timed out after 1.00 seconds');
});

test('after-a-time-out-the-environment-is-new', async () => {
  const run = await scripted(['next', 'hang'], ['-t', '1']);
  await invoke(run);
  await invoke(run);
  assert.strictEqual(await inits(run, 2), 2);
});

test('a-crash-is-502', async () => {
  const run = await scripted(['next', 'exit 1']);
  const answer = await invoke(run);
  assert.strictEqual(answer.status, 502);
  const id = answer.headers['x-amzn-requestid'];
  assert.deepStrictEqual(JSON.parse(answer.text), {
    errorType: 'Runtime.ExitError',
    errorMessage:
      `RequestId: ${id} Error: Runtime exited with error: exit status 1` });
  assert.strictEqual((await invoke(run)).status, 502);
});

test('an-init-error-is-502', async () => {
  const run = await scripted([`POST ${API}/init/error {"e":1}`, 'exit 1']);
  const answer = await invoke(run);
  assert.strictEqual(answer.status, 502);
  assert.strictEqual(answer.text, '{"e":1}');
});

test('other-paths-and-methods', async () => {
  const run = await serve(['echo']);
  assert.strictEqual((await request(run.port, { path: '/' })).status, 404);
  assert.strictEqual((await request(run.port,
    { path: INVOKE, method: 'GET' })).status, 405);
});

test('an-event-of-6-mib-and-one-more', async () => {
  const run = await serve(['echo']);
  const body = Buffer.alloc(6291556, 0x61);
  const answer = await invoke(run, body);
  assert.strictEqual(answer.status, 200);
  assert.ok(answer.bytes.equals(body));
  const refused = await invoke(run, Buffer.alloc(6291557, 0x61));
  assert.strictEqual(refused.status, 413);
  assert.match(refused.text, /longer than 6291556 bytes/);
});

test('an-event-in-chunks', async () => {
  const run = await serve(['echo']);
  const answer = await new Promise((resolve) => {
    const message = http.request({ host: '127.0.0.1', port: run.port,
      method: 'POST', path: INVOKE }, (incoming) => {
      let text = '';
      incoming.on('data', (bytes) => {
        text += bytes;
      });
      incoming.on('end', () => resolve(text));
    });
    message.write('[1,');
    message.write('2]');
    message.end();
  });
  assert.strictEqual(answer, '[1,2]');
});

function raw(port, text) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

test('expect-100-continue-is-answered', async () => {
  const run = await serve(['echo']);
  const answer = await raw(run.port, `POST ${INVOKE} HTTP/1.1\r\n` +
    'Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  assert.match(answer, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/);
});

// What nc -N and many a script do.
test('who-sends-no-more-is-answered', async () => {
  const run = await serve(['echo']);
  for (const [port, target] of [[run.port, INVOKE], [run.urlPort, '/']]) {
    const answer = await new Promise((resolve) => {
      let all = '';
      const socket = net.connect({ port, host: '127.0.0.1',
        allowHalfOpen: true }, () => socket.end(`POST ${target} HTTP/1.1\r\n` +
          'Host: x\r\nContent-Length: 2\r\n\r\n{}'));
      socket.on('data', (part) => {
        all += part;
      });
      socket.on('end', () => resolve(all));
    });
    assert.match(answer, /^HTTP\/1.1 200 OK\r\n/);
  }
});

test('garbage-gets-a-400', async () => {
  const run = await serve(['echo']);
  assert.match(await raw(run.port, 'nonsense\r\n\r\n'), /^HTTP\/1.1 400 /);
  assert.strictEqual((await invoke(run)).status, 200);
});

test('a-stream-passes-through', async () => {
  const run = await serve(['stream.3000000']);
  const answer = await request(run.port, { path: STREAM, body: '{}' });
  assert.strictEqual(answer.status, 200);
  assert.strictEqual(answer.bytes.length, 3000000);
  assert.strictEqual(answer.headers['transfer-encoding'], 'chunked');
  assert.strictEqual(answer.headers['content-type'],
    'application/octet-stream');
});

test('a-stream-comes-before-its-end', async () => {
  const run = await scripted(['next', `send POST ${RESPONSE} ` +
    '[Lambda-Runtime-Function-Response-Mode: streaming]' +
    '[Transfer-Encoding: chunked] 5\\r\\nfirst\\r\\n', 'hang'], ['-t', '900']);
  const first = await new Promise((resolve) => {
    const message = http.request({ host: '127.0.0.1', port: run.port,
      method: 'POST', path: STREAM }, (answer) => {
      answer.on('error', () => {});
      answer.on('data', (bytes) => resolve(bytes.toString()));
    });
    message.on('error', () => {});
    message.end('{}');
  });
  assert.strictEqual(first, 'first');
});

test('an-error-in-a-stream-comes-as-trailers', async () => {
  const document = Buffer.from('{"errorType":"E"}').toString('base64');
  const run = await scripted(['next', `POST ${RESPONSE} ` +
    '[Lambda-Runtime-Function-Response-Mode: streaming]' +
    '[Transfer-Encoding: chunked] 4\\r\\npart\\r\\n0\\r\\n' +
    'Lambda-Runtime-Function-Error-Type: Runtime.Broken\\r\\n' +
    `Lambda-Runtime-Function-Error-Body: ${document}\\r\\n\\r\\n`, 'next']);
  const answer = await request(run.port, { path: STREAM, body: '{}' });
  assert.strictEqual(answer.text, 'part');
  assert.deepStrictEqual({ ...answer.trailers }, {
    'lambda-runtime-function-error-type': 'Runtime.Broken',
    'lambda-runtime-function-error-body': document,
  });
});

test('a-time-out-in-a-stream-comes-as-trailers', async () => {
  const run = await scripted(['next', `send POST ${RESPONSE} ` +
    '[Lambda-Runtime-Function-Response-Mode: streaming]' +
    '[Transfer-Encoding: chunked] 4\\r\\npart\\r\\n', 'hang'], ['-t', '1']);
  const answer = await request(run.port, { path: STREAM, body: '{}' });
  assert.strictEqual(answer.text, 'part');
  assert.strictEqual(
    answer.trailers['lambda-runtime-function-error-type'], 'Sandbox.Timedout');
});

test('a-buffered-response-on-the-stream-endpoint', async () => {
  const run = await serve(['echo']);
  const answer = await request(run.port, { path: STREAM, body: '[1]' });
  assert.strictEqual(answer.text, '[1]');
});

test('a-stream-on-the-buffered-endpoint-is-collected', async () => {
  const run = await serve(['stream.1000']);
  const answer = await invoke(run);
  assert.strictEqual(answer.text, 's'.repeat(1000));
  assert.strictEqual(answer.headers['content-length'], '1000');
  assert.strictEqual(answer.headers['content-type'],
    'application/octet-stream');
});

test('a-stream-of-more-than-6-mib-is-too-large-to-collect', async () => {
  const run = await serve(['stream.6291557']);
  const answer = await invoke(run);
  assert.match(answer.text, /"Function.ResponseSizeTooLarge"/);
  const fits = await serve(['stream.6291556']);
  assert.strictEqual((await invoke(fits)).bytes.length, 6291556);
});

test('a-slow-reader-slows-the-function-and-no-memory-is-taken', async () => {
  const size = 64 << 20;
  const run = await serve(['-t', '900', `stream.${size}`]);
  const answer = await new Promise((resolve, reject) => {
    const message = http.request({ host: '127.0.0.1', port: run.port,
      method: 'POST', path: STREAM }, resolve);
    message.on('error', reject);
    message.end('{}');
  });
  answer.pause();
  // Without a limit wick would now take in all of it: its memory shows when
  // the function has been held up, which is when wick has read no more.
  const resident = () => Number(fs.readFileSync(
    `/proc/${run.child.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)[1]);
  const before = resident();
  let seen = 0;
  answer.on('data', (bytes) => {
    seen += bytes.length;
  });
  answer.resume();
  await new Promise((resolve) => answer.on('end', resolve));
  assert.strictEqual(seen, size);
  assert.ok(resident() - before < 24 * 1024,
    `${resident() - before} KiB more`);
});

test('a-reader-that-goes-away-leaves-the-function-alone', async () => {
  const run = await serve(['-t', '900', `stream.${32 << 20}`]);
  await new Promise((resolve) => {
    const message = http.request({ host: '127.0.0.1', port: run.port,
      method: 'POST', path: STREAM }, (answer) => {
      answer.once('data', () => {
        message.destroy();
        resolve();
      });
      answer.on('error', () => {});
    });
    message.on('error', () => {});
    message.end('{}');
  });
  await logged(run, /REPORT/);
  const again = await request(run.port, { path: STREAM, body: '{}' });
  assert.strictEqual(again.bytes.length, 32 << 20);
  assert.strictEqual(await inits(run, 2), 1);
});

test('an-invoker-that-goes-away-leaves-the-function-alone', async () => {
  const run = await serve(['echo']);
  await new Promise((resolve) => {
    const socket = net.connect(run.port, '127.0.0.1', () => {
      socket.end(`POST ${INVOKE} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`);
    });
    socket.on('close', resolve);
    socket.resume();
  });
  assert.strictEqual((await invoke(run, '1')).text, '1');
});

test('freeze-stops-the-process-between-invocations', async () => {
  const dir = folder();
  const run = await serve(['--freeze', '-E', 'SCRIPT=' + ['next',
    `POST ${RESPONSE} 1`, 'next', `POST ${RESPONSE} 2`, 'next'].join('\n'),
  '-C', dir, 'script']);
  assert.strictEqual((await invoke(run)).text, '1');
  await logged(run, /REPORT/);
  const children = () => fs.readFileSync(
    `/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8').trim();
  const state = () => fs.readFileSync(`/proc/${children()}/stat`, 'utf8')
    .replace(/^.*\) /, '')[0];
  // The signal has been sent before REPORT was seen; the kernel takes it when
  // the process runs next, so look until it has.
  while (state() !== 'T') {
    await new Promise(setImmediate);
  }
  assert.strictEqual((await invoke(run)).text, '2');
});

test('watch-starts-the-function-anew', async () => {
  const dir = folder();
  fs.mkdirSync(path.join(dir, 'lib'));
  const run = await serve(['--watch', '-C', dir, 'echo']);
  await invoke(run);
  await logged(run, /REPORT/);
  fs.writeFileSync(path.join(dir, 'lib', 'a.js'), '1');
  await logged(run, /a\.js changed/);
  await invoke(run);
  assert.strictEqual(await inits(run, 2), 2);
});

// vi asks whether it may write, then renames; Emacs locks and copies.
test('watch-passes-over-what-editors-put-beside-a-file', async () => {
  const dir = folder();
  fs.mkdirSync(path.join(dir, '5036'));
  const run = await serve(['--watch', '-C', dir, 'echo']);
  for (const name of ['4913', 'a.js~', '.a.js.swp', 'a.js.swp', '.#a.js',
    '#a.js#', 'a.js.tmp', 'a.js.bak', 'a.js___jb_tmp___']) {
    fs.writeFileSync(path.join(dir, name), '1');
  }
  fs.writeFileSync(path.join(dir, '5036', '4914'), '1');
  assert.strictEqual((await logged(run, /wick: (\S+) changed/))[1], '4914');
});

test('no-invocation-is-lost-by-a-change', async () => {
  const dir = folder();
  const run = await serve(['--watch', '-C', dir, 'echo']);
  for (let i = 0; i < 3; i++) {
    await invoke(run);
    fs.writeFileSync(path.join(dir, `${i}.js`), '1');
    await logged(run, new RegExp(`${i}\\.js changed`));
    const answers = await Promise.all([invoke(run, '1'), invoke(run, '2')]);
    assert.deepStrictEqual(answers.map((answer) => answer.text), ['1', '2']);
  }
});

test('watch-sees-folders-that-are-new', async () => {
  const dir = folder();
  const run = await serve(['--watch', '-C', dir, 'echo']);
  await invoke(run);
  fs.mkdirSync(path.join(dir, 'new'));
  await logged(run, /new changed/);
  fs.writeFileSync(path.join(dir, 'new', 'b.js'), '1');
  await logged(run, /b\.js changed/);
});

test('a-port-that-is-taken-is-an-error', async () => {
  const run = await serve(['echo']);
  const other = start(['serve', '--port', `${run.port}`, 'echo']);
  const { status } = await other.ended;
  assert.strictEqual(status, 2);
  assert.match(other.stderr, /cannot listen on 127\.0\.0\.1:\d+: address/);
});

test('a-host-that-is-none-is-an-error', async () => {
  const other = start(['serve', '--host', 'nowhere', 'echo']);
  const { status } = await other.ended;
  assert.strictEqual(status, 2);
  assert.match(other.stderr, /--host takes an IPv4 address/);
});

test('ctrl-c-while-an-invocation-runs', async () => {
  const run = await scripted(['next', 'log running', 'hang'], ['-t', '900']);
  const answer = invoke(run).catch((error) => error);
  await logged(run, /running/);
  await run.stop();
  await answer;
});

test('the-function-dies-with-wick', async () => {
  const run = await serve(['-E', 'SCRIPT=next\nlog running\nhang', 'script']);
  invoke(run).catch(() => {});
  await logged(run, /running/);
  const pid = Number(fs.readFileSync(
    `/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8'));
  run.stop = async () => {};
  run.child.kill('SIGKILL');
  await run.ended;
  // Its parent is gone, so what is left to see is that the process is.
  while (fs.existsSync(`/proc/${pid}/cmdline`) &&
    fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1') !== '') {
    await new Promise(setImmediate);
  }
});
