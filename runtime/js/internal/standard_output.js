/* SPDX-License-Identifier: MIT */
// process.stdout and process.stderr: writable streams whose writes are done
// when write() returns, since a frozen or ended process keeps nothing.
// https://nodejs.org/api/process.html#a-note-on-process-io
//
// A write that fails (EPIPE, ENOSPC) is told to its callback and to listeners
// of 'error'. Without a listener it is not an uncaught exception, as under
// Node: a log that cannot be written to must not fail an invocation.
//
// native.binding('stdio'):
//   write(fd, text or bytes)   all of it; 0 or a negative errno
//   kind(fd)                   'tty', 'fs' or 'pipe'
(function (native, require, exports, primordials) {
  'use strict';

  const { ArrayBufferIsView, Error, TypeError, arrayPush } = primordials;
  const natives = native.binding('stdio');
  const errors = require('internal/errors');
  const { nextTick } = require('internal/task_queue');
  const { EventEmitter } = require('node/events').module;

  const HIGH_WATER_MARK = 16384;

  const utf8Names = {
    '__proto__': null, 'utf8': true, 'utf-8': true, 'UTF-8': true,
    'UTF8': true, 'buffer': true,
  };

  function stateError(code, message) {
    return errors.withCode(Error, code, message);
  }

  // What is written: a text that goes out as UTF-8, or bytes.
  function encode(chunk, encoding) {
    if (typeof chunk !== 'string') {
      if (chunk === null) {
        throw errors.withCode(TypeError, 'ERR_STREAM_NULL_VALUES',
                              'May not write null values to stream');
      }
      if (!ArrayBufferIsView(chunk)) {
        throw errors.invalidArgType(
          'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
      }
      return chunk;
    }
    if (!encoding || utf8Names[encoding] === true) {
      return chunk;
    }
    const { Buffer } = globalThis;
    if (Buffer === undefined || !Buffer.isEncoding(encoding)) {
      throw errors.withCode(TypeError, 'ERR_UNKNOWN_ENCODING',
                            `Unknown encoding: ${encoding}`);
    }
    return Buffer.from(chunk, encoding);
  }

  class StandardOutput extends EventEmitter {
    #encoding = 'utf8';
    #corked = 0;
    // While corked: { data, done } in the order of the writes.
    #waiting = [];
    #isEnded = false;
    #isFinished = false;

    constructor(fd) {
      super();
      this.fd = fd;
      this._type = natives.kind(fd);
      this._isStdio = true;
      if (this._type === 'tty') {
        this.isTTY = true;
      }
    }

    get writable() {
      return !this.#isEnded;
    }

    get writableCorked() {
      return this.#corked;
    }

    get writableEnded() {
      return this.#isEnded;
    }

    get writableFinished() {
      return this.#isFinished;
    }

    get writableHighWaterMark() {
      return HIGH_WATER_MARK;
    }

    get writableLength() {
      let length = 0;
      for (let n = 0; n < this.#waiting.length; n++) {
        const { data } = this.#waiting[n];
        length += typeof data === 'string' ? data.length : data.byteLength;
      }
      return length;
    }

    get writableNeedDrain() {
      return false;
    }

    get writableObjectMode() {
      return false;
    }

    get readable() {
      return false;
    }

    get destroyed() {
      return false;
    }

    get closed() {
      return false;
    }

    get errored() {
      return null;
    }

    #fail(error, done) {
      nextTick(() => {
        done(error);
        if (this.listenerCount('error') > 0) {
          this.emit('error', error);
        }
      });
    }

    #put(data, done) {
      const err = natives.write(this.fd, data);
      if (err < 0) {
        this.#fail(errors.errnoException(err, 'write'), done);
      } else {
        nextTick(done, null);
      }
    }

    write(chunk, encoding, callback) {
      const hasNoEncoding = typeof encoding === 'function';
      const given = hasNoEncoding ? encoding : callback;
      const done = typeof given === 'function' ? given : () => {};
      const data = encode(chunk, hasNoEncoding || !encoding ?
        this.#encoding : encoding);
      if (this.#isEnded) {
        this.#fail(stateError('ERR_STREAM_WRITE_AFTER_END', 'write after end'),
                   done);
        return false;
      }
      if (this.#corked > 0) {
        arrayPush(this.#waiting, { data, done });
      } else {
        this.#put(data, done);
      }
      return true;
    }

    // What libraries that wrap a Writable call.
    _write(chunk, encoding, callback) {
      this.#put(encode(chunk, encoding), callback);
    }

    cork() {
      this.#corked++;
    }

    uncork() {
      if (this.#corked > 0) {
        this.#corked--;
        this.#flush();
      }
    }

    #flush() {
      if (this.#corked > 0) {
        return;
      }
      const list = this.#waiting;
      this.#waiting = [];
      for (let n = 0; n < list.length; n++) {
        this.#put(list[n].data, list[n].done);
      }
    }

    setDefaultEncoding(encoding) {
      encode('', encoding);
      this.#encoding = encoding;
      return this;
    }

    // The descriptor stays open: the log of the process goes there.
    end(chunk, encoding, callback) {
      let [data, kind, done] = [chunk, encoding, callback];
      if (typeof data === 'function') {
        [data, kind, done] = [undefined, undefined, data];
      } else if (typeof kind === 'function') {
        [kind, done] = [undefined, kind];
      }
      if (data !== undefined && data !== null) {
        this.write(data, kind);
      }
      if (this.#isEnded) {
        if (typeof done === 'function') {
          nextTick(done, stateError('ERR_STREAM_ALREADY_FINISHED',
                                    'Cannot call end after a stream was ' +
                                    'finished'));
        }
        return this;
      }
      this.#corked = 0;
      this.#flush();
      this.#isEnded = true;
      nextTick(() => {
        this.#isFinished = true;
        this.emit('finish');
        if (typeof done === 'function') {
          done();
        }
        this.emit('close');
      });
      return this;
    }

    // Standard streams cannot be closed: they tell so and go on.
    destroy(error) {
      nextTick(() => {
        if (error && this.listenerCount('error') > 0) {
          this.emit('error', error);
        }
        this.emit('close');
      });
      return this;
    }

    destroySoon() {
      return this.destroy();
    }

    pipe() {
      this.#fail(stateError('ERR_STREAM_CANNOT_PIPE',
                            'Cannot pipe, not readable'), () => {});
    }

    ref() {
      return this;
    }

    unref() {
      return this;
    }
  }

  require('internal/stream_kinds').becomeWritable(StandardOutput.prototype);

  function open(fd) {
    const stream = new StandardOutput(fd);
    if (stream.isTTY) {
      require('internal/terminal').extend(stream);
    }
    return stream;
  }

  exports.stderr = () => open(2);
  exports.stdout = () => open(1);
})
