/* SPDX-License-Identifier: MIT */
// process.exit in a handler: nothing is posted for it. The service sees the
// process end and says Runtime.ExitError with the status, for 0 too.
'use strict';

const { spawnSync } = require('node:child_process');
const { scenario, equal } = require('../lambda_host.js');

if (process.argv[2] !== undefined) {
  // The child: its runtime prints what it would send.
  scenario('child', async (open) => {
    const runtime = open({
      handler: async () => {
        process.on('exit', () => {
          process.stderr.write(runtime.traffic.map((call) => call[0]).join());
        });
        process.exit(Number(process.argv[2]));
      },
    });
    await runtime.init();
    await runtime.invoke({});
  });
} else {
  for (const code of [0, 3]) {
    scenario(`process.exit(${code})`, async () => {
      const child = spawnSync(process.execPath,
        [...process.execArgv, __filename, `${code}`], { encoding: 'utf8' });
      equal(child.status, code);
      equal(child.stderr, 'next');
    });
  }
}
