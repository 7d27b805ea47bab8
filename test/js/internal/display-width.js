/* SPDX-License-Identifier: MIT */
// Wrong if a code point takes other columns than node gives it: then tables and
// lists in columns do not line up. Needs node as the oracle.
'use strict';

const host = require('../host.js');
const { getStringWidth } = require('internal/util/inspect');
const { displayWidth } = host.load('internal/inspect_text');

host.test('display-width every assigned code point', () => {
  const assigned = /\P{Cn}/u;
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code);
    if (assigned.test(text)) {
      host.equal(displayWidth(text), getStringWidth(text),
                 `U+${code.toString(16)}`);
    }
  }
});

host.test('display-width control sequences', () => {
  const texts = ['\x1b[31mred\x1b[39m', '\x1b[1;38;5;200mx\x1b[0m', '\x9b4mx',
                 '\x1b]8;;http://a.b/\x07link\x1b]8;;\x07', 'a\x1b[2Kb', 'a\tb'];
  for (const text of texts) {
    host.equal(displayWidth(text), getStringWidth(text), JSON.stringify(text));
  }
});
