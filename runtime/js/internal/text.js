/* SPDX-License-Identifier: MIT */
// Operations on texts that the language has only as methods which look up
// others at run time, and so could run the function's code.
(function (native, require, exports, primordials) {
  'use strict';

  const { arrayPush, stringIndexOf, stringSlice } = primordials;

  // The parts of @text between the occurrences of @mark, at least one.
  function split(text, mark) {
    const out = [];
    let start = 0;
    let at = stringIndexOf(text, mark, 0);
    while (at !== -1) {
      arrayPush(out, stringSlice(text, start, at));
      start = at + mark.length;
      at = stringIndexOf(text, mark, start);
    }
    arrayPush(out, stringSlice(text, start));
    return out;
  }

  exports.split = split;
})
