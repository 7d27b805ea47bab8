// SPDX-License-Identifier: MIT
// If this fails an error of the system reaches a program under another name, at
// another place or not at all, or leaves a descriptor open. Each call named
// below fails once; what it is called for afterwards goes well.
//
// inject: socket:error=EMFILE:when=1
// inject: bind:error=EADDRNOTAVAIL:when=1
// inject: listen:error=ENOMEM:when=1
// inject: connect:error=ENETUNREACH:when=1
// inject: accept4:error=ECONNABORTED:when=1
// inject: recvfrom:error=ECONNRESET:when=1
// inject: sendto:error=EPIPE:when=1
// inject: shutdown:error=ENOTCONN:when=1
// inject: socketpair:error=EMFILE:when=2
// inject: clone:error=EAGAIN:when=1
// inject: kill:error=EPERM:when=1
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');

// What the ring does is no system call.
const isEpoll = process.env.WICK_IO === 'epoll';

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const countDescriptors = () => fs.readdirSync('/proc/self/fd').length;
const errorOf = async (emitter) => (await once(emitter, 'error'))[0];

// Whatever error comes before.
const closeOf = (socket) => new Promise((resolve) => socket.on('close', resolve));

function same(name, error, message) {
  check(name, error.message === message &&
    message.startsWith(`${error.syscall} ${error.code}`), error.message);
}

async function listening() {
  same('socket', await errorOf(net.connect(1, '127.0.0.1')),
       'connect EMFILE 127.0.0.1:1 - Local (undefined:undefined)');
  const bind = await errorOf(net.createServer().listen(0, '127.0.0.1'));
  same('bind', bind, 'listen EADDRNOTAVAIL: address not available 127.0.0.1');
  const listen = await errorOf(net.createServer().listen(0, '127.0.0.1'));
  same('listen', listen, 'listen ENOMEM: not enough memory 127.0.0.1');
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// Both ends of a connection to @server.
async function connection(server) {
  const accepted = once(server, 'connection');
  const client = net.connect(server.address().port, '127.0.0.1');
  await once(client, 'connect');
  const [peer] = await accepted;
  return [client, peer];
}

async function connected(server) {
  const { port } = server.address();
  if (isEpoll) {
    const error = await errorOf(net.connect(port, '127.0.0.1'));
    check('connect', error.code === 'ENETUNREACH' &&
      error.message.startsWith(`connect ENETUNREACH 127.0.0.1:${port}`),
          error.message);
  }
  // One that was given up meanwhile is none of the server's errors.
  const [client, peer] = await connection(server);
  check('accept', peer.remotePort === client.localPort, peer.remotePort);
  const closed = [closeOf(client), closeOf(peer)];
  if (isEpoll) {
    // Whichever of them is the first to ask.
    const reset = Promise.race([errorOf(client), errorOf(peer)]);
    client.resume();
    peer.resume();
    same('receive', await reset, 'read ECONNRESET');
    client.destroy();
    peer.destroy();
  } else {
    client.destroy();
    peer.resume();
  }
  await Promise.all(closed);
}

async function written(server) {
  const [client, peer] = await connection(server);
  const closed = [closeOf(client), closeOf(peer)];
  peer.resume();
  if (isEpoll) {
    const error = errorOf(client);
    client.write('x');
    same('send', await error, 'write EPIPE');
  } else {
    client.destroy();
  }
  await Promise.all(closed);
}

// An end that cannot be told, since the peer was faster, is none.
async function ended(server) {
  const [client, peer] = await connection(server);
  const closed = [closeOf(client), closeOf(peer)];
  peer.resume();
  client.resume();
  let failure;
  client.on('error', (error) => {
    failure = error;
  });
  client.end();
  peer.end();
  await Promise.all(closed);
  check('shutdown', failure === undefined || failure.code === 'ENOTCONN',
        failure);
}

async function programs() {
  same('socketpair', await errorOf(spawn('cat')), 'spawn cat EMFILE');
  same('clone', await errorOf(spawn('cat')), 'spawn cat EAGAIN');
  const { status } = spawnSync('true');
  check('then-it-starts', status === 0, status);
  const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  const told = errorOf(child);
  check('kill', child.kill() === false, true);
  same('kill-says-so', await told, 'kill EPERM');
  child.stdin.end();
  const [code] = await once(child, 'close');
  check('and-goes-on', code === 0, code);
}

async function main() {
  const before = countDescriptors();
  const server = await listening();
  await connected(server);
  await written(server);
  await ended(server);
  await new Promise((resolve) => server.close(resolve));
  await programs();
  // One more: the first child that is not waited for wakes the loop by it.
  // Those of children that have not come about are closed in their own time.
  for (let turn = 0; turn < 1000 && countDescriptors() > before + 1; turn++) {
    await new Promise(setImmediate);
  }
  check('descriptors', countDescriptors() <= before + 1,
        countDescriptors() - before);
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
