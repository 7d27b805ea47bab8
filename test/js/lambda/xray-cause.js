/* SPDX-License-Identifier: MIT */
// The X-Ray cause, a header: what the frames of a stack become, and that it is
// one line of ASCII whatever the error says.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const frames = [
  ['    at handler (/var/task/index.js:3:9)',
   ['/var/task/index.js', 3, 'handler']],
  ['    at /var/task/index.js:10:2', ['/var/task/index.js', 10, 'anonymous']],
  ['    at async Promise.all (index 0)',
   ['index 0', null, 'async Promise.all']],
  ['    at async /var/task/a.js:1:2', ['/var/task/a.js', 1, 'async']],
  ['    at async run (/var/task/a.js:1:2)',
   ['/var/task/a.js', 1, 'async run']],
  ['    at new Thing (/t/a.js:7:1)', ['/t/a.js', 7, 'new Thing']],
  ['    at Object.<anonymous> (/t/a.js:7:1)',
   ['/t/a.js', 7, 'Object.<anonymous>']],
  ['    at Foo.bar [as baz] (/t/a.js:7:1)', ['/t/a.js', 7, 'Foo.bar [as baz]']],
  ['    at f (file:///var/task/x.mjs:1:2)', ['/var/task/x.mjs', 1, 'f']],
  ['    at file:///var/task/a%20b.mjs:5:6',
   ['/var/task/a b.mjs', 5, 'anonymous']],
  ['    at file:///bad%zz.mjs:5:6', ['/bad%zz.mjs', 5, 'anonymous']],
  ['    at f (/t/a (copy)/a.js:7:1)', ['/t/a (copy)/a.js', 7, 'f']],
  ['    at /t/a (copy)/a.js:7:1', ['/t/a (copy)/a.js', 7, 'anonymous']],
  ['    at Foo.m (f) (/t/a.js:7:1)', ['/t/a.js', 7, 'Foo.m (f)']],
  ['    at f (node:internal/x:1:2)', ['node:internal/x', 1, 'f']],
  ['    at f (native)', ['native', null, 'f']],
  ['    at f (/t/a.js:7)', ['/t/a.js', 7, 'f']],
];

for (const [line, [path, number, label]] of frames) {
  scenario(`frame:${line.slice(6)}`, async (open) => {
    const { parseFrame } = open({}).load('lambda/errors');
    equal(parseFrame(line), { path, line: number, label });
  });
}

scenario('lines that are no frames', async (open) => {
  const { parseFrame } = open({}).load('lambda/errors');
  equal(parseFrame('Error: at last'), undefined);
  equal(parseFrame(''), undefined);
});

scenario('the document', async (open) => {
  const { xrayCause } = open({}).load('lambda/errors');
  const cause = JSON.parse(xrayCause({
    errorType: 'TypeError',
    errorMessage: 'm',
    trace: ['TypeError: m', '    at f (/b.js:1:2)', '    at g (/a.js:3:4)',
      '    at h (/b.js:5:6)'],
  }));
  equal(cause, {
    working_directory: process.cwd(),
    exceptions: [{
      type: 'TypeError',
      message: 'm',
      stack: [
        { path: '/b.js', line: 1, label: 'f' },
        { path: '/a.js', line: 3, label: 'g' },
        { path: '/b.js', line: 5, label: 'h' },
      ],
    }],
    paths: ['/b.js', '/a.js'],
  });
});

scenario('without a stack', async (open) => {
  const { report } = open({}).load('lambda/errors');
  for (const value of ['text', null, 42]) {
    const cause = JSON.parse(report(value, false).cause);
    equal(cause.exceptions[0].stack, []);
    equal(cause.paths, []);
  }
  equal(JSON.parse(report(null, true).cause).exceptions[0].type, 'handled');
});

scenario('without a working directory', async (open) => {
  const cwd = () => {
    throw new Error('ENOENT');
  };
  const { report } = open({ native: { cwd } }).load('lambda/errors');
  const { type, cause } = report(new RangeError('r'), false);
  equal([type, cause], ['RangeError', '']);
});

scenario('one line of ASCII', async (open) => {
  const { report } = open({}).load('lambda/errors');
  const error = new Error('\u00e9\n\r\0\x7f\u26a1\ud83d\ude00 "q" \\');
  const { cause } = report(error, false);
  equal(/^[\x20-\x7e]+$/.test(cause), true);
  equal(JSON.parse(cause).exceptions[0].message,
        '\u00e9\n\r\0%7F\u26a1\ud83d\ude00 "q" \\');
});

scenario('too large is left out', async (open) => {
  const { report } = open({}).load('lambda/errors');
  const error = new Error('m');
  error.stack = `Error: m\n${`    at f (/${'\u00e9'.repeat(2000)}:1:2)\n`
    .repeat(60)}`;
  const { cause, body } = report(error, false);
  equal(cause, '');
  equal(JSON.parse(body).errorMessage, 'm');
});
