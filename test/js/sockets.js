// SPDX-License-Identifier: MIT
// What is open, for tests of sockets.
'use strict';

const fs = require('node:fs');

// Files apart, of which the runtime may open one at any time.
exports.countSockets = () => fs.readdirSync('/proc/self/fd').filter((fd) => {
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
  } catch {
    return false;
  }
}).length;
