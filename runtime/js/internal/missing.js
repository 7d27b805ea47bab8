/* SPDX-License-Identifier: MIT */
// Modules of Node that are not there yet. They can be imported, by name too,
// for a library often imports what it never calls; what is called says so, as
// ERR_METHOD_NOT_IMPLEMENTED with the module and the member in its text.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectDefineProperty,
    regExpExec,
  } = primordials;

  const { split } = require('internal/text');
  const { withCode } = require('internal/errors');

  const capital = /^[A-Z]/;

  function notImplemented(what) {
    return withCode(Error, 'ERR_METHOD_NOT_IMPLEMENTED',
                    `The ${what} method is not implemented`);
  }

  function nameIt(object, name) {
    ObjectDefineProperty(object, 'name', {
      __proto__: null, value: name, configurable: true,
    });
    return object;
  }

  // A class may be extended; its constructor is what throws.
  function makeClass(what) {
    return function () {
      throw notImplemented(what);
    };
  }

  const makeFunction = (what) => (() => {
    throw notImplemented(what);
  });

  // @names: of the members, a blank between two; what begins with a capital is
  // a class. @values: members that are no functions. @name: of the module,
  // which is a function itself where @isFunction.
  function make(name, names, values, isFunction) {
    const module = isFunction ? nameIt(makeClass(name), name) : {};
    const list = names === '' ? [] : split(names, ' ');
    for (let n = 0; n < list.length; n++) {
      const what = `${name}.${list[n]}`;
      module[list[n]] = nameIt(
        (regExpExec(capital, list[n]) === null ? makeFunction : makeClass)(
          what), list[n]);
    }
    return Object.assign(module, values);
  }

  // The module @name, or undefined where Node has none of that name.
  function find(name) {
    const entry = require('internal/missing_names').find(name);
    return entry === undefined ? undefined :
      make(name, entry.names, entry.values, entry.isFunction === true);
  }

  exports.find = find;
  exports.make = make;
  exports.notImplemented = notImplemented;
})
