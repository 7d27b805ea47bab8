/* SPDX-License-Identifier: MIT */
// util.parseEnv: the text of a .env file.
// https://nodejs.org/api/util.html#utilparseenvcontent
(function (native, require, exports, primordials) {
  'use strict';

  // A name, then a value: in quotes, over several lines too, or up to the end
  // of the line or a comment.
  const LINE = new RegExp(
    '^[^\\S\\n]*(?:export[^\\S\\n]+)?([^\\s=#][^=\\n]*?)[^\\S\\n]*=[^\\S\\n]*' +
    '(?:"([^"]*)"|\'([^\']*)\'|`([^`]*)`|([^\\n]*))[^\\n]*$', 'gm');

  function plainValue(text) {
    const comment = text.indexOf('#');
    return (comment === -1 ? text : text.slice(0, comment)).trim();
  }

  exports.parse = (content) => {
    const out = {};
    const text = content.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    for (const [, name, double, single, back, plain] of text.matchAll(LINE)) {
      if (double !== undefined) {
        out[name] = double.replaceAll('\\n', '\n');
      } else {
        out[name] = single ?? back ?? plainValue(plain);
      }
    }
    return out;
  };
})
