// SPDX-License-Identifier: MIT
// Handlers that allocate without end, in a function of little memory: each
// invocation fails with a reason, and the next runs in the same process.
'use strict';

const { assert, folder, fs, invoke, path, root, serve, test, wick } =
  require('./harness.js');

const bootstrap = process.env.BOOTSTRAP ||
  path.join(root, 'build/bootstrap');
const env = { WICK_BOOTSTRAP: bootstrap };
const MB = 1024 * 1024;

// Small, so that it is full soon.
const MEMORY_MB = 64;

// Each allocates until something ends it.
const HANDLERS = `
const endless = {
  objects() {
    const all = [];
    for (let i = 0; ; i++) {
      all.push({ i, text: 'object ' + i });
    }
  },
  caught() {
    const all = [];
    for (;;) {
      try {
        for (;;) {
          all.push([all.length]);
        }
      } catch {
        // Must not be able to hold on.
      }
    }
  },
  strings() {
    const all = [];
    for (let i = 0; ; i++) {
      all.push(('x'.repeat(5000) + i).toUpperCase());
    }
  },
  buffers() {
    const all = [];
    for (;;) {
      all.push(new Uint8Array(64 * 1024).fill(1));
    }
  },
  // Little of one is the collector's, which does not come for it.
  formats() {
    const all = [];
    for (;;) {
      all.push(new Intl.NumberFormat('en'));
    }
  },
  shapes() {
    const all = [];
    for (let i = 0; ; i++) {
      all.push({ ['key ' + i]: i });
    }
  },
  map() {
    const map = new Map();
    for (let i = 0; ; i++) {
      map.set('key ' + i, { i });
    }
  },
  closures() {
    let chain = null;
    for (;;) {
      const inner = chain;
      chain = () => inner;
    }
  },
  async awaits() {
    const all = [];
    for (;;) {
      all.push(new Array(100).fill(all.length));
      await null;
    }
  },
  async timers() {
    const all = [];
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      for (let i = 0; i < 50000; i++) {
        all.push({ i });
      }
    }
  },
  // Ended when the answer was claimed and had not gone out.
  stringify() {
    return { toJSON: () => endless.objects() };
  },
  parse() {
    const all = [];
    const text = JSON.stringify(Array.from({ length: 3000 },
                                           (_, id) => ({ id, name: 'n' })));
    for (;;) {
      all.push(JSON.parse(text));
    }
  },
};
let count = 0;
exports.handler = (event) => {
  count++;
  return event.kind ? endless[event.kind]() : { count, pid: process.pid };
};
`;

const KINDS = ['objects', 'caught', 'strings', 'buffers', 'formats',
  'shapes', 'map', 'closures', 'awaits', 'timers', 'parse', 'stringify'];

function code(text) {
  const dir = folder();
  fs.writeFileSync(path.join(dir, 'index.js'), text);
  return dir;
}

function start(text) {
  return serve(['-C', code(text), '--memory', String(MEMORY_MB),
    'index.handler'], { env });
}

// Bytes of the process, by the kernel: private ones (RssAnon) now, or with those
// of files the most that there were (VmHWM).
function resident(pid, name) {
  const text = fs.readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)[1]) * 1024;
}

function checkDocument(answer, kind) {
  const document = JSON.parse(answer.text);
  assert.strictEqual(answer.headers['x-amz-function-error'], 'Unhandled', kind);
  // Which of the two limits is met first is a matter of sizes: that of all
  // objects together, or that of a single one, here a table that grows.
  if (document.errorType === 'RangeError') {
    assert.strictEqual(document.errorMessage, 'Out of memory', kind);
    return;
  }
  assert.strictEqual(document.errorType, 'Runtime.OutOfMemory', kind);
  assert.match(document.errorMessage,
    /^JavaScript heap out of memory: \d+ MB .* limit is \d+ MB in 64 MB/);
}

test('whatever-allocates-without-end-fails-and-the-next-runs', async () => {
  const run = await start(HANDLERS);
  const { pid } = JSON.parse((await invoke(run, '{}')).text);
  let count = 1;
  for (const kind of KINDS) {
    checkDocument(await invoke(run, JSON.stringify({ kind })), kind);
    const after = JSON.parse((await invoke(run, '{}')).text);
    count += 2;
    assert.deepStrictEqual(after, { count, pid }, kind);
    const kept = resident(pid, 'RssAnon');
    const peak = resident(pid, 'VmHWM');
    assert.ok(kept < 24 * MB, `${kind}: ${kept} bytes`);
    // Those of the executable can be dropped and read again.
    assert.ok(peak < (MEMORY_MB + 16) * MB, `${kind}: ${peak} bytes`);
  }
}, bootstrap);

test('one-huge-thing-is-a-range-error', async () => {
  const run = await start(`
    const makers = [
      () => 'x'.repeat(200e6),
      () => new Uint8Array(200e6).fill(1),
      () => new ArrayBuffer(200e6),
      () => new Array(30e6).fill(0),
      () => new Float64Array(20e6),
      () => { let s = 'ab'; for (;;) { s += s; s.charCodeAt(0); } },
      () => JSON.stringify(new Array(3e6).fill('abcdefghijklmnopqrst')),
    ];
    exports.handler = async () => makers.map((make) => {
      try {
        make();
        return 'made';
      } catch (error) {
        return error.name;
      }
    });`);
  const answer = await invoke(run, '{}');
  assert.deepStrictEqual(JSON.parse(answer.text),
    new Array(7).fill('RangeError'));
}, bootstrap);

test('what-outlives-the-invocation-ends-the-process', async () => {
  const run = await start(`const all = [];
    exports.handler = async (event) => {
      for (; event.fill;) {
        all.push({ at: all.length });
      }
      return { length: all.length, pid: process.pid };
    };`);
  const before = JSON.parse((await invoke(run, '{}')).text);
  checkDocument(await invoke(run, '{"fill":true}'), 'global');
  const after = JSON.parse((await invoke(run, '{}')).text);
  assert.strictEqual(after.length, 0);
  assert.notStrictEqual(after.pid, before.pid);
}, bootstrap);

test('garbage-is-no-reason', async () => {
  const run = await start(`exports.handler = async () => {
      let sum = 0;
      for (let i = 0; i < 100; i++) {
        sum += new Uint8Array(8e6).fill(i)[0];
        sum += 'x'.repeat(4e6 + i).length;
        sum += Array.from({ length: 1e4 }, (_, n) => ({ n })).length;
      }
      return sum > 0;
    };`);
  assert.strictEqual((await invoke(run, '{}')).text, 'true');
}, bootstrap);

test('init-that-allocates-without-end-is-an-init-error', async () => {
  const dir = code('const all = []; for (;;) all.push({}); ' +
    'exports.handler = async () => 1;');
  const result = await wick(['invoke', '-C', dir, '--memory',
    String(MEMORY_MB), 'index.handler'], { env });
  assert.strictEqual(result.status, 1);
  assert.strictEqual(JSON.parse(result.stdout).errorType,
    'Runtime.OutOfMemory');
}, bootstrap);
