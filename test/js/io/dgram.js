// SPDX-License-Identifier: MIT
// If this fails node:dgram loses datagrams on loopback, mixes up who sent them,
// or tells errors otherwise than Node does.
'use strict';

const dgram = require('node:dgram');
const { once } = require('node:events');

const { countSockets } = require('../sockets.js');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${JSON.stringify(got)}`);
}

function codeOf(run) {
  try {
    run();
    return 'none';
  } catch (error) {
    return error.code;
  }
}

async function bound(type = 'udp4', address = '127.0.0.1') {
  const socket = dgram.createSocket(type);
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
}

const sent = (socket, ...args) => new Promise((resolve, reject) =>
  socket.send(...args, (error, count) => error ? reject(error) : resolve(count)));
const closed = (socket) => new Promise((resolve) => socket.close(resolve));

async function exchange(name, type, address) {
  const server = await bound(type, address);
  const { port, family } = server.address();
  const client = dgram.createSocket(type);
  const cases = [
    [['text', port, address], 'text'],
    [[Buffer.from('bytes'), port, address], 'bytes'],
    [[['a', Buffer.from('b'), new Uint8Array([99])], port, address], 'abc'],
    [['0123456789', 2, 3, port, address], '234'],
    [['', port, address], ''],
  ];
  for (const [args, expected] of cases) {
    const message = once(server, 'message');
    const count = await sent(client, ...args);
    const [bytes, from] = await message;
    check(`${name}-${expected}`, String(bytes) === expected &&
      count === expected.length && from.size === count &&
      from.address === address && from.family === family &&
      from.port === client.address().port, [String(bytes), from]);
  }
  const answer = once(client, 'message');
  server.send('answer', client.address().port, address);
  check(`${name}-answer`, String((await answer)[0]) === 'answer', 'other');
  await Promise.all([closed(server), closed(client)]);
}

// To whom it is connected, and from nobody else.
async function connected() {
  const server = await bound();
  const { port } = server.address();
  const client = dgram.createSocket('udp4');
  client.connect(port, '127.0.0.1');
  await once(client, 'connect');
  check('remote', client.remoteAddress().port === port, client.remoteAddress());
  let message = once(server, 'message');
  check('sends', await sent(client, 'x') === 1, 'other');
  check('received', String((await message)[0]) === 'x', 'other');
  message = once(server, 'message');
  await sent(client, 'abc', 1, 2);
  check('part', String((await message)[0]) === 'bc', 'other');
  const codes = [
    codeOf(() => client.send('x', port)), codeOf(() => client.connect(port)),
  ].join();
  check('already-connected', codes === 'ERR_SOCKET_DGRAM_IS_CONNECTED,' +
    'ERR_SOCKET_DGRAM_IS_CONNECTED', codes);
  client.disconnect();
  check('disconnected', codeOf(() => client.remoteAddress()) ===
    'ERR_SOCKET_DGRAM_NOT_CONNECTED', 'other');
  await closed(server);
  // Nobody is there: the system says so at the next use.
  client.connect(port, '127.0.0.1');
  await once(client, 'connect');
  await sent(client, 'x');
  const [error] = await once(client, 'error');
  check('refused', error.code === 'ECONNREFUSED' &&
    error.syscall === 'recvmsg', error.message);
  await closed(client);
}

// Many at once, more than a batch, and all arrive in their order.
async function many() {
  const server = await bound();
  server.setRecvBufferSize(1 << 20);
  const client = await bound();
  const got = [];
  const all = new Promise((resolve) => server.on('message', (bytes) => {
    if (got.push(+bytes) === 200) {
      resolve();
    }
  }));
  await Promise.all(Array.from({ length: 200 }, (_, n) =>
    sent(client, String(n), server.address().port, '127.0.0.1')));
  await all;
  check('two-hundred', got.every((number, n) => number === n), got);
  check('queue', client.getSendQueueSize() === 0 &&
    client.getSendQueueCount() === 0, client.getSendQueueSize());
  await Promise.all([closed(server), closed(client)]);
}

async function errors() {
  const socket = await bound();
  const { port } = socket.address();
  const other = dgram.createSocket('udp4');
  other.bind(port, '127.0.0.1');
  const [inUse] = await once(other, 'error');
  check('in-use', inUse.message === `bind EADDRINUSE 127.0.0.1:${port}` &&
    inUse.port === port, inUse.message);
  const large = await sent(socket, Buffer.alloc(70000), port, '127.0.0.1')
    .catch((error) => error);
  check('too-large', large.message === `send EMSGSIZE 127.0.0.1:${port}`,
        large);
  check('hops', socket.setTTL(16) === 16 && codeOf(() => socket.setTTL(300)) ===
    'EINVAL', codeOf(() => socket.setTTL(300)));
  socket.setBroadcast(true);
  check('buffers', socket.getRecvBufferSize() > 0 &&
    socket.getSendBufferSize() > 0, socket.getRecvBufferSize());
  const wrong = [
    [() => dgram.createSocket('udp5'), 'ERR_SOCKET_BAD_TYPE'],
    [() => socket.bind(), 'ERR_SOCKET_ALREADY_BOUND'],
    [() => socket.send('x', 0), 'ERR_SOCKET_BAD_PORT'],
    [() => socket.send(1, port), 'ERR_INVALID_ARG_TYPE'],
    [() => socket.send(['x', 1], port), 'ERR_INVALID_ARG_TYPE'],
    [() => socket.send('abc', 1, 9, port, '127.0.0.1'),
     'ERR_BUFFER_OUT_OF_BOUNDS'],
    [() => socket.send('x', port, 5), 'ERR_INVALID_ARG_TYPE'],
    [() => socket.setTTL('x'), 'ERR_INVALID_ARG_TYPE'],
    [() => socket.setRecvBufferSize(-1), 'ERR_SOCKET_BAD_BUFFER_SIZE'],
    [() => socket.disconnect(), 'ERR_SOCKET_DGRAM_NOT_CONNECTED'],
    [() => dgram.createSocket('udp4').address(), 'EBADF'],
  ];
  wrong.forEach(([run, expected], n) => {
    const code = codeOf(run);
    check(`wrong-${n}`, code === expected, code);
  });
  await Promise.all([closed(socket), closed(other)]);
  check('closed', [() => socket.close(), () => socket.address(),
                   () => socket.send('x', port), () => socket.bind()]
    .every((run) => codeOf(run) === 'ERR_SOCKET_DGRAM_NOT_RUNNING'), 'other');
}

async function ends() {
  const abort = new AbortController();
  const aborted = dgram.createSocket({ type: 'udp4', signal: abort.signal });
  const end = once(aborted, 'close');
  abort.abort();
  await end;
  check('abort', true, false);
  // While it is being bound, and while it waits to send.
  const early = dgram.createSocket('udp4');
  early.on('listening', () => check('not-bound', false, 'bound'));
  early.bind();
  early.send('x', 1, '127.0.0.1');
  await closed(early);
}

(async () => {
  const before = countSockets();
  await exchange('udp4', 'udp4', '127.0.0.1');
  await exchange('udp6', 'udp6', '::1');
  await connected();
  await many();
  await errors();
  await ends();
  // The one whose address() was refused.
  check('descriptors', countSockets() <= before + 1, countSockets() - before);
  const idle = await bound();
  idle.unref();
  check('all-ran', true, false);
})();
