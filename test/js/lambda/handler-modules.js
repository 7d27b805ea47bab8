/* SPDX-License-Identifier: MIT */
// Real files through a real module loader, in the combinations that the managed
// runtimes are tested with: extension, package type, syntax, how it is loaded.
'use strict';

const { scenario, equal, directory } = require('../lambda_host.js');

const CJS = "exports.handler = async () => 'cjs';\n";
const ESM = "export const handler = async () => 'esm';\n";
const MODULE = '{"type":"module"}';
const COMMONJS = '{"type":"commonjs"}';

async function outcome(open, files, name, env) {
  const runtime = open({ root: directory(files), env });
  const result = await runtime.init(name);
  if (result.exit !== undefined) {
    return result.errorType;
  }
  const { response, error } = await runtime.invoke({});
  return response === undefined ? error.errorType : JSON.parse(response);
}

const cases = [
  ['.mjs is a module', { 'index.mjs': ESM }, 'esm'],
  ['.cjs is CommonJS', { 'index.cjs': CJS }, 'cjs'],
  ['.js without a package', { 'index.js': CJS }, 'cjs'],
  ['.js in commonjs', { 'index.js': CJS, 'package.json': COMMONJS }, 'cjs'],
  ['.js in module', { 'index.js': ESM, 'package.json': MODULE }, 'esm'],
  ['nested .js in module',
   { 'a/b/c/index.js': ESM, 'package.json': MODULE }, 'esm',
   'a/b/c/index.handler'],
  ['CommonJS in a module package fails',
   { 'index.js': CJS, 'package.json': MODULE }, 'ReferenceError'],
  ['a module in a commonjs package fails',
   { 'index.js': ESM, 'package.json': COMMONJS },
   'Runtime.UserCodeSyntaxError'],
  ['CommonJS in .mjs fails', { 'index.mjs': CJS }, 'ReferenceError'],
  ['a module in .cjs fails', { 'index.cjs': ESM },
   'Runtime.UserCodeSyntaxError'],
  ['mixed syntax fails',
   { 'index.mjs': `${ESM}const fs = require('fs');\n` }, 'ReferenceError'],
  ['extensionless, no package', { index: CJS }, 'cjs'],
  ['extensionless in commonjs', { index: CJS, 'package.json': COMMONJS },
   'cjs'],
  ['extensionless in module', { 'lib/index': CJS, 'lib/package.json': COMMONJS,
                                'package.json': MODULE }, 'cjs',
   'lib/index.handler'],
  ['a directory with index.js', { 'index/index.js': CJS }, 'cjs'],
  ['a top-level await is awaited',
   { 'index.mjs': 'const v = await new Promise((r) => setImmediate(r, 7));\n' +
      'export const handler = async () => v;\n' }, 7],
  ['a rejected top-level await', { 'index.mjs':
      "await Promise.reject(new RangeError('init'));\n" }, 'RangeError'],
  ['module.exports may be a promise', { 'index.js':
      "module.exports = Promise.resolve({ handler: async () => 'p' });\n" },
   'p'],
  ['ways to import', { 'index.mjs':
      "import d, { b } from './x.mjs';\nimport * as n from './x.mjs';\n" +
      "import fs from 'node:fs';\nimport c from './y.cjs';\n" +
      "export const handler = async () => [d, b, n.b, !!fs, c.c].join();\n",
    'x.mjs': "export default 'd';\nexport const b = 'b';\n",
    'y.cjs': "exports.c = 'c';\n" }, 'd,b,b,true,c'],
  ['CommonJS requires CommonJS', { 'index.js':
      "const { c } = require('./y');\nexports.handler = async () => c;\n",
    'y.js': "exports.c = 'c';\n" }, 'c'],
  ['a missing module of CommonJS', { 'index.js': "require('./no');\n" },
   'Runtime.ImportModuleError'],
  ['a missing module of a module', { 'index.mjs': "import './no.mjs';\n" },
   'Runtime.ImportModuleError'],
  ['an error at the top', { 'index.js': "throw new Error('Random Foo');\n" },
   'Error'],
  ['no JavaScript at all', { 'index.js': 'def handler(event):\n  pass\n' },
   'Runtime.UserCodeSyntaxError'],
  ['a package of node_modules', { 'node_modules/pkg/index.js': CJS }, 'cjs',
   'pkg.handler'],
];

for (const [name, files, expected, handler] of cases) {
  scenario(name, async (open) => {
    equal(await outcome(open, files, handler || 'index.handler'), expected);
  });
}

scenario('a handler with an absolute path', async (open) => {
  const root = directory({ 'elsewhere/module.js': CJS });
  const runtime = open({ root: `${root}/task` });
  await runtime.init(`${root}/elsewhere/module.handler`);
  equal((await runtime.invoke({})).response, '"cjs"');
});
