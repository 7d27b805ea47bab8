/* SPDX-License-Identifier: MIT */
// AssertionError, and the texts that it says of two values.
// https://nodejs.org/api/assert.html#class-assertassertionerror
(function (native, require, exports, primordials) {
  'use strict';

  const { inspect } = require('internal/inspect');
  const { validateObject } = require('internal/validators');
  const types = require('node/util_types').module;

  const headers = {
    __proto__: null,
    deepStrictEqual: 'Expected values to be strictly deep-equal:',
    strictEqual: 'Expected values to be strictly equal:',
    strictEqualObject:
      'Expected "actual" to be reference-equal to "expected":',
    deepEqual: 'Expected values to be loosely deep-equal:',
    notDeepStrictEqual:
      'Expected "actual" not to be strictly deep-equal to:',
    notStrictEqual: 'Expected "actual" to be strictly unequal to:',
    notStrictEqualObject:
      'Expected "actual" not to be reference-equal to "expected":',
    notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
    notIdentical: 'Values have same structure but are not reference-equal:',
    notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
  };

  // Shorter than this together, two values stand on one line.
  const SHORT_MAX = 12;
  const LINE_LENGTH = 80;
  const LONG_MAX = 512;
  const UNEQUAL_MAX = 1024;
  const LINES_MAX = 50;
  // What inspect() shows of an AssertionError's own long texts.
  const SHOWN_LINES_MAX = 10;

  const show = (value) => inspect(value, {
    compact: false, customInspect: false, depth: 1000,
    maxArrayLength: Infinity, showHidden: false, showProxy: false,
    sorted: true, getters: true,
  });

  const isBothOf = (a, b, type) => typeof a === type && a !== null &&
    typeof b === type && b !== null;

  // Two texts, one below the other, with a mark where they part.
  function stacked(actual, expected, isTexts) {
    let text = `\n+ ${actual}\n- ${expected}`;
    if (isTexts && actual.length <= LINE_LENGTH) {
      let at = 0;
      while (at < actual.length && actual[at] === expected[at]) {
        at++;
      }
      if (at >= 3 && at < actual.length) {
        text += `\n${' '.repeat(at + 2)}^`;
      }
    }
    return text;
  }

  const quotesOf = (value) => (typeof value === 'string' ? 2 : 0);

  function compareLines({ heading, identical }, actual, expected) {
    const first = show(actual);
    const second = show(expected);
    const firstLines = first.split('\n');
    const secondLines = second.split('\n');
    const header = '+ actual - expected';
    const isObjects = isBothOf(actual, expected, 'object');
    if (firstLines.length === 1 && secondLines.length === 1 && !isObjects) {
      const length = first.length + second.length - quotesOf(actual) -
        quotesOf(expected);
      return length <= SHORT_MAX ?
        `${heading}\n\n${first} !== ${second}\n` :
        `${heading}\n${header}\n` +
        `${stacked(first, second, isBothOf(actual, expected, 'string'))}\n`;
    }
    if (first === second) {
      const isLong = firstLines.length > LINES_MAX;
      const text = isLong ?
        `${firstLines.slice(0, LINES_MAX).join('\n')}\n...}` : first;
      return `${identical}\n` +
        `${isLong ? '\n... Skipped lines' : ''}\n${text}\n`;
    }
    const found = require('node/assert_diff').diff(
      firstLines, secondLines, actual !== null && typeof actual === 'object');
    return `${heading}\n${header}` +
      `${found.isCut ? '\n... Skipped lines' : ''}\n\n${found.text}\n`;
  }

  // @given: what the caller says in the place of the header.
  function equalMessage(operator, actual, expected, given) {
    const isReference = operator === 'strictEqual' &&
      (isBothOf(actual, expected, 'object') ||
       isBothOf(actual, expected, 'function'));
    const heading = headers[isReference ? 'strictEqualObject' : operator];
    return compareLines({ heading: given || heading,
                          identical: given || headers.notIdentical },
                        actual, expected);
  }

  function unequalMessage(operator, actual) {
    const isReference = operator === 'notStrictEqual' &&
      ((typeof actual === 'object' && actual !== null) ||
       typeof actual === 'function');
    const header = headers[isReference ? 'notStrictEqualObject' : operator];
    const lines = show(actual).split('\n');
    if (lines.length > LINES_MAX) {
      lines.length = 46;
      lines.push('...');
    }
    if (lines.length === 1) {
      return `${header}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
    }
    return `${header}\n\n${lines.join('\n')}\n`;
  }

  const cut = (text, max) =>
    (text.length > max ? `${text.slice(0, max - 3)}...` : text);

  function otherMessage(operator, actual, expected) {
    let first = show(actual);
    let second = show(expected);
    const header = headers[operator];
    if (operator === 'notDeepEqual' && first === second) {
      return cut(`${header}\n\n${first}`, UNEQUAL_MAX);
    }
    first = cut(first, LONG_MAX);
    second = cut(second, LONG_MAX);
    if (operator === 'deepEqual') {
      return `${header}\n\n${first}\n\nshould loosely deep-equal\n\n${second}`;
    }
    const unequal = headers[`${operator}Unequal`];
    return unequal === undefined ? `${first} ${operator} ${second}` :
      `${unequal}\n\n${first}\n\nshould not loosely deep-equal\n\n${second}`;
  }

  // An error without its stack, which would be most of the text.
  function withoutStack(error) {
    const copy = Object.assign(
      { __proto__: Object.getPrototypeOf(error) }, error);
    Object.defineProperty(copy, 'message', {
      __proto__: null, value: error.message,
    });
    if (Object.hasOwn(error, 'cause')) {
      const { cause } = error;
      Object.defineProperty(copy, 'cause', {
        __proto__: null, value: types.isNativeError(cause) ?
          withoutStack(cause) : cause,
      });
    }
    return copy;
  }

  const hasStack = (value) => typeof value === 'object' && value !== null &&
    'stack' in value && value instanceof Error;

  function messageOf({ message, operator, ...values }) {
    const isGiven = message !== undefined && message !== null;
    if (isGiven && operator !== 'deepStrictEqual' &&
        operator !== 'strictEqual') {
      return String(message);
    }
    let { actual, expected } = values;
    if (!isGiven && hasStack(actual) && hasStack(expected)) {
      actual = withoutStack(actual);
      expected = withoutStack(expected);
    }
    if (operator === 'deepStrictEqual' || operator === 'strictEqual') {
      return equalMessage(operator, actual, expected, message);
    }
    if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
      return unequalMessage(operator, actual);
    }
    return otherMessage(operator, actual, expected);
  }

  // inspect() shows what was compared shortly: the message says it at length.
  function shorten(value) {
    if (typeof value !== 'string') {
      return value;
    }
    const lines = value.split('\n');
    return cut(lines.length > SHOWN_LINES_MAX ?
      `${lines.slice(0, SHOWN_LINES_MAX).join('\n')}\n...` : value, LONG_MAX);
  }

  class AssertionError extends Error {
    constructor(options) {
      validateObject(options, 'options');
      const { message, operator, details, actual, expected } = options;
      super(messageOf(options));
      this.generatedMessage = !message;
      this.code = 'ERR_ASSERTION';
      if (details) {
        this.actual = undefined;
        this.expected = undefined;
        this.operator = undefined;
        for (let n = 0; n < details.length; n++) {
          this[`message ${n}`] = details[n].message;
          this[`actual ${n}`] = details[n].actual;
          this[`expected ${n}`] = details[n].expected;
          this[`operator ${n}`] = details[n].operator;
        }
      } else {
        this.actual = actual;
        this.expected = expected;
        this.operator = operator;
      }
      // The stack begins with the caller of the assertion, and with its code.
      const name = (value) => Object.defineProperty(this, 'name', {
        __proto__: null, value, enumerable: false, writable: true,
        configurable: true,
      });
      name('AssertionError [ERR_ASSERTION]');
      Error.captureStackTrace?.(this, options.stackStartFn ??
        options.stackStartFunction);
      name('AssertionError');
    }

    toString() {
      return `${this.name} [${this.code}]: ${this.message}`;
    }

    [inspect.custom](depth, options) {
      const { actual, expected } = this;
      this.actual = shorten(actual);
      this.expected = shorten(expected);
      const text = inspect(this, { ...options, customInspect: false, depth: 0 });
      this.actual = actual;
      this.expected = expected;
      return text;
    }
  }

  exports.AssertionError = AssertionError;
})
