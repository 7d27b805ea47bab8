/* SPDX-License-Identifier: MIT */
// From the handler string, "dir/module.export", to the files that it may mean
// and to the kind of module that each is. Pure: the file system is asked
// through the two functions of @probe.
//
//   probe.kindOf(path)    'file', 'directory', or undefined for nothing there
//   probe.readText(path)  the file's text; undefined where there is none;
//                         throws where it is there and cannot be read
(function (native, require, exports, primordials) {
  'use strict';

  const {
    JSONParse,
    arrayJoin,
    arrayPop,
    arrayPush,
    regExpExec,
    stringEndsWith,
    stringIncludes,
    stringLastIndexOf,
    stringSlice,
  } = primordials;

  const { split } = require('internal/text');

  const handlerPattern = /^([^.]*)\.(.*)$/;

  // Precedence of the managed runtimes; the file without an extension may be a
  // directory, which comes last: index/ beside index.mjs does not hide it.
  const SUFFIXES = ['', '.js', '.mjs', '.cjs', '/'];

  function malformed(message) {
    return require('lambda/errors').create('MalformedHandlerName', message);
  }

  // The absolute path of @parts, each taken relative to those before it, with
  // its "." and ".." resolved. The first must be absolute.
  function resolve(...parts) {
    let list = [];
    for (let n = 0; n < parts.length; n++) {
      if (parts[n][0] === '/') {
        list = [];
      }
      const names = split(parts[n], '/');
      for (let k = 0; k < names.length; k++) {
        if (names[k] === '..') {
          arrayPop(list);
        } else if (names[k] !== '' && names[k] !== '.') {
          arrayPush(list, names[k]);
        }
      }
    }
    return `/${arrayJoin(list, '/')}`;
  }

  // @handler as {file, directory, module, names}: the absolute path without
  // its extension, the directory, the module's name, the names that lead from
  // the module to the function. An absolute @handler ignores @root.
  function parse(handler, root) {
    if (stringIncludes(handler, '..')) {
      throw malformed(`'${handler}' is not a valid handler name. Use ` +
        'absolute paths when specifying root directories in handler names.');
    }
    let end = handler.length;
    while (end > 0 && handler[end - 1] === '/') {
      end--;
    }
    const path = stringSlice(handler, 0, end);
    const slash = stringLastIndexOf(path, '/');
    const found = regExpExec(handlerPattern, stringSlice(path, slash + 1));
    if (found === null) {
      throw malformed('Bad handler');
    }
    const directory = resolve(root, stringSlice(path, 0, slash + 1));
    return {
      file: resolve(directory, found[1]),
      directory,
      module: found[1],
      names: split(found[2], '.'),
    };
  }

  // The path of the candidate of @file at @index, undefined where nothing is
  // there; null behind the last one. Asked for one at a time: each costs a cold
  // start a system call.
  function candidate(file, index, probe) {
    if (index >= SUFFIXES.length) {
      return null;
    }
    const suffix = SUFFIXES[index];
    if (suffix === '/') {
      return probe.kindOf(file) === 'directory' ? file : undefined;
    }
    const path = file + suffix;
    return probe.kindOf(path) === 'file' ? path : undefined;
  }

  // 'module', 'commonjs', or undefined where nothing says so: the type of the
  // package.json nearest to @file. The first one found decides, a directory of
  // packages ends the search.
  function packageType(file, probe) {
    let directory = file;
    for (;;) {
      directory = stringSlice(directory, 0,
                              stringLastIndexOf(directory, '/'));
      if (stringEndsWith(directory, '/node_modules')) {
        return undefined;
      }
      const path = `${directory}/package.json`;
      try {
        const text = probe.readText(path);
        if (text !== undefined) {
          const { type } = JSONParse(text);
          return type === 'module' || type === 'commonjs' ? type : undefined;
        }
      } catch (error) {
        globalThis.console.warn(`${path} cannot be read, it will be ignored ` +
          'for ES module detection purposes.', error);
        return undefined;
      }
      if (directory === '') {
        return undefined;
      }
    }
  }

  exports.candidate = candidate;
  exports.packageType = packageType;
  exports.parse = parse;
  exports.resolve = resolve;
})
