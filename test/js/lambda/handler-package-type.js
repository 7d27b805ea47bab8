/* SPDX-License-Identifier: MIT */
// The package.json that decides whether a .js file is an ES module.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const MODULE = { text: '{"type":"module"}' };
const COMMONJS = { text: '{"type":"commonjs"}' };
const NONE = { text: '{"name":"x"}' };

function typeOf(open, file, files) {
  const runtime = open({ files });
  const { packageType } = runtime.load('lambda/handler_path');
  return packageType(file, runtime.native.loader);
}

scenario('the nearest package.json decides', async (open) => {
  const at = (files) => typeOf(open, '/var/task/a/b/index.js', files);
  equal(at({ '/var/task/package.json': MODULE }), 'module');
  equal(at({ '/package.json': MODULE }), 'module');
  equal(at({ '/var/task/a/b/package.json': COMMONJS,
             '/var/task/package.json': MODULE }), 'commonjs');
  equal(at({ '/var/task/a/package.json': NONE,
             '/var/task/package.json': MODULE }), undefined);
  equal(at({}), undefined);
});

scenario('node_modules ends the search', async (open) => {
  const at = (file) =>
    typeOf(open, file, { '/var/task/package.json': MODULE });
  equal(at('/var/task/node_modules/p/index.js'), undefined);
  equal(at('/var/task/node_modules/index.js'), undefined);
  equal(at('/var/task/my_node_modules/index.js'), 'module');
});

scenario('an unreadable package.json is warned of', async (open) => {
  for (const entry of [{ text: '{' }, { error: new Error('EACCES') },
    { text: 'null' }]) {
    const runtime = open({ files: {} });
    equal(typeOf(open, '/var/task/index.js', {
      '/var/task/package.json': entry,
    }), undefined);
    const line = runtime.printed.pop();
    equal(line[0], 'warn');
    equal(line[1], '/var/task/package.json cannot be read, it will be ' +
      'ignored for ES module detection purposes.');
    equal(line[2] instanceof Error, true);
  }
});

scenario('a .js file is loaded as its package says', async (open) => {
  const files = {
    '/var/task/index.js': {
      exports: { handler: async () => 'cjs' },
      namespace: { handler: async () => 'esm' },
    },
    '/var/task/package.json': MODULE,
  };
  let runtime = open({ files });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"esm"');
  files['/var/task/package.json'] = COMMONJS;
  runtime = open({ files });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"cjs"');
});

scenario('without an extension the package does not matter', async (open) => {
  const runtime = open({
    files: {
      '/var/task/index': { exports: { handler: async () => 'cjs' } },
      '/var/task/package.json': MODULE,
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"cjs"');
});
