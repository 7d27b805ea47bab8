/* SPDX-License-Identifier: MIT */
// What assert.throws, rejects and their opposites say of an error.
// https://nodejs.org/api/assert.html#assertthrowsfn-error-message
(function (native, require, exports, primordials) {
  'use strict';

  const { AssertionError } = require('node/assert_error');
  const { isDeepStrictEqual } = require('internal/deep_equal');
  const { inspect } = require('internal/inspect');
  const types = require('node/util_types').module;
  const {
    invalidArgType,
    invalidArgValue,
    withCode,
  } = require('internal/errors');
  const { received } = require('internal/describe');
  const { validateFunction } = require('internal/validators');

  // Nothing was thrown.
  const NONE = {};

  exports.errorOf = (fn) => {
    validateFunction(fn, 'fn');
    try {
      fn();
    } catch (error) {
      return error;
    }
    return NONE;
  };

  const isPromise = (value) => types.isPromise(value) ||
    (value !== null && typeof value === 'object' &&
     typeof value.then === 'function' && typeof value.catch === 'function');

  exports.rejectionOf = async (promiseFn) => {
    let promise = promiseFn;
    if (typeof promiseFn === 'function') {
      promise = promiseFn();
      if (!isPromise(promise)) {
        throw withCode(
          TypeError, 'ERR_INVALID_RETURN_VALUE',
          'Expected instance of Promise to be returned from the ' +
          `"promiseFn" function but got ${received(promise)}.`);
      }
    } else if (!isPromise(promiseFn)) {
      throw invalidArgType('promiseFn', ['Function', 'Promise'], promiseFn);
    }
    try {
      await promise;
    } catch (error) {
      return error;
    }
    return NONE;
  };

  const isError = (value) => types.isNativeError(value) ||
    value instanceof Error;

  function fail(failure) {
    if (failure.message instanceof Error) {
      throw failure.message;
    }
    throw new AssertionError(failure);
  }

  // ---- An object of properties to have ----

  class Comparison {
    constructor(object, keys, actual) {
      for (const key of keys) {
        if (key in object) {
          const isMatch = actual !== undefined &&
            typeof actual[key] === 'string' && types.isRegExp(object[key]) &&
            object[key].exec(actual[key]) !== null;
          this[key] = isMatch ? actual[key] : object[key];
        }
      }
    }
  }

  function checkKey(check, key, keys) {
    const { actual, expected, message, stackStartFn } = check;
    if (typeof actual[key] === 'string' && types.isRegExp(expected[key]) &&
        expected[key].exec(actual[key]) !== null) {
      return;
    }
    if (key in actual && isDeepStrictEqual(actual[key], expected[key])) {
      return;
    }
    if (message) {
      fail({
        actual, expected, message, operator: stackStartFn.name, stackStartFn,
      });
    }
    const error = new AssertionError({
      actual: new Comparison(actual, keys),
      expected: new Comparison(expected, keys, actual),
      operator: 'deepStrictEqual',
      stackStartFn,
    });
    error.actual = actual;
    error.expected = expected;
    error.operator = stackStartFn.name;
    throw error;
  }

  function checkProperties(check) {
    const { actual, expected, message, stackStartFn } = check;
    if (typeof actual !== 'object' || actual === null) {
      const error = new AssertionError({
        actual, expected, message, operator: 'deepStrictEqual', stackStartFn,
      });
      error.operator = stackStartFn.name;
      throw error;
    }
    const keys = Object.keys(expected);
    if (expected instanceof Error) {
      keys.push('name', 'message');
    } else if (keys.length === 0) {
      throw invalidArgValue('error', expected, 'may not be an empty object');
    }
    for (const key of keys) {
      checkKey(check, key, keys);
    }
  }

  // ---- A pattern, a class, a function ----

  // What is wrong with @actual, or undefined.
  function patternProblem(actual, expected) {
    const text = String(actual);
    return expected.exec(text) !== null ? undefined :
      'The input did not match the regular expression ' +
      `${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
  }

  function classProblem(actual, expected) {
    const received = isError(actual) ? actual.name :
      inspect(actual, { depth: -1 });
    return 'The error is expected to be an instance of ' +
      `"${expected.name}". Received "${received}"` +
      (isError(actual) ? `\n\nError message:\n\n${actual.message}` : '');
  }

  function functionProblem(actual, expected) {
    const result = Reflect.apply(expected, {}, [actual]);
    if (result === true) {
      return undefined;
    }
    const name = expected.name ? `"${expected.name}" ` : '';
    return `The ${name}validation function is expected to return "true". ` +
      `Received ${inspect(result)}` +
      (isError(actual) ? `\n\nCaught error:\n\n${actual}` : '');
  }

  function problemOf(actual, expected) {
    if (types.isRegExp(expected)) {
      return patternProblem(actual, expected);
    }
    if (expected.prototype !== undefined && actual instanceof expected) {
      return undefined;
    }
    return Object.prototype.isPrototypeOf.call(Error, expected) ?
      classProblem(actual, expected) : functionProblem(actual, expected);
  }

  function check(actual, expected, message, stackStartFn) {
    if (typeof expected !== 'function' && !types.isRegExp(expected)) {
      checkProperties({ actual, expected, message, stackStartFn });
      return;
    }
    const problem = problemOf(actual, expected);
    if (problem === undefined) {
      return;
    }
    if (message instanceof Error) {
      throw message;
    }
    const error = new AssertionError({
      actual, expected, message: message || problem,
      operator: stackStartFn.name, stackStartFn,
    });
    error.generatedMessage = !message;
    throw error;
  }

  // ---- The assertions ----

  const expectable = ['Object', 'Error', 'Function', 'RegExp'];

  function ambiguous(what) {
    return withCode(
      TypeError, 'ERR_AMBIGUOUS_ARGUMENT',
      `The "error/message" argument is ambiguous. The error ${what} is ` +
      'identical to the message.');
  }

  // @args: what the assertion was given behind the function.
  function takeArgs(actual, args) {
    let [error, message] = args;
    if (typeof error === 'string') {
      if (args.length > 1) {
        throw invalidArgType('error', expectable, error);
      }
      if (typeof actual === 'object' && actual !== null) {
        if (actual.message === error) {
          throw ambiguous(`message "${actual.message}"`);
        }
      } else if (actual === error) {
        throw ambiguous(`"${actual}"`);
      }
      message = error;
      error = undefined;
    } else if (error !== undefined && error !== null &&
               typeof error !== 'object' && typeof error !== 'function') {
      throw invalidArgType('error', expectable, error);
    }
    return { error, message };
  }

  exports.expectError = (stackStartFn, actual, args) => {
    const { error, message } = takeArgs(actual, args);
    if (actual === NONE) {
      const kind = stackStartFn.name === 'rejects' ? 'rejection' :
        'exception';
      const name = error && error.name ? ` (${error.name})` : '';
      fail({
        actual: undefined,
        expected: error,
        operator: stackStartFn.name,
        message: `Missing expected ${kind}${name}` +
          (message ? `: ${message}` : '.'),
        stackStartFn,
      });
    }
    if (error) {
      check(actual, error, message, stackStartFn);
    }
  };

  function isUnwanted(actual, expected) {
    if (types.isRegExp(expected)) {
      return expected.exec(String(actual)) !== null;
    }
    if (typeof expected !== 'function') {
      throw invalidArgType('expected', ['Function', 'RegExp'], expected);
    }
    if (expected.prototype !== undefined && actual instanceof expected) {
      return true;
    }
    return !Object.prototype.isPrototypeOf.call(Error, expected) &&
      Reflect.apply(expected, {}, [actual]) === true;
  }

  exports.expectNoError = (stackStartFn, actual, args) => {
    if (actual === NONE) {
      return;
    }
    let [error, message] = args;
    if (typeof error === 'string') {
      message = error;
      error = undefined;
    }
    if (error && !isUnwanted(actual, error)) {
      throw actual;
    }
    const kind = stackStartFn.name === 'doesNotReject' ? 'rejection' :
      'exception';
    fail({
      actual,
      expected: error,
      operator: stackStartFn.name,
      message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\n` +
        `Actual message: "${actual && actual.message}"`,
      stackStartFn,
    });
  };
})
