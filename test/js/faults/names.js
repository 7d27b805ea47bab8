// SPDX-License-Identifier: MIT
// If this fails a name that cannot be asked for, because the system refuses a
// socket or its use, is waited for, or told as something else.
//
// inject: socket:error=EMFILE:when=1
// inject: sendto:error=ENETUNREACH:when=1
'use strict';

const dns = require('node:dns');
const fs = require('node:fs');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const countDescriptors = () => fs.readdirSync('/proc/self/fd').length;
const codeOf = (promise) => promise.then(() => 'none', (error) => error.code);

async function main() {
  const resolver = new dns.promises.Resolver({ tries: 1, timeout: 10000 });
  // Nobody is there.
  resolver.setServers(['127.0.0.1:1']);
  const before = countDescriptors();
  for (const name of ['socket', 'send', 'peer']) {
    const code = await codeOf(resolver.resolve4(`${name}.test`));
    check(name, code === 'ECONNREFUSED', code);
  }
  const { address } = await dns.promises.lookup('localhost', 4);
  check('lookup', address === '127.0.0.1', address);
  check('descriptors', countDescriptors() <= before, countDescriptors());
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
