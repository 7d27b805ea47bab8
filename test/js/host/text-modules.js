// SPDX-License-Identifier: MIT
// If this fails one of path, querystring, punycode or os gives another result
// than under Node.
'use strict';

const get = (name) => process.getBuiltinModule(name);
const { isDeepStrictEqual } = get('util');

function same(name, got, expected) {
  console.log(isDeepStrictEqual(got, expected) ? `ok ${name}` :
    `FAIL ${name}: got ${JSON.stringify(got)}`);
}

// ---- path ----

const path = get('path');
const { win32 } = path;
same('join', path.join('/a', '..', 'b', './c/', ''), '/b/c/');
same('normalize', path.normalize('./a//b/../../..'), '..');
same('resolve', path.resolve('/a/b', '../c', 'd/'), '/a/c/d');
same('resolve here', path.resolve(''), process.cwd());
same('relative', path.relative('/a/b/c', '/a/d'), '../../d');
same('dirname', ['/a/b/', 'a', '/', '//a', ''].map((p) => path.dirname(p)),
     ['/a', '.', '/', '//', '.']);
same('basename', [path.basename('/a/b.js/', '.js'), path.basename('.js',
                                                                  '.js'),
                  path.basename('/a/.js', '.js')], ['b', '', '.js']);
same('extname', ['a.b.c', '.a', 'a.', '..', 'a/.b.c', '...'].map(
  (p) => path.extname(p)), ['.c', '', '.', '', '.c', '.']);
same('parse', path.parse('/home/x.tar.gz'), {
  root: '/', dir: '/home', base: 'x.tar.gz', ext: '.gz', name: 'x.tar',
});
same('format', path.format({ dir: '/a', name: 'b', ext: 'c' }), '/a/b.c');
same('posix', path.posix === path && get('path/posix') === path, true);
same('win32 join', win32.join('C:\\a', '..\\b', '/c'), 'C:\\b\\c');
same('win32 share', win32.normalize('//host/share/a/..'), '\\\\host\\share\\');
same('win32 relative', win32.relative('C:\\a\\b', 'c:\\A\\d'), '..\\d');
same('win32 parse', win32.parse('C:\\a\\b.c'), {
  root: 'C:\\', dir: 'C:\\a', base: 'b.c', ext: '.c', name: 'b',
});
same('win32 namespaced', win32.toNamespacedPath('C:\\a'), '\\\\?\\C:\\a');
if (path.matchesGlob !== undefined) {
  same('glob', [['a/b/c.js', 'a/**/*.js'], ['a/.b', 'a/*'], ['ab', 'a[a-c]'],
                ['x', '{x,y}'], ['a/b', '*']].map(([p, g]) =>
    path.matchesGlob(p, g)), [true, false, true, true, false]);
}

// ---- querystring ----

const qs = get('querystring');
same('parse query', { ...qs.parse('a=1&b=%20+&a=2&c&=x&d=%zz&e=%E4%BD%A0') }, {
  'a': ['1', '2'], 'b': '  ', 'c': '', '': 'x', 'd': '%zz',
  'e': '\u4f60',
});
same('stringify', qs.stringify({ a: [1, 'x y'], b: true, c: null, d: 1n }),
     'a=1&a=x%20y&b=true&c=&d=1');
same('maxKeys', { ...qs.parse('a=1;b=2;c=3', ';', '=', { maxKeys: 2 }) },
     { a: '1', b: '2' });
same('escape', qs.escape('\u00e9!\'()*~ '), "%C3%A9!'()*~%20");

// ---- punycode ----

const punycode = get('punycode');
same('toASCII', punycode.toASCII('ma\u00f1ana.com'), 'xn--maana-pta.com');
same('toUnicode', punycode.toUnicode('xn--maana-pta.com'),
     'ma\u00f1ana.com');
same('punycode', punycode.decode(punycode.encode('\u2603-\u2318')),
     '\u2603-\u2318');
same('ucs2', punycode.ucs2.encode(punycode.ucs2.decode('a\u{1f600}')),
     'a\u{1f600}');

// ---- os ----

const os = get('os');
same('os', [os.EOL, os.devNull, os.platform(), os.endianness(), os.type()],
     ['\n', '/dev/null', 'linux', 'LE', 'Linux']);
same('hostname', os.hostname(), `${os.hostname}`);
same('numbers', [os.uptime() > 0, os.totalmem() >= os.freemem(),
                 os.freemem() > 0, os.loadavg().length, os.cpus().length > 0,
                 os.availableParallelism() > 0],
     [true, true, true, 3, true, true]);
same('user', os.userInfo().uid, process.geteuid());
same('constants', [os.constants.signals.SIGTERM, os.constants.errno.ENOENT,
                   os.constants.priority.PRIORITY_LOW], [15, 2, 19]);
const { lo } = os.networkInterfaces();
same('loopback', lo === undefined || (lo[0].internal &&
  lo[0].cidr === `${lo[0].address}/8`), true);
os.setPriority(os.getPriority());
same('priority', Number.isInteger(os.getPriority(process.pid)), true);
try {
  os.getPriority(0x7ffffff0);
} catch (error) {
  same('no such process', [error.name, error.code, error.message,
                           error.info.errno, error.syscall],
       ['SystemError', 'ERR_SYSTEM_ERROR', 'A system error occurred: ' +
        'uv_os_getpriority returned ESRCH (no such process)', -3,
        'uv_os_getpriority']);
}

// ---- net, tty ----

const net = get('net');
same('isIP', ['127.0.0.1', '::1', '1:2:3:4:5:6:1.2.3.4', 'fe80::1%eth0',
              '256.0.0.1', '1::2::3', '', '1:2:3:4:5:6:7::8'].map(
  (text) => net.isIP(text)), [4, 6, 6, 6, 0, 0, 0, 0]);
same('isatty', [get('tty').isatty(-1), get('tty').isatty('1')],
     [false, false]);
