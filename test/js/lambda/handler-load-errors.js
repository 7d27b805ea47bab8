/* SPDX-License-Identifier: MIT */
// What is reported of a module that cannot be loaded: four cases have names of
// their own, the rest goes out as it was thrown.
'use strict';

const { scenario, equal, notFound } = require('../lambda_host.js');

async function failed(open, error, env) {
  const runtime = open({ files: { '/var/task/index.js': { error } }, env });
  const result = await runtime.init();
  equal(result.kinds, 'initError exit');
  return { ...result, logged: runtime.logged };
}

scenario('a syntax error', async (open) => {
  const error = new SyntaxError('Unexpected token');
  error.stack = 'SyntaxError: Unexpected token\n    at /var/task/index.js:3:1';
  const result = await failed(open, error);
  equal(result.errorType, 'Runtime.UserCodeSyntaxError');
  equal(result.error.errorMessage, 'SyntaxError: Unexpected token');
  equal(result.error.trace, [
    'Runtime.UserCodeSyntaxError: SyntaxError: Unexpected token',
    '    at /var/task/index.js:3:1',
  ]);
});

scenario('a missing module', async (open) => {
  const result = await failed(open, notFound('x'));
  equal(result.errorType, 'Runtime.ImportModuleError');
  equal(result.error.errorMessage, "Error: Cannot find module 'x'\n" +
    'Require stack:\n- /var/task/index.js');
});

scenario('a missing module of an import', async (open) => {
  const error = Object.assign(new Error("Cannot find package 'x'"),
                              { code: 'ERR_MODULE_NOT_FOUND' });
  equal((await failed(open, error)).errorType, 'Runtime.ImportModuleError');
  equal((await failed(open, error, { WICK_NODE_COMPAT: '22' })).errorType,
        'Error');
});

scenario('a missing AWS SDK is explained', async (open) => {
  for (const name of ['@aws-sdk/client-s3', '@smithy/core', 'aws-sdk']) {
    const { error } = await failed(open, notFound(name));
    equal(error.errorMessage.endsWith('\nThe AWS SDK is not part of this ' +
      'runtime: add the package to the function or to a layer.'), true, name);
  }
});

scenario('anything else keeps its name', async (open) => {
  const result = await failed(open, new ReferenceError('x is not defined'));
  equal(result.errorType, 'ReferenceError');
  equal(result.error.errorMessage, 'x is not defined');
  equal(result.exit, 129);
  equal(result.logged[0][0], 'Uncaught Exception');
});

scenario('even if it is no error', async (open) => {
  const result = await failed(open, 'Random Foo Error');
  equal(result.errorType, 'string');
  equal(result.error, { errorType: 'string', errorMessage: 'Random Foo Error',
                        trace: [] });
  equal((await failed(open, null)).errorType, 'object');
});

scenario('Node 24 exits with 1', async (open) => {
  const runtime = open({
    files: { '/var/task/index.js': { namespace: {} } },
    env: { WICK_NODE_COMPAT: '24' },
  });
  const result = await runtime.init();
  equal(result.kinds, 'initError exit');
  equal(result.exit, 1);
  equal(runtime.logged[0][0], 'Init Error');
});
