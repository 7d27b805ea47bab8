// SPDX-License-Identifier: MIT
// If this fails a process without free descriptors loses connections, or spins.
'use strict';

const fs = require('node:fs');
const { connect, listen } = $wick.builtin('internal/net_handle');

const EMFILE = -24;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

function call(begin) {
  return new Promise((resolve) => begin((...args) => resolve(args)));
}

// Opens files until there is no descriptor left.
function exhaust() {
  const files = [];
  try {
    for (;;) {
      files.push(fs.openSync('/dev/null'));
    }
  } catch (error) {
    check('no-descriptor-to-open', error.code === 'EMFILE', error);
  }
  return files;
}

async function main() {
  let result;
  const listener = listen({ host: '127.0.0.1', port: 0 }, 64,
    (...args) => result(args));
  const next = () => call((callback) => {
    result = (args) => callback(args);
  });
  const [host, port] = listener.localName();
  const files = exhaust();
  const none = await call((callback) => connect({ host, port }, callback));
  check('no-descriptor-to-connect', none[0] === EMFILE, none);

  // One is left: for the client, and none for the other end.
  fs.closeSync(files.pop());
  const refusal = next();
  let client;
  await call((callback) => {
    client = connect({ host, port }, callback);
  });
  check('no-descriptor-to-accept', (await refusal)[0][0] === EMFILE, 'another');
  // It is accepted as soon as there is one.
  const acceptance = next();
  fs.closeSync(files.pop());
  const [[err, server]] = await acceptance;
  check('accepted-later', err === 0, err);
  const [text] = await Promise.all([
    call((callback) => server.readStart((count, bytes) =>
      callback(bytes.join()))),
    call((callback) => client.write([Uint8Array.of(1, 2)], callback)),
  ]);
  check('and-used', text[0] === '1,2', text);
  await Promise.all([listener, client, server].map(
    (handle) => call((callback) => handle.close(callback))));
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
