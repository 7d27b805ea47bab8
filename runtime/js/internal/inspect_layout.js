/* SPDX-License-Identifier: MIT */
// How util.inspect sets the parts of one value: on one line, one a line, or,
// for long lists, in columns. The parts are finished texts; nothing here looks
// into a value but to learn whether a list holds numbers only.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    arrayJoin,
    arrayPush,
    stringIncludes,
    stringPadEnd,
    stringPadStart,
    stringRepeat,
  } = primordials;
  const { floor, max, min, round } = require('internal/number');
  const { displayWidth, stripControls } = require('internal/inspect_text');

  // A list of up to this many parts is never set in columns.
  const LIST_SHORT = 6;
  const COLUMNS_MAX = 15;
  const COLUMN_GAP = 2;
  // How many times higher than wide a character is taken to be, so that the
  // columns come out as about a square.
  const CHARACTER_ASPECT = 2.5;
  // What an enclosing object will put around a line, at a guess.
  const SURROUNDINGS = 10;

  // How many columns suit parts that are @widest at most and @total together;
  // 1 or less where columns are of no use.
  function columnCount(ctx, parts, count, widest, total) {
    const step = widest + COLUMN_GAP;
    if (step * 3 + ctx.indent >= ctx.breakLength ||
        (total / step <= 5 && widest > 6)) {
      return 0;
    }
    // Parts that are much shorter than the widest count for less than it.
    const bias = (step - total / parts.length) ** 0.5;
    const usual = max(step - 3 - bias, 1);
    const square = round((CHARACTER_ASPECT * usual * count) ** 0.5 / usual);
    const room = floor((ctx.breakLength - ctx.indent) / step);
    return min(min(square, room), min(ctx.compact * 4, COLUMNS_MAX));
  }

  // Numbers align to the right, all else to the left.
  function padFor(value, count) {
    if (value !== undefined) {
      for (let at = 0; at < count; at++) {
        if (typeof value[at] !== 'number' && typeof value[at] !== 'bigint') {
          return stringPadEnd;
        }
      }
    }
    return stringPadStart;
  }

  // One line of the table: parts @from to @to.
  function row(parts, widths, columnWidths, from, to, pad) {
    let line = '';
    let at = from;
    for (; at < to - 1; at++) {
      const part = `${parts[at]}, `;
      // The pad counts units, so what takes no column is added to it.
      const hidden = parts[at].length - widths[at];
      line += pad(part, columnWidths[at - from] + hidden, ' ');
    }
    if (pad !== stringPadStart) {
      return line + parts[at];
    }
    const width = columnWidths[at - from] + parts[at].length - widths[at];
    return line + stringPadStart(parts[at], width - COLUMN_GAP, ' ');
  }

  function widestOfColumns(widths, count, columns) {
    const out = [];
    for (let column = 0; column < columns; column++) {
      let widest = 0;
      for (let at = column; at < count; at += columns) {
        widest = max(widest, widths[at]);
      }
      arrayPush(out, widest + COLUMN_GAP);
    }
    return out;
  }

  // Set the parts of list @value in columns, each line becoming one part. The
  // last part stays alone where it is the "... more items".
  function inColumns(ctx, parts, value) {
    const hasMore = ctx.maxArrayLength < parts.length;
    const count = hasMore ? parts.length - 1 : parts.length;
    const widths = [];
    let widest = 0;
    let total = 0;
    for (let at = 0; at < count; at++) {
      const width = displayWidth(parts[at]);
      arrayPush(widths, width);
      total += width + COLUMN_GAP;
      widest = max(widest, width);
    }
    const columns = columnCount(ctx, parts, count, widest, total);
    if (columns <= 1) {
      return parts;
    }
    const columnWidths = widestOfColumns(widths, count, columns);
    const pad = padFor(value, parts.length);
    const lines = [];
    for (let from = 0; from < count; from += columns) {
      const to = min(from + columns, count);
      arrayPush(lines, row(parts, widths, columnWidths, from, to, pad));
    }
    if (hasMore) {
      arrayPush(lines, parts[count]);
    }
    return lines;
  }

  function fits(ctx, parts, start, base) {
    let total = parts.length + start;
    if (total + parts.length > ctx.breakLength) {
      return false;
    }
    for (let at = 0; at < parts.length; at++) {
      total += ctx.colors ? stripControls(parts[at]).length : parts[at].length;
      if (total > ctx.breakLength) {
        return false;
      }
    }
    return base === '' || !stringIncludes(base, '\n');
  }

  // compact: true, the form of old: as many parts a line as they are, the
  // first behind the brace.
  function assembleDense(ctx, parts, shape) {
    const { base, open, close } = shape;
    const head = base === '' ? '' : ` ${base}`;
    if (fits(ctx, parts, 0, base)) {
      return `${open}${head} ${arrayJoin(parts, ', ')} ${close}`;
    }
    const newline = `\n${stringRepeat(' ', ctx.indent)}  `;
    const gap = base === '' && open.length === 1 ? ' ' : `${head}${newline}`;
    return `${open}${gap}${arrayJoin(parts, `,${newline}`)} ${close}`;
  }

  // Put @parts between the braces of @shape ({base, open, close, list}).
  // @level is the depth of the value they belong to, one for the outermost.
  function assemble(ctx, parts, shape, level, value) {
    if (ctx.compact === true) {
      return assembleDense(ctx, parts, shape);
    }
    const { base, open, close } = shape;
    const head = base === '' ? '' : `${base} `;
    let lines = parts;
    if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
      if (shape.list && parts.length > LIST_SHORT) {
        lines = inColumns(ctx, parts, value);
      }
      // Only the innermost `compact` levels share a line, and never a list
      // that was set in columns.
      if (ctx.deepest - level < ctx.compact && lines === parts) {
        const start = parts.length + ctx.indent + open.length + base.length +
          SURROUNDINGS;
        if (fits(ctx, parts, start, base)) {
          const joined = arrayJoin(parts, ', ');
          if (!stringIncludes(joined, '\n')) {
            return `${head}${open} ${joined} ${close}`;
          }
        }
      }
    }
    const newline = `\n${stringRepeat(' ', ctx.indent)}`;
    return `${head}${open}${newline}  ` +
      `${arrayJoin(lines, `,${newline}  `)}${newline}${close}`;
  }

  exports.assemble = assemble;
})
