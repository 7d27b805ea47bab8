/* SPDX-License-Identifier: MIT */
// Stacks of bundled and transpiled files, as of the sources that they were made
// from: with NODE_OPTIONS=--enable-source-maps or
// process.setSourceMapsEnabled(true). https://tc39.es/ecma426/
//
// A map is read when a stack with its file is shown, and kept. One that is
// missing, damaged or too large is none: the stack stays as it is.
//
// native:
//   readFile(path)   see internal/cjs
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    JSONParse,
    Number,
    SyntaxError,
    arrayJoin,
    arrayPush,
    decodeURIComponent,
    regExpExec,
    stringCharCodeAt,
    stringIndexOf,
    stringLastIndexOf,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const { split } = require('internal/text');

  // ---- Reading ----

  // Values of the digits of base64, by character code; -1: none.
  const digits = [];
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
    '0123456789+/';
  for (let code = 0; code < 128; code++) {
    arrayPush(digits, -1);
  }
  for (let n = 0; n < alphabet.length; n++) {
    digits[stringCharCodeAt(alphabet, n)] = n;
  }

  const COMMA = 0x2c;
  const SEMICOLON = 0x3b;
  const MORE = 32;
  const NUMBER_MAX = 0x7fffffff;

  // The segments of @mappings: for each generated line a flat list of column,
  // source, line and column there, four numbers each.
  function decode(mappings) {
    const lines = [];
    let line = [];
    const state = [0, 0, 0, 0, 0];
    let field = 0;
    let value = 0;
    let factor = 1;
    for (let n = 0; n <= mappings.length; n++) {
      const code = n === mappings.length ? SEMICOLON :
        stringCharCodeAt(mappings, n);
      if (code === COMMA || code === SEMICOLON) {
        // One field alone is generated code without a source.
        if (field > 1) {
          arrayPush(line, state[0], state[1], state[2], state[3]);
        }
        field = 0;
        if (code === SEMICOLON) {
          arrayPush(lines, line);
          line = [];
          state[0] = 0;
        }
        continue;
      }
      const digit = code < 128 ? digits[code] : -1;
      if (digit < 0 || field > 4) {
        throw new SyntaxError('mappings');
      }
      value += digit % MORE * factor;
      if (digit >= MORE) {
        factor *= MORE;
      } else {
        state[field] += value % 2 === 1 ? -(value - 1) / 2 : value / 2;
        if (!(state[field] >= 0 && state[field] <= NUMBER_MAX)) {
          throw new SyntaxError('mappings');
        }
        field++;
        value = 0;
        factor = 1;
      }
    }
    return lines;
  }

  // [first line, first column, lines, sources] of each section of @map, whose
  // sources are named from the folder @folder.
  function sectionsOf(map, folder, line, column, out) {
    if (ArrayIsArray(map.sections)) {
      for (let n = 0; n < map.sections.length; n++) {
        const { offset, map: inner } = map.sections[n];
        sectionsOf(inner, folder, line + offset.line,
                   offset.column + (offset.line === 0 ? column : 0), out);
      }
      return out;
    }
    const root = map.sourceRoot ? `${map.sourceRoot}/` : '';
    const sources = [];
    for (let n = 0; n < map.sources.length; n++) {
      arrayPush(sources, place(`${root}${map.sources[n]}`, folder));
    }
    arrayPush(out, { line, column, lines: decode(map.mappings), sources });
    return out;
  }

  // The path, or the URL of something else, that @name means in @folder.
  function place(name, folder) {
    const path = stringStartsWith(name, 'file://') ?
      require('internal/module_url').fromURL(name) : name;
    return regExpExec(/^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/)/, path) !== null ?
      path : require('node/path').module.join(folder, path);
  }

  const COMMENT = '//# sourceMappingURL=';

  // The map of the file @path, or null.
  function read(path) {
    const text = native.readFile(path);
    const at = stringLastIndexOf(text, COMMENT);
    if (at === -1) {
      return null;
    }
    const [name] = regExpExec(/^\S*/, stringSlice(text, at + COMMENT.length));
    const folder = stringSlice(path, 0, stringLastIndexOf(path, '/') || 1);
    let content;
    let from = folder;
    if (stringStartsWith(name, 'data:')) {
      content = require('internal/module_url').parseData(name).text;
    } else {
      const file = place(decodeURIComponent(name), folder);
      content = native.readFile(file);
      from = stringSlice(file, 0, stringLastIndexOf(file, '/') || 1);
    }
    // Some put this before it, so that nobody runs it as a script.
    const start = stringStartsWith(content, ")]}'") ?
      stringIndexOf(content, '\n') : 0;
    return sectionsOf(JSONParse(stringSlice(content, start)), from, 0, 0, []);
  }

  const maps = { __proto__: null };

  function mapOf(path) {
    if (maps[path] === undefined) {
      maps[path] = null;
      try {
        maps[path] = read(path);
      } catch {
        // As if there were none.
      }
    }
    return maps[path];
  }

  // ---- Looking up ----

  // The segment of the flat list @line that column @column is in, or -1.
  function search(line, column) {
    let low = 0;
    let high = line.length / 4;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (line[middle * 4] <= column) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low === 0 ? -1 : (low - 1) * 4;
  }

  // "path:line:column" of what is at @line and @column, from 0, or undefined.
  function original(sections, line, column) {
    for (let n = sections.length - 1; n >= 0; n--) {
      const part = sections[n];
      if (part.line < line || (part.line === line && part.column <= column)) {
        const row = line - part.line;
        const found = part.lines[row];
        const at = found === undefined ? -1 :
          search(found, row === 0 ? column - part.column : column);
        const source = at === -1 ? undefined : part.sources[found[at + 1]];
        return source === undefined ? undefined :
          `${source}:${found[at + 2] + 1}:${found[at + 3] + 1}`;
      }
    }
    return undefined;
  }

  // A frame: what comes before the place, the place, and what comes after it.
  const frame = /^(\s+at (?:.* \()?)((?:file:\/\/)?\/.*):(\d+):(\d+)(\)?)$/;

  function mapLine(text) {
    const match = regExpExec(frame, text);
    if (match === null) {
      return text;
    }
    const isModule = stringStartsWith(match[2], 'file:');
    const sections = mapOf(isModule ?
      require('internal/module_url').fromURL(match[2]) : match[2]);
    if (sections === null) {
      return text;
    }
    const line = Number(match[3]) - 1;
    // What is around CommonJS is no part of its first line.
    const head = isModule || line > 0 ? 0 :
      require('internal/cjs').Module.wrapper[0].length;
    const found = original(sections, line, Number(match[4]) - 1 - head);
    return found === undefined ? text : `${match[1]}${found}${match[5]}`;
  }

  // @stack, the text of one, as of the sources where maps are asked for.
  exports.mapStack = (stack) => {
    try {
      if (globalThis.process.sourceMapsEnabled !== true) {
        return stack;
      }
      const lines = split(stack, '\n');
      for (let n = 0; n < lines.length; n++) {
        lines[n] = mapLine(lines[n]);
      }
      return arrayJoin(lines, '\n');
    } catch {
      return stack;
    }
  };
})
