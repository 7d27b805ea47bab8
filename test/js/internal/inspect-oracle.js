/* SPDX-License-Identifier: MIT */
// Wrong if inspect differs in one character from the inspect of node for any
// value of the corpus under any set of options. Needs node as the oracle.
'use strict';

const util = require('node:util');
const host = require('../host.js');
const corpus = require('../corpus.js');
const { inspect } = host.load('internal/inspect');

const optionSets = [
  undefined,
  { colors: true },
  { showHidden: true },
  { showHidden: true, depth: 4, showProxy: true },
  { depth: 0 },
  { depth: -1 },
  { depth: null },
  { depth: 5, compact: true },
  { compact: false },
  { compact: 1 },
  { compact: 0 },
  { compact: 6, breakLength: 120 },
  { compact: true, breakLength: 40 },
  { breakLength: 20 },
  { breakLength: 40, colors: true, depth: 4 },
  { breakLength: Infinity },
  { breakLength: Infinity, compact: true },
  { maxArrayLength: 3, maxStringLength: 8 },
  { maxArrayLength: 0, maxStringLength: 0 },
  { maxArrayLength: null, maxStringLength: null },
  { maxArrayLength: 1, compact: false },
  { sorted: true, showHidden: true },
  { sorted: (a, b) => (a < b ? 1 : -1), depth: 4 },
  { getters: true },
  { getters: 'get', colors: true },
  { getters: 'set' },
  { numericSeparator: true },
  { customInspect: false },
  { showProxy: true, colors: true },
  { showProxy: true, depth: 0 },
  { showHidden: true, colors: true, compact: false },
];

// numericSeparator makes nonsense of exponents in node 20 and 22 (1e-.1e-_7);
// here it leaves them alone.
const isKnownDefect = (value, options) => options !== undefined &&
  options.numericSeparator === true && typeof value === 'number' &&
  `${value}`.includes('e-');

for (const options of optionSets) {
  const name = `inspect-oracle ${util.inspect(options, { breakLength: Infinity })}`;
  host.test(name, () => {
    for (const [what, value] of corpus) {
      if (corpus.isOracle(value, options) && !isKnownDefect(value, options)) {
        host.equal(inspect(value, options), util.inspect(value, options), what);
      }
    }
  });
}
