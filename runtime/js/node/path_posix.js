/* SPDX-License-Identifier: MIT */
// node:path/posix. https://nodejs.org/api/path.html
(function (native, require, exports, primordials) {
  'use strict';

  const {
    arrayPush,
    stringEndsWith,
    stringSlice,
    stringStartsWith,
  } = primordials;

  const { validateString } = require('internal/validators');
  const shared = require('node/path_shared');
  const { split } = require('internal/text');

  const isSeparator = (character) => character === '/';

  function resolve(...paths) {
    let tail = '';
    let isAbsolute = false;
    for (let n = paths.length - 1; n >= 0 && !isAbsolute; n--) {
      const path = paths[n];
      validateString(path, `paths[${n}]`);
      if (path !== '') {
        tail = `${path}/${tail}`;
        isAbsolute = path[0] === '/';
      }
    }
    if (!isAbsolute) {
      const directory = globalThis.process.cwd();
      tail = `${directory}/${tail}`;
      isAbsolute = directory[0] === '/';
    }
    tail = shared.normalizeSegments(tail, !isAbsolute, '/', isSeparator);
    return isAbsolute ? `/${tail}` : tail || '.';
  }

  function normalize(path) {
    validateString(path, 'path');
    if (path === '') {
      return '.';
    }
    const isAbsolute = path[0] === '/';
    const isFolder = stringEndsWith(path, '/');
    let out = shared.normalizeSegments(path, !isAbsolute, '/', isSeparator);
    if (out === '') {
      if (isAbsolute) {
        return '/';
      }
      return isFolder ? './' : '.';
    }
    if (isFolder) {
      out += '/';
    }
    return isAbsolute ? `/${out}` : out;
  }

  function isAbsolute(path) {
    validateString(path, 'path');
    return stringStartsWith(path, '/');
  }

  function join(...paths) {
    let joined = '';
    for (let n = 0; n < paths.length; n++) {
      validateString(paths[n], 'path');
      if (paths[n] !== '') {
        joined = joined === '' ? paths[n] : `${joined}/${paths[n]}`;
      }
    }
    return joined === '' ? '.' : normalize(joined);
  }

  const segmentsOf = (path) => (path === '/' ? [] :
    split(stringSlice(path, 1), '/'));

  function relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    const source = segmentsOf(resolve(from));
    const target = segmentsOf(resolve(to));
    let same = 0;
    while (same < source.length && same < target.length &&
           source[same] === target[same]) {
      same++;
    }
    const out = [];
    for (let n = same; n < source.length; n++) {
      arrayPush(out, '..');
    }
    for (let n = same; n < target.length; n++) {
      arrayPush(out, target[n]);
    }
    return out.join('/');
  }

  function dirname(path) {
    validateString(path, 'path');
    if (path === '') {
      return '.';
    }
    const hasRoot = path[0] === '/';
    let end = shared.lastSegment(path, 1, isSeparator).start - 1;
    if (end < 1) {
      return hasRoot ? '/' : '.';
    }
    if (hasRoot && end === 1) {
      return '//';
    }
    // One separator went; more before it stay, as Node has it.
    return stringSlice(path, 0, end);
  }

  const basename = (path, suffix) =>
    shared.basename(path, suffix, 0, isSeparator);

  function extname(path) {
    validateString(path, 'path');
    const { start, end } = shared.lastSegment(path, 0, isSeparator);
    return shared.extensionOf(stringSlice(path, start, end));
  }

  function parse(path) {
    validateString(path, 'path');
    const root = path[0] === '/' ? '/' : '';
    const { start, end } = shared.lastSegment(path, root.length, isSeparator);
    const dir = start > root.length ? stringSlice(path, 0, start - 1) : root;
    return shared.parts(root, dir, stringSlice(path, start, end));
  }

  const module = {
    resolve,
    normalize,
    isAbsolute,
    join,
    relative,
    toNamespacedPath: (path) => path,
    dirname,
    basename,
    extname,
    format: (object) => shared.format('/', object),
    parse,
    matchesGlob: (path, pattern) =>
      require('node/path_glob').matches(path, pattern, false),
    sep: '/',
    delimiter: ':',
    win32: undefined,
    posix: undefined,
  };
  module._makeLong = module.toNamespacedPath;
  module.posix = module;
  Object.defineProperty(module, 'win32', {
    __proto__: null,
    get: () => require('node/path_win32').module,
    enumerable: true,
    configurable: true,
  });

  exports.module = module;
})
