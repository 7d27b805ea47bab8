/* SPDX-License-Identifier: MIT */
// The functions of util that make or name errors of the system, and call sites.
// https://nodejs.org/api/util.html#utilgetsystemerrornameerr
(function (native, require, exports, primordials) {
  'use strict';

  const { outOfRange } = require('internal/errors');
  const {
    validateInteger,
    validateNumber,
    validateObject,
  } = require('internal/validators');
  const system = require('internal/system_errors');

  function validateErrno(number) {
    validateNumber(number, 'err');
    if (number >= 0 || !Number.isSafeInteger(number)) {
      throw outOfRange('err', 'a negative integer', number);
    }
  }

  exports.getSystemErrorMap = system.getSystemErrorMap;

  const nameOf = (number) =>
    system.nameOf(number) ?? `Unknown system error ${number}`;

  exports.getSystemErrorName = (number) => {
    validateErrno(number);
    return nameOf(number);
  };

  exports.getSystemErrorMessage = (number) => {
    validateErrno(number);
    return system.messageOf(number) ?? `Unknown system error ${number}`;
  };

  function makeError(number, call, details, fields) {
    const code = nameOf(number);
    const error = new Error(`${call} ${code}${details}`);
    error.errno = number;
    error.code = code;
    error.syscall = call;
    return Object.assign(error, fields);
  }

  exports._errnoException = (number, call, original) => {
    validateErrno(number);
    return makeError(number, call, original ? ` ${original}` : '', {});
  };

  exports._exceptionWithHostPort = (number, call, address, port,
                                    additional) => {
    let details = '';
    if (port && port > 0) {
      details = ` ${address}:${port}`;
    } else if (address) {
      details = ` ${address}`;
    }
    if (additional) {
      details += ` - Local (${additional})`;
    }
    const fields = { address };
    if (port) {
      fields.port = port;
    }
    return makeError(number, call, details, fields);
  };

  // ---- Call sites ----

  const FRAMES = 8;
  const FRAMES_MAX = 200;
  const frame = /^\s+at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/;

  exports.getCallSites = (count = FRAMES, options = {}) => {
    let wanted = count;
    if (typeof count === 'object' && count !== null) {
      wanted = FRAMES;
    } else {
      validateInteger(wanted, 'frameCount', 1, FRAMES_MAX);
      validateObject(options, 'options');
    }
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES_MAX + 2;
    const { stack } = new Error();
    Error.stackTraceLimit = limit;
    const sites = [];
    for (const line of stack.split('\n')) {
      const found = frame.exec(line);
      if (found !== null && !found[2].startsWith('builtin:') &&
          sites.length < wanted) {
        const [, functionName = '', scriptName, row, column] = found;
        sites.push({
          functionName, scriptId: '0', scriptName, lineNumber: Number(row),
          columnNumber: Number(column), column: Number(column),
        });
      }
    }
    return sites;
  };
})
