// SPDX-License-Identifier: MIT
// If this fails Buffer is not Node's: bytes, texts or errors differ.
'use strict';

const { check, thrown } = require('../check.js');

const text = 'h\u00e9llo \u20ac \u{1f600} \ud800';
const encodings = ['utf8', 'utf-8', 'UCS2', 'utf16le', 'latin1', 'binary',
                   'ascii', 'base64', 'base64url', 'hex'];

check('isEncoding', encodings.map(Buffer.isEncoding).join(),
      encodings.map(() => true).join());
check('isEncoding-not', ['', 'x', null, 5, 'utf-16'].map(Buffer.isEncoding),
      'false,false,false,false,false');
check('utf8', Buffer.from(text).toString('hex'),
      '68c3a96c6c6f20e282ac20f09f988020efbfbd');
check('utf16le', Buffer.from(text, 'utf16le').toString('hex'),
      '6800e9006c006c006f002000ac2020003dd800de200000d8');
check('latin1', Buffer.from(text, 'latin1').toString('hex'),
      '68e96c6c6f20ac203d002000');
check('base64', Buffer.from(text).toString('base64'),
      'aMOpbGxvIOKCrCDwn5iAIO+/vQ==');
check('base64url', Buffer.from(text).toString('base64url'),
      'aMOpbGxvIOKCrCDwn5iAIO-_vQ');
check('ascii', Buffer.from([0x41, 0xc1, 0xff]).toString('ascii'), 'AA\x7f');
for (const [given, bytes] of [
  ['YWJj', '616263'], ['YW Jj\n', '616263'], ['YWI=', '6162'], ['YWI', '6162'],
  ['YQ==YQ==', '61'], ['=bad=bad', ''], ['YWJjZ', '616263'], ['-_+/', 'fbffbf'],
]) {
  check(`from-base64-${JSON.stringify(given)}`,
        Buffer.from(given, 'base64').toString('hex'), bytes);
}
for (const [given, bytes] of [['abxx12', 'ab'], ['abc', 'ab'], ['zz', ''],
                              ['ABcd', 'abcd']]) {
  check(`from-hex-${given}`, Buffer.from(given, 'hex').toString('hex'), bytes);
}
// Each maximal part of what is no UTF-8 is one U+FFFD.
for (const [hex, count] of [['ff', 1], ['e282', 1], ['f09f98', 1],
                            ['eda080', 3], ['c0af', 2], ['e2e282ac', 1]]) {
  check(`malformed-${hex}`,
        [...Buffer.from(hex, 'hex').toString()].filter(
          (c) => c === '\ufffd').length, count);
}

check('byteLength', ['utf8', 'utf16le', 'latin1', 'hex', 'base64'].map(
  (name) => Buffer.byteLength(text, name)).join(), '19,24,12,6,9');
check('byteLength-view', Buffer.byteLength(new Uint16Array(3)), 6);

check('from-array', Buffer.from([1, 256, -1, '7', 2.9]).join(), '1,0,255,7,2');
check('from-json', Buffer.from(JSON.parse(JSON.stringify(
  Buffer.from('ab')))).toString(), 'ab');
const shared = new ArrayBuffer(4);
const view = Buffer.from(shared, 1, 2);
view[0] = 9;
check('from-arraybuffer', [...new Uint8Array(shared)].join(), '0,9,0,0');
check('from-primitive', Buffer.from({
  [Symbol.toPrimitive]: () => 'x',
}).toString(), 'x');
check('from-string-object', Buffer.from(new String('yz')).toString(), 'yz');
check('from-number', thrown(() => Buffer.from(5)),
      'TypeError ERR_INVALID_ARG_TYPE: The first argument must be of type ' +
      'string or an instance of Buffer, ArrayBuffer, or Array or an ' +
      'Array-like Object. Received type number (5)');
check('alloc', Buffer.alloc(5, 'ab').toString(), 'ababa');
check('alloc-base64', Buffer.alloc(4, 'YQ==', 'base64').toString(), 'aaaa');
check('alloc-size', thrown(() => Buffer.alloc('5')),
      'TypeError ERR_INVALID_ARG_TYPE: The "size" argument must be of type ' +
      'number. Received type string (\'5\')');
check('unknown-encoding', thrown(() => Buffer.from('a', 'x')),
      'TypeError ERR_UNKNOWN_ENCODING: Unknown encoding: x');
check('species', Buffer.from('abc').map((n) => n + 1) instanceof Buffer, true);
check('slice-shares', (() => {
  const bytes = Buffer.from('abcd');
  bytes.slice(1, -1)[0] = 0x58;
  return bytes.toString();
})(), 'aXcd');

check('concat', Buffer.concat([Buffer.from('ab'), new Uint8Array([99])])
  .toString(), 'abc');
check('concat-length', Buffer.concat([Buffer.from('abc')], 5).toString('hex'),
      '6162630000');
check('concat-bad', thrown(() => Buffer.concat([[1]])),
      'TypeError ERR_INVALID_ARG_TYPE: The "list[0]" argument must be an ' +
      'instance of Buffer or Uint8Array. Received an instance of Array');
check('compare', [Buffer.compare(Buffer.from('a'), Buffer.from('b')),
                  Buffer.from('b').compare(Buffer.from('a')),
                  Buffer.from('ab').compare(Buffer.from('a')),
                  Buffer.from('xab').compare(Buffer.from('ab'), 0, 2, 1)],
      '-1,1,1,0');
check('equals', Buffer.from('a').equals(new Uint8Array([97])), true);

const hay = Buffer.from('abcabcab');
check('indexOf', [hay.indexOf('abc'), hay.indexOf('abc', 1),
                  hay.indexOf('c', -3), hay.indexOf(''), hay.indexOf('', 99),
                  hay.indexOf(98, 2), hay.indexOf(Buffer.from('ca')),
                  hay.indexOf('zz')], '0,3,5,0,8,4,2,-1');
check('lastIndexOf', [hay.lastIndexOf('abc'), hay.lastIndexOf('abc', 2),
                      hay.lastIndexOf('a', -3), hay.lastIndexOf('b', 0),
                      hay.lastIndexOf('')], '3,0,3,-1,8');
check('includes', [hay.includes('bc'), hay.includes('bc', 5)], 'true,false');
const wide = Buffer.from('a\u0100b\u0100', 'utf16le');
check('indexOf-utf16', [wide.indexOf('\u0100', 'utf16le'),
                        wide.lastIndexOf('\u0100', undefined, 'utf16le')],
      '2,6');

check('fill', [Buffer.alloc(3).fill('\u00e9').toString('hex'),
               Buffer.alloc(3).fill(257).toString('hex'),
               Buffer.alloc(4).fill('abc', 1, 3).toString('hex'),
               Buffer.alloc(3).fill('').toString('hex')],
      'c3a9c3,010101,00616200,000000');
check('fill-nothing', thrown(() => Buffer.alloc(1).fill('zz', 'hex')),
      'TypeError ERR_INVALID_ARG_VALUE: The argument \'value\' is invalid. ' +
      'Received \'zz\'');
check('swap', [Buffer.from('0102030405060708', 'hex').swap16().toString('hex'),
               Buffer.from('0102030405060708', 'hex').swap32().toString('hex'),
               Buffer.from('0102030405060708', 'hex').swap64().toString('hex')],
      '0201040306050807,0403020108070605,0807060504030201');
check('swap-size', thrown(() => Buffer.alloc(3).swap16()),
      'RangeError ERR_INVALID_BUFFER_SIZE: Buffer size must be a multiple of ' +
      '16-bits');
const target = Buffer.alloc(4);
check('copy', [Buffer.from('abcdef').copy(target, 1, 2, 9),
               target.toString('hex')], '3,00636465');
check('write', [target.write('\u20ac\u20ac', 0), target.toString('hex'),
                target.write('ff', 3, 'hex'), target.toString('hex')],
      '3,e282ac65,1,e282acff');
check('write-bounds', thrown(() => target.write('a', 5)),
      'RangeError ERR_OUT_OF_RANGE: The value of "offset" is out of range. ' +
      'It must be >= 0 && <= 4. Received 5');

// Every method that reads or writes a number, at its ends.
const cases = [
  ['UInt8', 255], ['Int8', -128], ['UInt16LE', 65535], ['UInt16BE', 258],
  ['Int16LE', -32768], ['Int16BE', -2], ['UInt32LE', 4294967295],
  ['UInt32BE', 16909060], ['Int32LE', -2147483648], ['Int32BE', -3],
  ['BigUInt64LE', 18446744073709551615n], ['BigUInt64BE', 72623859790382856n],
  ['BigInt64LE', -9223372036854775808n], ['BigInt64BE', -4n],
  ['FloatLE', 0.5], ['FloatBE', -1.5], ['DoubleLE', Math.PI],
  ['DoubleBE', Number.MIN_VALUE],
];
for (const [name, value] of cases) {
  const bytes = Buffer.alloc(10, 0xcc);
  const end = bytes[`write${name}`](value, 1);
  check(`number-${name}`, [bytes[`read${name}`](1), bytes[0], bytes[end]],
        [value, 0xcc, 0xcc]);
  check(`alias-${name}`, bytes[`read${name}`] ===
    bytes[`read${name.replace('UInt', 'Uint')}`], true);
}
for (let size = 1; size <= 6; size++) {
  for (const kind of ['UIntLE', 'UIntBE', 'IntLE', 'IntBE']) {
    const value = kind[0] === 'U' ? 2 ** (8 * size) - 2 :
      -(2 ** (8 * size - 1));
    const bytes = Buffer.alloc(8, 0xcc);
    const end = bytes[`write${kind}`](value, 1, size);
    check(`number-${kind}-${size}`,
          [bytes[`read${kind}`](1, size), bytes[0], bytes[end], end],
          [value, 0xcc, 0xcc, size + 1]);
  }
}
const eight = Buffer.alloc(8);
const outside = 'RangeError ERR_OUT_OF_RANGE: The value of ';
check('read-outside', thrown(() => eight.readUInt32LE(5)),
      `${outside}"offset" is out of range.` +
      ' It must be >= 0 and <= 4. Received 5');
check('read-fraction', thrown(() => eight.readInt16BE(1.5)),
      `${outside}"offset" is out of range.` +
      ' It must be an integer. Received 1.5');
check('read-type', thrown(() => eight.readDoubleLE('0')),
      'TypeError ERR_INVALID_ARG_TYPE: The "offset" argument must be of ' +
      'type number. Received type string (\'0\')');
check('read-small', thrown(() => Buffer.alloc(2).readUInt32BE(0)),
      'RangeError ERR_BUFFER_OUT_OF_BOUNDS: Attempt to access memory ' +
      'outside buffer bounds');
check('read-size', thrown(() => eight.readUIntBE(0, 7)),
      `${outside}"byteLength" is out of range.` +
      ' It must be >= 1 and <= 6. Received 7');
check('read-undefined', thrown(() => eight.readIntLE(undefined, 2)),
      'TypeError ERR_INVALID_ARG_TYPE: The "offset" argument must be of ' +
      'type number. Received undefined');
check('write-large', thrown(() => eight.writeUInt8(256)),
      `${outside}"value" is out of range.` +
      ' It must be >= 0 and <= 255. Received 256');
check('write-int32', thrown(() => eight.writeInt32LE(2 ** 31)),
      `${outside}"value" is out of range.` +
      ' It must be >= -2147483648 and <= 2147483647. Received 2147483648');
check('write-40', thrown(() => eight.writeUIntLE(2 ** 40, 0, 5)),
      `${outside}"value" is out of range.` +
      ' It must be >= 0 and < 2 ** 40. Received 1_099_511_627_776');
check('write-signed-48', thrown(() => eight.writeIntBE(-(2 ** 48), 0, 6)),
      `${outside}"value" is out of range.` +
      ' It must be >= -(2 ** 47) and < 2 ** 47. Received -281_474_976_710_656');
check('write-bigint', thrown(() => eight.writeBigInt64BE(2n ** 63n)),
      `${outside}"value" is out of range.` +
      ' It must be >= -(2n ** 63n) and < 2n ** 63n. ' +
      'Received 9_223_372_036_854_775_808n');
check('write-biguint', thrown(() => eight.writeBigUInt64LE(-1n)),
      `${outside}"value" is out of range.` +
      ' It must be >= 0n and < 2n ** 64n. Received -1n');
check('write-outside', thrown(() => eight.writeFloatBE(1, 6)),
      `${outside}"offset" is out of range.` +
      ' It must be >= 0 and <= 4. Received 6');

check('inspect', Buffer.from('abc').inspect(), '<Buffer 61 62 63>');
check('inspect-long', Buffer.alloc(52).inspect(),
      `<Buffer${' 00'.repeat(50)} ... 2 more bytes>`);
check('toJSON', JSON.stringify(Buffer.from('a')),
      '{"type":"Buffer","data":[97]}');
check('empty', [Buffer.from('').length, Buffer.alloc(0).toString('hex'),
                Buffer.from([]).indexOf('a'), Buffer.concat([]).length,
                Buffer.alloc(0).equals(Buffer.alloc(0))], '0,,-1,0,true');
check('instance', [Buffer.from('a') instanceof Uint8Array, Buffer.name,
                   Buffer.from('a').constructor === Buffer,
                   Object.prototype.toString.call(Buffer.alloc(1))],
      'true,Buffer,true,[object Uint8Array]');
check('atob', [atob(' aG k= '), btoa('h\u00e9')], 'hi,aOk=');
check('atob-bad', thrown(() => atob('a')),
      'InvalidCharacterError 5: The string to be decoded is not correctly ' +
      'encoded.');
check('btoa-bad', thrown(() => btoa('\u20ac')),
      'InvalidCharacterError 5: Invalid character');
