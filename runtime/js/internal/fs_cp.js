/* SPDX-License-Identifier: MIT */
// fs.cp(): copies files and trees. An operation as in internal/fs_ops.js.
// https://nodejs.org/api/fs.html#fscpsrc-dest-options-callback
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, ObjectAssign } = primordials;
  const args = require('internal/fs_args');
  const { fs, kinds: K } = require('internal/fs_run');
  const { isBelow, join, textOf } = require('internal/fs_ops');
  const { constants } = require('internal/fs_constants');
  const { withCode } = require('internal/errors');

  const MODE = 1;
  const DEV = 0;
  const INO = 7;

  const kindOf = (mode) => mode & constants.S_IFMT;

  // {mode, dev, ino} of @path, or null where nothing is.
  function* look(path, isFollowing) {
    try {
      yield [isFollowing ? K.stat : K.lstat, path];
    } catch (error) {
      if (error.code === 'ENOENT') {
        return null;
      }
      throw error;
    }
    return { mode: fs.stats[MODE], dev: fs.bigStats[DEV],
             ino: fs.bigStats[INO] };
  }

  const errnos = { __proto__: null, EINVAL: 22, EISDIR: 21, ENOTDIR: 20,
                   EEXIST: 17 };

  function failure(code, errno, message, path) {
    const error = withCode(
      Error, code, `${message}: cp returned ${errno} (${path}) ${path}`);
    error.name = 'SystemError';
    return ObjectAssign(error, { errno: errnos[errno], syscall: 'cp', path });
  }

  function checkPair(from, to, source, target) {
    if (target === null) {
      return;
    }
    if (source.dev === target.dev && source.ino === target.ino) {
      throw failure('ERR_FS_CP_EINVAL', 'EINVAL',
                    'src and dest cannot be the same', to);
    }
    const isFromDirectory = kindOf(source.mode) === constants.S_IFDIR;
    const isToDirectory = kindOf(target.mode) === constants.S_IFDIR;
    if (isFromDirectory && !isToDirectory) {
      throw failure('ERR_FS_CP_DIR_TO_NON_DIR', 'EISDIR',
                    `cannot overwrite non-directory ${to} with directory ` +
                    from, to);
    }
    if (!isFromDirectory && isToDirectory) {
      throw failure('ERR_FS_CP_NON_DIR_TO_DIR', 'ENOTDIR',
                    `cannot overwrite directory ${to} with non-directory ` +
                    from, to);
    }
  }

  function* copyFile(from, to, source, target, options) {
    if (target !== null) {
      if (!options.force) {
        if (options.errorOnExist) {
          throw failure('ERR_FS_CP_EEXIST', 'EEXIST', `${to} already exists`,
                        to);
        }
        return;
      }
      yield [K.unlink, to];
    }
    yield [K.copy, from, to, options.mode];
    if (options.preserveTimestamps) {
      yield [K.stat, from];
      yield [K.utimes, to, fs.stats[10] + fs.stats[11] / 1e9,
             fs.stats[12] + fs.stats[13] / 1e9];
    }
  }

  function* copyLink(from, to, target, options) {
    let link = yield [K.readlink, from, false];
    if (!options.verbatimSymlinks && link[0] !== '/') {
      link = join(from.slice(0, from.lastIndexOf('/') + 1) || '.', link);
      link = yield [K.realpath, link, false];
    }
    if (target !== null) {
      yield [K.unlink, to];
    }
    yield [K.symlink, link, to];
  }

  function* copyDirectory(from, to, source, target, options) {
    if (!options.recursive) {
      throw failure('ERR_FS_EISDIR', 'EISDIR',
                    `Recursive option not enabled, cannot copy a directory`,
                    from);
    }
    if (target === null) {
      yield [K.mkdirAll, to, 0o777];
    }
    const names = yield [K.readdir, from, false, false];
    for (let n = 0; n < names.length; n++) {
      yield* copy(join(from, names[n]), join(to, names[n]), options);
    }
    if (target === null) {
      yield [K.chmod, to, source.mode & 0o7777];
    }
  }

  function* copy(from, to, options) {
    if (options.filter && !options.filter(from, to)) {
      return;
    }
    const source = yield* look(from, options.dereference);
    if (source === null) {
      // Its error is Node's.
      yield [K.lstat, from];
    }
    const target = yield* look(to, options.dereference);
    checkPair(from, to, source, target);
    switch (kindOf(source.mode)) {
      case constants.S_IFDIR:
        yield* copyDirectory(from, to, source, target, options);
        break;
      case constants.S_IFLNK:
        yield* copyLink(from, to, target, options);
        break;
      case constants.S_IFREG:
      case constants.S_IFCHR:
      case constants.S_IFBLK:
        yield* copyFile(from, to, source, target, options);
        break;
      default:
        throw failure('ERR_FS_CP_SOCKET', 'EINVAL',
                      `cannot copy a socket or FIFO file: ${to}`, to);
    }
  }

  function* cp(source, target, options) {
    const from = textOf(args.pathOf(source, 'src'));
    const to = textOf(args.pathOf(target, 'dest'));
    const chosen = {
      dereference: false, errorOnExist: false, force: true, mode: 0,
      preserveTimestamps: false, recursive: false, verbatimSymlinks: false,
      ...options,
    };
    if (isBelow(to, from)) {
      throw failure('ERR_FS_CP_EINVAL', 'EINVAL',
                    `cannot copy ${from} to a subdirectory of self ${to}`, to);
    }
    const slash = to.lastIndexOf('/');
    if (slash > 0) {
      yield [K.mkdirAll, to.slice(0, slash), 0o777];
    }
    yield* copy(from, to, chosen);
  }

  exports.cp = cp;
})
