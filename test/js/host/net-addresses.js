// SPDX-License-Identifier: MIT
// If this fails BlockList and SocketAddress of node:net judge addresses
// otherwise than Node does.
'use strict';

const { BlockList, SocketAddress } = require('node:net');
const { inspect } = require('node:util');

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

function addresses() {
  const none = new SocketAddress();
  check('defaults', JSON.stringify(none) ===
    '{"address":"127.0.0.1","port":0,"family":"ipv4","flowlabel":0}', none);
  const six = new SocketAddress({
    family: 'IPv6', address: '2001:DB8:0::1', port: 443, flowlabel: 7,
  });
  check('ipv6', six.address === '2001:db8::1' && six.port === 443 &&
    six.family === 'ipv6' && six.flowlabel === 7, six);
  const four = new SocketAddress({ address: '1.2.3.4', flowlabel: 7 });
  check('ipv4-has-no-label', four.flowlabel === 0, four);
  check('inspect', inspect(none) === "SocketAddress { address: '127.0.0.1', " +
    "port: 0, family: 'ipv4', flowlabel: 0 }", inspect(none));
  check('isSocketAddress', SocketAddress.isSocketAddress(six) &&
    !SocketAddress.isSocketAddress({}) &&
    !SocketAddress.isSocketAddress(undefined), false);
  const wrong = [
    [{ address: '::1' }, 'ERR_INVALID_ADDRESS'],
    [{ address: '1.2.3' }, 'ERR_INVALID_ADDRESS'],
    [{ address: '1.2.3.4', family: 'ipv6' }, 'ERR_INVALID_ADDRESS'],
    [{ address: 1 }, 'ERR_INVALID_ARG_TYPE'],
    [{ family: 'ipv5' }, 'ERR_INVALID_ARG_VALUE'],
    [{ family: 4 }, 'ERR_INVALID_ARG_VALUE'],
    [{ port: 65536 }, 'ERR_SOCKET_BAD_PORT'],
    [{ flowlabel: -1 }, 'ERR_OUT_OF_RANGE'],
    [null, 'ERR_INVALID_ARG_TYPE'],
  ];
  for (const [options, expected] of wrong) {
    const code = codeOf(() => new SocketAddress(options));
    check(`wrong-${JSON.stringify(options)}`, code === expected, code);
  }
}

function rules() {
  const list = new BlockList();
  list.addAddress('9.9.9.9');
  list.addRange('10.0.0.1', '10.0.0.10');
  list.addSubnet('172.16.0.0', 12);
  list.addAddress(new SocketAddress({ family: 'ipv6', address: '::5' }));
  list.addRange('2001:db8::10', '2001:db8::20', 'ipv6');
  list.addSubnet('8592:757c:efae:4e45::', 64, 'ipv6');
  list.addAddress('::ffff:7.7.7.7', 'ipv6');
  list.addSubnet('::ffff:6.6.0.0', 112, 'ipv6');
  check('rules', list.rules.join('\n') ===
    'Subnet: IPv6 ::ffff:6.6.0.0/112\n' +
    'Address: IPv6 ::ffff:7.7.7.7\n' +
    'Subnet: IPv6 8592:757c:efae:4e45::/64\n' +
    'Range: IPv6 2001:db8::10-2001:db8::20\n' +
    'Address: IPv6 ::5\n' +
    'Subnet: IPv4 172.16.0.0/12\n' +
    'Range: IPv4 10.0.0.1-10.0.0.10\n' +
    'Address: IPv4 9.9.9.9', list.rules);
  const inside = [
    '9.9.9.9', '10.0.0.1', '10.0.0.5', '10.0.0.10', '172.16.0.0',
    '172.31.255.255', '::5', '2001:db8::10', '2001:db8::1f', '2001:db8::20',
    '8592:757c:efae:4e45:f::1', '::ffff:9.9.9.9', '::ffff:10.0.0.2',
    '::ffff:172.20.1.1', '7.7.7.7', '6.6.255.1',
  ];
  const outside = [
    '9.9.9.8', '10.0.0.0', '10.0.0.11', '172.15.255.255', '172.32.0.0', '::6',
    '2001:db8::f', '2001:db8::21', '8592:757c:efae:4e46::1', '::9.9.9.9',
    '0.0.0.5', '6.7.0.0', 'x', '',
  ];
  const isListed = (text) =>
    list.check(text, text.includes(':') ? 'ipv6' : 'ipv4');
  check('inside', inside.every(isListed),
        inside.filter((text) => !isListed(text)));
  check('outside', !outside.some(isListed), outside.filter(isListed));
  // An IPv4 address is in no range of IPv6, however wide.
  const wide = new BlockList();
  wide.addRange('::', 'ffff::', 'ipv6');
  check('wide', !wide.check('1.2.3.4') && wide.check('1::', 'ipv6') &&
    wide.check('::ffff:1.2.3.4', 'ipv6'), wide);
  const all = new BlockList();
  all.addSubnet('0.0.0.0', 0);
  check('all', all.check('255.1.2.3') && !all.check('::1', 'ipv6') &&
    all.check(new SocketAddress({ address: '1.2.3.4' })), all);
  check('inspect-list', inspect(all) ===
    "BlockList { rules: [ 'Subnet: IPv4 0.0.0.0/0' ] }", inspect(all));
}

function refusals() {
  const list = new BlockList();
  const wrong = [
    [() => list.addAddress(1), 'ERR_INVALID_ARG_TYPE'],
    [() => list.addAddress('x'), 'ERR_INVALID_ADDRESS'],
    [() => list.addAddress('1.1.1.1', 4), 'ERR_INVALID_ARG_TYPE'],
    [() => list.addRange('1.1.1.2', '1.1.1.1'), 'ERR_INVALID_ARG_VALUE'],
    [() => list.addRange('1.1.1.2'), 'ERR_INVALID_ARG_TYPE'],
    [() => list.addSubnet('1.1.1.1', 33), 'ERR_OUT_OF_RANGE'],
    [() => list.addSubnet('1.1.1.1', '8'), 'ERR_INVALID_ARG_TYPE'],
    [() => list.addSubnet('::', 129, 'ipv6'), 'ERR_OUT_OF_RANGE'],
    [() => list.check(1), 'ERR_INVALID_ARG_TYPE'],
    [() => list.check('1.1.1.1', 4), 'ERR_INVALID_ARG_TYPE'],
  ];
  wrong.forEach(([run, expected], n) => {
    const code = codeOf(run);
    check(`refused-${n}`, code === expected, code);
  });
  check('no-rule', list.rules.length === 0, list.rules);
}

addresses();
rules();
refusals();
