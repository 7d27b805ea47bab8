/* SPDX-License-Identifier: MIT */
// assert.CallTracker: whether functions were called as often as they were to be.
// https://nodejs.org/api/assert.html#class-assertcalltracker
(function (native, require, exports, primordials) {
  'use strict';

  const { arrayPush, arraySlice, ReflectApply } = primordials;

  const { AssertionError } = require('node/assert_error');
  const { invalidArgValue } = require('internal/errors');
  const { validateUint32 } = require('internal/validators');

  const nothing = function () {};

  const textOf = ({ name, exact, calls }) =>
    `Expected the ${name} function to be executed ${exact} time(s) but was ` +
    `executed ${calls.length} time(s).`;

  class CallTracker {
    // Tracked functions to { name, exact, calls, stack }.
    #tracked = new Map();

    calls(given, expected = 1) {
      let exact = expected;
      let fn = given;
      if (typeof given === 'number') {
        exact = given;
        fn = nothing;
      } else if (given === undefined) {
        fn = nothing;
      }
      validateUint32(exact, 'expected', true);
      const state = {
        name: fn.name || 'calls', exact, calls: [], stack: new Error(),
      };
      const tracked = new Proxy(fn, {
        __proto__: null,
        apply(target, thisArg, args) {
          arrayPush(state.calls, Object.freeze({
            thisArg, arguments: Object.freeze(arraySlice(args)),
          }));
          return ReflectApply(target, thisArg, args);
        },
      });
      this.#tracked.set(tracked, state);
      return tracked;
    }

    #stateOf(fn) {
      const state = this.#tracked.get(fn);
      if (state === undefined) {
        throw invalidArgValue('tracked', fn, 'is not a tracked function');
      }
      return state;
    }

    getCalls(fn) {
      return Object.freeze([...this.#stateOf(fn).calls]);
    }

    reset(fn) {
      const states = fn === undefined ? [...this.#tracked.values()] :
        [this.#stateOf(fn)];
      for (const state of states) {
        state.calls = [];
      }
    }

    report() {
      return [...this.#tracked.values()]
        .filter(({ exact, calls }) => calls.length !== exact)
        .map((state) => ({
          message: textOf(state),
          actual: state.calls.length,
          expected: state.exact,
          operator: state.name,
          stack: state.stack,
        }));
    }

    verify() {
      const errors = this.report();
      if (errors.length === 0) {
        return;
      }
      const message = errors.length === 1 ? errors[0].message :
        'Functions were not called the expected number of times';
      throw new AssertionError({
        message, details: errors, stackStartFn: this.verify,
      });
    }
  }

  exports.CallTracker = CallTracker;
})
