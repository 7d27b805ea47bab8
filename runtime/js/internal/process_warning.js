/* SPDX-License-Identifier: MIT */
// process.emitWarning: a line on stderr, and the event 'warning'.
// https://nodejs.org/api/process.html#processemitwarningwarning-options
//
// Quiet with NODE_NO_WARNINGS=1 or NODE_OPTIONS=--no-warnings; of the options
// of NODE_OPTIONS, --no-deprecation, --throw-deprecation, --trace-deprecation
// and --trace-warnings do as they do under Node.
//
// native.binding('stdio'): write(fd, text)
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, arrayIncludes, functionHasInstance } = primordials;
  const { nextTick } = require('internal/task_queue');
  const { process } = require('internal/process');
  const errors = require('internal/errors');

  const { split } = require('internal/text');
  const options = split(process.env.NODE_OPTIONS || '', ' ');
  const has = (name) => arrayIncludes(options, name);

  let isSilent = process.env.NODE_NO_WARNINGS === '1' || has('--no-warnings');
  let hasHinted = false;

  function textOf(warning, isTraced) {
    const head = warning.code ? `[${warning.code}] ` : '';
    const body = isTraced && warning.stack ? `${warning.stack}` :
      `${warning.name}: ${warning.message}`;
    const detail = typeof warning.detail === 'string' ?
      `${warning.detail}\n` : '';
    return `(node:${process.pid}) ${head}${body}\n${detail}`;
  }

  function print(warning) {
    const isDeprecation = warning.name === 'DeprecationWarning';
    const isTraced = process.traceProcessWarnings || has('--trace-warnings') ||
      (isDeprecation && (process.traceDeprecation ||
                         has('--trace-deprecation')));
    let text = textOf(warning, isTraced);
    if (!isTraced && !hasHinted) {
      hasHinted = true;
      text += `(Use \`NODE_OPTIONS=--trace-${
        isDeprecation ? 'deprecation' : 'warnings'}\` to show where the ` +
        'warning was created)\n';
    }
    native.binding('stdio').write(2, text);
  }

  function publish(warning) {
    if (!isSilent) {
      print(warning);
    }
    process.emit('warning', warning);
  }

  function create(warning, type, code, caller, detail) {
    if (typeof warning !== 'string') {
      if (functionHasInstance(Error, warning)) {
        return warning;
      }
      throw errors.invalidArgType('warning', ['string', 'Error'], warning);
    }
    const error = new Error(warning);
    error.name = type;
    if (code !== undefined) {
      error.code = code;
    }
    if (detail !== undefined) {
      error.detail = detail;
    }
    Error.captureStackTrace(error, caller);
    return error;
  }

  // The forms: (warning, { type, code, ctor, detail }), (warning, type, code,
  // ctor), (warning, type, ctor), (warning, ctor).
  function parse(type, code, ctor) {
    if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
      return {
        type: type.type || 'Warning',
        code: type.code,
        ctor: type.ctor,
        detail: typeof type.detail === 'string' ? type.detail : undefined,
      };
    }
    if (typeof type === 'function') {
      return { type: 'Warning', code: undefined, ctor: type };
    }
    if (typeof code === 'function') {
      return { type, code: undefined, ctor: code };
    }
    return { type, code, ctor };
  }

  function emitWarning(warning, type, code, ctor) {
    const given = parse(type, code, ctor);
    if (given.type !== undefined && typeof given.type !== 'string') {
      throw errors.invalidArgType('type', 'string', given.type);
    }
    if (given.code !== undefined && typeof given.code !== 'string') {
      throw errors.invalidArgType('code', 'string', given.code);
    }
    const error = create(warning, given.type || 'Warning', given.code,
                         given.ctor || emitWarning, given.detail);
    if (error.name === 'DeprecationWarning') {
      if (process.noDeprecation || has('--no-deprecation')) {
        return;
      }
      if (process.throwDeprecation || has('--throw-deprecation')) {
        nextTick(() => {
          throw error;
        });
        return;
      }
    }
    nextTick(publish, error);
  }

  exports.emitWarning = emitWarning;
  // removeAllListeners('warning') takes the printing away, as under Node,
  // where a listener does it.
  exports.silence = () => {
    isSilent = true;
  };
})
