// SPDX-License-Identifier: MIT
// If this fails a system call that a signal interrupts, or that asks to be made
// again, is an error to a program, or is not made again.
//
// inject: accept4:error=EINTR:when=1+3
// inject: recvfrom:error=EINTR:when=1+3
// inject: recvmsg:error=EINTR:when=1+3
// inject: sendto:error=EINTR:when=1+3
// inject: sendmsg:error=EAGAIN:when=1+3
// inject: epoll_pwait:error=EINTR:when=1+4
// inject: io_uring_enter:error=EINTR:when=2+5
// inject: wait4:error=EINTR:when=1+2
// inject: poll:error=EINTR:when=1+2
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

async function text(stream) {
  let all = '';
  for await (const piece of stream.setEncoding('utf8')) {
    all += piece;
  }
  return all;
}

async function sockets() {
  const server = net.createServer((socket) => socket.pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const texts = await Promise.all(Array.from({ length: 20 }, async (_, n) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.cork();
    socket.write(`${n} `);
    socket.write('x'.repeat(200000));
    socket.uncork();
    socket.end();
    return text(socket);
  }));
  check('sockets', texts.every((got, n) =>
    got === `${n} ${'x'.repeat(200000)}`), texts.map((got) => got.length));
  await new Promise((resolve) => server.close(resolve));
}

async function files() {
  const texts = await Promise.all(Array.from({ length: 50 }, () =>
    fs.promises.readFile(__filename, 'utf8')));
  const expected = fs.readFileSync(__filename, 'utf8');
  check('files', texts.every((got) => got === expected), texts.length);
}

async function programs() {
  const child = spawn('cat');
  child.stdin.end('through');
  const [got, [code]] = await Promise.all([text(child.stdout),
                                           once(child, 'exit')]);
  check('program', got === 'through' && code === 0, `${got} ${code}`);
  const { stdout, status } = spawnSync('cat', { input: 'again' });
  check('waited-for', String(stdout) === 'again' && status === 0, status);
}

async function timers() {
  let count = 0;
  await Promise.all(Array.from({ length: 20 }, (_, n) =>
    new Promise((resolve) => setTimeout(() => resolve(count++), n % 3))));
  check('timers', count === 20, count);
}

async function main() {
  await sockets();
  await files();
  await programs();
  await timers();
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
