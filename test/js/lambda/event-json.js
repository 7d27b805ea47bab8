/* SPDX-License-Identifier: MIT */
// The event: any JSON, and what is none fails its invocation only.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

scenario('any JSON value', async (open) => {
  const runtime = open({ handler: async (event) => [event] });
  await runtime.init();
  for (const text of ['{}', '[]', 'null', '0', '"s"', 'true',
    `"${'x'.repeat(1 << 20)}"`, '{"__proto__":{"a":1}}']) {
    equal((await runtime.invoke(text)).response, `[${text}]`);
  }
});

for (const mode of ['', '22', '24']) {
  scenario(`malformed${mode && `, Node ${mode}`}`, async (open) => {
    const handler = async () => 'reached';
    const runtime = open({
      files: {
        '/var/task/index.js': { exports: { handler }, namespace: { handler } },
      },
      env: { WICK_NODE_COMPAT: mode },
    });
    await runtime.init();
    for (const text of ['', '{', 'undefined', '{"a":1}x']) {
      const result = await runtime.invoke(text);
      equal(result.kinds, 'error next', text);
      equal(result.errorType, 'SyntaxError', text);
    }
    equal((await runtime.invoke('{}')).response, '"reached"');
  });
}
