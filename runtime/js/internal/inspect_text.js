/* SPDX-License-Identifier: MIT */
// How util.inspect writes strings, numbers and symbols, and how wide a text is
// on a terminal. Knows nothing of objects.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectIs,
    RegExp,
    arrayPush,
    regExpExec,
    stringCharCodeAt,
    stringCodePointAt,
    stringIncludes,
    stringIndexOf,
    stringNormalize,
    stringSlice,
    symbolToString,
  } = primordials;

  // What makes a text need escapes: C0, C1, the backslash, DEL, both kinds of
  // quote that are not the chosen one, and halves of surrogate pairs.
  const plainSingle = /[\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]/;
  const hexDigits = '0123456789ABCDEF';
  const shortEscapes = {
    __proto__: null,
    8: '\\b', 9: '\\t', 10: '\\n', 11: '\\x0B', 12: '\\f', 13: '\\r',
  };

  const hex2 = (code) => '\\x' + hexDigits[code >> 4] + hexDigits[code & 15];

  // A lone surrogate keeps the lower case that Node gives it.
  const hex4 = (code) => {
    let digits = '';
    for (let shift = 12; shift >= 0; shift -= 4) {
      digits += '0123456789abcdef'[(code >> shift) & 15];
    }
    return '\\u' + digits;
  };

  const isLead = (code) => code >= 0xd800 && code <= 0xdbff;
  const isTrail = (code) => code >= 0xdc00 && code <= 0xdfff;

  // The escape for the unit at @at, or '' where it is written as it is.
  function escapeAt(text, at, code, quoteCode) {
    if (code === quoteCode || code === 0x5c) {
      return '\\' + text[at];
    }
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
      return shortEscapes[code] || hex2(code);
    }
    return hex4(code);
  }

  // Escape @text for the quote whose code is @quoteCode.
  function escape(text, quoteCode) {
    let out = '';
    let done = 0;
    for (let at = 0; at < text.length; at++) {
      const code = stringCharCodeAt(text, at);
      if (isLead(code) && at + 1 < text.length &&
          isTrail(stringCharCodeAt(text, at + 1))) {
        at++;
        continue;
      }
      if (code === quoteCode || code === 0x5c || code < 0x20 ||
          (code >= 0x7f && code <= 0x9f) || isLead(code) || isTrail(code)) {
        out += stringSlice(text, done, at) +
          escapeAt(text, at, code, quoteCode);
        done = at + 1;
      }
    }
    return done === 0 ? text : out + stringSlice(text, done);
  }

  // Single quotes, unless others save an escape: double ones if the text has
  // none, then back quotes if the text has neither them nor a substitution.
  function quote(text) {
    if (regExpExec(plainSingle, text) === null) {
      return `'${text}'`;
    }
    let mark = "'";
    if (stringIncludes(text, "'")) {
      if (!stringIncludes(text, '"')) {
        mark = '"';
      } else if (!stringIncludes(text, '`') && !stringIncludes(text, '${')) {
        mark = '`';
      }
    }
    return mark + escape(text, stringCharCodeAt(mark, 0)) + mark;
  }

  // Split after each line feed, which stays with its line.
  function splitLines(text) {
    const lines = [];
    let start = 0;
    let at = stringIndexOf(text, '\n', 0);
    while (at !== -1) {
      arrayPush(lines, stringSlice(text, start, at + 1));
      start = at + 1;
      at = stringIndexOf(text, '\n', start);
    }
    if (start < text.length) {
      arrayPush(lines, stringSlice(text, start));
    }
    return lines;
  }

  // 1234567 -> 1_234_567. A minus sign is no digit and counts for none.
  function groupFromRight(digits) {
    const first = stringIncludes(digits, '-') ? 1 : 0;
    let at = digits.length;
    let out = '';
    while (at >= first + 4) {
      out = '_' + stringSlice(digits, at - 3, at) + out;
      at -= 3;
    }
    return out === '' ? digits : stringSlice(digits, 0, at) + out;
  }

  // 56789 -> 567_89.
  function groupFromLeft(digits) {
    let out = '';
    let at = 0;
    while (at < digits.length - 3) {
      out += stringSlice(digits, at, at + 3) + '_';
      at += 3;
    }
    return at === 0 ? digits : out + stringSlice(digits, at);
  }

  function numberText(number, separator) {
    if (!separator) {
      return ObjectIs(number, -0) ? '-0' : `${number}`;
    }
    const text = `${number}`;
    const dot = stringIndexOf(text, '.');
    if (number - number !== 0 || stringIncludes(text, 'e')) {
      return text;
    }
    if (dot === -1) {
      return groupFromRight(text);
    }
    return groupFromRight(stringSlice(text, 0, dot)) + '.' +
      groupFromLeft(stringSlice(text, dot + 1));
  }

  function bigintText(bigint, separator) {
    const text = `${bigint}`;
    return (separator ? groupFromRight(text) : text) + 'n';
  }

  // Made when first needed, since the engine reads a pattern when it is made:
  // plain text needs neither.
  let patterns;

  function makePatterns() {
    patterns = {
      // Control sequences (ECMA-48 5.4: parameters, intermediates, final byte)
      // and operating system commands, which a bell or a string terminator
      // ends.
      control: new RegExp(
        '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]|' +
        '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)'),
      // East Asian Width W and F (UAX #11): the emoji that have a presentation
      // of their own, and the blocks below. Wide wins over no width: two kana
      // marks are both.
      wide: new RegExp(
        '[' +
        '\\p{Emoji_Presentation}\\u1100-\\u115f\\u2329\\u232a\\u2630-\\u2637' +
        '\\u268a-\\u268f\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\ua48c' +
        '\\ua490-\\ua4c6\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff' +
        '\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6' +
        '\\u{16fe0}-\\u{18df2}\\u{1aff0}-\\u{1b2fb}\\u{1d300}-\\u{1d376}' +
        '\\u{1f200}-\\u{1f265}\\u{1f947}-\\u{1f9ff}\\u{20000}-\\u{2fffd}' +
        '\\u{30000}-\\u{3fffd}' +
        ']', 'u'),
      none: new RegExp('[\\p{Mn}\\p{Me}\\p{Cf}]', 'u'),
    };
    return patterns;
  }

  function stripControls(text) {
    if (!stringIncludes(text, '\u001b') && !stringIncludes(text, '\u009b')) {
      return text;
    }
    const { control } = patterns || makePatterns();
    let out = '';
    let rest = text;
    let match = regExpExec(control, rest);
    while (match !== null) {
      out += stringSlice(rest, 0, match.index);
      rest = stringSlice(rest, match.index + match[0].length);
      match = regExpExec(control, rest);
    }
    return out + rest;
  }

  function widthOfPoint(code, point) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
      return 0;
    }
    if (code < 0x300) {
      return 1;
    }
    const { wide, none } = patterns || makePatterns();
    if (regExpExec(wide, point) !== null) {
      return 2;
    }
    return regExpExec(none, point) !== null ? 0 : 1;
  }

  const printableAscii = /^[\x20-\x7e]*$/;

  // The columns that @text takes; control sequences take none.
  function displayWidth(text) {
    if (regExpExec(printableAscii, text) !== null) {
      return text.length;
    }
    const plain = stringNormalize(stripControls(text), 'NFC');
    let width = 0;
    for (let at = 0; at < plain.length; at++) {
      const code = stringCodePointAt(plain, at);
      const units = code > 0xffff ? 2 : 1;
      width += widthOfPoint(code, stringSlice(plain, at, at + units));
      at += units - 1;
    }
    return width;
  }

  exports.bigintText = bigintText;
  exports.displayWidth = displayWidth;
  exports.escape = escape;
  exports.numberText = numberText;
  exports.quote = quote;
  exports.splitLines = splitLines;
  exports.stripControls = stripControls;
  exports.symbolText = symbolToString;
})
