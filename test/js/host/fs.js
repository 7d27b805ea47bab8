// SPDX-License-Identifier: MIT
// If this fails node:fs does other things to files than under Node, or says
// other things of what it can't do.
'use strict';

const fs = require('node:fs');
const base = fs.mkdtempSync('/tmp/wick-fs-');
const short = (text) => String(text).split(base).join('<base>');

function check(name, got, expected) {
  console.log(short(got) === String(expected) ? `ok ${name}` :
    `FAIL ${name}: got ${short(got)}, expected ${String(expected)}`);
}

function describe(error) {
  const own = Object.keys(error).map((key) => `${key}=${error[key]}`);
  return `${error.name}: ${error.message} [${own.join(' ')}]`;
}

function failure(body) {
  try {
    return `no error, ${String(body())}`;
  } catch (error) {
    return describe(error);
  }
}

const at = (name) => `${base}/${name}`;

function testWholeFiles() {
  fs.writeFileSync(at('a'), 'text \u20ac');
  check('write and read', fs.readFileSync(at('a'), 'utf8'), 'text \u20ac');
  fs.appendFileSync(at('a'), '!');
  check('append', fs.readFileSync(at('a'), { encoding: 'utf8' }),
    'text \u20ac!');
  fs.writeFileSync(at('a'), new Uint8Array([104, 105]), { mode: 0o600 });
  check('write bytes', fs.readFileSync(at('a'), 'utf8'), 'hi');
  check('read empty', fs.readFileSync('/dev/null', 'utf8'), '');
  check('read of proc', fs.readFileSync('/proc/self/stat', 'utf8').length > 9,
    true);
  fs.writeFileSync(at('b'), 'x', { flag: 'wx' });
  check('exclusive', failure(() => fs.writeFileSync(at('b'), 'y',
    { flag: 'wx' })), "Error: EEXIST: file already exists, open '<base>/b' " +
    '[errno=-17 code=EEXIST syscall=open path=<base>/b]');
  fs.copyFileSync(at('a'), at('copy'));
  check('copy', fs.readFileSync(at('copy'), 'utf8'), 'hi');
  fs.truncateSync(at('copy'), 1);
  check('truncate', fs.readFileSync(at('copy'), 'utf8'), 'h');
  const big = 'x'.repeat(300000);
  fs.writeFileSync(at('big'), big);
  check('large', fs.readFileSync(at('big'), 'utf8') === big, true);
}

function testErrors() {
  const table = [
    ['readFileSync', [at('none')], 'Error: ENOENT: no such file or ' +
      "directory, open '<base>/none' [errno=-2 code=ENOENT syscall=open " +
      'path=<base>/none]'],
    ['readFileSync', [base], 'Error: EISDIR: illegal operation on a ' +
      'directory, read [errno=-21 code=EISDIR syscall=read]'],
    ['statSync', [at('none')], 'Error: ENOENT: no such file or directory, ' +
      "stat '<base>/none' [errno=-2 code=ENOENT syscall=stat " +
      'path=<base>/none]'],
    ['readdirSync', [at('none')], 'Error: ENOENT: no such file or ' +
      "directory, scandir '<base>/none' [errno=-2 code=ENOENT " +
      'syscall=scandir path=<base>/none]'],
    ['renameSync', [at('none'), at('x')], 'Error: ENOENT: no such file or ' +
      "directory, rename '<base>/none' -> '<base>/x' [errno=-2 code=ENOENT " +
      'syscall=rename path=<base>/none dest=<base>/x]'],
    ['copyFileSync', [at('none'), at('x')], 'Error: ENOENT: no such file or ' +
      "directory, copyfile '<base>/none' -> '<base>/x' [errno=-2 " +
      'code=ENOENT syscall=copyfile path=<base>/none dest=<base>/x]'],
    ['mkdirSync', [base], "Error: EEXIST: file already exists, mkdir " +
      "'<base>' [errno=-17 code=EEXIST syscall=mkdir path=<base>]"],
    ['rmdirSync', [at('none')], 'Error: ENOENT: no such file or directory, ' +
      "rmdir '<base>/none' [errno=-2 code=ENOENT syscall=rmdir " +
      'path=<base>/none]'],
    ['unlinkSync', [at('none')], 'Error: ENOENT: no such file or directory, ' +
      "unlink '<base>/none' [errno=-2 code=ENOENT syscall=unlink " +
      'path=<base>/none]'],
    ['rmSync', [at('none')], 'Error: ENOENT: no such file or directory, ' +
      "lstat '<base>/none' [errno=-2 code=ENOENT syscall=lstat " +
      'path=<base>/none]'],
    ['accessSync', [at('none')], 'Error: ENOENT: no such file or directory, ' +
      "access '<base>/none' [errno=-2 code=ENOENT syscall=access " +
      'path=<base>/none]'],
    ['closeSync', [999], 'Error: EBADF: bad file descriptor, close ' +
      '[errno=-9 code=EBADF syscall=close]'],
    ['readlinkSync', [at('a')], 'Error: EINVAL: invalid argument, readlink ' +
      "'<base>/a' [errno=-22 code=EINVAL syscall=readlink path=<base>/a]"],
    ['readFileSync', [true], 'TypeError: The "path" argument must be of type ' +
      'string or an instance of Buffer or URL. Received type boolean (true) ' +
      '[code=ERR_INVALID_ARG_TYPE]'],
    ['readFileSync', ['a\0b'], "TypeError: The argument 'path' must be a " +
      'string, Uint8Array, or URL without null bytes. Received ' +
      "'a\\x00b' [code=ERR_INVALID_ARG_VALUE]"],
    ['readFileSync', ['a', 'latin2'], "TypeError: The argument 'encoding' " +
      "is invalid encoding. Received 'latin2' [code=ERR_INVALID_ARG_VALUE]"],
    ['openSync', ['a', 'q'], "TypeError: The argument 'flags' is invalid. " +
      "Received 'q' [code=ERR_INVALID_ARG_VALUE]"],
    ['closeSync', ['1'], 'TypeError: The "fd" argument must be of type ' +
      "number. Received type string ('1') [code=ERR_INVALID_ARG_TYPE]"],
    ['chmodSync', [at('a'), '99'], "TypeError: The argument 'mode' must be " +
      'a 32-bit unsigned integer or an octal string. Received ' +
      "'99' [code=ERR_INVALID_ARG_VALUE]"],
  ];
  for (const [name, list, expected] of table) {
    check(`${name} ${short(list.join(' ')).replace('\0', '\\0')}`,
      failure(() => fs[name](...list)), expected);
  }
  check('rm of a directory', failure(() => fs.rmSync(base)).split(' [')[0],
    'SystemError: Path is a directory: rm returned EISDIR (is a directory) ' +
    '<base>');
  check('mkdir option', failure(() => fs.mkdirSync('x', { recursive: 1 }))
    .split(' [')[0], 'TypeError: The "options.recursive" property must be of ' +
    'type boolean. Received type number (1)');
  check('symlink type', failure(() => fs.symlinkSync('a', 'b', 'c')),
    'Error: Symlink type must be one of "dir", "file", or "junction". ' +
    'Received "c" [code=ERR_FS_INVALID_SYMLINK_TYPE]');
  check('empty buffer', failure(() => fs.readSync(0, new Uint8Array(0), 0, 1)),
    "TypeError: The argument 'buffer' is empty and cannot be written. " +
    'Received Uint8Array(0) [] [code=ERR_INVALID_ARG_VALUE]');
  check('callback', failure(() => fs.readFile('x')),
    'TypeError: The "cb" argument must be of type function. Received ' +
    'undefined [code=ERR_INVALID_ARG_TYPE]');
}

function testStats() {
  fs.chmodSync(at('a'), 0o640);
  fs.utimesSync(at('a'), 1000.5, new Date(2000000));
  const stats = fs.statSync(at('a'));
  check('stats', [stats.size, stats.mode & 0o777, stats.atimeMs,
    stats.mtimeMs, stats.mtime.toISOString(), stats.isFile(),
    stats.isDirectory()].join(), '2,416,1000500,2000000,' +
    '1970-01-01T00:33:20.000Z,true,false');
  check('stats keys', Object.keys(fs.statSync(at('a'))).slice(0, 14).join(),
    'dev,mode,nlink,uid,gid,rdev,blksize,ino,size,blocks,atimeMs,mtimeMs,' +
    'ctimeMs,birthtimeMs');
  const big = fs.statSync(at('a'), { bigint: true });
  check('stats bigint', [big.size, big.atimeNs, big.mtimeMs, big.isFile(),
    typeof big.ino].join(), '2,1000500000000,2000000,true,bigint');
  fs.symlinkSync('a', at('link'));
  check('lstat', fs.lstatSync(at('link')).isSymbolicLink(), true);
  check('stat of a link', fs.statSync(at('link')).isFile(), true);
  check('readlink', fs.readlinkSync(at('link')), 'a');
  check('realpath', fs.realpathSync(at('link')), '<base>/a');
  check('realpath native', fs.realpathSync.native(at('link')), '<base>/a');
  check('no entry', fs.statSync(at('none'), { throwIfNoEntry: false }),
    undefined);
  check('exists', [fs.existsSync(at('a')), fs.existsSync(at('none')),
    fs.existsSync(undefined)].join(), 'true,false,false');
  check('access', fs.accessSync(at('a'), fs.constants.R_OK), undefined);
  fs.linkSync(at('a'), at('hard'));
  check('link', fs.statSync(at('hard')).nlink, 2);
  check('statfs', Object.keys(fs.statfsSync('/')).join(),
    'type,bsize,blocks,bfree,bavail,files,ffree');
  check('class', fs.statSync(base) instanceof fs.Stats, true);
}

function testDirectories() {
  check('mkdir recursive', fs.mkdirSync(at('d/e/f'), { recursive: true }),
    '<base>/d');
  check('mkdir again', fs.mkdirSync(at('d/e'), { recursive: true }),
    undefined);
  fs.writeFileSync(at('d/one'), '');
  fs.writeFileSync(at('d/e/two'), '');
  fs.symlinkSync('one', at('d/link'));
  check('readdir', fs.readdirSync(at('d')).sort().join(), 'e,link,one');
  check('readdir recursive',
    fs.readdirSync(at('d'), { recursive: true }).sort().join(),
    'e,e/f,e/two,link,one');
  const entries = fs.readdirSync(at('d'), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  check('dirents', entries.map((entry) => [entry.name, entry.parentPath,
    entry.isFile(), entry.isDirectory(), entry.isSymbolicLink()].join(':'))
    .join(), 'e:<base>/d:false:true:false,link:<base>/d:false:false:true,' +
    'one:<base>/d:true:false:false');
  check('dirent class', entries[0] instanceof fs.Dirent, true);
  const all = fs.readdirSync(at('d'), { recursive: true, withFileTypes: true });
  check('dirents recursive', all.map((entry) =>
    `${entry.parentPath}/${entry.name}`).sort().join(),
  '<base>/d/e,<base>/d/e/f,<base>/d/e/two,<base>/d/link,<base>/d/one');
  const dir = fs.opendirSync(at('d'));
  const names = [];
  for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) {
    names.push(entry.name);
  }
  dir.closeSync();
  check('opendir', names.sort().join(), 'e,link,one');
  check('opendir closed', failure(() => dir.readSync()).split(' [')[0],
    'Error: Directory handle was closed');
  fs.cpSync(at('d'), at('cp'), { recursive: true });
  check('cp', fs.readdirSync(at('cp'), { recursive: true }).sort().join(),
    'e,e/f,e/two,link,one');
  check('cp of a directory', failure(() => fs.cpSync(at('d'), at('cp2')))
    .split(':')[0], 'SystemError');
  fs.rmSync(at('cp'), { recursive: true });
  check('rm', fs.existsSync(at('cp')), false);
  check('rm force', fs.rmSync(at('cp'), { force: true }), undefined);
  check('rmdir not empty', failure(() => fs.rmdirSync(at('d'))),
    "Error: ENOTEMPTY: directory not empty, rmdir '<base>/d' [errno=-39 " +
    'code=ENOTEMPTY syscall=rmdir path=<base>/d]');
  check('mkdtemp', fs.mkdtempSync(at('t-')).length, base.length + 9);
}

function testDescriptors() {
  const fd = fs.openSync(at('fd'), 'w+', 0o600);
  check('write text', fs.writeSync(fd, 'h\u00e9llo'), 6);
  check('write bytes at', fs.writeSync(fd, new Uint8Array([1, 65, 66, 2]), 1,
    2, 0), 2);
  const bytes = new Uint8Array(4);
  check('read', fs.readSync(fd, bytes, 0, 4, 0), 4);
  check('read what', bytes.join(), '65,66,169,108');
  check('read options', fs.readSync(fd, bytes, { position: 4, length: 2 }), 2);
  check('readv', fs.readvSync(fd, [new Uint8Array(2), new Uint8Array(9)], 0),
    6);
  check('writev', fs.writevSync(fd, [new Uint8Array([67]),
    new Uint8Array([68])], 0), 2);
  fs.ftruncateSync(fd, 3);
  check('fstat', fs.fstatSync(fd).size, 3);
  fs.fchmodSync(fd, 0o640);
  fs.futimesSync(fd, 1, 2);
  fs.fsyncSync(fd);
  fs.fdatasyncSync(fd);
  check('fstat times', fs.fstatSync(fd).mtimeMs, 2000);
  check('readFile of a descriptor',
    fs.readFileSync(fs.openSync(at('fd'))).length, 3);
  check('read range', failure(() => fs.readSync(fd, bytes, 0, 5)).split(' [')[0],
    'RangeError: The value of "length" is out of range. It must be <= 4. ' +
    'Received 5');
  fs.closeSync(fd);
}

async function rejected(promise) {
  try {
    return `no error, ${String(await promise)}`;
  } catch (error) {
    return describe(error);
  }
}

async function testPromises() {
  const { promises } = fs;
  check('same', require('fs/promises') === promises, true);
  await promises.writeFile(at('p'), 'promised');
  check('promises.readFile', await promises.readFile(at('p'), 'utf8'),
    'promised');
  check('promises.readFile large',
    (await promises.readFile(at('big'), 'utf8')).length, 300000);
  check('promises.stat', (await promises.stat(at('p'))).size, 8);
  check('promises error', await rejected(promises.readFile(at('none'))),
    "Error: ENOENT: no such file or directory, open '<base>/none' " +
    '[errno=-2 code=ENOENT syscall=open path=<base>/none]');
  check('promises directory', await rejected(promises.readFile(base)),
    'Error: EISDIR: illegal operation on a directory, read [errno=-21 ' +
    'code=EISDIR syscall=read]');
  check('promises argument', (await rejected(promises.stat(1))).split(' [')[0],
    'TypeError: The "path" argument must be of type string or an instance ' +
    'of Buffer or URL. Received type number (1)');
  await promises.mkdir(at('q/r'), { recursive: true });
  await promises.rename(at('p'), at('q/p'));
  await promises.copyFile(at('q/p'), at('q/c'));
  await promises.cp(at('q'), at('s'), { recursive: true });
  check('promises.readdir', (await promises.readdir(at('s'))).sort().join(),
    'c,p,r');
  const names = [];
  for await (const entry of await promises.opendir(at('s'))) {
    names.push(entry.name);
  }
  check('promises.opendir', names.sort().join(), 'c,p,r');
  await promises.rm(at('s'), { recursive: true });
  check('promises.access', (await rejected(promises.access(at('s'))))
    .split(',')[0], 'Error: ENOENT: no such file or directory');
  const reads = [];
  for (let n = 0; n < 200; n++) {
    reads.push(promises.readFile(at('q/p'), 'utf8'));
  }
  check('many reads', new Set(await Promise.all(reads)).size, 1);
}

async function testHandles() {
  const handle = await fs.promises.open(at('h'), 'w+');
  check('handle', [typeof handle.fd, handle.fd > 2].join(), 'number,true');
  check('handle.write', (await handle.write('handled')).bytesWritten, 7);
  const bytes = new Uint8Array(4);
  const { bytesRead, buffer } = await handle.read(bytes, 0, 4, 3);
  check('handle.read', [bytesRead, buffer === bytes, bytes.join()].join(),
    '4,true,100,108,101,100');
  check('handle.stat', (await handle.stat()).size, 7);
  await handle.truncate(2);
  await handle.sync();
  await handle.close();
  check('handle closed', handle.fd, -1);
  check('handle.read closed', (await rejected(handle.read(bytes)))
    .split(' [')[0], 'Error: file closed');
  const again = await fs.promises.open(at('h'));
  check('handle.readFile', await again.readFile('utf8'), 'ha');
  await again.close();
}

const called = (start) => new Promise((resolve) => {
  start((error, ...values) => resolve(error === null ? values :
    describe(error)));
});

async function testCallbacks() {
  check('readFile callback',
    await called((done) => fs.readFile(at('a'), 'utf8', done)), 'hi');
  check('stat callback', (await called((done) => fs.stat(at('a'), done)))[0]
    .size, 2);
  check('error callback', await called((done) => fs.stat(at('none'), done)),
    "Error: ENOENT: no such file or directory, stat '<base>/none' " +
    '[errno=-2 code=ENOENT syscall=stat path=<base>/none]');
  const [fd] = await called((done) => fs.open(at('a'), done));
  const bytes = new Uint8Array(8);
  const [count, buffer] = await called((done) =>
    fs.read(fd, bytes, 0, 8, 0, done));
  check('read callback', [count, buffer === bytes].join(), '2,true');
  check('close callback', (await called((done) => fs.close(fd, done))).length,
    0);
  let isLater = false;
  const written = called((done) => fs.writev(1, [], null, (...list) => {
    check('a callback is never called at once', isLater, true);
    done(...list);
  }));
  isLater = true;
  await written;
  check('aborted before', (await called((done) =>
    fs.readFile(at('a'), { signal: { aborted: true } }, done))).split(' [')[0],
  'AbortError: The operation was aborted');
  check('exists callback', await new Promise((resolve) => {
    fs.exists(at('a'), resolve);
  }), true);
  check('mkdtemp callback',
    (await called((done) => fs.mkdtemp(at('m-'), done)))[0].length,
    base.length + 9);
}

async function main() {
  testWholeFiles();
  testErrors();
  testStats();
  testDirectories();
  testDescriptors();
  await testPromises();
  await testHandles();
  await testCallbacks();
}

process.on('exit', () => fs.rmSync(base, { recursive: true, force: true }));
main();
