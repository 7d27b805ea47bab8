/* SPDX-License-Identifier: MIT */
// How the two values of a failed comparison are shown beside each other: the
// lines that only one of them has, and what is around them.
//
// E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
(function (native, require, exports, primordials) {
  'use strict';

  // Of a run of equal lines as many are shown before the rest is left out.
  const EQUAL_MAX = 5;

  const SAME = 0;
  const ADDED = 1;
  const REMOVED = 2;

  // The last property of an object has no comma behind it.
  const isSameLine = (a, b, ignoresComma) => a === b ||
    (ignoresComma && (`${a},` === b || a === `${b},`));

  // Whether the path to @diagonal comes from the one above it.
  const comesDown = (reached, diagonal, depth, middle) =>
    diagonal === -depth || (diagonal !== depth &&
      reached[diagonal - 1 + middle] < reached[diagonal + 1 + middle]);

  // For each number of changes how far each diagonal came.
  function explore(actual, expected, ignoresComma) {
    const middle = actual.length + expected.length;
    const reached = new Int32Array(2 * middle + 2);
    const trace = [];
    for (let depth = 0; depth <= middle; depth++) {
      trace.push(reached.slice());
      for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
        let x = comesDown(reached, diagonal, depth, middle) ?
          reached[diagonal + 1 + middle] : reached[diagonal - 1 + middle] + 1;
        while (x < actual.length && x - diagonal < expected.length &&
               isSameLine(actual[x], expected[x - diagonal], ignoresComma)) {
          x++;
        }
        reached[diagonal + middle] = x;
        if (x >= actual.length && x - diagonal >= expected.length) {
          return trace;
        }
      }
    }
    return trace;
  }

  // The changes from the first line to the last, as [kind, line].
  function changes(actual, expected, ignoresComma) {
    const trace = explore(actual, expected, ignoresComma);
    const middle = actual.length + expected.length;
    const out = [];
    let x = actual.length;
    let y = expected.length;
    for (let depth = trace.length - 1; depth >= 0; depth--) {
      const reached = trace[depth];
      const diagonal = x - y;
      const before = comesDown(reached, diagonal, depth, middle) ?
        diagonal + 1 : diagonal - 1;
      const fromX = reached[before + middle];
      const fromY = fromX - before;
      while (x > fromX && y > fromY && x > 0 && y > 0) {
        x--;
        y--;
        const isShort = ignoresComma && !actual[x].endsWith(',');
        out.push([SAME, isShort ? expected[y] : actual[x]]);
      }
      if (depth > 0) {
        if (x > fromX) {
          out.push([ADDED, actual[--x]]);
        } else {
          out.push([REMOVED, expected[--y]]);
        }
      }
    }
    return out.reverse();
  }

  // A run of equal lines that a change follows.
  function showRun(run, lines) {
    const shown = run.length <= EQUAL_MAX + 2;
    for (let n = 0; n < run.length; n++) {
      if (shown || n < EQUAL_MAX || n === run.length - 1) {
        lines.push(`  ${run[n]}`);
      } else if (n === EQUAL_MAX) {
        lines.push('...');
      }
    }
    return !shown;
  }

  // Returns the text and whether lines were left out of it.
  exports.diff = (actual, expected, ignoresComma) => {
    const lines = [];
    let run = [];
    let isCut = false;
    for (const [kind, line] of changes(actual, expected, ignoresComma)) {
      if (kind === SAME) {
        run.push(line);
      } else {
        isCut = showRun(run, lines) || isCut;
        run = [];
        lines.push(`${kind === ADDED ? '+' : '-'} ${line}`);
      }
    }
    for (let n = 0; n < run.length && n < EQUAL_MAX; n++) {
      lines.push(`  ${run[n]}`);
    }
    return { text: lines.join('\n').trimEnd(), isCut };
  };
})
