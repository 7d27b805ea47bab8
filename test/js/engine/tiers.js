// SPDX-License-Identifier: MIT
// If this fails the executable lacks a compiler: hot functions stay slow.
'use strict';

const order = ['none', 'llint', 'baseline', 'dfg', 'ftl'];

// A function of its own for each case, hot until it has reached @wanted.
function climb(wanted) {
  const hot = new Function('n',
    'let s = 0; for (let i = 0; i < n; i++) s = (s + i * 3) | 0; return s;');
  const expected = hot(100);
  for (let round = 0; round < 20000; round++) {
    if (hot(100) !== expected) {
      return `wrong result in ${$wick.tier(hot)}`;
    }
    hot(5000);
    if (order.indexOf($wick.tier(hot)) >= order.indexOf(wanted)) {
      return null;
    }
  }
  return `stays in ${$wick.tier(hot)}`;
}

for (const wanted of ['baseline', 'dfg', 'ftl']) {
  const why = climb(wanted);
  console.log(why ? `FAIL ${wanted}: ${why}` : `ok ${wanted}`);
}
