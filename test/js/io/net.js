// SPDX-License-Identifier: MIT
// If this fails node:net loses or mixes up bytes, ends twice or not at all, or
// tells errors as Node does not. Loopback and Unix sockets.
'use strict';

const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');

const { countSockets } = require('../sockets.js');

const directory = fs.mkdtempSync(`${os.tmpdir()}/wick-net-`);
const path = `${directory}/socket`;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${JSON.stringify(got)}`);
}

async function serve(options, onConnection, where = ['127.0.0.1']) {
  const server = net.createServer(options, onConnection);
  server.listen(...(typeof where === 'string' ? [where] : [0, ...where]));
  await once(server, 'listening');
  return server;
}

const closed = (server) => new Promise((resolve) => server.close(resolve));

async function text(socket) {
  let all = '';
  for await (const piece of socket.setEncoding('utf8')) {
    all += piece;
  }
  return all;
}

async function conversation(name, where) {
  const server = await serve({ allowHalfOpen: true }, (socket) => {
    socket.on('end', () => socket.end('bye'));
    socket.on('data', (piece) => socket.write(`echo ${piece} `));
  }, where);
  const address = server.address();
  const client = net.connect(address.port ?? address);
  client.end('hello');
  const got = await text(client);
  check(name, got === 'echo hello bye' && client.bytesRead === 14 &&
    client.bytesWritten === 5, got);
  await closed(server);
}

async function backPressure() {
  const size = 5e6;
  const server = await serve({}, (socket) => socket.pipe(socket), path);
  const client = net.connect(path);
  let count = 0;
  const isAll = client.write(Buffer.alloc(size, 'x'));
  client.on('data', (piece) => {
    count += piece.length;
    if (count === size) {
      client.end();
    }
  });
  await once(client, 'close');
  check('back-pressure', !isAll && count === size, count);
  await closed(server);
  check('unlinked', !fs.existsSync(path), path);
}

async function errors() {
  const [refused] = await once(net.connect(1, '127.0.0.1'), 'error');
  check('refused', refused.message === 'connect ECONNREFUSED 127.0.0.1:1' &&
    refused.code === 'ECONNREFUSED' && refused.port === 1, refused.message);
  const [missing] = await once(net.connect(`${path}-x`), 'error');
  check('missing', missing.message === `connect ENOENT ${path}-x`,
        missing.message);
  const server = await serve({}, (socket) => socket.resetAndDestroy());
  const { port } = server.address();
  const [inUse] = await once(net.createServer().listen(port, '127.0.0.1'),
                             'error');
  check('in-use', inUse.code === 'EADDRINUSE' && inUse.syscall === 'listen' &&
    inUse.port === port, inUse.message);
  const [reset] = await once(net.connect(port, '127.0.0.1').resume(), 'error');
  check('reset', reset.code === 'ECONNRESET' && reset.syscall === 'read',
        reset.message);
  await closed(server);
}

async function idle() {
  const sockets = [];
  const server = await serve({}, (socket) => sockets.push(socket.resume()));
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setTimeout(5);
  await once(client, 'timeout');
  check('timeout', !client.destroyed, client.destroyed);
  client.destroy();
  await once(client, 'close');
  await closed(server);
  check('closed', sockets.length === 1 && sockets[0].destroyed, sockets.length);
}

(async () => {
  check('isIP', net.isIP('::1') === 6 && net.isIP('1.2.3.4') === 4 &&
    net.isIP('x') === 0, net.isIP('::1'));
  const before = countSockets();
  await conversation('tcp');
  await conversation('unix', path);
  await backPressure();
  await errors();
  await idle();
  for (let turn = 0; turn < 1000 && countSockets() > before; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  check('descriptors', countSockets() <= before, countSockets());
  fs.rmdirSync(directory);
})();
