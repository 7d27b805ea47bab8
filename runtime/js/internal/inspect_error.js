/* SPDX-License-Identifier: MIT */
// How util.inspect writes an error: its stack, with the header put right where
// class and name changed after the stack was taken, and without the frames
// that a cause repeats. Stacks have V8's shape: "Name: message\n    at ...".
//
// native: cwd() - the working directory, used for colours only.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    Error,
    ObjectGetOwnPropertyDescriptor,
    String,
    arrayIncludes,
    arrayIndexOf,
    arrayJoin,
    arrayPush,
    arraySplice,
    arrayUnshift,
    errorToString,
    functionHasInstance,
    regExpExec,
    stringEndsWith,
    stringIncludes,
    stringIndexOf,
    stringRepeat,
    stringSlice,
    stringStartsWith,
  } = primordials;

  const { split } = require('internal/text');

  const FRAME = '\n    at';
  // Fewer equal frames than this are not worth a line that stands for them.
  const REPEATED_MIN = 3;

  const isError = (value) =>
    native.classOf(value) === 'Error' || functionHasInstance(Error, value);

  // A stack that is no string is shown behind the header, opened up: with no
  // level of its own nothing shares a line.
  function stackOf(ctx, error) {
    const { stack } = error;
    if (!stack) {
      return errorToString(error);
    }
    if (typeof stack === 'string') {
      return require('internal/source_map').mapStack(stack);
    }
    ctx.seen[ctx.seen.length] = error;
    ctx.indent += 4;
    const shown = ctx.value(ctx, stack, NaN);
    ctx.indent -= 4;
    ctx.seen.length--;
    return `${errorToString(error)}\n    ${shown}`;
  }

  // Own keys that the stack shows already are not listed again.
  function dropShownKeys(ctx, keys, error, stack) {
    if (ctx.showHidden || keys.length === 0) {
      return;
    }
    const names = ['name', 'message', 'stack'];
    for (let n = 0; n < names.length; n++) {
      const at = arrayIndexOf(keys, names[n]);
      if (at !== -1 && (typeof error[names[n]] !== 'string' ||
                        stringIncludes(stack, error[names[n]]))) {
        arraySplice(keys, at, 1);
      }
    }
  }

  // JavaScriptCore gives each error line, column and sourceURL as hidden own
  // properties, and puts them and the message before the stack.
  function likeV8(error, keys) {
    const place = ['line', 'column', 'sourceURL'];
    for (let n = 0; n < place.length; n++) {
      const at = arrayIndexOf(keys, place[n]);
      const own = at === -1 ? undefined :
        ObjectGetOwnPropertyDescriptor(error, place[n]);
      if (own !== undefined && !own.enumerable) {
        arraySplice(keys, at, 1);
      }
    }
    const at = arrayIndexOf(keys, 'stack');
    if (at > 0) {
      arraySplice(keys, at, 1);
      arrayUnshift(keys, 'stack');
    }
  }

  // The name in the header of a stack whose error has lost its constructor.
  function headerName(stack) {
    const found = regExpExec(/^[A-Z][\w ()[\]-]+(?=:|\n\s+at)/, stack) ||
      regExpExec(/^[\w-]*Error$/, stack);
    return found === null ? '' : found[0];
  }

  // Make the header say which class the error is of: "Error: x" of a class
  // HttpError reads "HttpError: x", and of a class Refused "Refused [Error]".
  // A @name that is no string stands for nothing: the class is put behind it.
  function improveHeader(stack, name, ctor, prefixFor) {
    if (typeof name !== 'string') {
      const shown = String(name);
      const at = stringIndexOf(stack, shown);
      const end = at + shown.length;
      return at === -1 ? stack : `${stringSlice(stack, 0, end)} ` +
        `[${stringSlice(prefixFor('Error'), 0, -1)}]${stringSlice(stack, end)}`;
    }
    let length = name.length;
    const isPlain = stringEndsWith(name, 'Error') &&
      stringStartsWith(stack, name) &&
      (stack.length === length || stack[length] === ':' ||
       stack[length] === '\n');
    if (ctor !== null && !isPlain) {
      return stack;
    }
    let fallback = 'Error';
    if (ctor === null) {
      fallback = headerName(stack);
      length = fallback.length;
      fallback = fallback || 'Error';
    }
    const full = stringSlice(prefixFor(fallback), 0, -1);
    if (full === name) {
      return stack;
    }
    const rest = stringSlice(stack, length);
    if (!stringIncludes(full, name)) {
      return `${full} [${name}]${rest}`;
    }
    return length === 0 ? `${full}: ${stack}` : `${full}${rest}`;
  }

  // Where a run of more than REPEATED_MIN frames of @frames is in @others.
  function findRepeated(frames, others) {
    for (let at = 0; at < frames.length - REPEATED_MIN; at++) {
      const other = arrayIndexOf(others, frames[at]);
      if (other === -1) {
        continue;
      }
      let count = 1;
      while (at + count < frames.length && other + count < others.length &&
             frames[at + count] === others[other + count]) {
        count++;
      }
      if (count > REPEATED_MIN) {
        return { at, count };
      }
    }
    return null;
  }

  // The lines of @trace; of the frames that the cause has too, only the first
  // and the last.
  function framesOf(ctx, error, trace) {
    const frames = split(trace, '\n');
    const { cause } = error;
    if (cause === null || typeof cause !== 'object' || !isError(cause)) {
      return frames;
    }
    const causeStack = stackOf(ctx, cause);
    const start = stringIndexOf(causeStack, FRAME);
    if (start === -1) {
      return frames;
    }
    const others = split(stringSlice(causeStack, start + 1), '\n');
    const repeated = findRepeated(frames, others);
    if (repeated !== null) {
      const skipped = repeated.count - 2;
      const note = `    ... ${skipped} lines matching cause stack trace ...`;
      arraySplice(frames, repeated.at + 1, skipped,
                  ctx.stylize(note, 'undefined'));
    }
    return frames;
  }

  // What Node and Wick call their own files.
  const builtinFrame = /^ {4}at (?:[^(/]+ \()?(?:node|builtin):/;

  // node_modules/ stays plain, the package's name behind it is underlined.
  function markPackages(ctx, line) {
    const mark = '/node_modules/';
    let out = '';
    let rest = line;
    let at = stringIndexOf(rest, mark);
    while (at !== -1) {
      const start = at + mark.length;
      const scoped = rest[start] === '@';
      let end = stringIndexOf(rest, '/', start);
      if (scoped && end !== -1) {
        end = stringIndexOf(rest, '/', end + 1);
      }
      if (end === -1) {
        break;
      }
      out += stringSlice(rest, 0, start) +
        ctx.stylize(stringSlice(rest, start, end), 'module');
      rest = stringSlice(rest, end);
      at = stringIndexOf(rest, mark);
    }
    return out + rest;
  }

  // The working directory is grey, so that what differs stands out.
  function markDirectory(ctx, line, directory) {
    let start = stringIndexOf(line, directory);
    if (start === -1) {
      return line;
    }
    const scheme = 'file://';
    let { length } = directory;
    if (stringSlice(line, start - scheme.length, start) === scheme) {
      length += scheme.length;
      start -= scheme.length;
    }
    const open = line[start - 1] === '(' ? start - 1 : start;
    const isCall = open !== start && stringEndsWith(line, ')');
    const middle = start + length + 1;
    const body = stringSlice(line, middle, isCall ? -1 : line.length);
    return stringSlice(line, 0, open) +
      ctx.stylize(stringSlice(line, open, middle), 'undefined') + body +
      (isCall ? ctx.stylize(')', 'undefined') : '');
  }

  function paint(ctx, lines) {
    const directory = native.cwd();
    let out = '';
    for (let n = 0; n < lines.length; n++) {
      if (regExpExec(builtinFrame, lines[n]) !== null) {
        out += `\n${ctx.stylize(lines[n], 'undefined')}`;
      } else {
        out += `\n${markDirectory(ctx, markPackages(ctx, lines[n]),
                                  directory)}`;
      }
    }
    return out;
  }

  // Errors carry their cause and the errors of an AggregateError hidden; both
  // are shown all the same.
  function addHiddenKeys(error, keys) {
    if ('cause' in error && !arrayIncludes(keys, 'cause')) {
      arrayPush(keys, 'cause');
    }
    if (ArrayIsArray(error.errors) && !arrayIncludes(keys, 'errors')) {
      arrayPush(keys, 'errors');
    }
  }

  // The text of @error without the properties left in @keys, which loses
  // those that the text shows and gains the cause. @prefixFor(fallback) gives
  // the class as the other values show it.
  function errorText(ctx, error, keys, ctor, prefixFor) {
    const given = error.name;
    const name = given !== undefined && given !== null ? given : 'Error';
    let stack = stackOf(ctx, error);
    if (ctx.showHidden) {
      likeV8(error, keys);
    }
    dropShownKeys(ctx, keys, error, stack);
    addHiddenKeys(error, keys);
    stack = improveHeader(stack, name, ctor, prefixFor);

    // A message may itself hold what looks like a frame.
    const { message } = error;
    let after = (message && stringIndexOf(stack, message)) || -1;
    if (after !== -1) {
      after += message.length;
    }
    const start = stringIndexOf(stack, FRAME, after);
    if (start === -1) {
      stack = `[${stack}]`;
    } else {
      const lines = framesOf(ctx, error, stringSlice(stack, start + 1));
      const header = stringSlice(stack, 0, start);
      stack = ctx.colors ? header + paint(ctx, lines) :
        `${header}\n${arrayJoin(lines, '\n')}`;
    }
    if (ctx.indent !== 0) {
      stack = arrayJoin(split(stack, '\n'),
                        `\n${stringRepeat(' ', ctx.indent)}`);
    }
    return stack;
  }

  exports.errorText = errorText;
})
