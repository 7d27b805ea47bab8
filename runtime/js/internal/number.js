/* SPDX-License-Identifier: MIT */
// What the internals need of Math and Number, without the cost of a look-up in
// either at every start.
(function (native, require, exports, primordials) {
  'use strict';

  // Of numbers that are no NaN.
  exports.max = (a, b) => (a > b ? a : b);
  exports.min = (a, b) => (a < b ? a : b);

  // Of numbers that are not negative; infinity has no remainder.
  exports.floor = (number) =>
    (number === Infinity ? number : number - number % 1);
  exports.round = (number) => exports.floor(number + 0.5);
})
