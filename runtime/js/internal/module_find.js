/* SPDX-License-Identifier: MIT */
// module.findPackageJSON().
// https://nodejs.org/api/module.html#modulefindpackagejsonspecifier-base
(function (native, require, exports, primordials) {
  'use strict';

  const { regExpExec, stringEndsWith, stringLastIndexOf, stringSlice } =
    primordials;
  const { invalidArgType } = require('internal/errors');
  const resolution = require('internal/module_resolve');

  const relative = /^\.{0,2}\//;
  const bareName = /^(?:@[^/]+\/)?[^/]+/;

  function dirname(path) {
    const slash = stringLastIndexOf(path, '/');
    return slash <= 0 ? '/' : stringSlice(path, 0, slash);
  }

  const inside = (directory, name) =>
    directory === '/' ? `/${name}` : `${directory}/${name}`;

  // The first @name in @from or above it, or undefined.
  function findUpwards(from, name) {
    for (let at = from; ; at = dirname(at)) {
      const path = inside(at, name);
      if (native.kindOf(path) === 'file') {
        return native.realPath(path);
      }
      if (at === '/') {
        return undefined;
      }
    }
  }

  function findPackageJSON(specifier, base) {
    const own = resolution.pathOf(specifier);
    if (own === undefined && typeof specifier !== 'string') {
      throw invalidArgType('specifier', ['string', 'URL'], specifier);
    }
    const from = base === undefined ? `${native.cwd()}/noop` :
      resolution.pathOf(base);
    if (from === undefined) {
      throw invalidArgType('base', ['string', 'URL'], base);
    }
    if (own === undefined && regExpExec(relative, specifier) === null) {
      const [name] = regExpExec(bareName, specifier);
      return findUpwards(dirname(from), `node_modules/${name}/package.json`);
    }
    const path = own ?? `${dirname(from)}/${specifier}`;
    const isDirectory = stringEndsWith(path, '/') ||
      native.kindOf(path) === 'directory';
    return findUpwards(native.realPath(isDirectory ? path : dirname(path)),
                       'package.json');
  }

  exports.findPackageJSON = findPackageJSON;
})
