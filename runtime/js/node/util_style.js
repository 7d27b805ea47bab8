/* SPDX-License-Identifier: MIT */
// util.styleText and util.stripVTControlCharacters.
// https://nodejs.org/api/util.html#utilstyletextformat-text-options
(function (native, require, exports, primordials) {
  'use strict';

  const { ArrayIsArray, ObjectKeys } = primordials;

  const { inspect } = require('internal/inspect');
  const { invalidArgType } = require('internal/errors');
  const {
    validateBoolean,
    validateOneOf,
    validateString,
  } = require('internal/validators');

  // ECMA-48: operating system commands up to their end, as
  // "\x1b]8;;https://...\x07", control sequences, and escapes of two characters.
  const CONTROL = new RegExp(
    '(?:\\u001b\\]|\\u009d)[^\\u0007\\u001b\\u009c\\s]*' +
    '(?:\\u0007|\\u001b\\\\|\\u009c)' +
    '|[\\u001b\\u009b][[\\]()#;?]*' +
    '(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~]', 'g');

  exports.strip = (text) => text.replace(CONTROL, '');

  function isStream(value) {
    return value !== null && typeof value === 'object' &&
      (typeof value.write === 'function' || typeof value.pipe === 'function' ||
       typeof value.getReader === 'function' ||
       typeof value.getWriter === 'function');
  }

  // https://nodejs.org/api/cli.html#force_color1-2-3
  function showsColors(stream) {
    const { env } = globalThis.process;
    if (env.FORCE_COLOR !== undefined) {
      return ['', '1', '2', '3', 'true'].includes(env.FORCE_COLOR);
    }
    return !!stream?.isTTY && env.NO_COLOR === undefined &&
      env.NODE_DISABLE_COLORS === undefined && env.TERM !== 'dumb';
  }

  function styleText(format, text, options = {}) {
    const { validateStream = true, stream = globalThis.process.stdout } =
      options;
    validateString(text, 'text');
    validateBoolean(validateStream, 'options.validateStream');
    let isPlain = false;
    if (validateStream) {
      if (!isStream(stream)) {
        throw invalidArgType('stream',
                             ['ReadableStream', 'WritableStream', 'Stream'],
                             stream);
      }
      isPlain = !showsColors(stream);
    }
    const formats = ArrayIsArray(format) ? format : [format];
    let before = '';
    let after = '';
    for (let n = 0; n < formats.length; n++) {
      const codes = inspect.colors[formats[n]];
      if (codes === undefined || codes === null) {
        validateOneOf(formats[n], 'format', ObjectKeys(inspect.colors));
      }
      before += `\u001b[${codes[0]}m`;
      after = `\u001b[${codes[1]}m${after}`;
    }
    return isPlain ? text : `${before}${text}${after}`;
  }

  exports.styleText = styleText;
})
