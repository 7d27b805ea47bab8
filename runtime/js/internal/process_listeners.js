/* SPDX-License-Identifier: MIT */
// The methods of process as an emitter that node:events does as they are.
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectAssign, ReflectApply } = primordials;
  const { prototype } = require('node/events').module;

  ObjectAssign(exports, prototype);

  exports.removeAllListeners = function removeAllListeners(...args) {
    if (args.length === 0 || args[0] === 'warning') {
      require('internal/process_warning').silence();
    }
    return ReflectApply(prototype.removeAllListeners, this, args);
  };
})
