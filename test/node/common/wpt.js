// SPDX-License-Identifier: MIT
// The harness of web platform tests that were rewritten for Node: each test
// runs at once, and a failure ends the program.
'use strict';

const assert = require('assert');

function assert_array_equals(actual, expected, text) {
  assert.strictEqual(actual.length, expected.length, text);
  for (let n = 0; n < expected.length; n++) {
    assert.strictEqual(actual[n], expected[n], text);
  }
}

exports.harness = {
  test: (run) => run(),
  promise_test: (run) => run(),
  assert_equals: assert.strictEqual,
  assert_not_equals: assert.notStrictEqual,
  assert_array_equals,
  assert_true: (value, text) => assert.strictEqual(value, true, text),
  assert_false: (value, text) => assert.strictEqual(value, false, text),
  assert_throws: (error, run, text) =>
    assert.throws(run, error.constructor, text),
  assert_throws_js: (error, run, text) => assert.throws(run, error, text),
  assert_unreached: (text) => assert.fail(`reached: ${text}`),
};
