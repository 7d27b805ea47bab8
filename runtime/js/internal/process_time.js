/* SPDX-License-Identifier: MIT */
// process.hrtime and process.uptime.
//
// native.binding('usage'): hrtime() and born(), nanoseconds as BigInts
(function (native, require, exports, primordials) {
  'use strict';

  const { ArrayIsArray, Number } = primordials;
  const natives = native.binding('usage');

  const NANO = 1000000000n;

  function hrtime(time) {
    const now = natives.hrtime();
    const seconds = Number(now / NANO);
    const nanos = Number(now % NANO);
    if (time === undefined) {
      return [seconds, nanos];
    }
    const errors = require('internal/errors');
    if (!ArrayIsArray(time)) {
      throw errors.invalidArgType('time', 'Array', time);
    }
    if (time.length !== 2) {
      throw errors.outOfRange('time', 2, time.length);
    }
    const isBorrow = nanos < time[1];
    return [seconds - time[0] - (isBorrow ? 1 : 0),
            nanos - time[1] + (isBorrow ? 1e9 : 0)];
  }

  hrtime.bigint = function hrtimeBigInt() {
    return natives.hrtime();
  };

  exports.hrtime = hrtime;
  exports.uptime = function uptime() {
    return Number(natives.hrtime() - natives.born()) / 1e9;
  };
})
