// SPDX-License-Identifier: MIT
// A DNS server for tests, on a port of 127.0.0.1 that it prints first: UDP and
// TCP. Ends with its standard input. What it answers is its table below; a name
// that begins with "big." is only answered by TCP, "drop." never, "broken."
// with half a message.
'use strict';

const dgram = require('node:dgram');
const net = require('node:net');

const u16 = (value) => [value >> 8, value & 255];
const u32 = (value) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const text = (value) => [value.length, ...Buffer.from(value)];
const name = (value) => [...value.split('.').flatMap(text), 0];

// The name of the question lies at 12.
const owner = [0xc0, 12];
const table = {
  1: () => [[10, 0, 0, 1], [10, 0, 0, 2]],
  2: () => [name('ns1.test')],
  5: () => [name('other.test')],
  6: () => [[...name('ns.test'), ...name('admin.test'), ...u32(1), ...u32(2),
             ...u32(3), ...u32(4), ...u32(5)]],
  12: () => [name('one.test'), name('two.test')],
  15: () => [[...u16(10), ...text('mail'), ...owner]],
  16: () => [[...text('v=1'), ...text('second')], text('another')],
  28: () => [[0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1]],
  33: () => [[...u16(1), ...u16(2), ...u16(8080), ...name('srv.test')]],
  35: () => [[...u16(7), ...u16(8), ...text('s'), ...text('SIP+D2U'),
              ...text(''), ...name('sip.test')]],
  257: () => [[128, ...text('issue'), ...Buffer.from('ca.test')]],
};

function answer(query, isStream) {
  let end = 12;
  const labels = [];
  while (query[end] !== 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + query[end]));
    end += query[end] + 1;
  }
  const asked = query.readUInt16BE(end + 1);
  // All that there are: texts.
  const type = asked === 255 ? 16 : asked;
  const question = query.subarray(12, end + 5);
  const isCut = labels[0] === 'big' && !isStream;
  const code = { missing: 3, failing: 2, refused: 5 }[labels[0]] ?? 0;
  let records = isCut || code !== 0 || labels[0] === 'empty' ? [] :
    table[type]?.() ?? [];
  if (labels[0] === 'big' && isStream) {
    records = Array.from({ length: 100 }, (_, n) => [10, 1, 0, n]);
  }
  const message = Buffer.from([
    ...query.subarray(0, 2), 0x81 | (isCut ? 2 : 0), 0x80 | code, ...u16(1),
    ...u16(records.length), 0, 0, 0, 0, ...question,
    ...records.flatMap((data) => [...owner, ...u16(type), ...u16(1),
                                  ...u32(300), ...u16(data.length), ...data]),
  ]);
  return labels[0] === 'drop' ? undefined :
    labels[0] === 'broken' ? message.subarray(0, message.length - 2) : message;
}

const stream = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    const message = answer(bytes.subarray(2), true);
    if (message !== undefined) {
      socket.write(Buffer.from([...u16(message.length), ...message]));
    }
  });
});
const datagrams = dgram.createSocket('udp4');
datagrams.on('message', (bytes, from) => {
  const message = answer(bytes, false);
  if (message !== undefined) {
    datagrams.send(message, from.port, from.address);
  }
});
stream.listen(0, '127.0.0.1', () => {
  const { port } = stream.address();
  datagrams.bind(port, '127.0.0.1', () => console.log(port));
});
process.stdin.resume().on('end', () => process.exit());
