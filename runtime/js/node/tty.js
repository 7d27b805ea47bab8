/* SPDX-License-Identifier: MIT */
// node:tty: whether a descriptor is a terminal. Streams of terminals are not
// there yet. https://nodejs.org/api/tty.html#ttyisattyfd
//
// native: isTerminal(fd)
(function (native, require, exports, primordials) {
  'use strict';

  const isatty = (fd) => Number.isInteger(fd) && fd >= 0 &&
    fd <= 2147483647 && native.isTerminal(fd) === true;

  exports.module = Object.assign(require('internal/missing').find('tty'),
                                 { isatty });
})
