/* SPDX-License-Identifier: MIT */
// node:assert/strict.
(function (native, require, exports, primordials) {
  'use strict';

  exports.module = require('node/assert').module.strict;
})
