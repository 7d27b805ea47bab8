/* SPDX-License-Identifier: MIT */
// What Lambda is told of a thrown value, as the managed runtime words it: the
// body of an error response and the line in the log.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    JSONStringify,
    String,
    arrayJoin,
    functionHasInstance,
    stringIncludes,
  } = primordials;
  const { split } = require('internal/text');

  const UNREADABLE =
    'callback called with Error argument, but there was a problem while ' +
    'retrieving one or more of its message, name, and stack';

  const isError = (value) => functionHasInstance(Error, value);

  // Errors, and what has all that one has.
  const isErrorLike = (value) => isError(value) ||
    (value !== null && typeof value === 'object' && value.name &&
     value.message && value.stack && typeof value.name === 'string' &&
     typeof value.message === 'string' && typeof value.stack === 'string');

  // A header may not hold DEL, and the type goes into one.
  const withoutDelete = (text) => (stringIncludes(text, '\x7f') ?
    arrayJoin(split(text, '\x7f'), '%7F') : text);

  const lines = (stack) =>
    (typeof stack === 'string' ? split(withoutDelete(stack), '\n') : []);

  // {errorType, errorMessage, trace} of any thrown value; never throws.
  function toResponse(value) {
    try {
      if (isErrorLike(value)) {
        return {
          errorType: withoutDelete(`${value.name}`),
          errorMessage: withoutDelete(`${value.message}`),
          trace: lines(value.stack),
        };
      }
      return {
        errorType: typeof value,
        errorMessage: value === null || value === undefined ||
          typeof value === 'symbol' ? String(value) : `${value.toString()}`,
        trace: [],
      };
    } catch {
      return { errorType: 'handled', errorMessage: UNREADABLE, trace: [] };
    }
  }

  function withFields(key, value) {
    if (!isError(value)) {
      return value;
    }
    const out = {
      errorType: value.name,
      errorMessage: value.message,
      code: value.code,
      ...value,
    };
    if (typeof value.stack === 'string') {
      out.stack = split(value.stack, '\n');
    }
    return out;
  }

  // The JSON of the text log for @error: its own properties and those of the
  // errors in them, each with its stack as lines.
  function toLogJSON(error) {
    try {
      return JSONStringify(error, withFields);
    } catch {
      return JSONStringify(toResponse(error));
    }
  }

  exports.isError = isError;
  exports.toLogJSON = toLogJSON;
  exports.toResponse = toResponse;
})
