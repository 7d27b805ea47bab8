/* SPDX-License-Identifier: MIT */
// Error.prepareStackTrace for Error.captureStackTrace(): libraries set it to
// see who has called them. https://v8.dev/docs/stack-trace-api
//
// The engine gives a stack as text; the sites are taken from its lines. They
// know neither the objects nor the functions of the frames. Of an error that
// is made by `new` the stack is the text all the same.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, Number, ObjectDefineProperty, ReflectApply, arrayPush,
          regExpExec, stringSlice } = primordials;
  const { split } = require('internal/text');

  const { captureStackTrace: capture } = Error;

  const frame = /^ {4}at (?:(async |new )?(.*) \((.*)\)|(.*))$/;
  const place = /^(.*):(\d+):(\d+)$/;

  class CallSite {
    #text;
    #kind;
    #name;
    #file;
    #line;
    #column;

    constructor(line, match) {
      const at = match[4] === undefined ? match[3] : match[4];
      const where = regExpExec(place, at);
      this.#text = stringSlice(line, 7);
      this.#kind = match[1];
      this.#name = match[2] === undefined ? null : match[2];
      this.#file = where === null ? undefined : where[1];
      this.#line = where === null ? null : Number(where[2]);
      this.#column = where === null ? null : Number(where[3]);
    }

    getColumnNumber() { return this.#column; }
    getEnclosingColumnNumber() { return this.#column; }
    getEnclosingLineNumber() { return this.#line; }
    getEvalOrigin() { return undefined; }
    getFileName() { return this.#file; }
    getFunction() { return undefined; }
    getFunctionName() { return this.#name; }
    getLineNumber() { return this.#line; }
    getMethodName() { return null; }
    getPosition() { return 0; }
    getPromiseIndex() { return null; }
    getScriptHash() { return ''; }
    getScriptNameOrSourceURL() { return this.#file; }
    getThis() { return undefined; }
    getTypeName() { return null; }
    isAsync() { return this.#kind === 'async '; }
    isConstructor() { return this.#kind === 'new '; }
    isEval() { return this.#name === 'eval'; }
    isNative() { return this.#file === undefined && this.#name !== 'eval'; }
    isPromiseAll() { return false; }
    isToplevel() { return this.#name === null; }
    toString() { return this.#text; }
  }

  function sitesOf(stack) {
    const sites = [];
    const lines = split(stack, '\n');
    for (let n = 0; n < lines.length; n++) {
      const match = regExpExec(frame, lines[n]);
      if (match !== null) {
        arrayPush(sites, new CallSite(lines[n], match));
      }
    }
    return sites;
  }

  // Makes Error.captureStackTrace ask what @current returns, if a function.
  exports.install = (current) => {
    function captureStackTrace(object, above) {
      capture(object, typeof above === 'function' ? above : captureStackTrace);
      const prepare = current();
      if (typeof prepare === 'function') {
        object.stack = ReflectApply(prepare, Error,
                                    [object, sitesOf(object.stack)]);
      }
    }
    ObjectDefineProperty(Error, 'captureStackTrace', {
      __proto__: null, value: captureStackTrace, writable: true,
      configurable: true,
    });
  };
})
