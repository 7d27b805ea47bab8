/* SPDX-License-Identifier: MIT */
// The document that is posted for whatever was thrown. Callers of Node
// functions parse it; an error while making it would hide the function's own.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const UNREADABLE = 'callback called with Error argument, but there was a ' +
  'problem while retrieving one or more of its message, name, and stack';

const errors = (open) => open({}).load('lambda/errors');

function withGetter(name) {
  const error = new Error('x');
  Object.defineProperty(error, name, {
    get() {
      throw new Error('no');
    },
  });
  return error;
}

function bare(message) {
  const error = new Error(message);
  error.stack = undefined;
  return error;
}

class CustomError extends Error {}

const values = [
  ['string', 'x', ['string', 'x', []]],
  ['empty string', '', ['string', '', []]],
  ['number', 42, ['number', '42', []]],
  ['boolean', false, ['boolean', 'false', []]],
  ['bigint', 1n, ['bigint', '1', []]],
  ['symbol', Symbol('s'), ['symbol', 'Symbol(s)', []]],
  ['plain object', { a: 1 }, ['object', '[object Object]', []]],
  ['array', [1, 2], ['object', '1,2', []]],
  ['null', null, ['object', 'null', []]],
  ['undefined', undefined, ['undefined', 'undefined', []]],
  ['no prototype', Object.create(null), ['handled', UNREADABLE, []]],
  ['like an error', { name: 'N', message: 'm', stack: 'N: m\n  at f' },
   ['N', 'm', ['N: m', '  at f']]],
  ['almost like an error', { name: 'N', message: '', stack: 's' },
   ['object', '[object Object]', []]],
  ['DEL', { name: 'a\x7fb\x7f', message: '\x7fm', stack: 's\x7f' },
   ['a%7Fb%7F', '%7Fm', ['s%7F']]],
  ['no stack', bare('m'), ['Error', 'm', []]],
  ['name cannot be read', withGetter('name'), ['handled', UNREADABLE, []]],
  ['message cannot be read', withGetter('message'),
   ['handled', UNREADABLE, []]],
  ['stack cannot be read', withGetter('stack'), ['handled', UNREADABLE, []]],
  ['empty message', bare(''), ['Error', '', []]],
];

for (const [name, value, [errorType, errorMessage, trace]] of values) {
  scenario(`thrown: ${name}`, async (open) => {
    equal(errors(open).toRapidResponse(value, false),
          { errorType, errorMessage, trace });
  });
}

scenario('an error has its stack by lines', async (open) => {
  const error = new CustomError('two\nlines');
  const document = errors(open).toRapidResponse(error, false);
  equal(document.errorType, 'Error');
  equal(document.errorMessage, 'two\nlines');
  equal(document.trace, error.stack.split('\n'));
});

scenario('Node 22 says "handled" where Node 24 says what', async (open) => {
  const { toRapidResponse } = errors(open);
  for (const value of [null, undefined, Object.create(null)]) {
    equal(toRapidResponse(value, true),
          { errorType: 'handled', errorMessage: UNREADABLE });
  }
});

scenario('a type that is no string becomes one', async (open) => {
  const error = new Error('m');
  error.name = 7;
  const { type, body } = errors(open).report(error, false);
  equal(type, '7');
  equal(JSON.parse(body).errorType, '7');
});

scenario('a document has a bound', async (open) => {
  const error = new Error('m'.repeat(1e6));
  error.stack = 'line\n'.repeat(1e5);
  const { body } = errors(open).report(error, false);
  equal(JSON.parse(body).errorMessage.length, 256 * 1024);
  equal(JSON.parse(body).trace.length, 512);
});

scenario('what is logged is always an error', async (open) => {
  const { toError } = errors(open);
  const error = new Error('same');
  equal(toError(error) === error, true);
  equal(toError('text').message, 'text');
  equal(toError(null).message, 'null');
  equal(toError(Object.create(null)).message, 'object');
});

scenario('the Runtime classes', async (open) => {
  const { create } = errors(open);
  const error = create('ImportModuleError', 'm');
  equal(error.name, 'Runtime.ImportModuleError');
  equal(error.constructor.name, 'ImportModuleError');
  equal(Object.keys(error), []);
  equal(error instanceof Error, true);
  equal(error.stack.split('\n')[0], 'Runtime.ImportModuleError: m');
  equal(/^ +at /.test(error.stack.split('\n')[1]), true);
  equal(create('NodeJsExit', 'ignored').message.startsWith(
    'The Lambda runtime client detected an unexpected Node.js exit code.'),
        true);
});

scenario('a cause whose stack cannot be read', async (open) => {
  const { create } = errors(open);
  const hostile = new Proxy({}, {
    getPrototypeOf() {
      throw new Error('no');
    },
  });
  for (const cause of [withGetter('stack'), hostile]) {
    equal(create('ImportModuleError', 'm', cause).stack,
          'Runtime.ImportModuleError: m');
  }
});

scenario('an unhandled rejection', async (open) => {
  const reason = new RangeError('r');
  const promise = {};
  const error = errors(open).unhandledRejection(reason, promise);
  equal(error.name, 'Runtime.UnhandledPromiseRejection');
  equal(error.message, 'RangeError: r');
  equal(error.reason === reason && error.promise === promise, true);
  equal(error.stack.split('\n').slice(1), reason.stack.split('\n').slice(1));
});
