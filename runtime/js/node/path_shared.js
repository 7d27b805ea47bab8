/* SPDX-License-Identifier: MIT */
// What the paths of POSIX and of Windows have in common.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    arrayJoin,
    arrayPush,
    stringEndsWith,
    stringLastIndexOf,
    stringSlice,
  } = primordials;

  const { validateObject, validateString } = require('internal/validators');

  // @path without ".", "..", and doubled separators; ".." at the front stays
  // where @isRelative.
  function normalizeSegments(path, isRelative, separator, isSeparator) {
    const out = [];
    let start = 0;
    for (let at = 0; at <= path.length; at++) {
      if (at < path.length && !isSeparator(path[at])) {
        continue;
      }
      const segment = stringSlice(path, start, at);
      start = at + 1;
      if (segment === '..') {
        if (out.length > 0 && out[out.length - 1] !== '..') {
          out.length--;
        } else if (isRelative) {
          arrayPush(out, segment);
        }
      } else if (segment !== '' && segment !== '.') {
        arrayPush(out, segment);
      }
    }
    return arrayJoin(out, separator);
  }

  // Where the last segment of @path begins and ends, not before @from; what
  // separators follow it is left out.
  function lastSegment(path, from, isSeparator) {
    let end = path.length;
    while (end > from && isSeparator(path[end - 1])) {
      end--;
    }
    let start = end;
    while (start > from && !isSeparator(path[start - 1])) {
      start--;
    }
    return { start, end };
  }

  // The extension of a segment, with its dot: none of ".profile" and "..".
  function extensionOf(base) {
    const dot = stringLastIndexOf(base, '.');
    return dot <= 0 || base === '..' ? '' : stringSlice(base, dot);
  }

  // @base less @suffix, which must not be all of it.
  const withoutSuffix = (base, suffix) =>
    (base !== suffix && stringEndsWith(base, suffix) ?
      stringSlice(base, 0, base.length - suffix.length) : base);

  function basename(path, suffix, from, isSeparator) {
    validateString(path, 'path');
    if (suffix !== undefined) {
      validateString(suffix, 'suffix');
      if (path === suffix) {
        return '';
      }
    }
    const { start, end } = lastSegment(path, from, isSeparator);
    const base = stringSlice(path, start, end);
    return suffix ? withoutSuffix(base, suffix) : base;
  }

  function formatExtension(extension) {
    if (!extension) {
      return '';
    }
    return extension[0] === '.' ? extension : `.${extension}`;
  }

  function format(separator, object) {
    validateObject(object, 'pathObject');
    const directory = object.dir || object.root;
    const base = object.base ||
      `${object.name || ''}${formatExtension(object.ext)}`;
    if (!directory) {
      return base;
    }
    return directory === object.root ? `${directory}${base}` :
      `${directory}${separator}${base}`;
  }

  // The names in @base for the object that parse() gives.
  function parts(root, dir, base) {
    const ext = extensionOf(base);
    const name = stringSlice(base, 0, base.length - ext.length);
    return { root, dir, base, ext, name };
  }

  exports.basename = basename;
  exports.extensionOf = extensionOf;
  exports.format = format;
  exports.lastSegment = lastSegment;
  exports.normalizeSegments = normalizeSegments;
  exports.parts = parts;
})
