// SPDX-License-Identifier: MIT
// If this fails node:dns asks wrongly, reads answers wrongly, or waits where it
// should not. A server of ours on loopback answers; node runs it.
'use strict';

const { spawn } = require('node:child_process');
const dns = require('node:dns');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${JSON.stringify(got)}`);
}

const codeOf = (promise) => promise.then(() => 'none', (error) => error.code);

async function records(resolver) {
  const same = (name, got, expected) =>
    check(name, JSON.stringify(got) === JSON.stringify(expected), got);

  same('a', await resolver.resolve4('x.test'), ['10.0.0.1', '10.0.0.2']);
  same('ttl', await resolver.resolve4('x.test', { ttl: true }),
       [{ address: '10.0.0.1', ttl: 300 }, { address: '10.0.0.2', ttl: 300 }]);
  same('aaaa', await resolver.resolve6('x.test'), ['2001:db8::1']);
  same('ns', await resolver.resolveNs('x.test'), ['ns1.test']);
  same('cname', await resolver.resolveCname('x.test'), ['other.test']);
  same('ptr', await resolver.resolvePtr('x.test'), ['one.test', 'two.test']);
  same('mx', await resolver.resolveMx('x.test'),
       [{ exchange: 'mail.x.test', priority: 10 }]);
  same('txt', await resolver.resolveTxt('x.test'),
       [['v=1', 'second'], ['another']]);
  same('srv', await resolver.resolveSrv('x.test'),
       [{ name: 'srv.test', port: 8080, priority: 1, weight: 2 }]);
  same('naptr', await resolver.resolveNaptr('x.test'),
       [{ flags: 's', service: 'SIP+D2U', regexp: '', replacement: 'sip.test',
          order: 7, preference: 8 }]);
  same('caa', await resolver.resolveCaa('x.test'),
       [{ critical: 128, issue: 'ca.test' }]);
  same('soa', await resolver.resolveSoa('x.test'),
       { nsname: 'ns.test', hostmaster: 'admin.test', serial: 1, refresh: 2,
         retry: 3, expire: 4, minttl: 5 });
  same('any', await resolver.resolveAny('x.test'),
       [{ entries: ['v=1', 'second'], type: 'TXT' },
        { entries: ['another'], type: 'TXT' }]);
  same('reverse', await resolver.reverse('10.9.8.7'), ['one.test', 'two.test']);
  same('tcp', (await resolver.resolve4('big.test')).length, 100);
}

// The second does not wait for long.
async function failures(resolver, hasty) {
  const expected = {
    missing: 'ENOTFOUND', failing: 'ESERVFAIL', refused: 'EREFUSED',
    empty: 'ENODATA', broken: 'EBADRESP', drop: 'ETIMEOUT',
  };
  for (const name of Object.keys(expected)) {
    const code = await codeOf(
      (name === 'drop' ? hasty : resolver).resolve4(`${name}.test`));
    check(name, code === expected[name], code);
  }
  const slow = resolver.resolve4('drop.test');
  let inUse;
  try {
    resolver.setServers(['127.0.0.1']);
  } catch (error) {
    inUse = error;
  }
  check('servers-in-use', inUse?.code === 'ERR_DNS_SET_SERVERS_FAILED' &&
    inUse.message.includes('There are pending queries.'), inUse?.message);
  resolver.cancel();
  const code = await codeOf(slow);
  check('cancel', code === 'ECANCELLED', code);
}

function settings() {
  const resolver = new dns.Resolver();
  resolver.setServers([]);
  check('no-servers', resolver.getServers().length === 0,
        resolver.getServers());
  resolver.setLocalAddress('::1');
  resolver.setLocalAddress('::1', '127.0.0.1');
  let wrong;
  try {
    resolver.setLocalAddress('::1', '::1');
  } catch (error) {
    wrong = error;
  }
  check('local-address', wrong instanceof Error, wrong);
}

async function lookups() {
  const local = await dns.promises.lookup('localhost', 4);
  check('lookup-hosts', local.address === '127.0.0.1' && local.family === 4,
        local);
  // No /etc/hosts has these.
  for (const [name, family, wanted] of [
    ['a.b.localhost', 0, '127.0.0.1 ::1'], ['LOCALHOST.', 4, '127.0.0.1'],
    ['c.localhost', 6, '::1']]) {
    const found = await dns.promises.lookup(name, { all: true, family });
    const text = found.map(({ address }) => address).join(' ');
    check(`lookup-${name}`, text === wanted, text);
  }
  const all = await dns.promises.lookup('127.0.0.1', { all: true });
  check('lookup-address', all[0].address === '127.0.0.1', all);
}

const server = spawn('node', ['test/tools/dns_server.js'],
                     { stdio: ['pipe', 'pipe', 'inherit'] });
server.stdout.once('data', async (line) => {
  const resolver = new dns.promises.Resolver();
  const hasty = new dns.promises.Resolver({ timeout: 40, tries: 1 });
  resolver.setServers([`127.0.0.1:${parseInt(line, 10)}`]);
  hasty.setServers(resolver.getServers());
  check('servers', resolver.getServers()[0].startsWith('127.0.0.1:'),
        resolver.getServers());
  await records(resolver);
  await failures(resolver, hasty);
  await lookups();
  settings();
  let isLater = false;
  dns.lookup('localhost', () => check('never-at-once', isLater, isLater));
  isLater = true;
  server.stdin.end();
});
server.on('exit', (status) => check('server', status === 0, status));
