/* SPDX-License-Identifier: MIT */
// The text of the call that failed, for assert(value) without a message.
//
// native: readFile(path) - the text of a file; throws where there is none.
(function (native, require, exports, primordials) {
  'use strict';

  const frame = /^\s+at (?:.*\()?(?:file:\/\/)?(\/.*):(\d+):(\d+)\)?$/;

  // Where in the function's own files the assertion was called, or null.
  function findCall(stackStartFn) {
    const holder = {};
    Error.captureStackTrace?.(holder, stackStartFn);
    for (const line of `${holder.stack}`.split('\n')) {
      const found = frame.exec(line);
      if (found !== null) {
        return { path: found[1], line: Number(found[2]),
                 column: Number(found[3]) };
      }
    }
    return null;
  }

  const callee = /[A-Za-z_$][\w$]*(?:\s*\??\.\s*[A-Za-z_$][\w$]*)*\s*\(/g;

  // The call on @line that the engine says is at @column: it may mean the
  // beginning, the last name or the parenthesis.
  function startOf(line, column) {
    for (const found of line.matchAll(callee)) {
      if (column - 1 < found.index + found[0].length) {
        return { start: found.index,
                 open: found.index + found[0].length - 1 };
      }
    }
    return null;
  }

  // Behind the parenthesis that closes the one at @open, or -1.
  function endOf(text, open) {
    let depth = 0;
    let quote = '';
    for (let at = open; at < text.length; at++) {
      const character = text[at];
      if (quote !== '') {
        if (character === '\\') {
          at++;
        } else if (character === quote) {
          quote = '';
        }
      } else if (character === '"' || character === "'" ||
                 character === '`') {
        quote = character;
      } else if ('([{'.includes(character)) {
        depth++;
      } else if (')]}'.includes(character) && --depth === 0) {
        return at + 1;
      }
    }
    return -1;
  }

  // Lines below the first lose the indentation of the first.
  function outdent(code, column) {
    const blank = new RegExp(`^\\s{0,${column}}`);
    return code.split('\n').map((line, n) =>
      (n === 0 ? line : line.replace(blank, ''))).join('\n  ');
  }

  function codeOf(call) {
    let text;
    try {
      text = native.readFile(call.path);
    } catch {
      return undefined;
    }
    const lines = text.split('\n');
    const found = startOf(lines[call.line - 1] ?? '', call.column);
    if (found === null) {
      return undefined;
    }
    const rest = lines.slice(call.line - 1).join('\n');
    const end = endOf(rest, found.open);
    return end === -1 ? undefined :
      outdent(rest.slice(found.start, end), found.start);
  }

  exports.message = (stackStartFn) => {
    const call = findCall(stackStartFn);
    const code = call === null ? undefined : codeOf(call);
    return code === undefined ?
      'The expression evaluated to a falsy value' :
      `The expression evaluated to a falsy value:\n\n  ${code}\n`;
  };
})
