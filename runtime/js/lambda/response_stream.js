/* SPDX-License-Identifier: MIT */
// The responseStream of a streaming handler: a Writable by its behaviour, over
// the Runtime API's connection. node:stream and readable-stream take it as the
// end of pipe and pipeline; `_writableState` has the fields they look at.
//
// Back-pressure has two parts. The connection copies what it has room for and
// refuses the rest, which waits here in a list; write() answers false when the
// list holds highWaterMark bytes or more. A function that does not wait for
// 'drain' grows the list, as it would in Node.
//
// Loaded with the first streaming handler.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, arrayPush, stringToLowerCase } = primordials;

  const { coded, encode, toBytes } = require('lambda/stream_bytes');
  const { StreamEvents } = require('lambda/stream_events');
  const { process } = globalThis;

  // Node 22's default for byte streams.
  const HIGH_WATER_MARK = 64 * 1024;
  const CONTENT_TYPE = 'application/octet-stream';

  const destroyedError = (verb) =>
    coded(Error, 'ERR_STREAM_DESTROYED',
          `Cannot call ${verb} after a stream was destroyed`);

  // ---- State ----

  // The names are those of Node's WritableState where others read them.
  class State {
    constructor(sink, highWaterMark, onOver) {
      this.sink = sink;
      this.onOver = onOver;
      this.highWaterMark = highWaterMark === undefined ? HIGH_WATER_MARK :
        highWaterMark;
      this.contentType = CONTENT_TYPE;
      this.defaultEncoding = 'utf8';
      this.objectMode = false;
      this.emitClose = true;
      this.autoDestroy = true;
      this.constructed = true;
      this.corked = 0;
      // Bytes in the list, which is linked by `next`.
      this.length = 0;
      this.first = undefined;
      this.last = undefined;
      this.needDrain = false;
      // The headers are out, the last byte is, there is nothing to hope for.
      this.isStarted = false;
      this.isSent = false;
      this.isOver = false;
      this.isWritable = true;
      this.ending = false;
      this.ended = false;
      this.finished = false;
      this.destroyed = false;
      // What the runtime ends the response with: {error, type, body}.
      this.failure = undefined;
      this.errored = null;
      this.errorEmitted = false;
      this.closed = false;
      this.closeEmitted = false;
      this.onFinish = [];
    }
  }

  function defer(callback, error) {
    if (typeof callback === 'function') {
      process.nextTick(callback, error);
    }
  }

  function over(state) {
    if (!state.isOver) {
      state.isOver = true;
      state.onOver();
    }
  }

  // The headers go out with the first byte, or with the end of an empty
  // response; what awaits them (the prelude) comes before any other byte.
  function start(stream, state) {
    if (state.isStarted) {
      return;
    }
    state.isStarted = true;
    state.sink.streamStart(state.contentType);
    const before = stream._onBeforeFirstWrite;
    if (typeof before === 'function') {
      before.call(stream, (chunk) =>
        put(state, toBytes(chunk, 'utf8', state.sink), undefined));
    }
  }

  function enqueue(state, bytes, offset, callback) {
    const entry = { bytes, offset, callback, next: undefined };
    if (state.last === undefined) {
      state.first = entry;
    } else {
      state.last.next = entry;
    }
    state.last = entry;
    state.length += bytes.length - offset;
  }

  // Gives @bytes to the connection, or to the list what it does not take. An
  // empty chunk must not reach the connection: it would end the body.
  function put(state, bytes, callback) {
    const isClear = state.corked === 0 && state.first === undefined;
    const taken = isClear && bytes.length > 0 ?
      state.sink.streamWrite(bytes, 0) : 0;
    if (isClear && taken === bytes.length) {
      defer(callback, null);
    } else {
      enqueue(state, bytes, taken, callback);
    }
  }

  function flush(stream, state) {
    while (state.first !== undefined && state.corked === 0) {
      const entry = state.first;
      const left = entry.bytes.length - entry.offset;
      const taken = left > 0 ?
        state.sink.streamWrite(entry.bytes, entry.offset) : 0;
      state.length -= taken;
      entry.offset += taken;
      if (taken < left) {
        return;
      }
      state.first = entry.next;
      if (state.first === undefined) {
        state.last = undefined;
      }
      defer(entry.callback, null);
    }
    if (state.first !== undefined) {
      return;
    }
    if (state.ending) {
      send(stream, state);
    } else if (state.needDrain) {
      process.nextTick(emitDrain, stream, state);
    }
  }

  function emitDrain(stream, state) {
    if (state.needDrain && state.length === 0 && !state.destroyed &&
        !state.ending) {
      state.needDrain = false;
      stream.emit('drain');
    }
  }

  // The last byte is with the connection.
  function send(stream, state) {
    if (state.isSent || state.destroyed) {
      return;
    }
    if (state.failure !== undefined) {
      stream.destroy(state.failure.error);
      return;
    }
    state.isSent = true;
    state.sink.streamEnd(undefined, undefined);
    process.nextTick(emitFinish, stream, state);
    over(state);
  }

  function emitFinish(stream, state) {
    if (state.destroyed) {
      return;
    }
    state.finished = true;
    const waiting = state.onFinish;
    state.onFinish = [];
    for (let n = 0; n < waiting.length; n++) {
      waiting[n](null);
    }
    stream.emit('finish');
    if (!state.destroyed) {
      state.destroyed = true;
      state.closed = true;
      process.nextTick(emitClose, stream, state);
    }
  }

  // Nobody has to listen to 'error': the invocation hears of it anyway.
  function emitClose(stream, state) {
    if (state.errored !== null && !state.errorEmitted &&
        stream.listenerCount('error') > 0) {
      state.errorEmitted = true;
      stream.emit('error', state.errored);
    }
    if (!state.closeEmitted) {
      state.closeEmitted = true;
      stream.emit('close');
    }
  }

  // Every callback that waits hears @error.
  function drop(state, error) {
    for (let entry = state.first; entry !== undefined; entry = entry.next) {
      defer(entry.callback, error);
    }
    state.first = undefined;
    state.last = undefined;
    state.length = 0;
    const waiting = state.onFinish;
    state.onFinish = [];
    for (let n = 0; n < waiting.length; n++) {
      defer(waiting[n], error);
    }
  }

  function emitLate(stream, error) {
    if (stream.listenerCount('error') > 0) {
      stream.emit('error', error);
    }
  }

  // A write or an end that came too late: only those who ask hear of it, since
  // the response as it was ended is whole.
  function refuse(stream, callback, error) {
    defer(callback, error);
    if (!stream.destroyed) {
      process.nextTick(emitLate, stream, error);
    }
  }

  // ---- The stream ----

  class ResponseStream extends StreamEvents {
    // @sink: streamStart, streamWrite, streamEnd and utf8 of native.lambda.
    // @highWaterMark: bytes, undefined for the default. @onOver is called once,
    // when the stream has been sent or destroyed.
    constructor(sink, highWaterMark, onOver) {
      super();
      this._writableState = new State(sink, highWaterMark, onOver);
      this._onBeforeFirstWrite = undefined;
    }

    // The next three are the runtime's, not the function's.
    get hasStarted() {
      return this._writableState.isStarted;
    }

    get isSent() {
      return this._writableState.isSent;
    }

    get isOver() {
      return this._writableState.isOver;
    }

    // The runtime ends the response with @error, as @type and @body tell it,
    // behind everything that was written. The stream is over when that is out.
    fail(error, type, body) {
      const state = this._writableState;
      state.failure = { error, type, body };
      state.corked = 0;
      state.ending = true;
      flush(this, state);
    }

    // The runtime ends the response itself, at once: nothing more goes out.
    close() {
      const state = this._writableState;
      state.isSent = true;
      this.destroy();
    }

    // The connection has room again; with @lost it is gone, and says why.
    resume(lost) {
      const state = this._writableState;
      if (lost === undefined) {
        flush(this, state);
      } else if (!state.destroyed) {
        state.isStarted = true;
        state.isSent = true;
        this.destroy(coded(Error, 'ECONNRESET', lost));
      }
    }

    setContentType(contentType) {
      const state = this._writableState;
      if (state.isStarted) {
        throw require('lambda/errors').create(
          'InvalidStreamingOperation', 'Cannot set content-type, too late.');
      }
      state.contentType = `${contentType}`;
    }

    setDefaultEncoding(encoding) {
      const state = this._writableState;
      encode('', encoding, state.sink);
      state.defaultEncoding = stringToLowerCase(encoding);
      return this;
    }

    write(chunk, encoding, callback) {
      const state = this._writableState;
      if (typeof encoding === 'function') {
        callback = encoding;
        encoding = undefined;
      }
      const bytes = toBytes(chunk, encoding || state.defaultEncoding,
                            state.sink);
      if (state.ending) {
        refuse(this, callback, coded(Error, 'ERR_STREAM_WRITE_AFTER_END',
                                     'write after end'));
        return false;
      }
      if (state.destroyed) {
        defer(callback, destroyedError('write'));
        return false;
      }
      start(this, state);
      put(state, bytes, callback);
      if (state.length < state.highWaterMark || state.length === 0) {
        return true;
      }
      state.needDrain = true;
      return false;
    }

    end(chunk, encoding, callback) {
      const state = this._writableState;
      if (typeof chunk === 'function') {
        callback = chunk;
        chunk = undefined;
      } else if (typeof encoding === 'function') {
        callback = encoding;
        encoding = undefined;
      }
      if (chunk !== undefined && chunk !== null) {
        this.write(chunk, encoding);
      }
      if (state.ending || state.destroyed) {
        this._endAgain(state, callback);
        return this;
      }
      start(this, state);
      if (typeof callback === 'function') {
        arrayPush(state.onFinish, callback);
      }
      state.corked = 0;
      state.ending = true;
      state.ended = true;
      flush(this, state);
      return this;
    }

    _endAgain(state, callback) {
      if (typeof callback !== 'function') {
        return;
      }
      if (state.finished) {
        defer(callback, coded(Error, 'ERR_STREAM_ALREADY_FINISHED',
                              'Cannot call end after a stream was finished'));
      } else if (state.destroyed) {
        defer(callback, state.errored || destroyedError('end'));
      } else {
        arrayPush(state.onFinish, callback);
      }
    }

    cork() {
      this._writableState.corked++;
    }

    uncork() {
      const state = this._writableState;
      if (state.corked > 0) {
        state.corked--;
        if (state.corked === 0 && !state.destroyed) {
          flush(this, state);
        }
      }
    }

    destroy(error, callback) {
      const state = this._writableState;
      if (typeof callback === 'function') {
        defer(callback, error || null);
      }
      if (state.destroyed) {
        return this;
      }
      state.destroyed = true;
      state.closed = true;
      if (error !== undefined && error !== null) {
        state.errored = error;
      }
      if (state.failure !== undefined && !state.isSent) {
        state.isSent = true;
        state.sink.streamEnd(state.failure.type, state.failure.body);
      }
      drop(state, state.errored || destroyedError('write'));
      process.nextTick(emitClose, this, state);
      over(state);
      return this;
    }

    get destroyed() {
      return this._writableState.destroyed;
    }

    // node:stream sets it on what it destroys in its own way.
    set destroyed(value) {
      this._writableState.destroyed = !!value;
    }

    get writable() {
      const state = this._writableState;
      return state.isWritable && !state.destroyed && !state.ending;
    }

    set writable(value) {
      this._writableState.isWritable = !!value;
    }

    get closed() {
      return this._writableState.closed;
    }

    get errored() {
      return this._writableState.errored;
    }

    get writableAborted() {
      const state = this._writableState;
      return (state.destroyed || state.errored !== null) && !state.finished;
    }

    get writableBuffer() {
      const list = [];
      for (let entry = this._writableState.first; entry !== undefined;
        entry = entry.next) {
        arrayPush(list, {
          chunk: entry.bytes,
          encoding: 'buffer',
          callback: entry.callback,
        });
      }
      return list;
    }

    get writableCorked() {
      return this._writableState.corked;
    }

    get writableEnded() {
      return this._writableState.ending;
    }

    get writableFinished() {
      return this._writableState.finished;
    }

    get writableHighWaterMark() {
      return this._writableState.highWaterMark;
    }

    get writableLength() {
      return this._writableState.length;
    }

    get writableNeedDrain() {
      const state = this._writableState;
      return state.needDrain && !state.destroyed && !state.ending;
    }

    get writableObjectMode() {
      return false;
    }
  }

  exports.ResponseStream = ResponseStream;
})
