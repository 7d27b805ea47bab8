/* SPDX-License-Identifier: MIT */
// node:fs/promises. https://nodejs.org/api/fs.html#promises-api
(function (native, require, exports, primordials) {
  'use strict';

  const { constants } = require('internal/fs_constants');
  const { promiseOf, runPromise } = require('internal/fs_run');
  const { ops } = require('internal/fs_ops');
  const args = require('internal/fs_args');

  const names = [
    'access', 'chmod', 'chown', 'copyFile', 'lchown', 'link',
    'lstat', 'lutimes', 'mkdir', 'mkdtemp', 'readdir', 'readlink',
    'realpath', 'rename', 'rm', 'rmdir', 'stat', 'statfs', 'symlink',
    'truncate', 'unlink', 'utimes',
  ];

  const promises = {};
  for (let n = 0; n < names.length; n++) {
    promises[names[n]] = promiseOf(ops[names[n]]);
  }

  const handles = () => require('internal/fs_handle');
  // Nobody has a FileHandle before open() has made one.
  let hasHandles = false;

  // What a path may be here: a FileHandle too.
  const orHandle = (value) => hasHandles ?
    handles().fdOfHandle(value) ?? value : value;

  promises.readFile = async (path, options) =>
    runPromise(ops.readFile(orHandle(path), options));
  promises.writeFile = async (path, data, options) =>
    runPromise(ops.writeFile(orHandle(path), data, options));
  promises.appendFile = async (path, data, options) =>
    runPromise(ops.appendFile(orHandle(path), data, options));
  promises.lchmod = async () => {
    throw args.notImplemented('lchmod');
  };

  promises.open = async function open(path, flags, mode) {
    const fd = await runPromise(ops.open(path, flags, mode));
    hasHandles = true;
    return new (handles().FileHandle)(fd);
  };
  promises.opendir = async (path, options) =>
    runPromise(require('internal/fs_dir').opendir(path, options));
  promises.cp = async (source, target, options) =>
    runPromise(require('internal/fs_cp').cp(source, target, options));
  promises.watch = function watch() {
    throw args.unavailable('watch');
  };
  promises.constants = constants;

  exports.module = promises;
})
