// SPDX-License-Identifier: MIT
// If this fails loggers, tracers and Lambda's error documents cannot parse the
// stacks of errors, which they expect in V8's form.
'use strict';

function check(name, actual, pattern) {
  const isRight = typeof pattern === 'string' ? actual === pattern
    : pattern.test(actual);
  console.log(isRight ? `ok ${name}`
    : `FAIL ${name}: got ${JSON.stringify(actual)}, expected ${pattern}`);
}

function inner() {
  return new TypeError('bad thing');
}
function outer() {
  return inner();
}
const lines = outer().stack.split('\n');
check('header', lines[0], 'TypeError: bad thing');
check('first-frame', lines[1],
  /^    at inner \(.*stacks\.js:\d+:\d+\)$/);
check('second-frame', lines[2],
  /^    at outer \(.*stacks\.js:\d+:\d+\)$/);
check('top-level', lines[3], /^    at .*stacks\.js:\d+:\d+$/);

class HttpError extends Error {
  constructor(message) {
    super(message);
    this.name = 'Renamed';
  }
}
HttpError.prototype.name = 'HttpError';
check('class-name', new HttpError('no').stack.split('\n')[0], 'HttpError: no');
check('constructor-frame', new HttpError('no').stack.split('\n')[1],
  /^    at new HttpError \(/);

const error = new Error('first');
error.message = 'second';
check('message-when-made', error.stack.split('\n')[0], 'Error: first');
check('no-message', new RangeError().stack.split('\n')[0], 'RangeError');
check('multi-line', new Error('a\nb').stack.split('\n')[1], 'b');

const holder = { name: 'Holder', message: 'held' };
Error.captureStackTrace(holder);
check('capture', holder.stack.split('\n')[0], 'Holder: held');
function hidden() {
  const object = {};
  Error.captureStackTrace(object, hidden);
  return object.stack;
}
check('capture-hides', /hidden/.test(hidden()), /^false$/);
check('capture-default', (() => {
  const object = {};
  Error.captureStackTrace(object);
  return object.stack.split('\n')[0];
})(), 'Error');
const captured = new Error('old');
captured.message = 'new';
Error.captureStackTrace(captured);
check('capture-on-error', captured.stack.split('\n')[0], 'Error: new');

check('limit-default', Error.stackTraceLimit, /^10$/);
function recurse(n) {
  return n === 0 ? new Error('deep') : recurse(n - 1);
}
check('limit-10', recurse(50).stack.split('\n').length, /^11$/);
Error.stackTraceLimit = 0;
check('limit-0', recurse(3).stack, 'Error: deep');
Error.stackTraceLimit = 10;

check('native-frame', [1].map(() => new Error('x').stack)[0],
  /\n    at map \(<anonymous>\)\n/);
// The names of the functions of a stack, in order, down to this file's own code.
function names(stack) {
  const found = stack.split('\n').slice(1)
    .map((line) => line.slice(7).replace(/ ?\(?\S*stacks\.js.*/, ''));
  return found.slice(0, found.indexOf('') + 1).join();
}
const stacks = [];
function keep() {
  stacks.push(names(new Error('x').stack));
}
async function plain() {
  keep();
}
const arrow = async () => keep();
const methods = { async method() { keep(); } };
async function* generator() {
  keep();
  yield 1;
}
function twice() {
  plain();
}
plain();
arrow();
methods.method();
generator().next();
twice();
check('async-function-once', stacks[0], 'keep,plain,');
check('async-arrow-once', stacks[1], 'keep,arrow,');
check('async-method-once', stacks[2], 'keep,method,');
check('async-generator-once', stacks[3], 'keep,generator,next (<anonymous>),');
check('async-caller-stays', stacks[4], 'keep,plain,twice,');

class Base {
  constructor() {
    keep();
  }
}
class Implicit extends Base {}
class Explicit extends Base {
  constructor() {
    super();
  }
}
new Implicit();
new Explicit();
check('implicit-constructor', stacks[5], 'keep,new Base,');
check('explicit-constructor', stacks[6], 'keep,new Base,new Explicit,');

check('own-names', Object.getOwnPropertyNames(new Error('m')).sort().join(),
  'message,stack');
check('stack-not-enumerable', Object.keys(new Error('m')).join(), '');

let syntax;
try {
  new Function('return (');
} catch (caught) {
  syntax = caught;
}
check('syntax-error', syntax.stack.split('\n')[0], /^SyntaxError: /);

async function later() {
  await null;
  throw new Error('async');
}
later().catch((caught) => {
  check('async-header', caught.stack.split('\n')[0], 'Error: async');
  check('async-frame', caught.stack.split('\n')[1],
    /^    at later \(.*stacks\.js:\d+:\d+\)$/);
});
