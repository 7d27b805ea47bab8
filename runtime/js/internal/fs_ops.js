/* SPDX-License-Identifier: MIT */
// The operations of node:fs, each once for its three forms (fs.xSync, fs.x,
// fs.promises.x): a generator that checks its arguments, yields calls of
// native.openFs(), [kind, ...arguments], gets their results or errors, and
// returns the value. internal/fs_run.js drives them.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectAssign,
    RangeError,
    arrayPush,
    stringStartsWith,
  } = primordials;
  const args = require('internal/fs_args');
  const { fs, kinds: K } = require('internal/fs_run');
  const { invalidArgType, withCode } = require('internal/errors');
  const { BigIntStats, Dirent, StatFs, Stats } = require('internal/fs_stats');
  const { constants } = require('internal/fs_constants');

  const { pathOf, pathOrFd, fdOf, modeOf, optionsOf } = args;

  // Where a number stands in stats (fs_call.h).
  const MODE = 1;
  const SIZE = 8;

  // ---- What is known of files ----

  const makeStats = (isBig) => isBig ? new BigIntStats(fs.bigStats) :
    new Stats(fs.stats);

  const missing = { __proto__: null, ENOENT: true, ENOTDIR: true };

  function* statBy(kind, path, options) {
    const target = pathOf(path);
    try {
      yield [kind, target];
    } catch (error) {
      if (options && options.throwIfNoEntry === false &&
          missing[error.code] === true) {
        return undefined;
      }
      throw error;
    }
    return makeStats(options && options.bigint);
  }

  const stat = (path, options) => statBy(K.stat, path, options);
  const lstat = (path, options) => statBy(K.lstat, path, options);

  function* fstat(fd, options) {
    yield [K.fstat, fdOf(fd)];
    return makeStats(options && options.bigint);
  }

  function* statfs(path, options) {
    yield [K.statfs, pathOf(path)];
    return new StatFs(options && options.bigint ? fs.bigStats : fs.stats);
  }

  function* access(path, mode) {
    yield [K.access, pathOf(path),
           mode === undefined || mode === null ? constants.F_OK :
             args.int32(mode, 'mode', 0, 7)];
  }

  // ---- Whole files ----

  function* tooLarge(target) {
    yield typeof target === 'number' ? [K.fstat, target] : [K.stat, target];
    return withCode(
      RangeError, 'ERR_FS_FILE_TOO_LARGE',
      `File size (${fs.stats[SIZE]}) is greater than 2 GiB`);
  }

  function* readFile(path, options) {
    const { encoding, flag, signal } = optionsOf(options, { flag: 'r' });
    const target = pathOrFd(path);
    args.throwIfAborted(signal);
    const isText = args.isUtf8(encoding);
    let found;
    try {
      found = yield [K.readFile, target, args.flagsOf(flag), !isText];
    } catch (error) {
      throw error.code === 'ERR_BUFFER_TOO_LARGE' ?
        yield* tooLarge(target) : error;
    }
    args.throwIfAborted(signal);
    return isText ? found : args.decode(found, encoding);
  }

  function* writeBy(path, data, options, flag) {
    const chosen = optionsOf(options, {
      encoding: 'utf8', mode: 0o666, flag, flush: false,
    });
    const target = pathOrFd(path);
    const bytes = args.dataOf(data, chosen.encoding);
    args.throwIfAborted(chosen.signal);
    yield [K.writeFile, target, args.flagsOf(chosen.flag),
           modeOf(chosen.mode, 'mode', 0o666), bytes];
    args.throwIfAborted(chosen.signal);
    if (chosen.flush && typeof target === 'number') {
      yield [K.sync, target, 0];
    }
  }

  const writeFile = (path, data, options) => writeBy(path, data, options, 'w');
  const appendFile = (path, data, options) => writeBy(path, data, options, 'a');

  function* copyFile(source, target, mode) {
    yield [K.copy, pathOf(source, 'src'), pathOf(target, 'dest'),
           mode === undefined || mode === null ? 0 :
             args.int32(mode, 'mode', 0, 7)];
  }

  function* truncate(path, len) {
    yield [K.truncate, pathOrFd(path), lengthOf(len)];
  }

  function* ftruncate(fd, len) {
    yield [K.truncate, fdOf(fd), lengthOf(len)];
  }

  function lengthOf(len) {
    if (len === undefined || len === null) {
      return 0;
    }
    const value = args.int32(len, 'len', -Number.MAX_SAFE_INTEGER,
                             Number.MAX_SAFE_INTEGER);
    return value < 0 ? 0 : value;
  }

  // ---- Descriptors ----

  function* open(path, flags, mode) {
    return yield [K.open, pathOf(path), args.flagsOf(flags),
                  modeOf(mode, 'mode', 0o666)];
  }

  function* close(fd) {
    yield [K.close, fdOf(fd)];
  }

  function* fsync(fd) {
    yield [K.sync, fdOf(fd), 0];
  }

  function* fdatasync(fd) {
    yield [K.sync, fdOf(fd), 1];
  }

  // ---- Owners, modes, times ----

  function* chmod(path, mode) {
    yield [K.chmod, pathOf(path), modeOf(mode, 'mode')];
  }

  function* fchmod(fd, mode) {
    yield [K.chmod, fdOf(fd), modeOf(mode, 'mode')];
  }

  const ownerOf = (value, name) =>
    args.int32(value, name, -1, args.MAX_UINT32);

  function* chown(path, uid, gid) {
    yield [K.chown, pathOf(path), ownerOf(uid, 'uid'), ownerOf(gid, 'gid')];
  }

  function* fchown(fd, uid, gid) {
    yield [K.chown, fdOf(fd), ownerOf(uid, 'uid'), ownerOf(gid, 'gid')];
  }

  function* lchown(path, uid, gid) {
    yield [K.lchown, pathOf(path), ownerOf(uid, 'uid'), ownerOf(gid, 'gid')];
  }

  function* utimes(path, atime, mtime) {
    yield [K.utimes, pathOf(path), args.timeOf(atime), args.timeOf(mtime)];
  }

  function* futimes(fd, atime, mtime) {
    yield [K.utimes, fdOf(fd), args.timeOf(atime), args.timeOf(mtime)];
  }

  function* lutimes(path, atime, mtime) {
    yield [K.lutimes, pathOf(path), args.timeOf(atime), args.timeOf(mtime)];
  }

  // ---- Names ----

  function* rename(from, to) {
    yield [K.rename, pathOf(from, 'oldPath'), pathOf(to, 'newPath')];
  }

  function* link(from, to) {
    yield [K.link, pathOf(from, 'existingPath'), pathOf(to, 'newPath')];
  }

  function* symlink(target, path, type) {
    if (type !== undefined && type !== null && type !== 'dir' &&
        type !== 'file' && type !== 'junction') {
      throw withCode(
        Error, 'ERR_FS_INVALID_SYMLINK_TYPE',
        'Symlink type must be one of "dir", "file", or "junction". Received ' +
        `"${type}"`);
    }
    yield [K.symlink, pathOf(target, 'target'), pathOf(path)];
  }

  function* unlink(path) {
    yield [K.unlink, pathOf(path)];
  }

  // A name or path that the system returned, in the encoding of @options.
  function* named(kind, path, options) {
    const { encoding } = optionsOf(options, {});
    const isText = !encoding || args.isUtf8(encoding);
    const found = yield [kind, path, !isText];
    return isText ? found : args.decode(found, encoding);
  }

  const readlink = (path, options) =>
    named(K.readlink, pathOf(path, 'oldPath'), options);
  const realpath = (path, options) =>
    named(K.realpath, pathOf(path), options);
  const mkdtemp = (prefix, options) =>
    named(K.mkdtemp, pathOf(prefix, 'prefix'), options);

  // ---- Directories ----

  function* mkdir(path, options) {
    let chosen = options;
    if (typeof options === 'number' || typeof options === 'string') {
      chosen = { mode: options };
    }
    const isRecursive = !!(chosen && chosen.recursive);
    if (chosen) {
      checkBoolean('options.recursive', chosen.recursive);
    }
    const made = yield [isRecursive ? K.mkdirAll : K.mkdir, pathOf(path),
                        modeOf(chosen && chosen.mode, 'mode', 0o777)];
    return isRecursive ? made : undefined;
  }

  const textOf = (path) => typeof path === 'string' ? path :
    args.toBuffer(path).toString();

  const join = (directory, name) =>
    directory === '' || directory[directory.length - 1] === '/' ?
      directory + name : `${directory}/${name}`;

  // The entries of one directory: names, or names and types in turn.
  function* list(path, encoding, hasTypes) {
    const isText = !encoding || args.isUtf8(encoding);
    const found = yield [K.readdir, path, !isText, hasTypes];
    if (!isText) {
      for (let n = 0; n < found.length; n += hasTypes ? 2 : 1) {
        found[n] = args.decode(found[n], encoding);
      }
    }
    return found;
  }

  function makeDirents(found, path) {
    const out = [];
    for (let n = 0; n < found.length; n += 2) {
      arrayPush(out, new Dirent(found[n], found[n + 1], path));
    }
    return out;
  }

  // All entries below @root: names relative to it, or Dirents.
  function* listAll(root, encoding, hasDirents) {
    const out = [];
    const waiting = [''];
    while (waiting.length > 0) {
      const below = waiting.shift();
      const path = below === '' ? root : join(root, below);
      const entries = makeDirents(yield* list(path, encoding, true), path);
      for (let n = 0; n < entries.length; n++) {
        const name = below === '' ? entries[n].name :
          join(below, entries[n].name);
        arrayPush(out, hasDirents ? entries[n] : name);
        if (entries[n].isDirectory()) {
          arrayPush(waiting, name);
        }
      }
    }
    return out;
  }

  function* readdir(path, options) {
    const { encoding, withFileTypes, recursive } = optionsOf(options, {});
    const target = pathOf(path);
    if (recursive) {
      return yield* listAll(textOf(target), encoding, !!withFileTypes);
    }
    const found = yield* list(target, encoding, !!withFileTypes);
    return withFileTypes ? makeDirents(found, textOf(target)) : found;
  }

  function* rmdir(path, options) {
    if (options && options.recursive) {
      yield [K.lstat, pathOf(path)];
      if ((fs.stats[MODE] & constants.S_IFMT) !== constants.S_IFDIR) {
        yield [K.rmdir, pathOf(path)];
      }
      yield [K.removeAll, pathOf(path)];
      return;
    }
    yield [K.rmdir, pathOf(path)];
  }

  function isDirectoryError(path, call) {
    const error = withCode(
      Error, 'ERR_FS_EISDIR',
      `Path is a directory: ${call} returned EISDIR (is a directory) ${path}`);
    error.name = 'SystemError';
    return ObjectAssign(error, {
      info: {
        code: 'EISDIR', message: 'is a directory', path, syscall: call,
        errno: 21,
      },
      errno: 21,
      syscall: call,
      path,
    });
  }

  function* rm(path, options) {
    const { force, recursive } = options || {};
    checkBoolean('options.force', force);
    checkBoolean('options.recursive', recursive);
    const target = pathOf(path);
    try {
      yield [K.lstat, target];
    } catch (error) {
      if (force && error.code === 'ENOENT') {
        return;
      }
      throw error;
    }
    const isDirectory =
      (fs.stats[MODE] & constants.S_IFMT) === constants.S_IFDIR;
    if (isDirectory && !recursive) {
      throw isDirectoryError(textOf(target), 'rm');
    }
    try {
      yield [isDirectory ? K.removeAll : K.unlink, target];
    } catch (error) {
      if (!force || error.code !== 'ENOENT') {
        throw error;
      }
    }
  }

  function checkBoolean(name, value) {
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalidArgType(name, 'boolean', value);
    }
  }

  exports.ops = {
    __proto__: null,
    access, appendFile, chmod, chown, close, copyFile, fchmod, fchown,
    fdatasync, fstat, fsync, ftruncate, futimes, lchown, link, lstat, lutimes,
    mkdir, mkdtemp, open, readFile, readdir, readlink, realpath, rename, rm,
    rmdir, stat, statfs, symlink, truncate, unlink, utimes, writeFile,
  };
  exports.isBelow = (path, directory) =>
    stringStartsWith(path, join(directory, ''));
  exports.join = join;
  exports.textOf = textOf;
})
