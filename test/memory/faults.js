// SPDX-License-Identifier: MIT
// The n-th allocation of our own C fails, for every n of init and of one
// invocation: each ends with a sentence that says so, or goes on. Needs
// `make faults`, which builds the executable with failure injection.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const { Process } = require('../../bench/memory/process.js');

const root = path.resolve(__dirname, '../..');
const bootstrap = path.join(root, 'build/faults/bootstrap');
const directory = path.join(root, 'bench/memory/function');

// As many in a row without a failure: there was no n-th allocation.
const CLEAN_RUNS = 20;
// Far more than there are.
const RUNS_MAX = 20000;
// By status, what a process that ends has to say: of wick_die(), with where in
// the source; of an error that nothing catches, in the start or the call, which
// has the statuses of the managed runtimes.
const OUT = /not enough memory|Out of memory/;
const MESSAGES = {
  1: OUT,
  70: /^wick: fatal: out of memory: \d+ bytes for [\w./]+:\d+$/m,
  128: OUT,
  129: OUT,
};

// 'ended' with the message, or 'answered'; throws for any other end.
async function run(n) {
  let target;
  try {
    target = await Process.start([bootstrap], { directory, hasLog: true,
      handler: 'echo.handler', env: { WICK_FAIL_ALLOC_AT: String(n) } });
    const answer = await target.invoke('{"text":"\u00e9"}');
    if (answer.kind !== 'response' && answer.kind !== 'error') {
      throw new Error(`it sent ${answer.kind}`);
    }
    return 'answered';
  } catch (error) {
    const { end, stderr, stdout } = error.process || target || {};
    if (end && end.signal === null && MESSAGES[end.status]?.test(stdout + stderr)) {
      return 'ended';
    }
    error.message += ` ${stdout}`;
    throw error;
  } finally {
    if (target !== undefined) {
      await target.stop();
    }
  }
}

async function main() {
  if (!fs.existsSync(bootstrap)) {
    console.log(`skip faults: ${path.relative(root, bootstrap)} is not built`);
    return;
  }
  let clean = 0;
  let ended = 0;
  for (let n = 1; clean < CLEAN_RUNS; n++) {
    try {
      const is = n < RUNS_MAX ? await run(n) : 'too many';
      if (is === 'too many') {
        throw new Error('it never stops allocating');
      }
      clean = is === 'answered' ? clean + 1 : 0;
      ended += is === 'ended' ? 1 : 0;
    } catch (error) {
      console.log(`FAIL allocation-${n}: ${error.message.replace(/\n/g, ' | ')}`);
      process.exitCode = 1;
      clean = 0;
    }
  }
  // Without one the executable has no injection, and nothing was tested.
  console.log(ended > 0 ? `ok ${ended} allocations failed with a message` :
    'FAIL none: no allocation failed');
  process.exitCode = ended > 0 ? process.exitCode : 1;
}

main();
