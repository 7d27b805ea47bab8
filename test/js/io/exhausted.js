// SPDX-License-Identifier: MIT
// If this fails a function that has used up its descriptors is not told so as
// Node tells it, loses what it had, or cannot go on when it has closed some.
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const dns = require('node:dns');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');

const LIMIT = 1024;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const errorOf = (promise) => promise.then(() => new Error('none'),
                                          (error) => error);

function thrown(run) {
  try {
    run();
    return new Error('none');
  } catch (error) {
    return error;
  }
}

const files = [];

// Opens files until there is no descriptor left.
function exhaust() {
  const error = thrown(() => {
    for (;;) {
      files.push(fs.openSync('/dev/null'));
    }
  });
  return error;
}

function release(count) {
  files.splice(0, count).forEach((fd) => fs.closeSync(fd));
}

async function inFiles() {
  const error = exhaust();
  check('openSync', error.code === 'EMFILE' && error.errno === -24 &&
    error.syscall === 'open' && error.path === '/dev/null' &&
    error.message === 'EMFILE: too many open files, open \'/dev/null\'', error);
  check('all-are-used', files.length > LIMIT - 40 && files.at(-1) < LIMIT,
        files.length);
  const opened = await errorOf(fs.promises.open('/dev/null'));
  check('open', opened.message === error.message, opened);
  const read = await errorOf(fs.promises.readFile('/proc/self/status'));
  check('readFile', read.code === 'EMFILE' && read.syscall === 'open', read);
  const list = await errorOf(fs.promises.readdir('/'));
  check('readdir', list.code === 'EMFILE' && list.syscall === 'scandir' &&
    list.path === '/', list);
  const stream = await once(fs.createReadStream('/dev/null'), 'error');
  check('stream', stream[0].code === 'EMFILE', stream[0]);
  // Without a descriptor of its own it works.
  const { size } = await fs.promises.stat('/');
  check('stat', size >= 0, size);
}

async function inSockets(port) {
  const [error] = await once(net.connect(port, '127.0.0.1'), 'error');
  check('connect', error.code === 'EMFILE' && error.syscall === 'connect' &&
    error.address === '127.0.0.1' && error.port === port, error.message);
  const [listening] = await once(net.createServer().listen(0, '127.0.0.1'),
                                 'error');
  check('listen', listening.code === 'EMFILE' &&
    listening.syscall === 'listen', listening.message);
}

async function inPrograms() {
  const child = spawn('cat');
  const [error] = await once(child, 'error');
  check('spawn', error.message === 'spawn cat EMFILE' &&
    error.code === 'EMFILE' && child.pid === undefined, error.message);
  const result = spawnSync('cat');
  check('spawnSync', result.error.code === 'EMFILE' && result.pid === 0,
        result.error);
  // Three pipes need six; what was opened of them is closed.
  release(3);
  const [half] = await once(spawn('cat'), 'error');
  check('half-of-the-pipes', half.code === 'EMFILE', half);
  const again = files.length;
  exhaust();
  check('are-given-back', files.length === again + 3, files.length - again);
}

async function inNames() {
  const resolver = new dns.promises.Resolver({ tries: 1 });
  resolver.setServers(['127.0.0.1:1']);
  const error = await errorOf(resolver.resolve4('x.test'));
  check('resolve', error.code === 'ECONNREFUSED', error);
}

async function main() {
  const accepted = [];
  const server = net.createServer((socket) => accepted.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const before = net.connect(port, '127.0.0.1');
  await once(before, 'connect');

  await inFiles();
  await inSockets(port);
  await inPrograms();
  await inNames();
  // What was open works on, and what was asked for meanwhile comes later.
  release(1);
  const waiting = net.connect(port, '127.0.0.1');
  await once(waiting, 'connect');
  before.write('x');
  const [text] = await once(accepted[0].setEncoding('utf8'), 'data');
  check('what-was-open', text === 'x' && accepted.length === 1, text);
  const connection = once(server, 'connection');
  release(1);
  await connection;
  check('accepted-later', accepted.length === 2, accepted.length);
  release(files.length);
  const { status, stdout } = spawnSync('echo', ['y']);
  check('programs-again', status === 0 && String(stdout) === 'y\n', status);
  [before, waiting, ...accepted].forEach((socket) => socket.destroy());
  server.close();
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
