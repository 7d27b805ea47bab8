/* SPDX-License-Identifier: MIT */
// node:module: https://nodejs.org/api/module.html
(function (native, require, exports, primordials) {
  'use strict';

  exports.module = require('internal/cjs').Module;
})
