/* SPDX-License-Identifier: MIT */
// Which of the files that a handler may mean is taken, and how many are looked
// at: each look costs a cold start a system call.
'use strict';

const { scenario, equal, notFound } = require('../lambda_host.js');

const file = (name) => ({
  exports: { handler: async () => name },
  namespace: { handler: async () => name },
});

async function taken(open, names, env) {
  const files = {};
  for (const name of names) {
    files[`/var/task/${name}`] = file(name);
  }
  const runtime = open({ files, env });
  await runtime.init();
  return JSON.parse((await runtime.invoke({})).response);
}

const order = ['index', 'index.js', 'index.mjs', 'index.cjs'];

for (let n = 0; n < order.length; n++) {
  scenario(`${order[n]} comes first of the rest`, async (open) => {
    equal(await taken(open, order.slice(n)), order[n]);
  });
}

scenario('nothing is looked at behind the file that is there', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  equal(runtime.loads, [
    ['kindOf', '/var/task/index'],
    ['kindOf', '/var/task/index.js'],
    ['require', '/var/task/index.js'],
  ]);
});

scenario('a directory comes behind the files', async (open) => {
  const files = {
    '/var/task/index': { kind: 'directory', ...file('directory') },
    '/var/task/index.mjs': file('index.mjs'),
  };
  let runtime = open({ files });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"index.mjs"');
  delete files['/var/task/index.mjs'];
  runtime = open({ files });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"directory"');
});

scenario('a module that exports nothing falls through', async (open) => {
  const runtime = open({
    files: {
      '/var/task/index.js': { exports: undefined },
      '/var/task/index.mjs': file('index.mjs'),
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"index.mjs"');
});

scenario('at last it is the name of a package', async (open) => {
  const runtime = open({
    files: { '/opt/nodejs/node_modules/layer/index.js': file('layer') },
  });
  await runtime.init('sub/layer.handler');
  equal((await runtime.invoke({})).response, '"layer"');
  equal(runtime.loads.find((entry) => entry[0] === 'resolve'),
        ['resolve', 'layer', '/var/task', '/var/task/sub']);
});

scenario('nothing there is an ImportModuleError', async (open) => {
  const runtime = open({ files: {} });
  const result = await runtime.init();
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.ImportModuleError');
  equal(result.error.errorMessage, `Error: ${notFound('index').message}`);
  equal(result.exit, 129);
});

scenario('Node 24 imports them all', async (open) => {
  const runtime = open({
    files: { '/var/task/index.js': file('index.js') },
    env: { WICK_NODE_COMPAT: '24' },
  });
  await runtime.init();
  equal(runtime.loads.filter((entry) => entry[0] !== 'kindOf'),
        [['import', '/var/task/index.js']]);
});
