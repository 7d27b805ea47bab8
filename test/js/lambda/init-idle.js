/* SPDX-License-Identifier: MIT */
// A top-level await that nothing can settle ends the start with a reason.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const files = {
  '/var/task/index.js': {
    exports: new Promise(() => {}), namespace: new Promise(() => {}),
  },
};

scenario('it is an init error', async (open) => {
  const result = await open({ files }).init();
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.NodeJsExit');
  equal(result.exit, 13);
});

scenario('and only a status to Node 24', async (open) => {
  const result = await open({
    files, env: { WICK_NODE_COMPAT: '24' },
  }).init();
  equal(result.kinds, 'exit');
  equal(result.exit, 13);
});
