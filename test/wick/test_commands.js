// SPDX-License-Identifier: MIT
// The command line: help, options, events.
'use strict';

const { spawnSync } = require('node:child_process');

const { assert, fs, path, root, test, wick, wickFile, folder } =
  require('./harness.js');

const COMMANDS = ['invoke', 'serve', 'event', 'compile', 'manual'];

function usage(result, pattern) {
  assert.strictEqual(result.status, 2, result.stderr);
  assert.strictEqual(result.stdout, '');
  assert.match(result.stderr, pattern);
}

test('without-a-command-help-and-status-2', async () => {
  const result = await wick([]);
  usage(result, /^usage: wick COMMAND/);
});

test('output-that-goes-nowhere-is-no-success', () => {
  for (const args of [['event', 'sqs'], ['--version'], ['help']]) {
    const full = fs.openSync('/dev/full', 'w');
    const result = spawnSync(wickFile, args,
      { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    fs.closeSync(full);
    assert.strictEqual(result.status, 2, args[0]);
    assert.match(result.stderr,
      /^wick: standard output takes no more: no space left on device\n$/);
  }
});

test('help-lists-every-command', async () => {
  const result = await wick(['--help']);
  assert.strictEqual(result.status, 0);
  for (const name of COMMANDS) {
    assert.match(result.stdout, new RegExp(`^  ${name} `, 'm'));
  }
});

test('help-of-a-command-shows-its-options', async () => {
  const result = await wick(['help', 'invoke']);
  assert.strictEqual(result.status, 0);
  assert.match(result.stdout, /^usage: wick invoke /);
  assert.match(result.stdout, /-t, --timeout S +seconds/);
  assert.match(result.stdout, /--repeat N/);
  const same = await wick(['invoke', '--help']);
  assert.strictEqual(same.stdout, result.stdout);
});

test('help-stays-within-80-columns', async () => {
  for (const name of COMMANDS) {
    const result = await wick(['help', name]);
    for (const line of result.stdout.split('\n')) {
      assert.ok(line.length <= 80, line);
    }
  }
});

test('help-of-an-unknown-command', async () => {
  usage(await wick(['help', 'nonsense']), /no command is called "nonsense"/);
});

test('unknown-command', async () => {
  usage(await wick(['nonsense']), /no command is called "nonsense"/);
});

test('version', async () => {
  const result = await wick(['--version']);
  assert.strictEqual(result.status, 0);
  assert.match(result.stdout, /^wick \d+\.\d+\.\d+\n$/);
});

test('unknown-options-are-named', async () => {
  usage(await wick(['invoke', '--nonsense', 'echo']),
    /unknown option --nonsense/);
  usage(await wick(['invoke', '-Z', 'echo']), /unknown option -Z/);
});

test('a-missing-value-is-named', async () => {
  usage(await wick(['invoke', 'echo', '--timeout']), /--timeout needs S/);
});

test('numbers-have-bounds', async () => {
  for (const value of ['0', '901', '-1', '3x', '', '99999999999']) {
    usage(await wick(['invoke', `--timeout=${value}`, 'echo']),
      /--timeout takes a whole number from 1 to 900/);
  }
});

test('a-flag-takes-no-value', async () => {
  usage(await wick(['invoke', '--json=yes', 'echo']), /--json takes no value/);
});

test('operands-are-counted', async () => {
  usage(await wick(['invoke']), /usage: wick invoke/);
  usage(await wick(['invoke', 'a', 'b']), /usage: wick invoke/);
});

test('options-may-follow-the-handler', async () => {
  const result = await wick(['invoke', 'echo', '-t3', '--memory', '256']);
  assert.strictEqual(result.status, 0, result.stderr);
  assert.match(result.stderr, /Memory Size: 256 MB/);
});

test('reserved-variables-are-refused', async () => {
  for (const name of ['_HANDLER', 'AWS_LAMBDA_RUNTIME_API', 'AWS_REGION']) {
    usage(await wick(['invoke', '--env', `${name}=x`, 'echo']),
      /is reserved|is no name/);
  }
  usage(await wick(['invoke', '--env', 'NOVALUE', 'echo']),
    /--env takes NAME=VALUE/);
  usage(await wick(['invoke', '--env', '1A=x', 'echo']), /is no name/);
});

test('a-missing-bootstrap-is-an-error', async () => {
  usage(await wick(['invoke', '--bootstrap', '/nonexistent/b', 'echo']),
    /no bootstrap: \/nonexistent\/b does not exist/);
  const dir = folder();
  const file = path.join(dir, 'bootstrap');
  fs.writeFileSync(file, '');
  usage(await wick(['invoke', '--bootstrap', file, 'echo']),
    /is not executable/);
});

test('the-bootstrap-lies-beside-wick', async () => {
  const dir = folder();
  fs.copyFileSync(wickFile, path.join(dir, 'wick'));
  const { execFileSync } = require('node:child_process');
  const env = { PATH: process.env.PATH };
  assert.throws(() => execFileSync(path.join(dir, 'wick'), ['invoke', 'echo'],
    { env, stdio: 'pipe' }), /no bootstrap beside wick/);
  fs.symlinkSync(require('./harness.js').fakeFile,
    path.join(dir, 'bootstrap'));
  const out = execFileSync(path.join(dir, 'wick'), ['invoke', 'echo'],
    { env, stdio: 'pipe' });
  assert.strictEqual(out.toString(), '{}');
});

test('a-missing-root-is-an-error', async () => {
  usage(await wick(['invoke', '--handler-root', '/nonexistent', 'echo']),
    /--handler-root: \/nonexistent is no folder/);
});

test('a-bad-log-format-is-an-error', async () => {
  usage(await wick(['invoke', '--log-format', 'xml', 'echo']),
    /--log-format is Text or JSON/);
});

test('names-that-are-none-are-errors', async () => {
  for (const name of ['a b', 'a"b', 'x'.repeat(65)]) {
    usage(await wick(['invoke', '--name', name, 'echo']),
      /--name takes 1 to 64 letters/);
  }
  usage(await wick(['invoke', 'echo'], { env: { AWS_REGION: 'a\nb' } }),
    /AWS_REGION is no name of a region/);
});

test('event-list-names-every-file', async () => {
  const result = await wick(['event', '--list']);
  const names = fs.readdirSync(path.join(root, 'test/events'))
    .filter((name) => /\.(json|txt)$/.test(name))
    .map((name) => name.replace(/\.[^.]*$/, '')).sort();
  assert.strictEqual(result.stdout, names.join('\n') + '\n');
  assert.ok(names.length >= 16);
});

test('event-prints-the-very-bytes', async () => {
  for (const name of ['sqs.json', 'non-ascii.json', 'invalid-json.txt']) {
    const result = await wick(['event', name.replace(/\.[^.]*$/, '')]);
    const file = fs.readFileSync(path.join(root, 'test/events', name));
    assert.ok(result.bytes.equals(file), name);
  }
});

test('event-unknown', async () => {
  usage(await wick(['event', 'nonsense']), /no sample event/);
  usage(await wick(['event']), /name one event, or --list/);
  usage(await wick(['event', '--list', 'sqs']), /name one event, or --list/);
});

test('a-pipe-gets-no-colours', async () => {
  const result = await wick(['nonsense'], { env: { TERM: 'xterm' } });
  assert.doesNotMatch(result.stderr, /\x1b/);
});

test('manual-has-every-command-and-option', async () => {
  const { status, stdout } = await wick(['manual']);
  assert.strictEqual(status, 0);
  for (const name of COMMANDS) {
    assert.ok(stdout.includes(`\n.SS "wick ${name} `), name);
    const help = (await wick(['help', name])).stdout;
    for (const [, option] of help.matchAll(/--([a-z-]+)/g)) {
      assert.ok(stdout.includes(option.replaceAll('-', '\\-')), option);
    }
  }
  assert.strictEqual((await wick(['manual', 'wick'])).stdout, stdout);
});

test('manual-of-bootstrap-has-its-variables', async () => {
  const { status, stdout } = await wick(['manual', 'bootstrap']);
  assert.strictEqual(status, 0);
  const table = fs.readFileSync(
    path.join(root, 'runtime/env_vars.def'), 'utf8');
  const names = [...table.matchAll(/^WICK_ENV_VAR\("(\w+)"/gm)];
  assert.ok(names.length > 20);
  for (const [, name] of names) {
    assert.ok(stdout.includes(`\\fB${name}\\fR`), name);
  }
});

test('manual-is-roff', async () => {
  for (const page of ['wick', 'bootstrap']) {
    const { stdout } = await wick(['manual', page]);
    for (const line of stdout.split('\n')) {
      assert.match(line, /^(\.(TH|SH|SS|TP|PP|BR|B|I|nf|fi)\b.*|[^.'].*|)$/);
      assert.doesNotMatch(line.replaceAll(/\\(e|-|&|f[BIR])/g, ''), /\\/);
    }
  }
});

test('a-page-that-is-not-there', async () => {
  usage(await wick(['manual', 'node']), /there is no page "node"/);
});
