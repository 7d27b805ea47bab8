// SPDX-License-Identifier: MIT
// If this fails sockets lose, mix up or keep bytes, end twice or not at all, or
// leave descriptors behind. Loopback and Unix sockets, every operation of
// internal/net_handle.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const { connect, listen } = $wick.builtin('internal/net_handle');

const directory = fs.mkdtempSync(`${os.tmpdir()}/wick-net-`);
const countDescriptors = () => fs.readdirSync('/proc/self/fd').length;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

// A promise of the arguments of a callback.
function call(begin) {
  return new Promise((resolve) => begin((...args) => resolve(args)));
}

// Both ends of a connection, and how to close it all.
async function pair(options = { host: '127.0.0.1', port: 0 }) {
  let listener;
  const accepted = call((callback) => {
    listener = listen(options, 8, callback);
  });
  const [host, port] = listener.localName();
  let client;
  const [err] = await call((callback) => {
    client = connect(options.path === undefined ? { host, port } : options,
                     callback);
  });
  const [, server] = await accepted;
  const close = () => Promise.all([client, server, listener].map(
    (handle) => call((callback) => handle.close(callback))));
  return { client, server, listener, err, close };
}

// All that comes until the end.
function readAll(connection) {
  const pieces = [];
  return new Promise((resolve) => connection.readStart((count, bytes) => {
    if (count > 0) {
      pieces.push(bytes);
    } else {
      resolve({ count, bytes: Buffer.concat(pieces) });
    }
  }));
}

const pattern = (length, seed) =>
  Uint8Array.from({ length }, (_, n) => (n * 31 + (n >> 8) + seed) & 0xff);

async function exchange(name, options) {
  const { client, server, err, close } = await pair(options);
  check(`${name}-connects`, err === 0, err);
  const up = pattern(300000, 1);
  const down = pattern(200000, 2);
  const atServer = readAll(server);
  const atClient = readAll(client);
  client.write([up.subarray(0, 1), up.subarray(1, 100001),
                up.subarray(100001)], () => {});
  const [shut] = await call((callback) => client.shutdown(callback));
  const received = await atServer;
  // Half closed: the other direction goes on.
  server.write([down], () => {});
  await call((callback) => server.shutdown(callback));
  const answered = await atClient;
  check(`${name}-up`, received.bytes.equals(up), received.bytes.length);
  check(`${name}-down`, answered.bytes.equals(down), answered.bytes.length);
  check(`${name}-ends`, shut === 0 && received.count === 0 &&
    answered.count === 0, `${shut} ${received.count} ${answered.count}`);
  check(`${name}-counts`, client.bytesWritten === up.length &&
    client.bytesRead === down.length, client.bytesWritten);
  await close();
}

async function names() {
  const { client, server, listener, close } =
    await pair({ host: '::1', port: 0 });
  const [host, port, family] = listener.localName();
  check('name-of-listener', host === '::1' && port > 0 && family === 6,
        listener.localName());
  check('name-of-peer', String(client.remoteName()) ===
    String(listener.localName()), client.remoteName());
  check('names-of-both-ends', String(client.localName()) ===
    String(server.remoteName()), server.remoteName());
  check('options', client.setNoDelay(true) === 0 &&
    client.setKeepAlive(60) === 0 && client.setKeepAlive(0) === 0, 'an error');
  await close();
}

async function refusals() {
  const { listener, close } = await pair();
  const [host, port] = listener.localName();
  const inUse = listen({ host, port }, 1, () => {});
  check('address-in-use', inUse === -98, inUse);
  await close();
  const refuse = async (options) => {
    let connection;
    const [err] = await call((callback) => {
      connection = connect(options, callback);
    });
    await call((callback) => connection.close(callback));
    return err;
  };
  const refused = await refuse({ host, port });
  check('refused', refused === -111, refused);
  const absent = await refuse({ path: `${directory}/absent` });
  check('no-such-path', absent === -2, absent);
  const long = await refuse({ path: 'x'.repeat(108) });
  check('path-too-long', long === -36, long);
  const name = await refuse({ host: 'localhost', port });
  check('no-address', name === -22, name);
}

// What is not read stays in the kernel, and then with the writer.
async function backPressure() {
  const { client, server, close } = await pair();
  const bytes = pattern(8 << 20, 3);
  let isWritten = false;
  client.write([bytes], () => {
    isWritten = true;
  });
  await new Promise((resolve) => server.readStart(() => {
    server.readStop();
    resolve();
  }));
  for (let turn = 0; turn < 100; turn++) {
    await new Promise(setImmediate);
  }
  const stopped = server.bytesRead;
  check('stopped-reads-little', stopped <= 2 * 65536, stopped);
  check('write-waits-for-reader', !isWritten, isWritten);
  const rest = readAll(server);
  await call((callback) => client.shutdown(callback));
  await rest;
  check('write-ends-with-reader', isWritten &&
    server.bytesRead === bytes.length, server.bytesRead);
  await close();
}

// The kernel reads from bytes in flight whatever becomes of their buffer.
async function pinned() {
  const { client, server, close } = await pair();
  const bytes = pattern(4 << 20, 4);
  const expected = bytes.slice();
  client.write([bytes], () => {});
  await new Promise(setImmediate);
  const moved = structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  new Uint8Array(moved).fill(0);
  $wick.gc();
  client.shutdown(() => {});
  const { bytes: got } = await readAll(server);
  check('pinned-while-written', got.equals(expected), got.length);
  await close();
}

async function closing() {
  const { client, server, listener } = await pair();
  let calls = 0;
  client.readStart(() => calls++);
  client.write([pattern(8 << 20, 5)], () => calls++);
  await new Promise(setImmediate);
  await call((callback) => client.close(callback));
  check('no-call-behind-close', calls === 0, calls);
  const { count } = await readAll(server);
  check('peer-sees-the-end', count === 0 || count === -104, count);
  await Promise.all([server, listener].map(
    (handle) => call((callback) => handle.close(callback))));
}

async function many() {
  const COUNT = 250;
  const servers = [];
  const listener = listen({ path: `${directory}/many` }, COUNT,
    (err, connection) => {
      servers.push(connection);
      connection.readStart((count, bytes) => {
        if (count > 0) {
          connection.write([bytes], () => {});
        }
      });
    });
  const clients = await Promise.all(Array.from({ length: COUNT }, async () => {
    let client;
    await call((callback) => {
      client = connect({ path: `${directory}/many` }, callback);
    });
    return client;
  }));
  const answers = await Promise.all(clients.map((client, n) =>
    new Promise((resolve) => {
      client.readStart((count, bytes) => resolve(bytes.join()));
      client.write([Uint8Array.of(n, n + 1)], () => {});
    })));
  const right = answers.filter((text, n) =>
    text === `${n},${(n + 1) & 255}`).length;
  check('500-sockets', right === COUNT, right);
  await Promise.all([listener, ...clients, ...servers].map(
    (handle) => call((callback) => handle.close(callback))));
}

async function main() {
  const before = countDescriptors();
  await exchange('tcp');
  await exchange('unix', { path: `${directory}/socket` });
  await exchange('unix-name', { path: `\0wick-${process.pid}` });
  await names();
  await refusals();
  await backPressure();
  await pinned();
  await closing();
  await many();
  check('no-descriptor-left', countDescriptors() === before,
        countDescriptors() - before);
  fs.rmSync(directory, { recursive: true });
  // A listener that is not referenced keeps nothing alive.
  listen({ host: '127.0.0.1', port: 0 }, 1, () => {}).unref();
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
