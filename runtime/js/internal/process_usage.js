/* SPDX-License-Identifier: MIT */
// What the process has used: memory, processor time, and the rest of rusage.
//
// native.binding('usage'):
//   memory()    [rss, heapTotal, heapUsed, external, arrayBuffers] in bytes
//   rss()       the first of them alone
//   limits()    [constrained, available] in bytes
//   resources() getrusage(2) in the order of its fields, times in microseconds
(function (native, require, exports, primordials) {
  'use strict';

  const { RangeError } = primordials;
  const natives = native.binding('usage');

  function memoryUsage() {
    const [rss, heapTotal, heapUsed, external, arrayBuffers] =
      natives.memory();
    return { rss, heapTotal, heapUsed, external, arrayBuffers };
  }

  memoryUsage.rss = function rss() {
    return natives.rss();
  };

  // What an earlier call returned may be given back: finite, not negative.
  function check(value, name) {
    const errors = require('internal/errors');
    if (typeof value !== 'number') {
      throw errors.invalidArgType(name, 'number', value);
    }
    if (!(value >= 0 && value <= 9007199254740991)) {
      throw errors.withCode(
        RangeError, 'ERR_INVALID_ARG_VALUE',
        `The property '${name}' is invalid. Received ${value}`);
    }
  }

  function cpuUsage(prevValue) {
    const [user, system] = natives.resources();
    if (!prevValue) {
      if (prevValue !== undefined && prevValue !== null) {
        throw require('internal/errors').invalidArgType('prevValue', 'object',
                                                        prevValue);
      }
      return { user, system };
    }
    if (typeof prevValue !== 'object') {
      throw require('internal/errors').invalidArgType('prevValue', 'object',
                                                      prevValue);
    }
    check(prevValue.user, 'prevValue.user');
    check(prevValue.system, 'prevValue.system');
    return { user: user - prevValue.user, system: system - prevValue.system };
  }

  function resourceUsage() {
    const [
      userCPUTime, systemCPUTime, maxRSS, sharedMemorySize, unsharedDataSize,
      unsharedStackSize, minorPageFault, majorPageFault, swappedOut, fsRead,
      fsWrite, ipcSent, ipcReceived, signalsCount, voluntaryContextSwitches,
      involuntaryContextSwitches,
    ] = natives.resources();
    return {
      userCPUTime, systemCPUTime, maxRSS, sharedMemorySize, unsharedDataSize,
      unsharedStackSize, minorPageFault, majorPageFault, swappedOut, fsRead,
      fsWrite, ipcSent, ipcReceived, signalsCount, voluntaryContextSwitches,
      involuntaryContextSwitches,
    };
  }

  exports.availableMemory = function availableMemory() {
    return natives.limits()[1];
  };
  exports.constrainedMemory = function constrainedMemory() {
    return natives.limits()[0];
  };
  exports.cpuUsage = cpuUsage;
  exports.memoryUsage = memoryUsage;
  exports.resourceUsage = resourceUsage;
})
