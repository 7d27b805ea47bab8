/* SPDX-License-Identifier: MIT */
// internal/errors of Node, as far as the files of its library in the executable
// use it. A class of errors is made when a file asks for it by its code.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    Error,
    ObjectAssign,
    RangeError,
    TypeError,
    arrayJoin,
    arrayPush,
    arraySlice,
  } = primordials;

  const errors = require('internal/errors');
  const { received } = require('internal/describe');
  const { withCode } = errors;

  // Code to message; the class is Error where it is not said. A message takes
  // its arguments as util.format does.
  const messages = {
    __proto__: null,
    ERR_CHILD_CLOSED_BEFORE_REPLY: 'Child closed before reply received',
    ERR_CHILD_PROCESS_IPC_REQUIRED:
      "Forked processes must have an IPC channel, missing value 'ipc' in %s",
    ERR_CHILD_PROCESS_STDIO_MAXBUFFER: '%s maxBuffer length exceeded',
    ERR_DNS_SET_SERVERS_FAILED: 'c-ares failed to set servers: "%s" [%s]',
    ERR_FEATURE_UNAVAILABLE_ON_PLATFORM:
      '%s is unavailable on the current platform, which is being used to ' +
      'run Node.js',
    ERR_ILLEGAL_CONSTRUCTOR: 'Illegal constructor',
    ERR_INVALID_FD_TYPE: 'Unsupported fd type: %s',
    ERR_INVALID_HANDLE_TYPE: 'This handle type cannot be sent',
    ERR_INVALID_IP_ADDRESS: 'Invalid IP address: %s',
    ERR_INVALID_STATE: 'Invalid state: %s',
    ERR_INVALID_SYNC_FORK_INPUT: 'Asynchronous forks do not support Buffer, ' +
      'TypedArray, DataView or string input: %s',
    ERR_INVALID_THIS: 'Value of "this" must be of type %s',
    ERR_IPC_CHANNEL_CLOSED: 'Channel closed',
    ERR_IPC_DISCONNECTED: 'IPC channel is already disconnected',
    ERR_IPC_ONE_PIPE: 'Child process can have only one IPC pipe',
    ERR_IPC_SYNC_FORK: 'IPC cannot be used with synchronous forks',
    ERR_METHOD_NOT_IMPLEMENTED: 'The %s method is not implemented',
    ERR_MISSING_OPTION: '%s is required',
    ERR_MULTIPLE_CALLBACK: 'Callback called multiple times',
    ERR_OPERATION_FAILED: 'Operation failed: %s',
    ERR_SERVER_ALREADY_LISTEN:
      'Listen method has been called more than once without closing.',
    ERR_SERVER_NOT_RUNNING: 'Server is not running.',
    ERR_SOCKET_CLOSED: 'Socket is closed',
    ERR_SOCKET_CLOSED_BEFORE_CONNECTION:
      'Socket closed before the connection was established',
    ERR_STREAM_ALREADY_FINISHED:
      'Cannot call %s after a stream was finished',
    ERR_STREAM_CANNOT_PIPE: 'Cannot pipe, not readable',
    ERR_STREAM_DESTROYED: 'Cannot call %s after a stream was destroyed',
    ERR_STREAM_NULL_VALUES: 'May not write null values to stream',
    ERR_STREAM_PREMATURE_CLOSE: 'Premature close',
    ERR_STREAM_PUSH_AFTER_EOF: 'stream.push() after EOF',
    ERR_STREAM_UNSHIFT_AFTER_END_EVENT: 'stream.unshift() after end event',
    ERR_STREAM_WRITE_AFTER_END: 'write after end',
    ERR_UNKNOWN_ENCODING: 'Unknown encoding: %s',
    ERR_UNKNOWN_SIGNAL: 'Unknown signal: %s',
  };

  const classes = {
    __proto__: null,
    ERR_CHILD_PROCESS_STDIO_MAXBUFFER: RangeError,
    ERR_ILLEGAL_CONSTRUCTOR: TypeError,
    ERR_INVALID_FD_TYPE: TypeError,
    ERR_INVALID_HANDLE_TYPE: TypeError,
    ERR_INVALID_IP_ADDRESS: TypeError,
    ERR_INVALID_RETURN_VALUE: TypeError,
    ERR_INVALID_SYNC_FORK_INPUT: TypeError,
    ERR_INVALID_THIS: TypeError,
    ERR_MISSING_ARGS: TypeError,
    ERR_MISSING_OPTION: TypeError,
    ERR_SOCKET_BAD_PORT: RangeError,
    ERR_STREAM_NULL_VALUES: TypeError,
    ERR_UNKNOWN_ENCODING: TypeError,
    ERR_UNKNOWN_SIGNAL: TypeError,
  };

  // "a", "a and b", "a, b, and c".
  function listed(words) {
    return words.length < 3 ? arrayJoin(words, ' and ') :
      `${arrayJoin(arraySlice(words, 0, -1), ', ')}, and ${
        words[words.length - 1]}`;
  }

  function missing(...names) {
    const shown = [];
    for (let n = 0; n < names.length; n++) {
      arrayPush(shown, ArrayIsArray(names[n]) ?
        `"${arrayJoin(names[n], '" or "')}"` : `"${names[n]}"`);
    }
    return `The ${listed(shown)} argument${names.length > 1 ? 's' : ''} must ` +
      'be specified';
  }

  // Messages that are more than their arguments.
  const made = {
    __proto__: null,
    ERR_INVALID_RETURN_VALUE: (input, name, value) =>
      `Expected ${input} to be returned from the "${name}" function but got ` +
      `${received(value)}.`,
    ERR_MISSING_ARGS: missing,
    ERR_SOCKET_BAD_PORT: (name, port, mayBeZero = true) =>
      `${name} should be ${mayBeZero ? '>=' : '>'} 0 and < 65536. Received ${
        received(port)}.`,
  };

  const whole = {
    __proto__: null,
    ERR_BUFFER_OUT_OF_BOUNDS: errors.bufferBounds,
    ERR_INVALID_ADDRESS_FAMILY: (type, host, port) => ObjectAssign(
      withCode(RangeError, 'ERR_INVALID_ADDRESS_FAMILY',
               `Invalid address family: ${type} ${host}:${port}`),
      { host, port }),
    ERR_INVALID_ARG_TYPE: errors.invalidArgType,
    ERR_INVALID_ARG_VALUE: errors.invalidArgValue,
    ERR_OUT_OF_RANGE: errors.outOfRange,
  };

  function textOf(code, args) {
    if (made[code] !== undefined) {
      return made[code](...args);
    }
    return args.length === 0 ? messages[code] :
      require('internal/format').format(messages[code], ...args);
  }

  // With and without `new`. Where a code has several classes the others are
  // properties of the first.
  function define(code) {
    if (whole[code] !== undefined) {
      return function NodeError(...args) {
        return whole[code](...args);
      };
    }
    const create = (Base) => function NodeError(...args) {
      return withCode(Base, code, textOf(code, args));
    };
    return ObjectAssign(create(classes[code] ?? Error), {
      RangeError: create(RangeError), TypeError: create(TypeError),
    });
  }

  exports.codes = new Proxy({ __proto__: null }, {
    __proto__: null,
    get(known, code) {
      if (known[code] === undefined &&
          (messages[code] ?? made[code] ?? whole[code]) !== undefined) {
        known[code] = define(code);
      }
      return known[code];
    },
  });

  exports.AbortError = class AbortError extends Error {
    constructor(message = 'The operation was aborted', options = undefined) {
      if (options !== undefined && typeof options !== 'object') {
        throw errors.invalidArgType('options', 'Object', options);
      }
      super(message, options);
      this.code = 'ABORT_ERR';
      this.name = 'AbortError';
    }
  };

  // Both errors as one, of which @outer is the first.
  exports.aggregateTwoErrors = (inner, outer) => {
    if (!inner || !outer || inner === outer) {
      return inner || outer;
    }
    if (ArrayIsArray(outer.errors)) {
      arrayPush(outer.errors, inner);
      return outer;
    }
    const error = new AggregateError([outer, inner], outer.message);
    error.code = outer.code;
    return error;
  };

  // An Error with a code and properties.
  exports.genericNodeError = (message, properties) =>
    ObjectAssign(new Error(message), properties);

  exports.aggregateErrors = (list, message, code) => {
    const error = new AggregateError(list, message);
    error.code = list[0]?.code ?? code;
    return error;
  };

  // As exceptionWithHostPort, with the system's words for what has happened.
  exports.uvExceptionWithHostPort = (err, syscall, address, port) => {
    const { nameOf, messageOf } = require('internal/system_errors');
    const code = nameOf(err);
    const place = port > 0 ? ` ${address}:${port}` : address ? ` ${address}` : '';
    return ObjectAssign(
      new Error(`${syscall} ${code}: ${messageOf(err)}${place}`),
      { code, errno: err, syscall, address },
      port ? { port } : undefined);
  };

  // @code: a name that c-ares has, or an errno.
  exports.dnsException = (code, syscall, hostname) => {
    const { nameOf } = require('internal/system_errors');
    const errno = typeof code === 'number' ? code : undefined;
    // EAI_NODATA and EAI_NONAME are one to programs.
    const name = errno === -3007 || errno === -3008 ? 'ENOTFOUND' :
      errno === undefined ? code : nameOf(errno);
    return ObjectAssign(
      new Error(`${syscall} ${name}${hostname ? ` ${hostname}` : ''}`),
      { errno, code: name, syscall }, hostname ? { hostname } : undefined);
  };

  exports.errnoException = require('node/util_errors')._errnoException;
  exports.exceptionWithHostPort =
    require('node/util_errors')._exceptionWithHostPort;
  exports.hideStackFrames = (run) => run;
})
