// SPDX-License-Identifier: MIT
// A function with many ways to allocate without end; the event says which.
'use strict';

const forever = (step) => {
  for (let i = 0; ; i++) {
    step(i);
  }
};

const keep = (make) => {
  const all = [];
  forever((i) => all.push(make(i)));
};

const endless = {
  properties: () => { const o = {}; forever((i) => { o['k' + i] = i; }); },
  elements: () => { const o = {}; forever((i) => { o[i * 1000] = i; }); },
  numbers: () => keep((i) => i),
  doubles: () => keep((i) => i + 0.5),
  objects: () => keep((i) => ({ i, text: 'object ' + i })),
  nested: () => { let o = null; forever(() => { o = { o }; }); },
  caught: () => {
    const all = [];
    for (;;) { try { for (;;) all.push([all.length]); } catch { } }
  },
  shapes: () => keep((i) => ({ ['k' + i]: i })),
  prototypes: () => { let o = {}; forever(() => { o = Object.create(o); }); },
  classes: () => keep(() => class { #x = 1; m() { return this.#x; } }),
  Map: () => { const m = new Map(); forever((i) => m.set(i, i)); },
  'Map-of-texts': () => {
    const m = new Map();
    forever((i) => m.set('key ' + i, { i }));
  },
  Set: () => { const m = new Set(); forever((i) => m.add(i)); },
  WeakMap: () => {
    const m = new WeakMap();
    keep((i) => { const o = {}; m.set(o, { o, i }); return o; });
  },
  WeakSet: () => {
    const m = new WeakSet();
    keep(() => { const o = {}; m.add(o); return o; });
  },
  WeakRef: () => keep((i) => new WeakRef({ i })),
  FinalizationRegistry: () => {
    const r = new FinalizationRegistry(() => {});
    keep((i) => { const o = {}; r.register(o, i); return o; });
  },
  ropes: () => { let s = ''; forever((i) => { s += 'text ' + i; }); },
  doubling: () => {
    let s = 'ab';
    forever(() => { s += s; s.charCodeAt(0); });
  },
  flat: () => {
    let s = '';
    forever((i) => {
      s += 'some more text ' + i;
      if (i % 1000 === 0) s.charCodeAt(0);
    });
  },
  templates: () => keep((i) => `${i} and ${i}`.toUpperCase()),
  tagged: () =>
    keep((i) => new Function('return ((s) => s)`a' + i + '${1}b`')()),
  substrings: () => keep((i) => ('x'.repeat(5000) + i).toUpperCase()),
  atoms: () => {
    keep((i) => {
      const o = {};
      o['name ' + i] = 1;
      return Object.keys(o)[0];
    });
  },
  'utf16': () => keep((i) => ('\u4e00'.repeat(1000) + i).normalize()),
  closures: () => {
    let c = null;
    forever(() => { const inner = c; c = () => inner; });
  },
  bound: () => { let f = () => 1; forever(() => { f = f.bind(null, 1); }); },
  bytes: () => keep(() => new Uint8Array(64 * 1024).fill(1)),
  'bytes-untouched': () => keep(() => new Uint8Array(1024 * 1024)),
  'small-bytes': () => keep(() => new Uint8Array(16)),
  'large-bytes': () => keep(() => new Uint8Array(8e6).fill(1)),
  'doubles-typed': () => {
    let a = new Float64Array(16);
    forever(() => {
      const b = new Float64Array(a.length * 2);
      b.set(a);
      a = b;
    });
  },
  resizable: () => {
    const b = new ArrayBuffer(1, { maxByteLength: 1e9 });
    forever((i) => b.resize(i * 1e6));
  },
  shared: () => keep(() => new Uint8Array(new SharedArrayBuffer(1e6)).fill(1)),
  Buffer: () => keep((i) => Buffer.from('some text ' + i)),
  'Buffer-concat': () => {
    let b = Buffer.alloc(100);
    forever(() => { b = Buffer.concat([b, b]); });
  },
  'JSON-parse-numbers': () =>
    keep(() => JSON.parse('[' + '1,'.repeat(5e5) + '1]')),
  'JSON-parse-huge': () => JSON.parse('[' + '{"a":1},'.repeat(6e6) + '1]'),
  'JSON-parse-strings': () =>
    JSON.parse(`[${Array.from({ length: 2e6 }, (_, i) => `"${i} text"`)}]`),
  'JSON-parse-keys': () =>
    JSON.parse(`{${Array.from({ length: 2e6 }, (_, i) => `"k${i}":1`)}}`),
  'JSON-stringify': () => {
    let o = [1, 2, 3];
    forever(() => { o = [JSON.stringify(o), JSON.stringify(o)]; });
  },
  toJSON: () => ({ toJSON: () => endless.objects() }),
  matches: () => keep((i) => /(a+)(b+)(?<x>c)/.exec('xaabbc' + i)),
  matchAll: () => [...'a'.repeat(5e7).matchAll(/a/g)],
  split: () => 'a,'.repeat(2e7).split(','),
  replace: () => {
    let s = 'aaaa';
    forever(() => { s = s.replace(/a/g, 'aa'); });
  },
  RegExp: () => keep((i) => {
    const r = new RegExp('(a' + i + ')+b');
    r.test('a' + i);
    return r;
  }),
  BigInt: () => { let b = 3n; forever(() => { b *= b; }); },
  'BigInt-shift': () => keep((i) => (1n << 10000n) + BigInt(i)),
  'BigInt-text': () => {
    let b = 1n << 1000000n;
    keep((i) => (b + BigInt(i)).toString(16));
  },
  Function: () => keep((i) => new Function('return ' + i)),
  'Function-called': () => keep((i) => {
    const f = new Function('return { a: ' + i + ' }');
    f();
    return f;
  }),
  'Function-huge': () => new Function('return [' + '1,'.repeat(2e7) + ']')(),
  'Function-dropped': () => {
    const seen = [];
    forever((i) => {
      new Function('return ' + i)();
      if (i > 30000) seen.push([i]);
    });
  },
  eval: () => keep((i) => (0, eval)('(() => ' + i + ')')),
  deep: () => new Function('return ' + '('.repeat(1e6) + ')'.repeat(1e6))(),
  Symbol: () => keep((i) => Symbol(i)),
  'Symbol-for': () => keep((i) => Symbol.for('symbol ' + i)),
  'symbol-keys': () => { const o = {}; forever((i) => { o[Symbol(i)] = i; }); },
  Proxy: () => { let p = {}; forever(() => { p = new Proxy(p, {}); }); },
  revocable: () => keep(() => Proxy.revocable({}, {})),
  'Promise-chain': () => {
    let p = Promise.resolve();
    forever(() => { p = p.then(() => 1); });
  },
  'Promise-pending': () => {
    let p = new Promise(() => {});
    forever(() => { p = p.then(() => 1); });
  },
  'Promise-reactions': () => {
    const p = new Promise(() => {});
    forever(() => { p.then(() => 1); });
  },
  'Promise-all': () => Promise.all({ *[Symbol.iterator]() {
    for (;;) yield 1;
  } }),
  microtasks: () => {
    const all = [];
    const f = () => { all.push({}); queueMicrotask(f); queueMicrotask(f); };
    f();
    return new Promise(() => {});
  },
  'microtasks-sync': () => { forever(() => queueMicrotask(() => 1)); },
  ticks: () => {
    const f = () => { process.nextTick(f); process.nextTick(f); };
    f();
    return new Promise(() => {});
  },
  'ticks-sync': () => { forever(() => process.nextTick(() => 1)); },
  'timers-sync': () => { forever(() => setTimeout(() => 1, 1)); },
  immediates: () => { forever(() => setImmediate(() => 1)); },
  awaits: async () => {
    const all = [];
    for (;;) { all.push(new Array(100).fill(all.length)); await null; }
  },
  timers: async () => {
    const all = [];
    for (;;) {
      await new Promise((r) => setTimeout(r, 0));
      for (let i = 0; i < 50000; i++) all.push({ i });
    }
  },
  'async-calls': async () => {
    const f = async () => { await new Promise(() => {}); };
    keep(f);
  },
  recursion: () => { const f = (n) => f(n + 1) + 1; return f(0); },
  'async-recursion': async () => {
    const f = async (n) => { await null; return (await f(n + 1)) + 1; };
    return f(0);
  },
  generators: () => keep(() => {
    const g = (function* () { yield 1; yield 2; })();
    g.next();
    return g;
  }),
  spread: () => [...(function* () { for (;;) yield {}; })()],
  arguments: () => Math.max(...new Array(1e8).fill(1)),
  apply: () => String.fromCharCode.apply(null, new Array(3e7).fill(65)),
  'Array-from': () => Array.from({ length: 2 ** 32 - 1 }, () => 1),
  fill: () => new Array(1e8).fill({}),
  flatMap: () => {
    let a = [1];
    forever(() => { a = a.flatMap((x) => [x, x]); });
  },
  concat: () => { let a = [1]; forever(() => { a = a.concat(a); }); },
  unshift: () => {
    const a = [];
    forever((i) => a.unshift(i, i, i, i, i, i, i, i));
  },
  sort: () => {
    const a = [];
    for (let i = 0; i < 8e6; i++) a.push(i + 0.5);
    a.sort((x, y) => y - x);
    return keep(() => ({}));
  },
  join: () => new Array(1e8).join('abc'),
  sparse: () => {
    const a = [];
    forever((i) => { a[i * 100001 % 4294967295] = i; });
  },
  Errors: () => keep((i) => new Error('error ' + i)),
  'Errors-read': () => keep((i) => new Error('error ' + i).stack),
  Date: () => keep((i) => new Date(i)),
  dates: () => keep((i) => new Date(i * 1e9).toString()),
  Intl: () => keep(() => new Intl.NumberFormat('en')),
  'Intl-DateTimeFormat': () => keep(() => new Intl.DateTimeFormat('en')),
  Segmenter: () => [...new Intl.Segmenter('en').segment('a '.repeat(2e7))],
  URL: () => keep((i) => new URL('https://example.com/' + i)),
  URLSearchParams: () => {
    const p = new URLSearchParams();
    forever((i) => p.append('k' + i, i));
  },
  TextEncoder: () => keep((i) => new TextEncoder().encode('text ' + i)),
  structuredClone: () => {
    let o = [1];
    forever(() => {
      o = structuredClone([o, o.slice()]);
      o = [o, JSON.parse(JSON.stringify(o))];
    });
  },
  events: () => {
    const e = new (require('events'))();
    e.setMaxListeners(0);
    forever(() => e.on('x', () => 1));
  },
  console: () => console.log('x'.repeat(300e6)),
  inspect: () =>
    require('util').inspect(new Array(1e7).fill({ a: 1 }),
                            { maxArrayLength: Infinity }),
  'base64': () => {
    let s = 'abcd';
    forever(() => { s = Buffer.from(s).toString('base64'); });
  },
  environment: () => forever((i) => {
    process.env['NAME' + i] = 'x'.repeat(100000);
  }),
  'wasm-memory': () => {
    const m = new WebAssembly.Memory({ initial: 1 });
    forever(() => { m.grow(16); new Uint8Array(m.buffer).fill(1); });
  },
  'wasm-memories': () =>
    keep(() => new Uint8Array(
      new WebAssembly.Memory({ initial: 16 }).buffer).fill(1)),
  'wasm-table': () => {
    const t = new WebAssembly.Table({ initial: 1, element: 'anyfunc' });
    forever(() => t.grow(10000));
  },
  AsyncLocalStorage: () => {
    const s = new (require('async_hooks').AsyncLocalStorage)();
    const f = (n) => s.run({ n }, () => {
      queueMicrotask(() => f(n + 1));
      queueMicrotask(() => f(n + 1));
    });
    f(0);
    return new Promise(() => {});
  },
  response: () => 'x'.repeat(100e6),
  'response-objects': () => new Array(3e6).fill('abcdefghijklmnopqrst'),
  globals: () => forever((i) => { globalThis['g' + i] = { i }; }),
};

exports.endless = endless;
exports.handler = (event) =>
  event.kind ? endless[event.kind]() : process.pid;
