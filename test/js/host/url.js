// SPDX-License-Identifier: MIT
// If this fails URL or URLSearchParams split, change or write a URL otherwise
// than the URL standard.
'use strict';

const { check, thrown } = require('../check.js');

const full = new URL('HTTPS://us%65r:p:w@EXAMPLE.com:8443/a/./b/../c?q=1#f');
check('parts', [full.href, full.origin, full.protocol, full.username,
                full.password, full.host, full.hostname, full.port,
                full.pathname, full.search, full.hash].join(' '),
      'https://us%65r:p%3Aw@example.com:8443/a/c?q=1#f ' +
      'https://example.com:8443 https: us%65r p%3Aw example.com:8443 ' +
      'example.com 8443 /a/c ?q=1 #f');
check('base', new URL('../x?y', 'http://h/a/b/c').href, 'http://h/a/x?y');
check('default-port', new URL('http://h:80/').port, '');
check('idna', new URL('http://m\u00fcnchen.example/').host,
      'xn--mnchen-3ya.example');
check('ipv4', new URL('http://0x7f.1/').host, '127.0.0.1');
check('ipv6', [new URL('http://[0:0::1]:81/').host,
               new URL('http://[::1]/').hostname], '[::1]:81,[::1]');
check('opaque', [new URL('mailto:a@b?c#d').pathname,
                 new URL('mailto:a@b').origin], 'a@b,null');
check('empty-query', [new URL('http://h/?').href, new URL('http://h/?').search,
                      new URL('http://h/#').hash], 'http://h/?,,');
check('file', [new URL('file:///C|/x').href, new URL('file://h/x').host],
      'file:///C:/x,h');
check('invalid', thrown(() => new URL('/x')),
      'TypeError ERR_INVALID_URL: Invalid URL');
check('missing', thrown(() => new URL()),
      'TypeError ERR_MISSING_ARGS: The "url" argument must be specified');
check('canParse', [URL.canParse('x:'), URL.canParse('x'),
                   URL.canParse('x', 'http://h')], 'true,false,true');
check('this', thrown(() => Object.getOwnPropertyDescriptor(
  URL.prototype, 'href').get.call({})).slice(0, 9), 'TypeError');

function change(start, property, value) {
  const url = new URL(start);
  url[property] = value;
  return url.href;
}
for (const [start, property, value, wanted] of [
  ['http://h/', 'protocol', 'https', 'https://h/'],
  ['http://h/', 'protocol', 'mailto', 'http://h/'],
  ['http://h/', 'protocol', '1', 'http://h/'],
  ['https://h:80/', 'protocol', 'http:x', 'http://h/'],
  ['http://h/', 'username', 'a:b@', 'http://a%3Ab%40@h/'],
  ['http://a:b@h/', 'username', '', 'http://:b@h/'],
  ['http://a:b@h/', 'password', '', 'http://a@h/'],
  ['mailto:x', 'username', 'a', 'mailto:x'],
  ['http://h:1/', 'host', 'i:2/x', 'http://i:2/'],
  ['http://h:1/', 'host', 'i', 'http://i:1/'],
  ['http://h:1/', 'host', ':2', 'http://h:1/'],
  ['http://h:1/', 'host', '[::1]', 'http://[::1]:1/'],
  ['http://h/', 'host', 'a b', 'http://h/'],
  ['http://h/', 'host', 'a@b', 'http://h/'],
  ['http://h:1/', 'hostname', 'i:2', 'http://h:1/'],
  ['x://h:1/', 'hostname', '', 'x://h:1/'],
  ['x://h/', 'hostname', '', 'x:///'],
  ['http://h/', 'port', '90x', 'http://h:90/'],
  ['http://h:1/', 'port', '80', 'http://h/'],
  ['http://h:1/', 'port', '', 'http://h/'],
  ['http://h:1/', 'port', '70000', 'http://h:1/'],
  ['http://h/a', 'pathname', 'b?c#d e', 'http://h/b%3Fc%23d%20e'],
  ['http://h/a', 'pathname', '\\b\\..\\c', 'http://h/c'],
  ['http://h/a', 'pathname', '', 'http://h/'],
  ['mailto:x', 'pathname', 'y', 'mailto:x'],
  ['http://h/', 'search', 'a b#c ', 'http://h/?a%20b%23c%20'],
  ['http://h/?a', 'search', '', 'http://h/'],
  ['http://h/', 'search', '?', 'http://h/?'],
  ['http://h/', 'hash', 'a b ', 'http://h/#a%20b%20'],
  ['http://h/#a', 'hash', '', 'http://h/'],
  ['http://h/', 'href', 'x:y', 'x:y'],
]) {
  check(`set-${property}-${value}-${start}`, change(start, property, value),
        wanted);
}

const tied = new URL('http://h/?a=1&b=2');
const { searchParams } = tied;
searchParams.append('c', '3 4');
check('params-to-url', tied.href, 'http://h/?a=1&b=2&c=3+4');
tied.search = '?z=9';
check('url-to-params', [searchParams.get('z'), searchParams.size,
                        tied.searchParams === searchParams], '9,1,true');
searchParams.delete('z');
check('params-empty', tied.href, 'http://h/');

const params = new URLSearchParams('?a=1&b=%20+%zz&a=%e2%82%ac&&=x&y');
check('params', [...params].join(';'), 'a,1;b,  %zz;a,\u20ac;,x;y,');
check('params-text', params.toString(), 'a=1&b=++%25zz&a=%E2%82%AC&=x&y=');
check('params-bad-utf8', new URLSearchParams('a=%ff%41').get('a'), '\ufffdA');
check('params-record', new URLSearchParams({ x: 1, y: [2, 3] }).toString(),
      'x=1&y=2%2C3');
check('params-pairs', new URLSearchParams(new Map([['a', 'b']])).toString(),
      'a=b');
check('params-tuple', thrown(() => new URLSearchParams([['a']])),
      'TypeError ERR_INVALID_TUPLE: Each query pair must be an iterable ' +
      '[name, value] tuple');
check('params-set', (() => {
  const list = new URLSearchParams('a=1&b=2&a=3');
  list.set('a', '~');
  return list;
})(), 'a=%7E&b=2');
check('params-sort', (() => {
  const list = new URLSearchParams('z=1&\u{1f600}=2&a=3&z=0&\ufb01=4');
  list.sort();
  return [...list.keys()].map((c) => c.codePointAt(0).toString(16));
})(), '61,7a,7a,1f600,fb01');
check('params-all', [params.getAll('a'), params.has('a', '1'),
                     params.has('a', '2'), params.get('none')],
      '1,\u20ac,true,false,');
check('params-iterator', [Object.prototype.toString.call(params.keys()),
                          [...params.values()].length],
      '[object URLSearchParams Iterator],5');
let visited = '';
params.forEach((value, name, owner) => {
  visited += `${name}=${value}${owner === params ? ';' : '!'}`;
});
check('params-forEach', visited, 'a=1;b=  %zz;a=\u20ac;=x;y=;');
check('params-safe', new URLSearchParams([["!'()*~-._", ' ']]).toString(),
      '%21%27%28%29*%7E-._=+');
