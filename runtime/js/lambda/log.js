/* SPDX-License-Identifier: MIT */
// The console of a function: each call is one record in the format that the
// managed Node.js runtime prints, text or JSON, from the level asked for.
// https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
//
// native: writeLog, as internal/console.js describes it.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Date,
    Error,
    JSONStringify,
    SymbolFor,
    arrayJoin,
    dateToISOString,
    functionHasInstance,
    stringIncludes,
    stringToUpperCase,
  } = primordials;
  const { LEVEL } = require('internal/console');
  const { split } = require('internal/text');

  // Where the managed runtime keeps them and other libraries look for them.
  const REQUEST_ID = SymbolFor('aws.lambda.runtime.requestId');
  const TENANT_ID = SymbolFor('aws.lambda.runtime.tenantId');

  const levelNames = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

  const ignore = () => {};

  const isError = (value) => functionHasInstance(Error, value);

  function format(args) {
    return args.length === 1 && typeof args[0] === 'string' ? args[0] :
      require('internal/format').formatArgs({}, args);
  }

  // CloudWatch takes a line feed for the end of the record.
  const onOneLine = (text) => (stringIncludes(text, '\n') ?
    arrayJoin(split(text, '\n'), '\r') : text);

  function textRecord(level, requestId, args) {
    const time = dateToISOString(new Date());
    return onOneLine(
      `${time}\t${requestId}\t${levelNames[level]}\t${format(args)}`);
  }

  const errorType = (error) => {
    const { constructor } = error;
    const name = constructor === undefined || constructor === null ?
      undefined : constructor.name;
    return name === undefined || name === null ? 'UnknownError' : name;
  };

  function expandError(key, value) {
    if (!isError(value)) {
      return value;
    }
    const { stack } = value;
    return {
      errorType: errorType(value),
      errorMessage: value.message,
      stackTrace: typeof stack === 'string' ? split(stack, '\n') : stack,
      ...value,
    };
  }

  // One argument keeps its structure; several become one text, and the first
  // error among them fills the error fields.
  function jsonRecord(level, requestId, tenantId, args) {
    const record = {
      timestamp: dateToISOString(new Date()),
      level: levelNames[level],
      requestId,
    };
    if (tenantId !== undefined && tenantId !== null) {
      record.tenantId = tenantId;
    }
    if (args.length === 1) {
      record.message = args[0];
      try {
        return JSONStringify(record, expandError);
      } catch {
        // A loop or a bigint: what text there is for it.
        record.message = format(args);
        return JSONStringify(record);
      }
    }
    record.message = format(args);
    for (let n = 0; n < args.length; n++) {
      if (isError(args[n])) {
        const { message, stack } = args[n];
        record.errorType = errorType(args[n]);
        record.errorMessage = message;
        record.stackTrace = typeof stack === 'string' ?
          split(require('internal/source_map').mapStack(stack), '\n') : [];
        break;
      }
    }
    return JSONStringify(record);
  }

  // Replace the methods of @console that write. Groups indent nothing here, as
  // in the managed runtime: a record begins with its time.
  function patch(console, least, emit) {
    const methodFor = (level) => (level < least ? ignore :
      // No arguments at all print "undefined", as they do there.
      function (...args) {
        emit(level, args.length === 0 ? [undefined] : args);
      });
    console.trace = methodFor(LEVEL.TRACE);
    console.debug = methodFor(LEVEL.DEBUG);
    console.info = methodFor(LEVEL.INFO);
    console.log = console.info;
    console.warn = methodFor(LEVEL.WARN);
    console.error = methodFor(LEVEL.ERROR);
    console.fatal = methodFor(LEVEL.FATAL);
    console.dirxml = console.info;
    console.dir = LEVEL.INFO < least ? ignore : (value, options) => {
      const { inspect } = require('internal/inspect');
      emit(LEVEL.INFO, [inspect(value, { customInspect: false, ...options })]);
    };
  }

  // Make @console write Lambda's records. @env is the environment; of it
  //   AWS_LAMBDA_LOG_FORMAT  json, in any case, or text
  //   AWS_LAMBDA_LOG_LEVEL   trace debug info warn error fatal, in any case;
  //                          all records where it is none of them
  //   WICK_NODE_COMPAT       24: "-" before there is a request, else the
  //                          "undefined" of Node 22
  // are read. Returns
  //   setRequest(requestId, tenantId)  what the records from now on carry
  //   logError(label, error)           the runtime's own record of a failure
  function install(console, env) {
    const isJSON = stringToUpperCase(`${env.AWS_LAMBDA_LOG_FORMAT}`) === 'JSON';
    const wanted = LEVEL[stringToUpperCase(`${env.AWS_LAMBDA_LOG_LEVEL}`)];
    const least = wanted === undefined ? LEVEL.TRACE : wanted;
    const noRequest = env.WICK_NODE_COMPAT === '24' ? '-' : undefined;

    const requestId = () => {
      const id = globalThis[REQUEST_ID];
      return id === undefined ? noRequest : id;
    };
    // To standard output whatever the level: records of two descriptors would
    // lose their order.
    const emit = isJSON ?
      (level, args) => native.writeLog(
        LEVEL.INFO,
        jsonRecord(level, requestId(), globalThis[TENANT_ID], args)) :
      (level, args) => native.writeLog(
        LEVEL.INFO, textRecord(level, requestId(), args));
    patch(console, least, emit);

    return {
      setRequest(id, tenant) {
        globalThis[REQUEST_ID] = id;
        globalThis[TENANT_ID] = tenant;
      },
      logError(label, error) {
        if (LEVEL.ERROR < least) {
          return;
        }
        const { toError, toLogJSON } = require('lambda/errors');
        const whole = toError(error);
        emit(LEVEL.ERROR,
             isJSON ? [whole] : [label, `\t${toLogJSON(whole)}`]);
      },
    };
  }

  exports.install = install;
})
