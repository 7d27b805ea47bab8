/* SPDX-License-Identifier: MIT */
// util.inspect.defaultOptions, which util.format goes by as well.
(function (native, require, exports, primordials) {
  'use strict';

  const LINE_LENGTH = 80;

  exports.defaults = {
    __proto__: null,
    showHidden: false,
    depth: 2,
    colors: false,
    customInspect: true,
    showProxy: false,
    maxArrayLength: 100,
    maxStringLength: 10000,
    breakLength: LINE_LENGTH,
    compact: 3,
    sorted: false,
    getters: false,
    numericSeparator: false,
  };
})
