/* SPDX-License-Identifier: MIT */
// path.matchesGlob: whether a path is one that a pattern means.
// https://nodejs.org/api/path.html#pathmatchesglobpath-pattern
//
// In a segment: * any characters, ? any one, [a-z] [!a] one of a set, {a,b} one
// of several; a segment ** is any number of segments. A dot at the front of a
// segment has to be written.
(function (native, require, exports, primordials) {
  'use strict';

  const { validateString } = require('internal/validators');

  // One pattern for each way to choose from its {a,b}, outermost first.
  // Choices past this many are not looked at.
  const CHOICES_MAX = 10000;

  function findBrace(pattern) {
    for (let open = pattern.indexOf('{'); open !== -1;
      open = pattern.indexOf('{', open + 1)) {
      let depth = 0;
      const commas = [];
      for (let at = open; at < pattern.length; at++) {
        if (pattern[at] === '{') {
          depth++;
        } else if (pattern[at] === ',' && depth === 1) {
          commas.push(at);
        } else if (pattern[at] === '}' && --depth === 0) {
          if (commas.length > 0) {
            return { open, commas, close: at };
          }
          break;
        }
      }
    }
    return null;
  }

  function choices(pattern) {
    const out = [];
    const open = [pattern];
    while (open.length > 0 && out.length < CHOICES_MAX) {
      const next = open.pop();
      const brace = findBrace(next);
      if (brace === null) {
        out.push(next);
        continue;
      }
      const ends = [brace.open, ...brace.commas, brace.close];
      for (let n = 1; n < ends.length; n++) {
        open.push(next.slice(0, brace.open) +
          next.slice(ends[n - 1] + 1, ends[n]) + next.slice(brace.close + 1));
      }
    }
    return out;
  }

  const special = /[\\^$.*+?()[\]{}|/]/;
  const quote = (character) =>
    (special.test(character) ? `\\${character}` : character);

  // The set that begins at @at of @segment, as a part of a RegExp.
  function setAt(segment, at) {
    let from = at + 1;
    const isNegated = segment[from] === '!' || segment[from] === '^';
    if (isNegated) {
      from++;
    }
    const close = segment.indexOf(']', from + 1);
    if (close === -1) {
      return { source: '\\[', end: at + 1 };
    }
    const names = segment.slice(from, close).replace(/[\\\]^[]/g, '\\$&')
      .replace(/\\\[:alpha:/g, 'a-zA-Z').replace(/\\\[:digit:/g, '0-9');
    return { source: `[${isNegated ? '^' : ''}${names}]`, end: close + 1 };
  }

  function segmentExpression(segment, isCaseless) {
    let source = segment[0] === '.' ? '' : '(?!\\.)';
    for (let at = 0; at < segment.length;) {
      const character = segment[at];
      if (character === '[') {
        const set = setAt(segment, at);
        source += set.source;
        at = set.end;
        continue;
      }
      if (character === '*') {
        source += segment.length === 1 ? '.+' : '.*';
      } else {
        source += character === '?' ? '.' : quote(character);
      }
      at++;
    }
    return new RegExp(`^${source}$`, isCaseless ? 'is' : 's');
  }

  // Whether @names are what @parts ask for: a greedy walk that goes back to
  // the last ** only, for an earlier one could take no more.
  function matchSegments(names, parts) {
    let name = 0;
    let part = 0;
    let backName = -1;
    let backPart = -1;
    while (name < names.length) {
      if (part < parts.length && parts[part] === null) {
        backName = name;
        backPart = ++part;
      } else if (part < parts.length && parts[part].test(names[name])) {
        name++;
        part++;
      } else if (backPart !== -1 && names[backName][0] !== '.') {
        name = ++backName;
        part = backPart;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] === null) {
      part++;
    }
    return part === parts.length;
  }

  function matches(path, pattern, isWindows) {
    validateString(path, 'path');
    validateString(pattern, 'pattern');
    const separator = isWindows ? /[\\/]+/ : /\/+/;
    const names = path.split(separator);
    for (const choice of choices(pattern)) {
      const parts = choice.split(separator).map((segment) =>
        (segment === '**' ? null : segmentExpression(segment, isWindows)));
      if (matchSegments(names, parts)) {
        return true;
      }
    }
    return false;
  }

  exports.matches = matches;
})
