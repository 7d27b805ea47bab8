/* SPDX-License-Identifier: MIT */
// FileHandle of fs.promises.open().
// https://nodejs.org/api/fs.html#class-filehandle
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, Promise, TypeError } = primordials;
  const args = require('internal/fs_args');
  const { runPromise } = require('internal/fs_run');
  const { ops } = require('internal/fs_ops');
  const io = require('internal/fs_io');
  const { withCode } = require('internal/errors');
  const { find } = require('internal/node_modules');

  const { EventEmitter = Object } = find('events') ?? {};

  const kRef = Symbol('kRef');
  const kUnref = Symbol('kUnref');

  class FileHandle extends EventEmitter {
    #fd;
    #closing;

    constructor(fd) {
      super();
      this.#fd = fd;
    }

    get fd() {
      return this.#fd;
    }

    // The descriptor; throws once it is closed.
    #use(call) {
      if (this.#fd === -1) {
        const error = withCode(Error, 'EBADF', 'file closed');
        error.syscall = call;
        throw error;
      }
      return this.#fd;
    }

    async appendFile(data, options) {
      return runPromise(ops.appendFile(this.#use('write'), data, options));
    }

    async chmod(mode) {
      return runPromise(ops.fchmod(this.#use('fchmod'), mode));
    }

    async chown(uid, gid) {
      return runPromise(ops.fchown(this.#use('fchown'), uid, gid));
    }

    async datasync() {
      return runPromise(ops.fdatasync(this.#use('fdatasync')));
    }

    async sync() {
      return runPromise(ops.fsync(this.#use('fsync')));
    }

    async stat(options) {
      return runPromise(ops.fstat(this.#use('fstat'), options));
    }

    async truncate(len) {
      return runPromise(ops.ftruncate(this.#use('ftruncate'), len));
    }

    async utimes(atime, mtime) {
      return runPromise(ops.futimes(this.#use('futime'), atime, mtime));
    }

    async readFile(options) {
      return runPromise(ops.readFile(this.#use('read'), options));
    }

    async writeFile(data, options) {
      return runPromise(ops.writeFile(this.#use('write'), data, options));
    }

    async read(buffer, offset, length, position) {
      let target = buffer;
      let range = [offset, length, position];
      if (buffer === undefined || buffer === null ||
          !ArrayBuffer.isView(buffer)) {
        const options = buffer || {};
        target = options.buffer ?? args.toBuffer(new Uint8Array(16384));
        range = [options.offset, options.length, options.position];
      }
      const bytesRead = await runPromise(
        io.read(this.#use('read'), target, ...range));
      return { __proto__: null, bytesRead, buffer: target };
    }

    async readv(buffers, position) {
      const bytesRead = await runPromise(
        io.readv(this.#use('read'), buffers, position));
      return { __proto__: null, bytesRead, buffers };
    }

    async write(buffer, offset, length, position) {
      const bytesWritten = await runPromise(
        io.write(this.#use('write'), buffer, offset, length, position));
      return { __proto__: null, bytesWritten, buffer };
    }

    async writev(buffers, position) {
      const bytesWritten = await runPromise(
        io.writev(this.#use('write'), buffers, position));
      return { __proto__: null, bytesWritten, buffers };
    }

    createReadStream(options = undefined) {
      const { ReadStream } = require('node/fs').module;
      return new ReadStream(undefined, { ...options, fd: this });
    }

    createWriteStream(options = undefined) {
      const { WriteStream } = require('node/fs').module;
      return new WriteStream(undefined, { ...options, fd: this });
    }

    // A stream over it closes it when it is destroyed; nothing else does.
    [kRef]() {}

    [kUnref]() {}

    readLines() {
      throw args.notImplemented('filehandle.readLines');
    }

    readableWebStream() {
      throw args.notImplemented('filehandle.readableWebStream');
    }

    // Once, however often it is asked for.
    close() {
      if (this.#fd === -1) {
        return this.#closing ?? Promise.resolve();
      }
      const fd = this.#fd;
      this.#fd = -1;
      this.#closing = runPromise(ops.close(fd)).finally(() => {
        this.#closing = undefined;
        if (typeof this.emit === 'function') {
          this.emit('close');
        }
      });
      return this.#closing;
    }

    async [Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')]() {
      return this.close();
    }
  }

  // The descriptor of @value where it is an open FileHandle.
  function fdOfHandle(value) {
    if (!(value instanceof FileHandle)) {
      return undefined;
    }
    if (value.fd === -1) {
      throw withCode(TypeError, 'ERR_INVALID_STATE',
                     'Invalid state: The FileHandle has been closed');
    }
    return value.fd;
  }

  exports.FileHandle = FileHandle;
  exports.kRef = kRef;
  exports.kUnref = kUnref;
  exports.fdOfHandle = fdOfHandle;
})
