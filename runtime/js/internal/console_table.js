/* SPDX-License-Identifier: MIT */
// console.table: which rows and columns a value has, and the box around them.
//
// native: classOf and previewEntries, as inspect_value.js describes them.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    ObjectKeys,
    arrayPush,
    arrayUnshift,
    hasOwn,
    mapForEach,
    setForEach,
    stringRepeat,
  } = primordials;
  const { inspect } = require('internal/inspect');
  const { max } = require('internal/number');
  const { displayWidth } = require('internal/inspect_text');

  const INDEX = '(index)';
  const ITERATION = '(iteration index)';
  const KEY = 'Key';
  const VALUES = 'Values';

  // Box drawing characters.
  const line = '\u2500';
  const bar = '\u2502';
  const corners = {
    __proto__: null,
    top: ['\u250c', '\u252c', '\u2510'],
    middle: ['\u251c', '\u253c', '\u2524'],
    bottom: ['\u2514', '\u2534', '\u2518'],
  };

  // Items with more properties than this are outlined only.
  const FIELDS_MAX = 2;

  function cellText(value, options) {
    const isWide = value !== null && typeof value === 'object' &&
      !ArrayIsArray(value) && ObjectKeys(value).length > FIELDS_MAX;
    return inspect(value, {
      depth: isWide ? -1 : 0,
      maxArrayLength: 3,
      breakLength: Infinity,
      ...options,
    });
  }

  // @ends: what stands at the left, between columns, and at the right.
  function ruler(widths, ends) {
    let out = ends[0];
    for (let n = 0; n < widths.length; n++) {
      out += (n === 0 ? '' : ends[1]) + stringRepeat(line, widths[n]);
    }
    return out + ends[2];
  }

  function rowText(cells, widths) {
    let out = bar;
    for (let n = 0; n < cells.length; n++) {
      const rest = widths[n] - displayWidth(cells[n]) - 1;
      out += ` ${cells[n]}${stringRepeat(' ', rest)}${bar}`;
    }
    return out;
  }

  // @columns: for each of @heads its cells from the top; a hole is empty.
  function draw(heads, columns) {
    const widths = [];
    let height = 0;
    for (let n = 0; n < heads.length; n++) {
      let width = displayWidth(heads[n]);
      for (let row = 0; row < columns[n].length; row++) {
        width = max(width, displayWidth(columns[n][row] || ''));
      }
      arrayPush(widths, width + 2);
      height = max(height, columns[n].length);
    }
    let out = `${ruler(widths, corners.top)}\n${rowText(heads, widths)}\n` +
      `${ruler(widths, corners.middle)}\n`;
    for (let row = 0; row < height; row++) {
      const cells = [];
      for (let n = 0; n < heads.length; n++) {
        arrayPush(cells, columns[n][row] || '');
      }
      out += `${rowText(cells, widths)}\n`;
    }
    return out + ruler(widths, corners.bottom);
  }

  function numbersTo(length, options) {
    const out = [];
    for (let n = 0; n < length; n++) {
      arrayPush(out, cellText(n, options));
    }
    return out;
  }

  function pairsTable(pairs, options) {
    const keys = [];
    const values = [];
    for (let n = 0; n < pairs.length; n += 2) {
      arrayPush(keys, cellText(pairs[n], options));
      arrayPush(values, cellText(pairs[n + 1], options));
    }
    return draw([ITERATION, KEY, VALUES],
                [numbersTo(keys.length, options), keys, values]);
  }

  function singlesTable(items, options) {
    const values = [];
    for (let n = 0; n < items.length; n++) {
      arrayPush(values, cellText(items[n], options));
    }
    return draw([ITERATION, VALUES],
                [numbersTo(values.length, options), values]);
  }

  // The table of a map, a set or an iterator of one; undefined for others.
  function collectionTable(data, options) {
    const items = [];
    switch (native.classOf(data)) {
      case 'Map':
        mapForEach(data, (value, key) => arrayPush(items, key, value));
        return pairsTable(items, options);
      case 'Set':
        setForEach(data, (value) => arrayPush(items, value));
        return singlesTable(items, options);
      case 'Map Iterator': {
        const preview = native.previewEntries(data);
        return (preview[1] ? pairsTable : singlesTable)(preview[0], options);
      }
      case 'Set Iterator':
        return singlesTable(native.previewEntries(data)[0], options);
      default:
        return undefined;
    }
  }

  const isPrimitive = (value) => value === null ||
    (typeof value !== 'object' && typeof value !== 'function');

  // A row for each property of @data, a column for each key of the rows (or
  // those of @properties), and one for the rows that are primitive.
  function objectTable(data, properties, options) {
    const rows = ObjectKeys(data);
    const columns = { __proto__: null };
    const values = [];
    let hasValues = false;
    for (let row = 0; row < rows.length; row++) {
      const item = data[rows[row]];
      if (properties === undefined && isPrimitive(item)) {
        hasValues = true;
        values[row] = cellText(item, options);
        continue;
      }
      const keys = properties || ObjectKeys(item);
      for (let n = 0; n < keys.length; n++) {
        const column = columns[keys[n]] || (columns[keys[n]] = []);
        column[row] = isPrimitive(item) || !hasOwn(item, keys[n]) ? '' :
          cellText(item[keys[n]], options);
      }
    }
    const heads = ObjectKeys(columns);
    const cells = [];
    for (let n = 0; n < heads.length; n++) {
      arrayPush(cells, columns[heads[n]]);
    }
    if (hasValues) {
      arrayPush(heads, VALUES);
      arrayPush(cells, values);
    }
    arrayUnshift(heads, INDEX);
    arrayUnshift(cells, rows);
    return draw(heads, cells);
  }

  // @options go to inspect. Throws if @properties is no array.
  function tableText(data, properties, options) {
    if (properties !== undefined && !ArrayIsArray(properties)) {
      throw require('internal/errors').invalidArgType('properties', 'Array',
                                                      properties);
    }
    return collectionTable(data, options) ||
      objectTable(data, properties, options);
  }

  exports.tableText = tableText;
})
