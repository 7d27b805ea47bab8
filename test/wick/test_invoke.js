// SPDX-License-Identifier: MIT
// wick invoke: events in, responses and reports out.
'use strict';

const { execFileSync } = require('node:child_process');
const { assert, fakeFile, fs, folder, path, root, script, test, wick,
  wickFile } = require('./harness.js');

const NEXT = 'next';
const API = '/2018-06-01/runtime';
const RESPONSE = `${API}/invocation/{id}/response`;
const ERROR = `${API}/invocation/{id}/error`;

test('the-response-is-all-of-stdout', async () => {
  const result = await wick(['invoke', '-e', '-', 'echo'],
    { input: '{"a":1}' });
  assert.strictEqual(result.status, 0);
  assert.strictEqual(result.stdout, '{"a":1}');
});

test('without-an-event-it-is-an-empty-object', async () => {
  assert.strictEqual((await wick(['invoke', 'echo'])).stdout, '{}');
});

test('the-platform-lines-are-on-stderr', async () => {
  const { stderr } = await wick(['invoke', 'echo']);
  const id = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-' +
    '[0-9a-f]{12}';
  const ms = '\\d+\\.\\d\\d ms';
  assert.match(stderr, new RegExp(`^START RequestId: (${id}) Version: ` +
    `\\$LATEST\nEND RequestId: \\1\nREPORT RequestId: \\1\tInit Duration: ` +
    `${ms}\tDuration: ${ms}\tBilled Duration: \\d+ ms\t` +
    'Memory Size: 128 MB\tMax Memory Used: [1-9]\\d* MB\t\n$'));
});

test('quiet-leaves-the-platform-lines-out', async () => {
  const result = await wick(['invoke', '--quiet', 'echo']);
  assert.strictEqual(result.stderr, '');
});

test('only-a-cold-start-has-an-init-duration', async () => {
  const { stderr } = await wick(['invoke', '-n', '3', 'echo']);
  assert.strictEqual(stderr.match(/^REPORT/gm).length, 3);
  assert.strictEqual(stderr.match(/Init Duration/g).length, 1);
});

test('the-log-comes-before-end', async () => {
  const { stderr } = await script([NEXT, 'log hello from the function',
    `POST ${RESPONSE} 1`, NEXT]);
  assert.match(stderr, /START[^\n]*\nhello from the function\n202 [^\n]*\nEND/);
});

test('what-was-written-before-the-event-comes-before-start', async () => {
  const { stderr } = await script(['text loaded', NEXT, 'text part',
    `POST ${RESPONSE} 1`, NEXT], ['-n', '1']);
  assert.match(stderr, /loaded\nSTART[^\n]*\npart202 [^\n]*\nEND/);
});

test('every-sample-event-comes-back-unchanged', async () => {
  const dir = path.join(root, 'test/events');
  for (const name of fs.readdirSync(dir)) {
    if (/\.(json|txt)$/.test(name)) {
      const file = path.join(dir, name);
      const result = await wick(['invoke', '-q', '-e', file, 'echo']);
      assert.strictEqual(result.status, 0, result.stderr);
      assert.ok(result.bytes.equals(fs.readFileSync(file)), name);
    }
  }
});

test('an-event-of-the-greatest-size-and-one-more', async () => {
  const dir = folder();
  const file = path.join(dir, 'event');
  const generate = (name) => fs.writeFileSync(file,
    execFileSync(path.join(root, 'test/events/generate'), [name],
      { maxBuffer: 1 << 24 }));
  generate('large');
  const result = await wick(['invoke', '-e', file, 'echo']);
  assert.strictEqual(result.status, 0, result.stderr);
  assert.ok(result.bytes.equals(fs.readFileSync(file)));
  generate('larger');
  const refused = await wick(['invoke', '-e', file, 'echo']);
  assert.strictEqual(refused.status, 2);
  assert.match(refused.stderr, /longer than the 6291556 bytes/);
});

test('a-deep-event', async () => {
  const deep = execFileSync(path.join(root, 'test/events/generate'), ['deep']);
  const result = await wick(['invoke', '-e', '-', 'echo'], { input: deep });
  assert.ok(result.bytes.equals(deep));
});

test('a-missing-event-is-an-error', async () => {
  const result = await wick(['invoke', '-e', '/nonexistent', 'echo']);
  assert.strictEqual(result.status, 2);
  assert.match(result.stderr, /the event \/nonexistent cannot be read: no such/);
});

test('an-empty-event', async () => {
  const result = await wick(['invoke', '-e', '-', 'echo']);
  assert.strictEqual(result.status, 0, result.stderr);
  assert.strictEqual(result.stdout, '');
});

test('the-environment-is-lambdas-and-nothing-else', async () => {
  const dir = fs.realpathSync(folder());
  const { stdout } = await wick(['invoke', '--handler-root', dir, '--name',
    'orders', '-m', '512', '-E', 'TABLE=a=b', 'environment'],
  { env: { SECRET_OF_THE_SHELL: '1', AWS_REGION: 'eu-central-1' } });
  const seen = JSON.parse(stdout);
  assert.match(seen.AWS_LAMBDA_RUNTIME_API, /^127\.0\.0\.1:\d+$/);
  delete seen.AWS_LAMBDA_RUNTIME_API;
  assert.match(seen.AWS_LAMBDA_LOG_STREAM_NAME,
    /^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/);
  delete seen.AWS_LAMBDA_LOG_STREAM_NAME;
  assert.deepStrictEqual(seen, {
    cwd: dir,
    _HANDLER: 'environment',
    LAMBDA_TASK_ROOT: dir,
    LAMBDA_RUNTIME_DIR: '/var/runtime',
    AWS_LAMBDA_FUNCTION_NAME: 'orders',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'Text',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/orders',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-central-1',
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin/:/bin:/opt/bin',
    LD_LIBRARY_PATH: '/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:' +
      '/var/task:/var/task/lib:/opt/lib',
    TZ: ':UTC',
    AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
    AWS_XRAY_DAEMON_ADDRESS: '127.0.0.1:2000',
    TABLE: 'a=b',
  });
});

test('defaults-of-the-environment-can-be-overridden', async () => {
  const { stdout } = await wick(['invoke', '-E', 'TZ=Europe/Berlin',
    'environment']);
  assert.strictEqual(JSON.parse(stdout).TZ, 'Europe/Berlin');
});

test('credentials-are-passed-on', async () => {
  const { stdout } = await wick(['invoke', 'environment'],
    { env: { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'SK',
      AWS_SESSION_TOKEN: 'ST' } });
  const seen = JSON.parse(stdout);
  assert.strictEqual(seen.AWS_ACCESS_KEY_ID, 'AK');
  assert.strictEqual(seen.AWS_SECRET_ACCESS_KEY, 'SK');
  assert.strictEqual(seen.AWS_SESSION_TOKEN, 'ST');
});

test('the-headers-of-an-event', async () => {
  const before = Date.now();
  const { stdout } = await wick(['invoke', '--timeout', '7',
    '--client-context', '{"custom":{"a":1}}', '--tenant-id', 'blue',
    'headers']);
  const seen = JSON.parse(stdout);
  const deadline = Number(seen['Lambda-Runtime-Deadline-Ms']);
  assert.ok(deadline >= before + 7000 && deadline <= Date.now() + 7000);
  assert.match(seen['Lambda-Runtime-Aws-Request-Id'], /^[0-9a-f-]{36}$/);
  assert.match(seen['Lambda-Runtime-Trace-Id'],
    /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/);
  assert.strictEqual(seen['Lambda-Runtime-Invoked-Function-Arn'],
    'arn:aws:lambda:us-east-1:012345678912:function:function');
  assert.strictEqual(seen['Lambda-Runtime-Client-Context'],
    '{"custom":{"a":1}}');
  assert.strictEqual(seen['Lambda-Runtime-Aws-Tenant-Id'], 'blue');
  assert.strictEqual(seen['Content-Type'], 'application/json');
});

test('absent-context-has-no-header', async () => {
  const seen = JSON.parse((await wick(['invoke', 'headers'])).stdout);
  assert.ok(!('Lambda-Runtime-Client-Context' in seen));
  assert.ok(!('Lambda-Runtime-Aws-Tenant-Id' in seen));
  assert.ok(!('Lambda-Runtime-Cognito-Identity' in seen));
});

test('a-context-that-is-no-header-is-refused', async () => {
  const result = await wick(['invoke', '--client-context', '{\n}', 'echo']);
  assert.strictEqual(result.status, 2);
  assert.match(result.stderr, /--client-context cannot be sent/);
});

test('each-invocation-has-its-own-id', async () => {
  const { stderr } = await wick(['invoke', '-n', '5', 'echo']);
  const ids = stderr.match(/START RequestId: \S+/g);
  assert.strictEqual(new Set(ids).size, 5);
});

test('an-error-is-status-1-and-its-document', async () => {
  const document = '{"errorType":"Error","errorMessage":"no","trace":[]}';
  const result = await script([NEXT, `POST ${ERROR} ` +
    `[Lambda-Runtime-Function-Error-Type: Error] ${document}`, NEXT]);
  assert.strictEqual(result.status, 1);
  assert.strictEqual(result.stdout, document);
  assert.match(result.stderr, /Status: error\tError Type: Runtime.Unknown\t/);
});

test('the-error-type-that-the-platform-keeps', async () => {
  for (const [sent, kept] of [
    ['Runtime.HandlerNotFound', 'Runtime.HandlerNotFound'],
    ['My.Function.Own', 'My.Function.Own'],
    ['Function.x', 'Function.Unknown'],
    ['TypeError', 'Runtime.Unknown'],
    ['Runtime.', 'Runtime.Unknown'],
  ]) {
    const { stderr } = await script([NEXT, `POST ${ERROR} ` +
      `[Lambda-Runtime-Function-Error-Type: ${sent}] {}`, NEXT]);
    assert.match(stderr, new RegExp(`Error Type: ${kept}\\t`), sent);
  }
});

test('an-error-with-its-cause-loses-the-cause', async () => {
  const { stdout } = await script([NEXT, `POST ${ERROR} ` +
    '[Content-Type: application/vnd.aws.lambda.error.cause+json] ' +
    '{"errorType":"E","errorMessage":"m","errorCause":{"x":1},' +
    '"stackTrace":["a","b"]}', NEXT]);
  assert.strictEqual(stdout,
    '{"errorMessage":"m","errorType":"E","stackTrace":["a","b"]}');
  const broken = await script([NEXT, `POST ${ERROR} ` +
    '[Content-Type: application/vnd.aws.lambda.error.cause+json] nonsense',
  NEXT]);
  assert.strictEqual(broken.stdout, '"Invalid error body"');
});

test('a-crash-is-an-exit-error', async () => {
  for (const [line, how] of [
    ['exit 3', 'Runtime exited with error: exit status 3'],
    ['exit 0', 'Runtime exited without providing a reason'],
    ['signal 9', 'Runtime exited with error: signal: killed'],
    ['signal 15', 'Runtime exited with error: signal: terminated'],
  ]) {
    const result = await script([NEXT, line]);
    assert.strictEqual(result.status, 1);
    const { errorType, errorMessage } = JSON.parse(result.stdout);
    assert.strictEqual(errorType, 'Runtime.ExitError');
    const id = result.stderr.match(/START RequestId: (\S+)/)[1];
    assert.strictEqual(errorMessage, `RequestId: ${id} Error: ${how}`);
    assert.match(result.stderr, /Status: error\tError Type: Runtime.ExitError/);
  }
});

test('an-exit-during-init', async () => {
  const result = await script(['log init', 'exit 7']);
  assert.strictEqual(result.status, 1);
  assert.match(JSON.parse(result.stdout).errorMessage, /exit status 7$/);
  assert.match(result.stderr, /^init\n/);
});

test('an-init-error-is-the-answer', async () => {
  const document = '{"errorType":"Runtime.ImportModuleError"}';
  const result = await script([`POST ${API}/init/error ` +
    `[Lambda-Runtime-Function-Error-Type: Runtime.ImportModuleError] ` +
    document, 'exit 1']);
  assert.strictEqual(result.status, 1);
  assert.strictEqual(result.stdout, document);
  assert.match(result.stderr, /^202 \{"status":"OK"\}$/m);
  assert.match(result.stderr, /Error Type: Runtime.ImportModuleError\t/);
  assert.match(result.stderr, /Init Duration: /);
});

test('an-init-error-of-a-process-that-stays-is-the-answer-too', async () => {
  const result = await script([`POST ${API}/init/error {"x":1}`, 'hang']);
  assert.strictEqual(result.status, 1);
  assert.strictEqual(result.stdout, '{"x":1}');
});

test('a-time-out-kills', async () => {
  const result = await script([NEXT, 'log working', 'hang'], ['-t', '1']);
  assert.strictEqual(result.status, 1);
  const id = result.stderr.match(/START RequestId: (\S+)/)[1];
  assert.deepStrictEqual(JSON.parse(result.stdout), {
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${id} Error: ` +
      'Task timed out after 1.00 seconds',
  });
  assert.match(result.stderr, /Status: timeout\t/);
});

test('a-slow-init-is-started-anew-within-the-invocation', async () => {
  const result = await script(['log begins', 'hang'],
    ['-t', '3', '--init-timeout', '3']);
  assert.strictEqual(result.status, 1);
  assert.strictEqual(result.stderr.match(/^begins$/gm).length, 2);
  assert.match(result.stderr, /INIT_REPORT Init Duration: 3000.00 ms\tPhase: /);
  assert.match(result.stdout, /Task timed out after 3.00 seconds/);
});

test('a-process-that-takes-too-much-memory-is-killed', async () => {
  const result = await wick(['invoke', '-m', '64', '-t', '60',
    '-E', 'LINGER=1', 'memory.200']);
  assert.strictEqual(result.status, 1);
  assert.match(result.stderr, /out of memory: \d+ MB of 64 MB are in use/);
  assert.match(result.stdout, /signal: killed/);
});

test('the-memory-of-the-report-is-that-of-the-process', async () => {
  const { stderr } = await wick(['invoke', '-m', '512', 'memory.100']);
  const used = Number(stderr.match(/Max Memory Used: (\d+) MB/)[1]);
  assert.ok(used >= 100 && used < 300, `${used}`);
});

test('a-bootstrap-that-is-no-program', async () => {
  const dir = folder();
  const file = path.join(dir, 'bootstrap');
  fs.writeFileSync(file, 'garbage', { mode: 0o755 });
  const result = await wick(['invoke', '--bootstrap', file, 'echo']);
  assert.strictEqual(result.status, 1);
  assert.match(result.stdout, /"errorType":"Runtime.InvalidEntrypoint"/);
});

test('an-exit-after-the-response-keeps-the-response', async () => {
  const result = await script([NEXT, `POST ${RESPONSE} "kept"`, 'exit 128']);
  assert.strictEqual(result.status, 0);
  assert.strictEqual(result.stdout, '"kept"');
  assert.match(result.stderr, /Runtime exited with error: exit status 128/);
});

test('a-response-whose-answer-nobody-awaits-counts', async () => {
  for (let i = 0; i < 5; i++) {
    const result = await script([NEXT, `send POST ${RESPONSE} "kept"`,
      'exit 1']);
    assert.strictEqual(result.stdout, '"kept"', result.stderr);
  }
});

test('a-crash-starts-the-next-invocation-cold', async () => {
  const result = await script([NEXT, 'exit 1'], ['-n', '3']);
  assert.strictEqual(result.stderr.match(/Init Duration/g).length, 3);
});

test('a-stream-is-written-as-it-comes', async () => {
  const result = await wick(['invoke', 'stream.1000000']);
  assert.strictEqual(result.status, 0, result.stderr);
  assert.strictEqual(result.bytes.length, 1000000);
});

test('an-error-in-a-stream', async () => {
  const document = Buffer.from('{"errorType":"E"}').toString('base64');
  const result = await script([NEXT, `POST ${RESPONSE} ` +
    '[Lambda-Runtime-Function-Response-Mode: streaming]' +
    '[Transfer-Encoding: chunked] ' +
    '4\\r\\npart\\r\\n0\\r\\n' +
    'Lambda-Runtime-Function-Error-Type: Runtime.Broken\\r\\n' +
    `Lambda-Runtime-Function-Error-Body: ${document}\\r\\n\\r\\n`, NEXT]);
  assert.strictEqual(result.status, 1);
  assert.strictEqual(result.stdout, 'part{"errorType":"E"}');
  assert.match(result.stderr, /Error Type: Runtime.Broken\t/);
});

test('json-is-one-object', async () => {
  const { stdout } = await wick(['invoke', '--json', '-n', '10', '-q', '-e',
    '-', 'echo'], { input: '{"a":[1,2]}' });
  const summary = JSON.parse(stdout);
  assert.strictEqual(summary.invocations, 10);
  assert.strictEqual(summary.errors, 0);
  assert.deepStrictEqual(summary.response, { a: [1, 2] });
  assert.ok(summary.initDurationMs > 0);
  const { min, median, p90, p99, max, mean } = summary.durationMs;
  assert.ok(min > 0 && min <= median && median <= p90 && p90 <= p99 &&
    p99 <= max && mean >= min && mean <= max);
  assert.strictEqual(summary.last.status, 'success');
  assert.strictEqual(summary.last.errorType, null);
  assert.strictEqual(summary.last.memorySizeMB, 128);
});

test('json-holds-a-response-that-is-none-as-a-string', async () => {
  const { stdout } = await wick(['invoke', '--json', '-q', '-e', '-', 'echo'],
    { input: 'a "b" \xff {' });
  assert.strictEqual(typeof JSON.parse(stdout).response, 'string');
});

test('json-counts-errors', async () => {
  const result = await script([NEXT, `POST ${ERROR} {"m":1}`, 'goto 1'],
    ['--json', '-n', '3']);
  assert.strictEqual(result.status, 1);
  const summary = JSON.parse(result.stdout);
  assert.strictEqual(summary.errors, 3);
  assert.strictEqual(summary.last.status, 'error');
});

test('ctrl-c-ends-the-function-too', async () => {
  const { logged, start } = require('./harness.js');
  const run = start(['invoke', '-t', '900', '-E',
    'SCRIPT=next\nlog ready\nhang', 'script']);
  await logged(run, /ready/);
  run.child.kill('SIGINT');
  const end = await run.ended;
  assert.deepStrictEqual(end, { status: 1, signal: null });
});

// Runs a command line of the shell; resolves with its status and output.
function shell(line, env = {}) {
  const { spawn } = require('node:child_process');
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', line], {
      env: { PATH: process.env.PATH, WICK_BOOTSTRAP: fakeFile, ...env },
      stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.on('data', (bytes) => {
      stdout += bytes;
    });
    child.stderr.resume();
    child.on('close', (status) => resolve({ status, stdout }));
  });
}

test('a-log-that-cannot-be-written-loses-no-response', async () => {
  for (const target of ['/dev/full', '&-']) {
    const result = await shell(`${wickFile} invoke -t 900 echo 2>${target}`);
    assert.deepStrictEqual(result, { status: 0, stdout: '{}' }, target);
  }
});

test('a-reader-of-the-response-that-is-gone-is-no-crash', async () => {
  const result = await shell(`exec 3>&1; { ${wickFile} invoke -t 900 ` +
    'stream.9000000; echo $? >&3; } | true');
  assert.strictEqual(result.stdout, '0\n');
});

test('a-terminal-gets-colours-unless-it-says-no', async () => {
  const line = `script -qec "${wickFile} invoke -t 900 echo" /dev/null`;
  const plain = { TERM: 'xterm', NO_COLOR: '1' };
  assert.match((await shell(line, { TERM: 'xterm' })).stdout,
    /\x1b\[2mSTART RequestId/);
  assert.doesNotMatch((await shell(line, plain)).stdout, /\x1b/);
  assert.doesNotMatch((await shell(line, { TERM: 'dumb' })).stdout, /\x1b/);
}, '/usr/bin/script');

test('on-a-terminal-a-carriage-return-begins-a-line', async () => {
  const line = `script -qec "${wickFile} invoke -t 900 -q ` +
    '-E \'SCRIPT=next\nlog one\\\\rtwo\nexit 1\' script" /dev/null';
  const { stdout } = await shell(line, { TERM: 'dumb' });
  assert.match(stdout, /one\r\ntwo\r\n/);
}, '/usr/bin/script');
