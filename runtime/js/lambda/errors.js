/* SPDX-License-Identifier: MIT */
// Errors as Lambda sees them: the Runtime.* classes, the document
// {errorType, errorMessage, trace} that callers of a Node function parse, and
// the X-Ray cause. Stacks have V8's shape, "Name: message\n    at f (x:1:2)".
// Loaded on the first error, never on the way of an invocation that succeeds.
//
// native: cwd() - the working directory, which the X-Ray cause names.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    JSONStringify,
    NumberParseInt,
    ObjectDefineProperty,
    String,
    arrayIncludes,
    arrayPush,
    decodeURIComponent,
    functionHasInstance,
    regExpExec,
    stringCharCodeAt,
    stringIncludes,
    stringIndexOf,
    stringSlice,
    stringStartsWith,
    stringTrim,
  } = primordials;

  // In UTF-16 units. The service keeps 6 MB of a body, but an error is logged
  // and shown too: what a message carries beyond this helps nobody.
  const TEXT_MAX = 256 * 1024;
  const TRACE_LINES_MAX = 512;
  // The service compacts an X-Ray cause of more than 64 KiB.
  const CAUSE_MAX = 64 * 1024 - 1;
  const CAUSE_TEXT_MAX = 4096;
  const CAUSE_FRAMES_MAX = 64;

  const UNREADABLE = 'callback called with Error argument, but there was a ' +
    'problem while retrieving one or more of its message, name, and stack';

  const NODE_JS_EXIT = 'The Lambda runtime client detected an unexpected ' +
    'Node.js exit code. This is most commonly caused by a Promise that was ' +
    'never settled. For more information, see ' +
    'https://nodejs.org/docs/latest/api/process.html#exit-codes';

  const CALLBACK_REMOVED = 'ERROR: AWS Lambda has removed support for ' +
    'callback-based function handlers starting with Node.js 24. You need to ' +
    'modify this function to use a supported handler signature to use ' +
    'Node.js 24 or later. For more information see ' +
    'https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html.';

  // ---- The Runtime.* classes ----

  // A class by its short name, as JSON logs print it; its instances are named
  // Runtime.<short name>, as the service and the function's caller read it.
  function define(kind, fixedMessage, group = 'Runtime') {
    const named = {
      [kind]: class extends Error {
        constructor(message) {
          super(fixedMessage === undefined ? message : fixedMessage);
        }
      },
    };
    ObjectDefineProperty(named[kind].prototype, 'name', {
      __proto__: null,
      value: `${group}.${kind}`,
      writable: true,
      enumerable: false,
      configurable: true,
    });
    return named[kind];
  }

  const classes = {
    __proto__: null,
    AfterRestoreError: define('AfterRestoreError'),
    BeforeSnapshotError: define('BeforeSnapshotError'),
    CallbackHandlerDeprecated:
      define('CallbackHandlerDeprecated', CALLBACK_REMOVED),
    HandlerNotFound: define('HandlerNotFound'),
    ImportModuleError: define('ImportModuleError'),
    InvalidStreamingOperation: define('InvalidStreamingOperation'),
    JSONStringifyError: define('JSONStringifyError'),
    MalformedHandlerName: define('MalformedHandlerName'),
    MalformedStreamingHandler: define('MalformedStreamingHandler'),
    NodeJsExit: define('NodeJsExit', NODE_JS_EXIT),
    OutOfMemory: define('OutOfMemory'),
    ResponseSizeTooLarge:
      define('ResponseSizeTooLarge', undefined, 'Function'),
    RestoreError: define('RestoreError'),
    UnhandledPromiseRejection: define('UnhandledPromiseRejection'),
    UserCodeSyntaxError: define('UserCodeSyntaxError'),
  };

  // Where the frames of a stack begin: behind a header of one or more lines.
  const firstFrame = /(?:^|\n)\s*at /;

  function framesOf(stack) {
    const found = typeof stack === 'string' ? regExpExec(firstFrame, stack) :
      null;
    return found === null ? '' : stringSlice(stack, found.index);
  }

  function setStack(error, stack) {
    ObjectDefineProperty(error, 'stack', {
      __proto__: null,
      value: stack,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }

  // A new Runtime.@kind error. The stack is @cause's where one is given: the
  // user looks for the line of the function that failed, not for ours.
  function create(kind, message, cause) {
    const error = new classes[kind](message);
    let frames;
    try {
      frames = framesOf(functionHasInstance(Error, cause) ? cause.stack :
        error.stack);
    } catch {
      // A stack that cannot be read has no frames.
      frames = '';
    }
    const gap = frames === '' || frames[0] === '\n' ? '' : '\n';
    setStack(error, `${error.name}: ${error.message}${gap}${frames}`);
    return error;
  }

  function unhandledRejection(reason, promise) {
    const error = create('UnhandledPromiseRejection', textOf(reason), reason);
    error.reason = reason;
    error.promise = promise;
    return error;
  }

  // ---- The error document ----

  // As of the sources, where that is asked for and can be had.
  function mapStack(stack) {
    try {
      return require('internal/source_map').mapStack(stack);
    } catch {
      return stack;
    }
  }

  // String(value), for a value whose conversion may throw.
  function textOf(value) {
    try {
      return String(value);
    } catch {
      return typeof value;
    }
  }

  // The service refuses DEL in a header, and a type may become one.
  function printable(value, max) {
    let text = String(value);
    if (text.length > max) {
      text = stringSlice(text, 0, max);
    }
    if (!stringIncludes(text, '\x7f')) {
      return text;
    }
    let clean = '';
    let from = 0;
    for (;;) {
      const at = stringIndexOf(text, '\x7f', from);
      if (at < 0) {
        return clean + stringSlice(text, from);
      }
      clean += `${stringSlice(text, from, at)}%7F`;
      from = at + 1;
    }
  }

  // The first @max lines of @text.
  function lines(text, max) {
    const list = [];
    let from = 0;
    while (list.length < max) {
      const at = stringIndexOf(text, '\n', from);
      if (at < 0) {
        arrayPush(list, stringSlice(text, from));
        break;
      }
      arrayPush(list, stringSlice(text, from, at));
      from = at + 1;
    }
    return list;
  }

  const isText = (value) => typeof value === 'string' && value !== '';

  // An Error, or what a library made to look like one.
  function isErrorLike(value) {
    if (typeof value !== 'object' || value === null) {
      return false;
    }
    return functionHasInstance(Error, value) ||
      (isText(value.name) && isText(value.message) && isText(value.stack));
  }

  function describe(error) {
    if (isErrorLike(error)) {
      const { name, message, stack } = error;
      return {
        errorType: printable(name, TEXT_MAX),
        errorMessage: printable(message, TEXT_MAX),
        trace: typeof stack === 'string' ?
          lines(printable(mapStack(stack), TEXT_MAX), TRACE_LINES_MAX) : [],
      };
    }
    const isObject = typeof error === 'object' && error !== null;
    return {
      errorType: typeof error,
      errorMessage: printable(isObject ? error.toString() : error, TEXT_MAX),
      trace: [],
    };
  }

  // What is posted for @error, whatever was thrown. @isNode22: say for null and
  // undefined what the managed runtime of Node 22 says.
  function toRapidResponse(error, isNode22) {
    if (isNode22 && (error === null || error === undefined)) {
      return { errorType: 'handled', errorMessage: UNREADABLE };
    }
    try {
      return describe(error);
    } catch {
      return isNode22 ?
        { errorType: 'handled', errorMessage: UNREADABLE } :
        { errorType: 'handled', errorMessage: UNREADABLE, trace: [] };
    }
  }

  // ---- The X-Ray cause ----

  // A path may have " (" in it, and so may a label: the first that a path
  // follows is the one.
  const withPath = /^(.*?) \(((?:\/|file:).*)\)$/;
  const withPlace = /^(.*) \((.*)\)$/;
  const withColumn = /^(.*):(\d+):\d+$/;
  const withLine = /^(.*):(\d+)$/;

  // "file:///a%20b.mjs" to "/a b.mjs"; anything else is a path already.
  function pathOf(location) {
    if (!stringStartsWith(location, 'file://')) {
      return location;
    }
    const path = stringSlice(location, 'file://'.length);
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }

  // One line of a stack, "    at label (path:line:column)" in any of its forms,
  // as {path, line, label}; undefined for a line that is no frame.
  function parseFrame(text) {
    const line = stringTrim(text);
    if (!stringStartsWith(line, 'at ')) {
      return undefined;
    }
    let label = 'anonymous';
    let location = stringTrim(stringSlice(line, 3));
    const call = regExpExec(withPath, location) ||
      regExpExec(withPlace, location);
    if (call !== null) {
      label = call[1];
      location = call[2];
    } else if (stringStartsWith(location, 'async ')) {
      label = 'async';
      location = stringSlice(location, 'async '.length);
    }
    const parts = regExpExec(withColumn, location) ||
      regExpExec(withLine, location);
    return {
      path: printable(pathOf(parts === null ? location : parts[1]),
                      CAUSE_TEXT_MAX),
      line: parts === null ? null : NumberParseInt(parts[2], 10),
      label: printable(label, CAUSE_TEXT_MAX),
    };
  }

  // A header value: printable ASCII only.
  function toAscii(text) {
    let ascii = '';
    let from = 0;
    for (let n = 0; n < text.length; n++) {
      const unit = stringCharCodeAt(text, n);
      if (unit > 0x7e || unit < 0x20) {
        const digits = (0x10000 + unit).toString(16);
        ascii += `${stringSlice(text, from, n)}\\u${stringSlice(digits, 1)}`;
        from = n + 1;
      }
    }
    return from === 0 ? text : ascii + stringSlice(text, from);
  }

  // The document for Lambda-Runtime-Function-XRay-Error-Cause; '' if too large.
  function xrayCause(document) {
    const stack = [];
    const paths = [];
    const { trace } = document;
    const count = trace === undefined ? 0 : trace.length;
    for (let n = 0; n < count && stack.length < CAUSE_FRAMES_MAX; n++) {
      const frame = parseFrame(trace[n]);
      if (frame !== undefined) {
        arrayPush(stack, frame);
        if (!arrayIncludes(paths, frame.path)) {
          arrayPush(paths, frame.path);
        }
      }
    }
    const cause = toAscii(JSONStringify({
      working_directory: native.cwd(),
      exceptions: [{
        type: stringSlice(document.errorType, 0, CAUSE_TEXT_MAX),
        message: stringSlice(document.errorMessage, 0, CAUSE_TEXT_MAX),
        stack,
      }],
      paths,
    }));
    return cause.length > CAUSE_MAX ? '' : cause;
  }

  // ---- What the other files call ----

  // {type, body, cause}: the three texts that a failure posts.
  function report(error, isNode22) {
    const document = toRapidResponse(error, isNode22);
    let cause;
    try {
      cause = xrayCause(document);
    } catch {
      // The working directory may be gone; the error is posted all the same.
      cause = '';
    }
    return {
      type: document.errorType,
      body: JSONStringify(document),
      cause,
    };
  }

  // Errors of the text log, wherever they are in the value.
  function withFields(key, value) {
    if (!functionHasInstance(Error, value)) {
      return value;
    }
    const fields = {
      errorType: value.name,
      errorMessage: value.message,
      code: value.code,
      ...value,
    };
    if (typeof value.stack === 'string') {
      fields.stack = lines(mapStack(value.stack), TRACE_LINES_MAX);
    }
    return fields;
  }

  // The JSON of the text log for @error: its own properties and those of the
  // errors in them, each with its stack as lines.
  function toLogJSON(error) {
    try {
      return JSONStringify(error, withFields);
    } catch {
      return JSONStringify(toRapidResponse(error, false));
    }
  }

  // What is logged for @error: always an Error.
  function toError(error) {
    if (functionHasInstance(Error, error)) {
      return error;
    }
    return error === undefined ? new Error() : new Error(textOf(error));
  }

  exports.create = create;
  exports.parseFrame = parseFrame;
  exports.report = report;
  exports.textOf = textOf;
  exports.toError = toError;
  exports.toLogJSON = toLogJSON;
  exports.toRapidResponse = toRapidResponse;
  exports.unhandledRejection = unhandledRejection;
  exports.xrayCause = xrayCause;
})
