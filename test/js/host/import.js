// SPDX-License-Identifier: MIT
// If this fails ES modules of a function are found, linked or run otherwise
// than under Node. Expectations: what Node 20 does, 22 where it says so.
'use strict';

const fs = require('fs');
const root = __filename.slice(0, -'host/import.js'.length) + 'modules';
const url = `file://${root}`;
const short = (text) => String(text).split(url).join('<url>').split(root)
  .join('<root>').split(__filename).join('<file>');

function check(name, got, expected) {
  console.log(short(got) === String(expected) ? `ok ${name}` :
    `FAIL ${name}: got ${short(got)}, expected ${String(expected)}`);
}

const at = (path) => import(`${url}/${path}`);

async function failure(promise) {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
}

async function checkErrors() {
  const table = [
    ['./nope.mjs', 'Error ERR_MODULE_NOT_FOUND: Cannot find module ' +
      `'<root>/../host/nope.mjs' imported from <file>`],
    ['nope', "Error ERR_MODULE_NOT_FOUND: Cannot find package 'nope' " +
      'imported from <file>'],
    [`${url}/esm`, "Error ERR_UNSUPPORTED_DIR_IMPORT: Directory import " +
      "'<root>/esm' is not supported resolving ES modules imported from " +
      '<file>'],
    ['https://example.org/x.mjs', 'Error ERR_UNSUPPORTED_ESM_URL_SCHEME: ' +
      'Only URLs with a scheme in: file, data, and node are supported by ' +
      "the default ESM loader. Received protocol 'https:'"],
    ['node:nope', 'Error ERR_UNKNOWN_BUILTIN_MODULE: No such built-in ' +
      'module: node:nope'],
    [`${url}/cjs/mark.json`, 'TypeError ERR_IMPORT_ATTRIBUTE_MISSING: ' +
      'Module "<url>/cjs/mark.json" needs an import attribute of ' +
      '"type: json"'],
    [`${url}/esm/unknown.wick`, 'TypeError ERR_UNKNOWN_FILE_EXTENSION: ' +
      'Unknown file extension ".wick" for <root>/esm/unknown.wick'],
    [`${url}/esm/throws.mjs`, 'Error undefined: thrown by an import'],
  ];
  for (const [specifier, expected] of table) {
    const got = await failure(import(specifier));
    check(`import ${short(specifier)}`, got, expected
      .replace('<root>/../host', root.replace('modules', 'host')));
  }
  await failure(at('esm/throws.mjs'));
  check('a module that threw does not run again', globalThis.importCount, 1);
  check('no such export',
    (await failure(at('esm/no-export.mjs'))).startsWith('SyntaxError'), true);
}

async function checkModules() {
  const a = await at('esm/a.mjs');
  check('named and default', [a.a, a.default], '1,default of a');
  a.increment();
  check('live binding', a.count, 1);
  check('one instance', await at('esm/a.mjs') === a, true);
  check('query', await at('esm/a.mjs?x=1') === a, false);
  const cycle = await at('esm/cycle-a.mjs');
  check('cycle', cycle.both(), 'ab');
  check('top-level await', (await at('esm/await.mjs')).value, 7);
  check('package type', (await at('esm/typed/index.js')).typed, true);
  check('json', (await import(`${url}/cjs/data.json`,
    { with: { type: 'json' } })).default.a.join(), '1,2');
  check('data url', (await import('data:text/javascript,export default 5'))
    .default, 5);
  check('data url base64', (await import('data:text/javascript;base64,' +
    'ZXhwb3J0IGRlZmF1bHQgNg==')).default, 6);
  check('data url json', (await import('data:application/json,{"b":3}',
    { with: { type: 'json' } })).default.b, 3);
}

async function checkMeta() {
  const meta = await at('esm/meta.mjs');
  check('meta', [meta.url, meta.filename, meta.dirname].join(),
    '<url>/esm/meta.mjs,<root>/esm/meta.mjs,<root>/esm');
  check('meta keys', meta.keys, 'dirname,filename,resolve,url');
  check('meta resolve', meta.resolve('./a.mjs'), '<url>/esm/a.mjs');
  check('meta resolve package', meta.resolve('dual'),
    '<url>/node_modules/dual/index.mjs');
  check('meta resolve missing', meta.resolve('./x.mjs'), '<url>/esm/x.mjs');
  check('meta resolve builtin', meta.resolve('util'), 'node:util');
}

async function checkCommonJS() {
  const a = await at('esm/imports-cjs.mjs');
  check('names of commonjs', [a.name, a.value.name], 'a,a');
  check('exports of commonjs are require()\'s',
    a.value === require('../modules/cjs/named.cjs'), true);
  const anew = await at('cjs/anew.cjs');
  check('names of what is exported anew', Object.keys(anew).sort(),
    'default,got,name,value');
  check('order', (await at('esm/order.mjs')).default.join(),
    'dependency,commonjs');
  const plain = await at('esm/untyped/plain.js');
  check('untyped', [plain.plain, plain.default.plain], 'true,true');
  const builtin = await at('esm/imports-builtin.mjs');
  check('builtin', [builtin.same, builtin.formatted], 'true,1');
}

// What import and require() have in common, and what they ask once.
async function checkShared() {
  const base = fs.mkdtempSync('/tmp/wick-import-');
  const put = (name, text) => fs.writeFileSync(`${base}/${name}`, text);
  put('a.json', '{"n": 1}');
  put('b.cjs', 'module.exports = 1;');
  put('c.mjs', 'export default 1;');
  put('d.mjs', 'require;');
  const json = { with: { type: 'json' } };
  const a = await import(`${base}/a.json`, json);
  check('json is one object', a.default === require(`${base}/a.json`), true);
  require(`${base}/b.cjs`);
  require.cache[`${base}/b.cjs`].exports = 2;
  check('exports when loaded', (await import(`${base}/b.cjs`)).default, 1);
  await import(`${base}/c.mjs`);
  check('as json after all', await failure(import(`${base}/c.mjs`, json)),
    'TypeError ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE: Module ' +
    `"file://${base}/c.mjs" is not of type "json"`);
  fs.unlinkSync(`${base}/c.mjs`);
  check('found once', (await import(`${base}/c.mjs`)).default, 1);
  check('require in a module', await failure(import(`${base}/d.mjs`)),
    'ReferenceError undefined: require is not defined in ES module scope, ' +
    'you can use import instead');
  fs.rmSync(base, { recursive: true });
}

async function main() {
  await checkShared();
  await checkModules();
  await checkMeta();
  await checkErrors();
  await checkCommonJS();
}
main();
