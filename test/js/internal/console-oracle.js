/* SPDX-License-Identifier: MIT */
// Wrong if a Console over streams writes other than node's: another text, to
// the other stream, in more or fewer writes. Needs node as the oracle.
'use strict';

const { Console: NodeConsole, formatTime = require('internal/util/debuglog').formatTime } =
  require('internal/console/constructor');
const { Writable } = require('node:stream');
const util = require('node:util');
const host = require('../host.js');
const { Console, durationText } = host.load('internal/console');

// What @script does to a console of class @Class: its writes, the warnings and
// what it throws.
function record(Class, script, options) {
  const out = [];
  const stream = (name, fields) => Object.assign(new Writable({
    write(chunk, encoding, done) {
      out.push(`${name} ${chunk}`);
      done();
    },
  }), fields);
  const { emitWarning } = process;
  process.emitWarning = (text) => out.push(`warning ${text}`);
  try {
    const { isTTY, ...rest } = { ...options };
    const streams = { stdout: stream('out', { isTTY }), stderr: stream('err', { isTTY }) };
    script(new Class({ ...streams, ...rest }), out, stream);
  } catch (error) {
    out.push(`thrown ${error.name} ${error.code} ${error.message}`);
  } finally {
    process.emitWarning = emitWarning;
  }
  return out;
}

function same(name, script, options) {
  host.test(`console-oracle ${name}`, () => {
    const ours = record(Console, script, options);
    const theirs = record(NodeConsole, script, options);
    theirs.forEach((text, n) => host.equal(ours[n], text, `write ${n}`));
    host.equal(ours.length, theirs.length, 'writes');
  });
}

const values = ['text', 'two\nlines', { a: 1, b: { c: { d: { e: 1 } } } }, [1, 2], null, undefined,
                Symbol('s'), 5n, () => 1, new Map([[1, { a: 1 }]]), '%s', ''];

for (const method of ['log', 'info', 'debug', 'warn', 'error', 'dirxml']) {
  same(method, (c) => {
    c[method]();
    c[method]('%s is %d', 'x', 5, 'more');
    for (const value of values) {
      c[method](value);
      c[method]('label', value);
    }
  });
}

same('dir', (c) => {
  for (const value of values) {
    c.dir(value);
    c.dir(value, { depth: 0 });
    c.dir(value, { colors: true });
  }
  c.dir({ [util.inspect.custom]: () => 'custom' });
  c.dir({ [util.inspect.custom]: () => 'custom' }, { customInspect: true });
});

same('assert', (c) => {
  c.assert();
  c.assert(true, 'no');
  c.assert(false);
  c.assert(0, 'text %s', 'x');
  c.assert(null, '%o', { a: 1 }, 'more');
});

// What node 22 does other than node 20: it shows the values, and lists the
// methods in another order.
const major = Number(process.versions.node.split('.')[0]);
if (major >= 22) {
  same('assert of values', (c) => {
    for (const value of values) {
      c.assert(false, value, '%s', 1);
    }
  });
}
const orderOf = (console) => (major >= 22 ? Object.keys(console) : Object.keys(console).sort());

same('count', (c) => {
  for (const label of [undefined, 'x', 'default', 5, null, 'x', {}]) {
    c.count(label);
  }
  c.countReset();
  c.countReset('x');
  c.countReset('never');
  c.count();
  c.count('x');
});

same('group', (c) => {
  c.group('one');
  c.log('two\nlines');
  c.group();
  c.error({ a: 'x'.repeat(50), b: 'y'.repeat(50) });
  c.groupCollapsed('a', { b: 1 });
  c.table([[1]]);
  c.warn('deep');
  c.groupEnd();
  c.groupEnd();
  c.log('back');
  c.groupEnd();
  c.groupEnd();
  c.log('');
});
same('group of another width', (c) => {
  c.group('a');
  c.log('b\nc');
  c.group('d');
  c.log('e');
  c.groupEnd();
  c.log('f');
}, { groupIndentation: 5 });
same('group of no width', (c) => {
  c.group('a');
  c.log('b');
  c.groupEnd();
  c.log('c');
}, { groupIndentation: 0 });

same('timers without a start', (c) => {
  c.timeEnd('a');
  c.timeLog('b');
  c.time();
  c.time();
  c.time(5);
  c.time('5');
});

// What a timer prints varies, so only its label and arguments are compared.
same('timers', (c, out) => {
  c.log = (...args) => out.push(`log ${args.length} ${args[0]} ${args[1]} ${args[3]} ${args[4]}`);
  c.time('t');
  c.timeLog('t');
  c.timeLog('t', 'a', 'b');
  c.timeEnd('t');
  c.timeEnd('t');
});

const tables = [
  [], {}, [1, 'a', null], [[1, 2], [3]], [{ a: 1 }, { b: 'x', a: { c: { d: 1 } } }], { x: { a: 1 }, y: 5 },
  new Map(), new Map([['k', { v: 1 }], [{ a: 1, b: 2, c: 3 }, [1, 2, 3, 4, 5]]]), new Set([1, 'two', {}]),
  new Map([[1, 2]]).entries(), new Map([[1, 2]]).keys(), new Map([[1, 2]]).values(), new Set([3]).values(),
  new Set([3]).entries(), [new Map([[1, 2]])], [() => 1, class A {}], [{ f() {}, n: null, u: undefined, z: -0, s: Symbol('q') }],
  [['\u4e2d\u6587', '\u{1f600}', 'e\u0301']], { '\u4e2d': { '\u6587': '\u5b57' } }, new Uint8Array(2), 'text', 5, null, undefined,
  [Symbol('x'), 1n], [{ 10: 1, 2: 2, b: 3, a: 4 }], [{ a: 1, b: 2, c: 3 }, { a: { x: 1, y: 2, z: 3 }, b: [1, 2, 3, 4] }],
  Object.create({ inherited: 1 }), [Object.create({ inherited: 1 })], [, 1], [['line\nfeed']], new Error('x').message, [new Date(0), /r/],
];
same('table', (c) => tables.forEach((table) => c.table(table)));
same('table with columns', (c) => {
  for (const columns of [[], ['a'], ['b', 'a', 'none'], ['0'], [0, 1], ['length']]) {
    tables.forEach((table) => c.table(table, columns));
  }
});
same('table with colours', (c) => tables.forEach((table) => c.table(table)), { colorMode: true });
for (const columns of ['a', {}, null, 5, true]) {
  same(`table refuses columns ${util.inspect(columns)}`, (c) => c.table([1], columns));
}

same('colours', (c) => values.forEach((value) => c.log(value, value)), { colorMode: true });
same('colours of inspectOptions', (c) => values.forEach((value) => c.error(value)),
     { inspectOptions: { colors: true, depth: 0 } });
same('options of inspect', (c) => {
  c.log(values[2]);
  c.dir(values[2], { depth: 0 });
  c.log('%o %s', values[2], values[2]);
}, { inspectOptions: { compact: false, depth: 4 } });

const badOptions = [
  { colorMode: 'x' }, { colorMode: null }, { colorMode: 1 }, { groupIndentation: -1 }, { groupIndentation: 1001 },
  { groupIndentation: 1.5 }, { groupIndentation: '2' }, { groupIndentation: null }, { groupIndentation: NaN },
  { inspectOptions: 5 }, { inspectOptions: null }, { inspectOptions: 'x' }, { colorMode: true, inspectOptions: { colors: true } },
  { colorMode: false, inspectOptions: { colors: false } }, { inspectOptions: {} }, { stdout: null }, { stdout: {} },
  { stderr: {} }, { stderr: null }, { stdout: undefined },
];
for (const options of badOptions) {
  same(`options ${util.inspect(options)}`, (c) => c.log({ a: 1 }), options);
}

same('methods through one another', (c, out) => {
  for (const name of ['log', 'warn', 'error', 'info', 'debug', 'group']) {
    c[name] = (...args) => out.push(`${name} ${JSON.stringify(args)}`);
  }
  c.assert(false, 'x');
  c.count();
  c.table([1]);
  c.table(5);
  c.dir(1);
  c.dirxml(2);
  c.groupCollapsed('g');
});

same('detached methods', (c) => {
  const { log, group, count, table } = c;
  group('g');
  log('x');
  count();
  table([1]);
});

same('a failing stream', (c, out, stream) => {
  const failing = stream('bad');
  failing.write = () => {
    throw new Error('broken');
  };
  const { constructor } = c;
  new constructor({ stdout: failing }).log('quiet');
  out.push(`listeners ${failing.listenerCount('error')}`);
  new constructor({ stdout: failing, ignoreErrors: false }).log('loud');
});

same('arguments of old', (c, out, stream) => {
  const { constructor } = c;
  new constructor(stream('first')).error('one stream');
  const old = constructor(stream('out'), stream('err'), true);
  old.log('a');
  old.error('b');
  out.push(old instanceof constructor, constructor.length, constructor.name);
  out.push(orderOf(old).join(), Object.prototype.toString.call(old));
  out.push(`${({}) instanceof constructor} ${5 instanceof constructor}`);
});

same('a subclass', (c, out, stream) => {
  class Sub extends c.constructor {
    log(...args) {
      out.push(`sub ${args}`);
      super.log(...args);
    }
    extra() {}
  }
  const sub = new Sub(stream('s'));
  sub.log('x');
  sub.count();
  sub.info('y');
  const { log } = sub;
  log('detached');
  out.push(`${Object.keys(sub).includes('extra')} ${sub instanceof Sub} ${sub instanceof c.constructor}`);
});

same('names and lengths', (c, out) => {
  for (const name of orderOf(c)) {
    out.push(`${name} ${c[name].name} ${c[name].length}`);
  }
});

same('clear', (c) => c.clear());
same('clear of a terminal', (c) => c.clear(), { isTTY: true });

// The frames are the test's; only the first line and its shape are compared.
same('trace', (c, out) => {
  c.error = (text) => out.push(...text.split('\n').slice(0, 2).map((line) => line.replace(/:\d+:\d+/, '')));
  c.trace('label %s', 'x', { a: 1 });
  c.trace();
});

host.test('console-oracle durations', () => {
  const times = [0, 0.0004, 0.1234, 1, 999.9994, 999.9996, 1000, 1500.5, 59999.4, 59999.9, 60000, 61234.5678, 3599999, 3600000,
                 3723004.5, 90061001, 119999.9, 3609999.7];
  for (const time of times) {
    host.equal(durationText(time), formatTime(time), `${time} ms`);
  }
});
