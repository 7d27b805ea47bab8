/* SPDX-License-Identifier: MIT */
// node:constants, of old: those of os, fs and crypto in one object.
// https://nodejs.org/api/deprecations.html#DEP0008
(function (native, require, exports, primordials) {
  'use strict';

  const { dlopen, errno, priority, signals } =
    require('node/os_constants').constants;
  const { find } = require('internal/node_modules');

  exports.module = Object.freeze({
    ...dlopen, ...errno, ...priority, ...signals,
    ...find('fs')?.constants, ...find('crypto')?.constants,
  });
})
