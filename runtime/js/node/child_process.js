/* SPDX-License-Identifier: MIT */
// node:child_process, Node's own but for fork(): a process that talks back over
// a channel is another Node, and this executable is none.
// https://nodejs.org/api/child_process.html
(function (native, require, exports, primordials) {
  'use strict';

  const { load } = require('internal/nodelib');
  const { codes } = require('internal/nodelib_errors');

  const module = load('child_process');

  module.fork = function fork() {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(
      'child_process.fork()');
  };

  exports.module = module;
})
