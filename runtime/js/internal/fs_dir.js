/* SPDX-License-Identifier: MIT */
// Dir, what fs.opendir() returns. The entries are read as a whole when it is
// opened, so that no descriptor is left behind by a loop that is broken off.
// https://nodejs.org/api/fs.html#class-fsdir
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, Promise, ReflectApply } = primordials;
  const args = require('internal/fs_args');
  const { checkCallback, runSync } = require('internal/fs_run');
  const { ops, textOf } = require('internal/fs_ops');
  const { withCode } = require('internal/errors');
  const { nextTick } = require('internal/task_queue');

  class Dir {
    #path;
    #entries;
    #at = 0;
    #isClosed = false;

    constructor(path, entries) {
      this.#path = path;
      this.#entries = entries;
    }

    get path() {
      return this.#path;
    }

    #check() {
      if (this.#isClosed) {
        throw withCode(Error, 'ERR_DIR_CLOSED',
                       'Directory handle was closed');
      }
    }

    readSync() {
      this.#check();
      return this.#at < this.#entries.length ? this.#entries[this.#at++] :
        null;
    }

    closeSync() {
      this.#check();
      this.#isClosed = true;
    }

    // With a callback, or as a promise.
    #answer(method, callback) {
      if (callback === undefined) {
        return new Promise((resolve) => {
          resolve(ReflectApply(method, this, []));
        });
      }
      checkCallback(callback);
      const value = ReflectApply(method, this, []);
      nextTick(callback, null, value);
      return undefined;
    }

    read(callback) {
      return this.#answer(this.readSync, callback);
    }

    close(callback) {
      return this.#answer(this.closeSync, callback);
    }

    async* [Symbol.asyncIterator]() {
      try {
        for (let entry = this.readSync(); entry !== null;
          entry = this.readSync()) {
          yield entry;
        }
      } finally {
        this.closeSync();
      }
    }
  }
  Dir.prototype.entries = Dir.prototype[Symbol.asyncIterator];

  // An operation as in internal/fs_ops.js.
  function* opendir(path, options) {
    const chosen = args.optionsOf(options, { encoding: 'utf8' });
    const target = args.pathOf(path);
    try {
      const entries = yield* ops.readdir(target, {
        encoding: chosen.encoding, recursive: chosen.recursive,
        withFileTypes: true,
      });
      return new Dir(textOf(target), entries);
    } catch (error) {
      if (error.syscall === 'scandir') {
        error.syscall = 'opendir';
        error.message = error.message.replace(', scandir ', ', opendir ');
      }
      throw error;
    }
  }

  exports.Dir = Dir;
  exports.opendir = opendir;
  exports.opendirSync = (path, options) => runSync(opendir(path, options));
})
