// SPDX-License-Identifier: MIT
// If this fails node:assert accepts what is wrong, refuses what is right, or
// says so in other words than Node.
'use strict';

const assert = process.getBuiltinModule('assert');
const { isDeepStrictEqual } = process.getBuiltinModule('util');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}
// Of the text what comes after the last line is not compared: Node 22 ends it
// with a line feed that Node 20 has not.
function says(name, body, message, code = 'ERR_ASSERTION') {
  try {
    body();
  } catch (error) {
    check(name, error.code === code && error.message.trimEnd() === message,
          JSON.stringify(error.message));
    return error;
  }
  check(name, false, 'nothing');
  return undefined;
}
const holds = (name, body) => {
  try {
    body();
    check(name, true);
  } catch (error) {
    check(name, false, error.message);
  }
};

// ---- Texts ----

const error = says('strictEqual', () => assert.strictEqual(1, 2, undefined),
                   'Expected values to be strictly equal:\n\n1 !== 2');
check('fields', error.actual === 1 && error.expected === 2 &&
  error.operator === 'strictEqual' && error.generatedMessage === true &&
  error.name === 'AssertionError' && error instanceof assert.AssertionError &&
  String(error).startsWith('AssertionError [ERR_ASSERTION]: Expected'),
error.stack);
check('stack', /^AssertionError \[ERR_ASSERTION\]: Expected/.test(
  error.stack) && !error.stack.includes('builtin:node/assert'), error.stack);
says('texts', () => assert.strictEqual('abcdefgh', 'abcdefgi'),
     'Expected values to be strictly equal:\n+ actual - expected\n\n' +
     "+ 'abcdefgh'\n- 'abcdefgi'\n          ^");
says('lines', () => assert.deepStrictEqual({ a: 1, b: 2 }, { a: 1, b: 3 }),
     'Expected values to be strictly deep-equal:\n+ actual - expected\n\n' +
     '  {\n    a: 1,\n+   b: 2\n-   b: 3\n  }');
says('same structure', () => assert.strictEqual([1], [1]),
     'Values have same structure but are not reference-equal:\n\n[\n  1\n]');
says('equal', () => assert.equal(1, 2), '1 == 2');
says('deepEqual', () => assert.deepEqual({ a: 1 }, { a: 2 }),
     'Expected values to be loosely deep-equal:\n\n{\n  a: 1\n}\n\n' +
     'should loosely deep-equal\n\n{\n  a: 2\n}');
says('notStrictEqual', () => assert.notStrictEqual(1, 1),
     'Expected "actual" to be strictly unequal to: 1');
says('message', () => assert.equal(1, 2, 'mine'), 'mine');
says('message and values', () => assert.strictEqual(1, 2, 'mine'),
     'mine\n\n1 !== 2');
says('fail', () => assert.fail(), 'Failed');
says('ifError', () => assert.ifError(new Error('e')),
     'ifError got unwanted exception: e');
says('match', () => assert.match('a', /b/),
     'The input did not match the regular expression /b/. Input:\n\n\'a\'');
says('missing', () => assert.strictEqual(1),
     'The "actual" and "expected" arguments must be specified',
     'ERR_MISSING_ARGS');
says('no value', () => assert.ok(),
     'No value argument passed to `assert.ok()`');
const own = new TypeError('own');
try {
  assert.ok(false, own);
} catch (thrown) {
  check('own error', thrown === own, thrown);
}

// ---- Errors ----

const boom = new TypeError('boom');
const throws = () => {
  throw boom;
};
holds('throws', () => {
  assert.throws(throws);
  assert.throws(throws, TypeError);
  assert.throws(throws, /boom/);
  assert.throws(throws, { name: 'TypeError', message: /^bo/ });
  assert.throws(throws, (thrown) => thrown === boom);
  assert.doesNotThrow(() => {});
});
says('class', () => assert.throws(throws, RangeError),
     'The error is expected to be an instance of "RangeError". ' +
     'Received "TypeError"\n\nError message:\n\nboom');
says('nothing thrown', () => assert.throws(() => {}, TypeError, 'm'),
     'Missing expected exception (TypeError): m');
says('unwanted', () => assert.doesNotThrow(throws, 'm'),
     'Got unwanted exception: m\nActual message: "boom"');
says('ambiguous', () => assert.throws(throws, 'boom'),
     'The "error/message" argument is ambiguous. The error message "boom" ' +
     'is identical to the message.', 'ERR_AMBIGUOUS_ARGUMENT');
(async () => {
  await assert.rejects(Promise.reject(boom), TypeError);
  await assert.doesNotReject(async () => 1);
  const failure = await assert.rejects(async () => 1).catch((e) => e);
  check('rejects', failure.message === 'Missing expected rejection.',
        failure.message);
})();

// ---- Deep comparison ----

const loop = () => {
  const object = { list: [] };
  object.list.push(object);
  return object;
};
const same = [
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
  [new Set([1, { a: 1 }]), new Set([{ a: 1 }, 1])],
  [new Map([[{ k: 1 }, 1]]), new Map([[{ k: 1 }, 1]])],
  [new Date(5), new Date(5)], [/a/g, /a/g], [NaN, NaN],
  [new Uint8Array([1]), new Uint8Array([1])],
  [new Error('a'), new Error('a')], [loop(), loop()], [[, 1], [, 1]],
  [Object(1n), Object(1n)],
];
const different = [
  [{ a: 1 }, { a: 1, b: undefined }], [0, -0], [1, '1'], [[, 1],
                                                          [undefined, 1]],
  [new Set([1]), new Set([2])], [new Map([[1, 1]]), new Map([[1, 2]])],
  [new Date(5), new Date(6)], [/a/g, /a/i], [{}, []],
  [new Error('a'), new Error('b')], [{ __proto__: null }, {}],
  [new Uint8Array([1]), new Int8Array([1])], [Object('a'), Object('b')],
  [{ [Symbol.for('a')]: 1 }, {}],
];
check('deep same', same.every(([a, b]) => isDeepStrictEqual(a, b)),
      same.findIndex(([a, b]) => !isDeepStrictEqual(a, b)));
check('deep different', different.every(([a, b]) => !isDeepStrictEqual(a, b)),
      different.findIndex(([a, b]) => isDeepStrictEqual(a, b)));
holds('loose', () => {
  assert.deepEqual({ a: 1, b: null }, { a: '1', b: undefined });
  assert.deepEqual(new Set([1, '2']), new Set(['1', 2]));
  assert.deepEqual(new Map([[1, '1']]), new Map([['1', 1]]));
  assert.notDeepEqual({ a: 1 }, { a: 2 });
  assert.notDeepStrictEqual({ a: 1 }, { a: '1' });
});
says('strict', () => assert.strict.equal(1, '1'),
     "Expected values to be strictly equal:\n\n1 !== '1'");
