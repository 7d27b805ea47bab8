/* SPDX-License-Identifier: MIT */
// node:path, which is the one of POSIX here. https://nodejs.org/api/path.html
(function (native, require, exports, primordials) {
  'use strict';

  exports.module = require('node/path_posix').module;
})
