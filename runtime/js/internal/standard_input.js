/* SPDX-License-Identifier: MIT */
// process.stdin: what scripts read of it. It flows from the first listener of
// 'data', resume() or iteration on, and keeps the process until its end.
//
// native.binding('stdio'):
//   read(callback)   reads once from 0: callback(bytes), callback(undefined) at
//                    the end, callback(errno)
//   refRead(isRef)   whether what is being read keeps the process
//   kind(fd)         'tty', 'fs' or 'pipe'
(function (native, require, exports, primordials) {
  'use strict';

  const { arrayPush } = primordials;
  const natives = native.binding('stdio');
  const errors = require('internal/errors');
  const { nextTick } = require('internal/task_queue');
  const { EventEmitter } = require('node/events').module;

  class StandardInput extends EventEmitter {
    #isFlowing = null;
    #isReading = false;
    #isEnded = false;
    #isDestroyed = false;
    #isRef = true;
    #decoder;
    #encoding = null;
    // Read while nobody wanted it.
    #chunks = [];

    constructor() {
      super();
      this.fd = 0;
      if (natives.kind(0) === 'tty') {
        this.isTTY = true;
        this.isRaw = false;
      }
    }

    get readable() {
      return !this.#isEnded && !this.#isDestroyed;
    }

    get readableEnded() {
      return this.#isEnded;
    }

    get readableFlowing() {
      return this.#isFlowing;
    }

    get readableEncoding() {
      return this.#encoding;
    }

    get destroyed() {
      return this.#isDestroyed;
    }

    setEncoding(encoding) {
      const { StringDecoder } = require('node/string_decoder').module;
      this.#decoder = new StringDecoder(encoding);
      this.#encoding = this.#decoder.encoding;
      return this;
    }

    on(name, listener) {
      super.on(name, listener);
      if (name === 'data' && this.#isFlowing !== false) {
        this.resume();
      } else if (name === 'readable') {
        this.#start();
      }
      return this;
    }

    addListener(name, listener) {
      return this.on(name, listener);
    }

    resume() {
      this.#isFlowing = true;
      nextTick(() => this.#flow());
      this.#start();
      return this;
    }

    pause() {
      this.#isFlowing = false;
      natives.refRead(false);
      return this;
    }

    isPaused() {
      return this.#isFlowing === false;
    }

    #flow() {
      while (this.#isFlowing && this.#chunks.length > 0) {
        this.emit('data', this.#chunks.shift());
      }
      if (this.#isEnded && this.#chunks.length === 0 && !this.#isDestroyed) {
        this.#isDestroyed = true;
        this.emit('end');
        this.emit('close');
      } else if (this.#isFlowing) {
        this.#start();
      }
    }

    #start() {
      if (this.#isEnded || this.#isDestroyed) {
        return;
      }
      if (!this.#isReading) {
        this.#isReading = true;
        natives.read((result) => this.#take(result));
      }
      natives.refRead(this.#isRef);
    }

    #take(result) {
      this.#isReading = false;
      if (this.#isDestroyed) {
        return;
      }
      if (typeof result === 'number') {
        this.destroy(errors.errnoException(result, 'read'));
        return;
      }
      if (result === undefined) {
        this.#isEnded = true;
        const rest = this.#decoder === undefined ? '' : this.#decoder.end();
        if (rest !== '') {
          arrayPush(this.#chunks, rest);
        }
      } else {
        this.#keep(result);
      }
      if (this.listenerCount('readable') > 0) {
        this.emit('readable');
      }
      this.#flow();
    }

    #keep(bytes) {
      const chunk = require('internal/fs_args').toBuffer(bytes);
      const piece = this.#decoder === undefined ? chunk :
        this.#decoder.write(chunk);
      if (piece.length > 0) {
        arrayPush(this.#chunks, piece);
      }
    }

    // Everything that has been read; null where there is nothing.
    read() {
      if (this.#chunks.length === 0) {
        if (this.#isEnded) {
          nextTick(() => this.#flow());
        } else {
          this.#start();
        }
        return null;
      }
      const list = this.#chunks;
      this.#chunks = [];
      nextTick(() => this.#start());
      return this.#decoder === undefined ? globalThis.Buffer.concat(list) :
        list.join('');
    }

    pipe(target, options) {
      this.on('data', (chunk) => {
        if (target.write(chunk) === false) {
          this.pause();
          target.once('drain', () => this.resume());
        }
      });
      const isStandard = target.fd === 1 || target.fd === 2;
      if (!(options && options.end === false) && !isStandard) {
        this.once('end', () => target.end());
      }
      target.emit('pipe', this);
      return target;
    }

    destroy(error) {
      if (!this.#isDestroyed) {
        this.#isDestroyed = true;
        natives.refRead(false);
        nextTick(() => {
          if (error) {
            this.emit('error', error);
          }
          this.emit('close');
        });
      }
      return this;
    }

    ref() {
      this.#isRef = true;
      natives.refRead(true);
      return this;
    }

    unref() {
      this.#isRef = false;
      natives.refRead(false);
      return this;
    }

    // Settles with the next event that changes something.
    #more() {
      return new Promise((resolve, reject) => {
        const settle = (error) => {
          this.off('readable', settle);
          this.off('error', settle);
          this.off('close', settle);
          if (error) {
            reject(error);
          } else {
            resolve();
          }
        };
        this.on('readable', settle);
        this.on('error', settle);
        this.on('close', settle);
      });
    }

    async *[Symbol.asyncIterator]() {
      for (;;) {
        const chunk = this.read();
        if (chunk !== null) {
          yield chunk;
        } else if (this.#isEnded || this.#isDestroyed) {
          return;
        } else {
          await this.#more();
        }
      }
    }
  }

  exports.stdin = () => new StandardInput();
})
