/* SPDX-License-Identifier: MIT */
// node:path/win32. https://nodejs.org/api/path.html
(function (native, require, exports, primordials) {
  'use strict';

  const {
    arrayJoin,
    arrayPush,
    regExpExec,
    stringIndexOf,
    stringSlice,
    stringStartsWith,
    stringToLowerCase,
  } = primordials;

  const { validateString } = require('internal/validators');
  const shared = require('node/path_shared');
  const { split } = require('internal/text');

  const isSeparator = (character) => character === '/' || character === '\\';
  const drive = /^[A-Za-z]:/;

  function skip(path, at, isWanted) {
    let end = at;
    while (end < path.length && isSeparator(path[end]) === isWanted) {
      end++;
    }
    return end;
  }

  // Of "\\host\share..." the names and where what follows begins, else null.
  function shareOf(path) {
    if (path.length < 3 || !isSeparator(path[0]) || !isSeparator(path[1])) {
      return null;
    }
    const hostEnd = skip(path, 2, false);
    const start = skip(path, hostEnd, true);
    const end = skip(path, start, false);
    if (hostEnd === 2 || start === hostEnd) {
      return null;
    }
    const host = stringSlice(path, 2, hostEnd);
    if (host === '?' || host === '.') {
      return { device: `\\\\${host}`, end: 4, isWhole: false };
    }
    return end === start ? null : {
      device: `\\\\${host}\\${stringSlice(path, start, end)}`,
      end,
      isWhole: end === path.length,
    };
  }

  // The root of @path: its device, '' for none; where the rest begins.
  function rootOf(path) {
    const share = shareOf(path);
    if (share !== null) {
      return { ...share, isAbsolute: true };
    }
    if (isSeparator(path[0])) {
      return { device: '', end: 1, isAbsolute: true, isWhole: false };
    }
    if (regExpExec(drive, path) !== null) {
      const isAbsolute = path.length > 2 && isSeparator(path[2]);
      return {
        device: stringSlice(path, 0, 2), end: isAbsolute ? 3 : 2, isAbsolute,
        isWhole: false,
      };
    }
    return { device: '', end: 0, isAbsolute: false, isWhole: false };
  }

  const normalizeTail = (path, isRelative) =>
    shared.normalizeSegments(path, isRelative, '\\', isSeparator);

  // The working directory, of the drive @device if there is one.
  function directoryOf(device) {
    const { process } = globalThis;
    if (device === '') {
      return process.cwd();
    }
    const path = process.env[`=${device}`] || process.cwd();
    return stringToLowerCase(stringSlice(path, 0, 2)) !==
      stringToLowerCase(device) && path[2] === '\\' ? `${device}\\` : path;
  }

  function resolve(...paths) {
    let device = '';
    let tail = '';
    let isAbsolute = false;
    for (let n = paths.length - 1; n >= -1; n--) {
      let path;
      if (n >= 0) {
        path = paths[n];
        validateString(path, `paths[${n}]`);
        if (path === '') {
          continue;
        }
      } else {
        path = directoryOf(device);
      }
      const root = rootOf(path);
      if (root.device !== '') {
        if (device !== '' &&
            stringToLowerCase(root.device) !== stringToLowerCase(device)) {
          continue;
        }
        device = device === '' ? root.device : device;
      }
      if (!isAbsolute) {
        tail = `${stringSlice(path, root.end)}\\${tail}`;
        isAbsolute = root.isAbsolute;
      }
      if (isAbsolute && device !== '') {
        break;
      }
    }
    tail = normalizeTail(tail, !isAbsolute);
    return isAbsolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
  }

  // A relative path must not turn into one of a drive: "a/../C:" is no drive.
  function seemsDrive(path) {
    let at = stringIndexOf(path, ':');
    while (at !== -1) {
      if (at === path.length - 1 || isSeparator(path[at + 1])) {
        return true;
      }
      at = stringIndexOf(path, ':', at + 1);
    }
    return false;
  }

  function normalize(path) {
    validateString(path, 'path');
    if (path === '') {
      return '.';
    }
    if (path.length === 1) {
      return isSeparator(path) ? '\\' : path;
    }
    const root = rootOf(path);
    if (root.isWhole) {
      return `${root.device}\\`;
    }
    let tail = normalizeTail(stringSlice(path, root.end), !root.isAbsolute);
    if (tail === '' && !root.isAbsolute) {
      tail = '.';
    }
    if (tail !== '' && isSeparator(path[path.length - 1])) {
      tail += '\\';
    }
    if (root.device === '' && !root.isAbsolute && seemsDrive(path)) {
      return `.\\${tail}`;
    }
    return `${root.device}${root.isAbsolute ? '\\' : ''}${tail}`;
  }

  function isAbsolute(path) {
    validateString(path, 'path');
    return path !== '' && (isSeparator(path[0]) ||
      (path.length > 2 && regExpExec(drive, path) !== null &&
       isSeparator(path[2])));
  }

  // Two or more separators at the front are a share only where the first part
  // has them and a name behind them.
  function join(...paths) {
    let first;
    let joined;
    for (let n = 0; n < paths.length; n++) {
      validateString(paths[n], 'path');
      if (paths[n] !== '') {
        joined = joined === undefined ? paths[n] : `${joined}\\${paths[n]}`;
        first ??= paths[n];
      }
    }
    if (joined === undefined) {
      return '.';
    }
    if (skip(first, 0, true) !== 2 || first.length === 2) {
      const count = skip(joined, 0, true);
      if (count >= 2) {
        joined = `\\${stringSlice(joined, count)}`;
      }
    }
    return normalize(joined);
  }

  // What is between the separators around @path.
  function segmentsOf(path) {
    let start = 0;
    let end = path.length;
    while (start < end && path[start] === '\\') {
      start++;
    }
    while (end - 1 > start && path[end - 1] === '\\') {
      end--;
    }
    return start === end ? [] : split(stringSlice(path, start, end), '\\');
  }

  function relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    const whole = resolve(to);
    const source = segmentsOf(stringToLowerCase(resolve(from)));
    const target = segmentsOf(whole);
    let same = 0;
    while (same < source.length && same < target.length &&
           source[same] === stringToLowerCase(target[same])) {
      same++;
    }
    if (same === 0 && source.length > 0 && target.length > 0) {
      return whole;
    }
    const out = [];
    for (let n = same; n < source.length; n++) {
      arrayPush(out, '..');
    }
    for (let n = same; n < target.length; n++) {
      arrayPush(out, target[n]);
    }
    return arrayJoin(out, '\\');
  }

  function toNamespacedPath(path) {
    if (typeof path !== 'string' || path === '') {
      return path;
    }
    const resolved = resolve(path);
    if (resolved.length <= 2) {
      return path;
    }
    if (stringStartsWith(resolved, '\\\\')) {
      return resolved[2] === '?' || resolved[2] === '.' ? resolved :
        `\\\\?\\UNC\\${stringSlice(resolved, 2)}`;
    }
    return regExpExec(/^[A-Za-z]:\\/, resolved) !== null ?
      `\\\\?\\${resolved}` : resolved;
  }

  // How much of @path is its root, for dirname() and parse().
  function rootLength(path) {
    if (path.length > 2 && isSeparator(path[0]) && isSeparator(path[1])) {
      const hostEnd = skip(path, 2, false);
      const start = skip(path, hostEnd, true);
      const end = skip(path, start, false);
      if (hostEnd > 2 && start > hostEnd && (end > start)) {
        return end === path.length ? end : end + 1;
      }
    }
    return rootOf(path).device.length > 2 ? 1 : rootOf(path).end;
  }

  function dirname(path) {
    validateString(path, 'path');
    if (path === '') {
      return '.';
    }
    const root = rootLength(path);
    if (root === path.length && path.length > 0 && root > 3) {
      return path;
    }
    const { start } = shared.lastSegment(path, root, isSeparator);
    if (start > root) {
      return stringSlice(path, 0, start - 1);
    }
    return root === 0 ? '.' : stringSlice(path, 0, root);
  }

  const afterDrive = (path) =>
    (typeof path === 'string' && regExpExec(drive, path) !== null ? 2 : 0);

  const basename = (path, suffix) =>
    shared.basename(path, suffix, afterDrive(path), isSeparator);

  function extname(path) {
    validateString(path, 'path');
    const { start, end } = shared.lastSegment(path, afterDrive(path),
                                              isSeparator);
    return shared.extensionOf(stringSlice(path, start, end));
  }

  function parse(path) {
    validateString(path, 'path');
    const length = rootLength(path);
    const root = stringSlice(path, 0, length);
    const { start, end } = shared.lastSegment(path, length, isSeparator);
    const dir = start > length ? stringSlice(path, 0, start - 1) : root;
    return shared.parts(root, dir, stringSlice(path, start, end));
  }

  const module = {
    resolve,
    normalize,
    isAbsolute,
    join,
    relative,
    toNamespacedPath,
    dirname,
    basename,
    extname,
    format: (object) => shared.format('\\', object),
    parse,
    matchesGlob: (path, pattern) =>
      require('node/path_glob').matches(path, pattern, true),
    sep: '\\',
    delimiter: ';',
    win32: undefined,
    posix: undefined,
  };
  module._makeLong = toNamespacedPath;
  module.win32 = module;
  module.posix = require('node/path_posix').module;

  exports.module = module;
})
