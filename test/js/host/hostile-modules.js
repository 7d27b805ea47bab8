// SPDX-License-Identifier: MIT
// If this fails a tree of modules that is broken or huge takes the process
// with it, or gives an error that does not say where.
'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const base = fs.mkdtempSync('/tmp/wick-modules-');
const load = createRequire(`${base}/main.cjs`);
const short = (text) => String(text).split(base).join('<base>');

function check(name, got, expected) {
  console.log(short(got) === String(expected) ? `ok ${name}` :
    `FAIL ${name}: got ${short(got)}, expected ${String(expected)}`);
}

function write(name, text) {
  const path = `${base}/${name}`;
  fs.mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true });
  fs.writeFileSync(path, text);
  return path;
}

function outcome(request) {
  try {
    return short(JSON.stringify(load(request)));
  } catch (error) {
    return short(`${error.code}: ${error.message.split('\n')[0]}`);
  }
}

async function importOutcome(path) {
  try {
    return short(JSON.stringify(await import(`file://${base}/${path}`)));
  } catch (error) {
    return short(`${error.code}: ${error.message.split('\n')[0]}`);
  }
}

const COUNT = 300;

function testSizes() {
  for (let n = 0; n < COUNT; n++) {
    write(`chain/${n}.cjs`, n + 1 < COUNT ?
      `module.exports = 1 + require('./${n + 1}.cjs');` :
      'module.exports = 1;');
    write(`cycle/${n}.mjs`, `import { f as g } from './${(n + 1) % COUNT}.mjs';
      export let f = (n) => n <= 1 ? 1 : 1 + g(n - 1);`);
  }
  check('a long chain', outcome('./chain/0.cjs'), COUNT);
  write('large.cjs', `${'// a comment of a megabyte\n'.repeat(40000)}
    module.exports = '${'x'.repeat(1e6)}';`);
  check('a large module', load('./large.cjs').length, 1e6);
  write('wide.json', `[${'1,'.repeat(200000)}1]`);
  check('a large json', load('./wide.json').length, 200001);
}

// Every field of every wrong type: never a crash, and what is there is found.
function testPackages() {
  const values = ['1', '[]', '{}', 'null', 'true', '"x\\u0000y"', '"../../.."',
    '{"a":{"b":{"c":null}}}', '{".":{"node":1}}', '["./gone.js",{}]',
    '{"./*":"./*/*"}', '{"0":"./x.js"}', '"./%00"'];
  let kinds = '';
  for (const field of ['name', 'main', 'type', 'exports', 'imports']) {
    for (let n = 0; n < values.length; n++) {
      const name = `${field}-${n}`;
      write(`node_modules/${name}/package.json`,
        `{"${field}": ${values[n]}}`);
      write(`node_modules/${name}/index.js`, 'module.exports = 1;');
      const got = outcome(name);
      kinds += /^(?:1|[A-Z_]+: .*)$/.test(got) ? '' : `${name}: ${got}; `;
    }
  }
  check('nonsense in package.json', kinds, '');
  for (const [name, text] of [
    ['empty', ''], ['cut', '{"main": "x'], ['deep', '['.repeat(5000)],
    ['bytes', '\ufffd\u0001{'], ['list', '[1,2'],
  ]) {
    write(`node_modules/${name}/package.json`, text);
    check(`package.json: ${name}`, outcome(name).split('.')[0],
      'ERR_INVALID_PACKAGE_CONFIG: Invalid package config ' +
      `<base>/node_modules/${name}/package`);
  }
}

// What a library that compiles by itself may hand over.
function testCompile() {
  const failure = (text, path) => {
    try {
      return String(module._compile(text, path));
    } catch (error) {
      return `${error.name}: ${error.message}`;
    }
  };
  check('compile a path with NUL', failure('', 'a\0b.cjs'),
    'TypeError: The path cannot be used: invalid argument');
  check('compile too much', failure(' '.repeat(64 * 1024 * 1024 + 100), 'a.cjs'),
    'Error: a.cjs: size limit exceeded');
}

function testPaths() {
  check('NUL', outcome('./a\0b.js').split(':')[0] !== '1', true);
  check('upwards', outcome('../'.repeat(200) + 'nothing').split(':')[0],
    'MODULE_NOT_FOUND');
  check('a long name', outcome('x'.repeat(5000)).split(':')[0],
    'MODULE_NOT_FOUND');
  check('a long path', outcome(`./${'x/'.repeat(5000)}`).split(':')[0],
    'MODULE_NOT_FOUND');
  fs.symlinkSync('loop.cjs', `${base}/loop.cjs`);
  check('a link to itself', outcome('./loop.cjs').split(':')[0],
    'MODULE_NOT_FOUND');
  fs.symlinkSync('.', `${base}/here`);
  write('linked.cjs', 'module.exports = __filename;');
  check('a link to the directory', load('./here/here/linked.cjs'),
    '<base>/linked.cjs');
  fs.mkdirSync(`${base}/directory.js`);
  check('a directory with a suffix', outcome('./directory').split(':')[0],
    'MODULE_NOT_FOUND');
}

// What was resolved once and is gone by now, or comes later.
function testTimes() {
  write('gone.cjs', 'module.exports = 1;');
  check('there', outcome('./gone.cjs'), '1');
  fs.unlinkSync(`${base}/gone.cjs`);
  check('cached', outcome('./gone.cjs'), '1');
  delete load.cache[`${base}/gone.cjs`];
  check('gone', /^(?:ENOENT|MODULE_NOT_FOUND):/.test(outcome('./gone.cjs')),
    true);
  check('not yet', outcome('later').split(':')[0], 'MODULE_NOT_FOUND');
  write('node_modules/later/index.js', 'module.exports = 2;');
  check('later', outcome('later'), '2');
}

async function testImports() {
  const { f } = await import(`file://${base}/cycle/0.mjs`);
  check('a long cycle', f(COUNT * 2), COUNT * 2);
  write('bad.mjs', 'import {');
  check('syntax', (await importOutcome('bad.mjs')).split(':')[0], 'undefined');
  write('nothing.mjs', "import './not-there.mjs';");
  check('of nothing', await importOutcome('nothing.mjs'),
    "ERR_MODULE_NOT_FOUND: Cannot find module '<base>/not-there.mjs' " +
    'imported from <base>/nothing.mjs');
  write('text.mjs', 'export default 1;');
  fs.unlinkSync(`${base}/text.mjs`);
  check('vanished', (await importOutcome('text.mjs')).split(':')[0],
    'ERR_MODULE_NOT_FOUND');
}

// Too much of everything. Where a bound is met the error names the file.
// MANY_MODULES=10000 is what it is about, and takes seconds.
async function testMuch() {
  const many = Number(process.env.MANY_MODULES || 500);
  write('huge.cjs', `${'function f(){return 1}\n'.repeat(90 * many)}
    module.exports = 1;`);
  check('a huge module', outcome('./huge.cjs'), '1');
  let list = 'let sum = 0;\n';
  fs.mkdirSync(`${base}/many`);
  for (let n = 0; n < many; n++) {
    fs.writeFileSync(`${base}/many/${n}.js`, 'module.exports = 1;');
    list += `sum += require('./${n}.js');\n`;
  }
  write('many/all.cjs', `${list}module.exports = sum;`);
  check('many modules', outcome('./many/all.cjs'), String(many));
  const round = many / 10;
  for (let n = 0; n < round; n++) {
    write(`round/${n}.mjs`, `import { f as g } from './${(n + 1) % round}.mjs';
      export let f = (n) => n <= 1 ? 1 : 1 + g(n - 1);`);
  }
  const { f } = await import(`file://${base}/round/0.mjs`);
  check('a cycle of many', f(round), round);
}

// Names that are no text, and files that cannot be read.
async function testFiles() {
  const odd = Buffer.from(`${base}/odd-\xff.cjs`, 'latin1');
  fs.writeFileSync(odd, 'module.exports = 1;');
  check('a name that is not UTF-8', outcome('./odd-\ufffd.cjs').split(':')[0],
    'MODULE_NOT_FOUND');
  check('of a URL', (await importOutcome('odd-%FF.cjs')).includes('odd-'),
    true);
  check('NUL in a URL', (await importOutcome('a%00b.mjs')).startsWith('ERR_'),
    true);
  check('upwards in a URL', await importOutcome('../'.repeat(200) + 'no.mjs'),
    "ERR_MODULE_NOT_FOUND: Cannot find module '/no.mjs' imported from " +
    __filename);
  // Of /proc: it is there and cannot be read, by root either.
  fs.symlinkSync('/proc/self/mem', `${base}/unreadable.cjs`);
  check('unreadable', /^E(?:IO|ACCES|PERM|FAULT): .*mem/.test(
    outcome('./unreadable.cjs')), true);
}

// Whose main is nonsense is warned of, by Node as well.
process.removeAllListeners('warning');
process.on('exit', () => fs.rmSync(base, { recursive: true, force: true }));
testSizes();
testPackages();
testCompile();
testPaths();
testTimes();
testImports().then(testFiles).then(testMuch);
