// SPDX-License-Identifier: MIT
// wick compile and the real bootstrap: bytecode beside the sources is used when
// it belongs to them, and never when it does not.
'use strict';

const { assert, folder, fs, path, root, test, wick } =
  require('./harness.js');

const bootstrap = path.join(root, 'build/bootstrap');
const env = { WICK_BOOTSTRAP: bootstrap, ASAN_OPTIONS: 'detect_leaks=0' };

function whole(name, run) {
  test(name, run, bootstrap);
}

// A function of a CommonJS module, an ES module and what they import.
function code() {
  const dir = folder();
  const files = {
    'common.js': '#!/usr/bin/env node\n' +
      "const { twice } = require('./lib.js');\n" +
      'exports.handler = async (event) => twice(event.n) + ' +
      'new (class { get a() { return this.constructor.name.length; } })().a;',
    'lib.js': 'exports.twice = (n) => n * 2;',
    'module.mjs': "import { twice } from './lib.js';\n" +
      'export const handler = async ({ n }) => twice(n);',
    'throws.js': 'exports.handler = async () => {\n' +
      '  throw new Error("of line two");\n};',
  };
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(dir, name), text);
  }
  return dir;
}

const compile = (dir, ...names) => wick(['compile',
  ...names.map((name) => path.join(dir, name))], { env });

async function invoke(dir, handler) {
  const result = await wick(['invoke', '-C', dir, '-e', '-',
    '--env', 'WICK_DEBUG=1', handler], { env, input: '{"n":21}' });
  return {
    answer: result.stdout.trim(),
    lines: result.stderr.split('\n')
      .map((line) => /wick: .*\/(\S+)\.wickc is (\w+)/.exec(line))
      .filter((match) => match !== null)
      .map(([, name, state]) => `${name} ${state}`),
    stderr: result.stderr,
  };
}

whole('compiled-modules-are-used', async () => {
  const dir = code();
  const result = await compile(dir, 'common.js', 'lib.js', 'module.mjs');
  assert.strictEqual(result.status, 0, result.stderr);
  const common = await invoke(dir, 'common.handler');
  assert.strictEqual(common.answer, '42', common.stderr);
  assert.deepStrictEqual(common.lines, ['common.js used', 'lib.js used']);
  const module = await invoke(dir, 'module.handler');
  assert.strictEqual(module.answer, '42', module.stderr);
  assert.deepStrictEqual(module.lines.sort(),
    ['lib.js used', 'module.mjs used']);
});

whole('a-changed-source-is-what-runs', async () => {
  const dir = code();
  await compile(dir, 'common.js', 'lib.js');
  // Of the same length.
  fs.writeFileSync(path.join(dir, 'lib.js'), 'exports.twice = (n) => n * 3;');
  const result = await invoke(dir, 'common.handler');
  assert.strictEqual(result.answer, '63', result.stderr);
  assert.deepStrictEqual(result.lines, ['common.js used', 'lib.js ignored']);
});

whole('damaged-bytecode-is-ignored', async () => {
  const dir = code();
  await compile(dir, 'lib.js');
  const file = path.join(dir, 'lib.js.wickc');
  const good = fs.readFileSync(file);
  const flipped = Buffer.from(good);
  flipped[good.length - 20] ^= 4;
  for (const bytes of [flipped, good.subarray(0, 200), Buffer.alloc(0),
                       Buffer.from('no bytecode at all')]) {
    fs.writeFileSync(file, bytes);
    const result = await invoke(dir, 'common.handler');
    assert.strictEqual(result.answer, '42', result.stderr);
    assert.deepStrictEqual(result.lines, ['lib.js ignored']);
  }
});

whole('bytecode-of-another-kind-is-ignored', async () => {
  const dir = code();
  fs.writeFileSync(path.join(dir, 'set.cjs'), 'globalThis.isSet = true;');
  await compile(dir, 'set.cjs');
  fs.copyFileSync(path.join(dir, 'set.cjs'), path.join(dir, 'set.mjs'));
  fs.renameSync(path.join(dir, 'set.cjs.wickc'),
                path.join(dir, 'set.mjs.wickc'));
  fs.writeFileSync(path.join(dir, 'main.mjs'),
    "import './set.mjs'; export const handler = async () => isSet;");
  const result = await invoke(dir, 'main.handler');
  assert.strictEqual(result.answer, 'true', result.stderr);
  assert.deepStrictEqual(result.lines, ['set.mjs ignored']);
});

whole('stacks-are-those-of-the-source', async () => {
  const dir = code();
  const before = await invoke(dir, 'throws.handler');
  await compile(dir, 'throws.js');
  const after = await invoke(dir, 'throws.handler');
  assert.deepStrictEqual(after.lines, ['throws.js used']);
  assert.match(after.answer, /throws\.js:2:\d+/);
  assert.strictEqual(after.answer, before.answer);
});

whole('what-cannot-be-compiled-is-named', async () => {
  const dir = code();
  fs.writeFileSync(path.join(dir, 'bad.js'), 'let a = ;');
  fs.writeFileSync(path.join(dir, 'data.txt'), 'text');
  const result = await compile(dir, 'bad.js', 'none.js', 'data.txt', 'lib.js');
  assert.strictEqual(result.status, 1);
  assert.match(result.stderr, /SyntaxError/);
  assert.match(result.stderr, /none\.js cannot be compiled: no such file/);
  assert.match(result.stderr, /data\.txt: only .js, .mjs and .cjs/);
  assert.ok(fs.existsSync(path.join(dir, 'lib.js.wickc')));
  assert.ok(!fs.existsSync(path.join(dir, 'bad.js.wickc')));
});

whole('a-folder-that-cannot-be-written-to', async () => {
  const dir = code();
  fs.mkdirSync(path.join(dir, 'lib.js.wickc'));
  const result = await compile(dir, 'lib.js');
  assert.strictEqual(result.status, 1);
  assert.match(result.stderr, /lib\.js cannot be compiled/);
  assert.deepStrictEqual(fs.readdirSync(dir).sort(),
    ['common.js', 'lib.js', 'lib.js.wickc', 'module.mjs', 'throws.js']);
});
