/* SPDX-License-Identifier: MIT */
// Wrong if the global console writes other records than one for each call, at
// the level that tells the streams apart.
'use strict';

const host = require('../host.js');

const records = [];
let clock = 0;
const load = host.realm({
  writeLog: (level, text) => records.push(`${level} ${text.split('\n').join('|')}`),
  monotonicMs: () => clock,
});
const console = load('internal/console').createGlobal();

console.log('.');
console.log('plain');
console.log('%s and %d', 'a', 1.5);
console.log({ a: [1, 2] }, 'x');
console.info('info');
console.debug('debug');
console.warn('warn');
console.error('two\nlines');
console.assert(1, 'not printed');
console.assert(0, 'printed');
console.count();
console.count();
console.countReset();
console.count();
console.group('group', 1);
console.log('in\nit');
console.groupEnd();
console.log('out of it');
console.time('t');
clock = 1234.5;
console.timeLog('t', 'so far');
clock = 61234.5;
console.timeEnd('t');
console.table([['x', 1]]);
console.table('no table');
console.dir({ a: { b: { c: {} } } }, { depth: 0 });
console.dirxml('a', 1);
const { log } = console;
log('detached');
// The bars and lines of a box become number signs: this file is ASCII.
records.forEach((record) => host.print(record.replace(/[^ -~]/g, '#')));

// expect: 2 .
// expect: 2 plain
// expect: 2 a and 1.5
// expect: 2 { a: [ 1, 2 ] } x
// expect: 2 info
// expect: 1 debug
// expect: 3 warn
// expect: 4 two|lines
// expect: 3 Assertion failed: printed
// expect: 2 default: 1
// expect: 2 default: 2
// expect: 2 default: 1
// expect: 2 group 1
// expect: 2   in|  it
// expect: 2 out of it
// expect: 2 t: 1.234s so far
// expect: 2 t: 1:01.234 (m:ss.mmm)
// expect: 2 #####################|# (index) # 0   # 1 #|#####################|# 0       # 'x' # 1 #|#####################
// expect: 2 no table
// expect: 2 { a: [Object] }
// expect: 2 a 1
// expect: 2 detached

host.test('console-global without arguments', () => {
  records.length = 0;
  console.log();
  host.equal(records[0], '2 ');
});

host.test('console-global is one', () => {
  const { Console } = load('internal/console');
  host.equal(console instanceof Console, true);
  host.equal(console.Console, Console);
  host.equal(Object.prototype.toString.call(console), '[object console]');
  host.equal(console.log.name, 'log');
});

host.test('console-global trace begins with the caller', () => {
  records.length = 0;
  console.trace('label');
  host.equal(records.length, 1);
  host.equal(records[0].startsWith('4 Trace: label'), true, records[0]);
  host.equal(records[0].includes('builtin:internal/console'), false, records[0]);
});

host.test('console-global plain text loads no formatter', () => {
  const loaded = [];
  const fresh = host.realm({
    writeLog: (level, text) => loaded.push(text),
  }, (name) => loaded.push(name));
  const quiet = fresh('internal/console').createGlobal();
  quiet.log('text');
  host.equal(loaded.join(), 'internal/console,text');
});

host.test('console-global warns of labels that are not there', () => {
  const { process } = globalThis;
  globalThis.process = undefined;
  records.length = 0;
  try {
    console.timeEnd('nowhere');
    console.countReset('nowhere');
  } finally {
    globalThis.process = process;
  }
  host.equal(records.join(';'),
             "3 Warning: No such label 'nowhere' for console.timeEnd();" +
             "3 Warning: Count for 'nowhere' does not exist");
});
