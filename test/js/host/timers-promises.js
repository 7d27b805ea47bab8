// SPDX-License-Identifier: MIT
// If this fails node:timers/promises does not settle, or cannot be aborted.
'use strict';

const timers = process.getBuiltinModule('timers/promises');
const { scheduler } = timers;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}
const failure = (promise) => promise.then(() => undefined, (error) => error);

(async () => {
  check('setTimeout', await timers.setTimeout(1, 'v') === 'v', 0);
  check('setImmediate', await timers.setImmediate('v') === 'v', 0);
  await scheduler.wait(1);
  await scheduler.yield();

  let count = 0;
  for await (const value of timers.setInterval(1, 'v')) {
    count += value === 'v' ? 1 : 0;
    if (count === 3) {
      break;
    }
  }
  check('setInterval', count === 3, count);

  const controller = new AbortController();
  const { signal } = controller;
  const waiting = [
    failure(timers.setTimeout(100000, 0, { signal })),
    failure(timers.setImmediate(0, { signal })),
    failure(timers.setInterval(100000, 0, { signal }).next()),
    failure(scheduler.wait(100000, { signal })),
  ];
  controller.abort('why');
  const errors = await Promise.all(waiting);
  check('aborted', errors.every((error) => error.name === 'AbortError' &&
    error.code === 'ABORT_ERR' && error.cause === 'why' &&
    error.message === 'The operation was aborted'), errors);
  check('aborted before', (await failure(timers.setTimeout(
    1, 0, { signal }))).cause === 'why', 0);
  check('bad signal', (await failure(timers.setTimeout(
    1, 0, { signal: {} }))).code === 'ERR_INVALID_ARG_TYPE', 0);
  check('bad ref', (await failure(timers.setTimeout(
    1, 0, { ref: 1 }))).code === 'ERR_INVALID_ARG_TYPE', 0);
  // Keeps nothing alive: the test would not end.
  timers.setTimeout(100000, 0, { ref: false });
  check('promisified', await setTimeout[
    Symbol.for('nodejs.util.promisify.custom')](1, 'v') === 'v', 0);
})();
