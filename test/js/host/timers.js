// SPDX-License-Identifier: MIT
// If this fails timers are not Node's: what they return, ref, clear, repeat.
'use strict';

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${got}`);
}

const results = {};
const timer = setTimeout(() => {}, 1);
check('object', typeof timer === 'object' && timer.hasRef(), typeof timer);
check('number', Number(timer) > 0, Number(timer));
clearTimeout(Number(timer));
clearTimeout(undefined);
clearTimeout({});
clearInterval(null);

let repeats = 0;
const interval = setInterval((a, b) => {
  results.args = `${a}${b}`;
  if (++repeats === 3) {
    clearInterval(interval);
  }
}, 1, 'x', 'y');

const never = setTimeout(() => {
  results.unref = true;
}, 100000);
check('unref', never.unref() === never && !never.hasRef(), never.hasRef());

const moved = setTimeout(() => {
  results.moved = true;
}, 100000);
moved.close();

setTimeout(() => {
  results.huge = true;
}, 2 ** 40);

let refreshed = 0;
const again = setTimeout(() => {
  if (++refreshed < 3) {
    again.refresh();
  }
}, 1);

for (const bad of [undefined, 5, 'code']) {
  let code;
  try {
    setTimeout(bad, 1);
  } catch (error) {
    code = error.code;
  }
  check(`callback-${typeof bad}`, code === 'ERR_INVALID_ARG_TYPE', code);
}

// A delay counts from the call, not from the start of the turn: what a module
// does at length before it does not use it up.
const turn = Date.now();
let called = turn;
while (called - turn < 30) {
  called = Date.now();
}
setTimeout(() => {
  results.waited = Date.now() - called;
}, 20);

let many = 0;
for (let n = 0; n < 10000; n++) {
  setTimeout(() => many++, n % 7);
}

process.on('exit', () => {
  check('interval', repeats === 3, repeats);
  check('arguments', results.args === 'xy', results.args);
  check('unref-does-not-hold', results.unref === undefined, results.unref);
  check('closed', results.moved === undefined, results.moved);
  check('too-long-is-1', results.huge === true, results.huge);
  check('refresh', refreshed === 3, refreshed);
  // A millisecond for the two clocks, which round apart.
  check('from-the-call', results.waited >= 19, results.waited);
  check('ten-thousand', many === 10000, many);
});
