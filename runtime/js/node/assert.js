/* SPDX-License-Identifier: MIT */
// node:assert. https://nodejs.org/api/assert.html
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectAssign, ObjectIs } = primordials;

  const { AssertionError } = require('node/assert_error');
  const { invalidArgType } = require('internal/errors');
  const { missingArgs } = require('internal/web_errors');
  const { isDeepEqual, isDeepStrictEqual } = require('internal/deep_equal');
  const { inspect } = require('internal/inspect');
  const types = require('node/util_types').module;
  const thrown = require('node/assert_throws');

  function fail(failure) {
    if (failure.message instanceof Error) {
      throw failure.message;
    }
    throw new AssertionError(failure);
  }

  // ---- Truth ----

  function checkTruth(stackStartFn, args) {
    const [value, given] = args;
    if (value) {
      return;
    }
    let message = given;
    let isGenerated = false;
    if (args.length === 0) {
      isGenerated = true;
      message = 'No value argument passed to `assert.ok()`';
    } else if (message === undefined || message === null) {
      isGenerated = true;
      message = require('node/assert_source').message(stackStartFn);
    } else if (message instanceof Error) {
      throw message;
    }
    const error = new AssertionError({
      actual: value, expected: true, message, operator: '==', stackStartFn,
    });
    error.generatedMessage = isGenerated;
    throw error;
  }

  function ok(...args) {
    checkTruth(ok, args);
  }
  const assert = ok;

  assert.fail = function fail(actual, expected, message, operator,
                              stackStartFn) {
    const count = arguments.length;
    const isPlain = count <= 1;
    if (!isPlain) {
      globalThis.process.emitWarning(
        'assert.fail() with more than one argument is deprecated. ' +
        'Please use assert.strictEqual() instead or only pass a message.',
        'DeprecationWarning', 'DEP0094');
    }
    const text = isPlain ? actual : message;
    if (text instanceof Error) {
      throw text;
    }
    const options = {
      actual: isPlain ? undefined : actual,
      expected,
      operator: operator ?? (count === 2 ? '!=' : 'fail'),
      stackStartFn: stackStartFn ?? assert.fail,
      message: count === 0 ? 'Failed' : text,
    };
    const error = new AssertionError(options);
    if (count === 0) {
      error.generatedMessage = true;
    }
    throw error;
  };

  assert.AssertionError = AssertionError;
  assert.ok = ok;

  // ---- Comparisons ----

  // assert[@name](actual, expected, message), which fails where @isRight says
  // so; @operator is what the error names.
  function define(name, operator, isRight) {
    assert[name] = {
      [name](actual, expected, message) {
        if (arguments.length < 2) {
          throw missingArgs('actual', 'expected');
        }
        if (!isRight(actual, expected)) {
          fail({
            actual, expected, message, operator, stackStartFn: assert[name],
          });
        }
      },
    }[name];
  }

  const isNaN = (value) => value !== value;
  const isLoose = (a, b) => a == b || (isNaN(a) && isNaN(b));

  define('equal', '==', isLoose);
  define('notEqual', '!=', (a, b) => !isLoose(a, b));
  define('deepEqual', 'deepEqual', isDeepEqual);
  define('notDeepEqual', 'notDeepEqual', (a, b) => !isDeepEqual(a, b));
  define('deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual);
  define('notDeepStrictEqual', 'notDeepStrictEqual',
         (a, b) => !isDeepStrictEqual(a, b));
  define('strictEqual', 'strictEqual', ObjectIs);
  define('notStrictEqual', 'notStrictEqual', (a, b) => !ObjectIs(a, b));

  // ---- Errors ----

  assert.throws = function throws(fn, ...args) {
    thrown.expectError(throws, thrown.errorOf(fn), args);
  };

  assert.rejects = async function rejects(promiseFn, ...args) {
    thrown.expectError(rejects, await thrown.rejectionOf(promiseFn), args);
  };

  assert.doesNotThrow = function doesNotThrow(fn, ...args) {
    thrown.expectNoError(doesNotThrow, thrown.errorOf(fn), args);
  };

  assert.doesNotReject = async function doesNotReject(fn, ...args) {
    thrown.expectNoError(doesNotReject, await thrown.rejectionOf(fn), args);
  };

  assert.ifError = function ifError(error) {
    if (error === null || error === undefined) {
      return;
    }
    let what = inspect(error);
    if (typeof error === 'object' && typeof error.message === 'string') {
      what = error.message.length === 0 && error.constructor ?
        error.constructor.name : error.message;
    }
    const failure = new AssertionError({
      actual: error, expected: null, operator: 'ifError',
      message: `ifError got unwanted exception: ${what}`,
      stackStartFn: ifError,
    });
    failure.generatedMessage = true;
    throw failure;
  };

  // ---- Texts ----

  function checkMatch(stackStartFn, string, regexp, message, wantsMatch) {
    if (!types.isRegExp(regexp)) {
      throw invalidArgType('regexp', 'RegExp', regexp);
    }
    const isText = typeof string === 'string';
    if (isText && (regexp.exec(string) !== null) === wantsMatch) {
      return;
    }
    if (message instanceof Error) {
      throw message;
    }
    let generated;
    if (isText) {
      generated = (wantsMatch ?
        'The input did not match the regular expression ' :
        'The input was expected to not match the regular expression ') +
        `${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
    } else {
      generated = 'The "string" argument must be of type string. Received ' +
        `type ${typeof string} (${inspect(string)})`;
    }
    const error = new AssertionError({
      actual: string, expected: regexp, message: message || generated,
      operator: stackStartFn.name, stackStartFn,
    });
    error.generatedMessage = !message;
    throw error;
  }

  assert.match = function match(string, regexp, message) {
    checkMatch(match, string, regexp, message, true);
  };

  assert.doesNotMatch = function doesNotMatch(string, regexp, message) {
    checkMatch(doesNotMatch, string, regexp, message, false);
  };

  function strict(...args) {
    checkTruth(strict, args);
  }

  assert.strict = ObjectAssign(strict, assert, {
    equal: assert.strictEqual,
    deepEqual: assert.deepStrictEqual,
    notEqual: assert.notStrictEqual,
    notDeepEqual: assert.notDeepStrictEqual,
  });
  assert.strict.strict = assert.strict;
  for (const owner of [assert, strict]) {
    Object.defineProperty(owner, 'CallTracker', {
      __proto__: null,
      get: () => require('node/assert_tracker').CallTracker,
      enumerable: true,
      configurable: true,
    });
  }

  exports.module = assert;
})
