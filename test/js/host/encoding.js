// SPDX-License-Identifier: MIT
// If this fails TextEncoder or TextDecoder turn text into other bytes, or bytes
// into other text, than the Encoding standard says.
'use strict';

const { check, thrown } = require('../check.js');

const encoder = new TextEncoder();
const text = 'a\u00e9\u20ac\u{1f600}\ud800b';
check('encode', encoder.encode(text).join(),
      '97,195,169,226,130,172,240,159,152,128,239,191,189,98');
check('encode-nothing', [encoder.encode().length, encoder.encoding], '0,utf-8');
const room = new Uint8Array(6);
const { read, written } = encoder.encodeInto(text, room);
check('encodeInto', [read, written, room.join()],
      '3,6,97,195,169,226,130,172');
const small = encoder.encodeInto('\u{1f600}', new Uint8Array(3));
check('encodeInto-small', [small.read, small.written], '0,0');
check('encode-this', thrown(() => TextEncoder.prototype.encode.call({})),
      'TypeError ERR_INVALID_THIS: Value of "this" must be of type ' +
      'TextEncoder');

const bytes = encoder.encode('\ufeffa\u20ac\u{1f600}');
check('bom', new TextDecoder().decode(bytes), 'a\u20ac\u{1f600}');
check('bom-kept', new TextDecoder('utf8', { ignoreBOM: true }).decode(bytes),
      '\ufeffa\u20ac\u{1f600}');
// Cut anywhere, a stream gives the same text.
for (let n = 0; n <= bytes.length; n++) {
  const decoder = new TextDecoder();
  check(`stream-${n}`, decoder.decode(bytes.subarray(0, n), { stream: true }) +
    decoder.decode(bytes.subarray(n)), 'a\u20ac\u{1f600}');
}
const rest = new TextDecoder();
check('stream-incomplete',
      rest.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }) +
      rest.decode(), '\ufffd');
check('fatal', thrown(() => new TextDecoder('utf-8', { fatal: true })
  .decode(new Uint8Array([0x61, 0xff]))),
      'TypeError ERR_ENCODING_INVALID_ENCODED_DATA: The encoded data was not ' +
      'valid for encoding utf-8');
const strict = new TextDecoder('utf-8', { fatal: true });
strict.decode(new Uint8Array([0xe2]), { stream: true });
check('fatal-stream', thrown(() => strict.decode(new Uint8Array([0x61]))).slice(
  0, 42), 'TypeError ERR_ENCODING_INVALID_ENCODED_DAT');
check('fatal-afterwards', strict.decode(new Uint8Array([0x62])), 'b');

const units = new Uint16Array([0x61, 0xd83d, 0xde00, 0xdc00]);
check('utf-16le', new TextDecoder('utf-16le').decode(units),
      'a\u{1f600}\ufffd');
const bigEndian = new Uint8Array([0, 0x61, 0xd8, 0x3d, 0xde, 0, 0x20]);
check('utf-16be', new TextDecoder('utf-16be').decode(bigEndian),
      'a\u{1f600}\ufffd');
for (let n = 0; n <= 8; n++) {
  const decoder = new TextDecoder('utf-16');
  const all = new Uint8Array(units.buffer);
  check(`stream-utf16-${n}`,
        decoder.decode(all.subarray(0, n), { stream: true }) +
        decoder.decode(all.subarray(n)), 'a\u{1f600}\ufffd');
}
check('source', [new TextDecoder().decode(new Uint8Array([97, 98]).buffer),
                 new TextDecoder().decode(new DataView(new ArrayBuffer(1)))],
      'ab,\0');

check('labels', [' UTF8\n', 'unicode-1-1-utf-8', 'Latin2', 'cyrillic',
                 'utf-16', 'sun_eu_greek', 'logical', 'dos-874'].map(
  (label) => new TextDecoder(label).encoding),
      'utf-8,utf-8,iso-8859-2,iso-8859-5,utf-16le,iso-8859-7,iso-8859-8-i,' +
      'windows-874');
check('unknown', thrown(() => new TextDecoder('x')),
      'RangeError ERR_ENCODING_NOT_SUPPORTED: The "x" encoding is not ' +
      'supported');

// The upper halves of the single-byte encodings, by one letter of each.
for (const [label, byte, letter] of [
  ['ibm866', 0x80, '\u0410'], ['iso-8859-2', 0xa1, '\u0104'],
  ['iso-8859-3', 0xa1, '\u0126'], ['iso-8859-4', 0xff, '\u02d9'],
  ['iso-8859-5', 0xd0, '\u0430'], ['iso-8859-6', 0xc7, '\u0627'],
  ['iso-8859-7', 0xe1, '\u03b1'], ['iso-8859-8', 0xe0, '\u05d0'],
  ['iso-8859-8-i', 0xe0, '\u05d0'], ['iso-8859-10', 0xff, '\u0138'],
  ['iso-8859-13', 0xff, '\u2019'], ['iso-8859-14', 0xd0, '\u0174'],
  ['iso-8859-15', 0xa4, '\u20ac'], ['koi8-r', 0xc1, '\u0430'],
  ['koi8-u', 0xa4, '\u0454'], ['macintosh', 0xff, '\u02c7'],
  ['windows-874', 0xa1, '\u0e01'], ['windows-1250', 0xff, '\u02d9'],
  ['windows-1251', 0xe0, '\u0430'], ['windows-1253', 0xe1, '\u03b1'],
  ['windows-1254', 0xf0, '\u011f'], ['windows-1255', 0xe0, '\u05d0'],
  ['windows-1256', 0xc7, '\u0627'], ['windows-1257', 0xff, '\u02d9'],
  ['windows-1258', 0xfe, '\u20ab'], ['x-mac-cyrillic', 0x80, '\u0410'],
  ['iso-8859-6', 0xa1, '\ufffd'], ['windows-1251', 0x98, '\x98'],
]) {
  check(`${label}-${byte.toString(16)}`,
        new TextDecoder(label).decode(new Uint8Array([0x7e, byte])),
        `~${letter}`);
}
check('single-byte-fatal', thrown(() => new TextDecoder(
  'iso-8859-6', { fatal: true }).decode(new Uint8Array([0xa1]))).slice(0, 9),
      'TypeError');
check('tags', [Object.prototype.toString.call(encoder),
               Object.prototype.toString.call(rest)],
      '[object TextEncoder],[object TextDecoder]');
