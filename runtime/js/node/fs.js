/* SPDX-License-Identifier: MIT */
// node:fs. https://nodejs.org/api/fs.html
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty,
    Promise,
    ReflectApply,
    SymbolFor,
  } = primordials;
  const args = require('internal/fs_args');
  const { constants } = require('internal/fs_constants');
  const { Dirent, Stats } = require('internal/fs_stats');
  const { callbackOf, checkCallback, runCallback, runPromise, syncOf } =
    require('internal/fs_run');
  const { ops } = require('internal/fs_ops');
  const io = require('internal/fs_io');
  const { nextTick } = require('internal/task_queue');
  const { invalidArgType } = require('internal/errors');

  const fs = {};

  function define(name, make) {
    const sync = syncOf(make);
    const callback = callbackOf(make);
    ObjectDefineProperty(sync, 'name', { __proto__: null,
                                         value: `${name}Sync` });
    ObjectDefineProperty(callback, 'name', { __proto__: null, value: name });
    fs[name] = callback;
    fs[`${name}Sync`] = sync;
  }

  for (const name in ops) {
    define(name, ops[name]);
  }
  define('cp', (...list) => require('internal/fs_cp').cp(...list));
  define('opendir', (...list) => require('internal/fs_dir').opendir(...list));
  fs.realpath.native = fs.realpath;
  fs.realpathSync.native = fs.realpathSync;

  // close(fd) without a callback is fine; an error is then an uncaught one.
  const { close } = fs;
  fs.close = function (fd, callback) {
    close(fd, callback === undefined ? (error) => {
      if (error !== null) {
        throw error;
      }
    } : callback);
  };

  // open(path[, flags[, mode]], callback): flags may be left out.
  const { open } = fs;
  fs.open = function (path, flags, mode, callback) {
    if (typeof flags === 'function') {
      open(path, 'r', 0o666, flags);
    } else if (typeof mode === 'function') {
      open(path, flags, 0o666, mode);
    } else {
      open(path, flags, mode, callback);
    }
  };

  // ---- Descriptors: the callback gets the buffer too ----

  function withBuffer(make) {
    return function (fd, buffer, ...rest) {
      const callback = checkCallback(rest[rest.length - 1]);
      rest.length--;
      runCallback(ReflectApply(make, null, [fd, buffer, ...rest]),
                  (error, count) => {
                    if (error !== null) {
                      callback(error);
                    } else {
                      callback(null, count, buffer);
                    }
                  });
    };
  }

  // read(fd, callback) and read(fd, options, callback) make a buffer.
  const read = withBuffer(io.read);
  fs.read = function (fd, buffer, ...rest) {
    if (ArrayBuffer.isView(buffer)) {
      read(fd, buffer, ...rest);
      return;
    }
    const options = typeof buffer === 'function' ? {} : buffer ?? {};
    if (typeof options !== 'object') {
      throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'],
                           buffer);
    }
    const target = options.buffer ?? args.toBuffer(new Uint8Array(16384));
    read(fd, target, options.offset, options.length, options.position,
         typeof buffer === 'function' ? buffer : rest[0]);
  };
  fs.readSync = syncOf(io.read);
  fs.readv = withBuffer(io.readv);
  fs.readvSync = syncOf(io.readv);
  fs.write = withBuffer(io.write);
  fs.writeSync = syncOf(io.write);
  fs.writev = withBuffer(io.writev);
  fs.writevSync = syncOf(io.writev);

  // util.promisify() of these gives both values.
  const custom = SymbolFor('nodejs.util.promisify.custom');

  function promisify(name, make, countName, bufferName) {
    ObjectDefineProperty(fs[name], custom, {
      __proto__: null,
      value: async (...list) => {
        const count = await runPromise(ReflectApply(make, null, list));
        return { [countName]: count, [bufferName]: list[1] };
      },
    });
  }

  promisify('read', io.read, 'bytesRead', 'buffer');
  promisify('readv', io.readv, 'bytesRead', 'buffers');
  promisify('write', io.write, 'bytesWritten', 'buffer');
  promisify('writev', io.writev, 'bytesWritten', 'buffers');

  // ---- What never fails ----

  const { accessSync } = fs;

  fs.existsSync = function existsSync(path) {
    try {
      accessSync(path, constants.F_OK);
      return true;
    } catch {
      return false;
    }
  };

  fs.exists = function exists(path, callback) {
    checkCallback(callback);
    try {
      fs.access(path, constants.F_OK, (error) => callback(error === null));
    } catch {
      nextTick(callback, false);
    }
  };
  ObjectDefineProperty(fs.exists, custom, {
    __proto__: null,
    value: (path) => new Promise((resolve) => {
      fs.exists(path, resolve);
    }),
  });

  // ---- What is not there ----

  const refused = ['watch', 'watchFile', 'unwatchFile'];
  for (let n = 0; n < refused.length; n++) {
    fs[refused[n]] = (path, options) => {
      args.pathOf(path, 'filename');
      args.optionsOf(options, {});
      throw args.unavailable(refused[n]);
    };
  }

  // ---- Streams: node:stream comes with the first ----

  const streams = () => require('nodelib/internal/fs/streams').module;
  fs.createReadStream = function createReadStream(path, options) {
    return new (streams().ReadStream)(path, options);
  };
  fs.createWriteStream = function createWriteStream(path, options) {
    return new (streams().WriteStream)(path, options);
  };
  const classes = ['ReadStream', 'WriteStream'];
  for (let n = 0; n < classes.length; n++) {
    const own = {
      __proto__: null,
      get: () => streams()[classes[n]],
      set(value) {
        streams()[classes[n]] = value;
      },
      enumerable: true,
      configurable: true,
    };
    ObjectDefineProperty(fs, classes[n], own);
    ObjectDefineProperty(fs, `File${classes[n]}`, own);
  }

  // ---- Values ----

  fs.constants = constants;
  fs.F_OK = constants.F_OK;
  fs.R_OK = constants.R_OK;
  fs.W_OK = constants.W_OK;
  fs.X_OK = constants.X_OK;
  fs.Stats = Stats;
  fs.Dirent = Dirent;
  ObjectDefineProperty(fs, 'Dir', {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => require('internal/fs_dir').Dir,
  });
  ObjectDefineProperty(fs, 'promises', {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => require('node/fs_promises').module,
  });
  fs._toUnixTimestamp = args.timeOf;

  exports.module = fs;
})
