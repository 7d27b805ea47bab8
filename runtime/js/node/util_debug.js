/* SPDX-License-Identifier: MIT */
// util.debuglog and util.deprecate.
// https://nodejs.org/api/util.html#utildebuglogsection-callback
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty,
    ReflectApply,
    ReflectConstruct,
  } = primordials;

  const { formatWithOptions } = require('internal/format');
  const { validateString } = require('internal/validators');

  // Whether NODE_DEBUG, names with wildcards between commas, has @section.
  function isWanted(section) {
    const wanted = globalThis.process.env.NODE_DEBUG;
    if (!wanted) {
      return false;
    }
    return wanted.split(',').some((name) => {
      const source = name.trim().replace(/[|\\{}()[\]^$+?.]/g, '\\$&')
        .replaceAll('*', '.*');
      return new RegExp(`^${source}$`, 'i').test(section);
    });
  }

  function debuglog(section, callback) {
    const name = section.toUpperCase();
    let wanted;
    const isEnabled = () => (wanted ??= isWanted(name));
    const write = (...args) => {
      const { pid, stderr } = globalThis.process;
      const colors = !!stderr.isTTY;
      stderr.write(`${name} ${pid}: ` +
        `${formatWithOptions({ colors }, ...args)}\n`);
    };

    // The callback gets the function that needs no more asking.
    let hasTold = false;
    function logger(...args) {
      if (!hasTold && typeof callback === 'function') {
        hasTold = true;
        callback(isEnabled() ? write : () => {});
      }
      if (isEnabled()) {
        write(...args);
      }
    }
    ObjectDefineProperty(logger, 'enabled', {
      __proto__: null, get: isEnabled, configurable: true, enumerable: true,
    });
    return logger;
  }

  const warned = new Set();

  function deprecate(fn, message, code) {
    if (globalThis.process.noDeprecation === true) {
      return fn;
    }
    if (code !== undefined) {
      validateString(code, 'code');
    }
    let hasWarned = false;
    function deprecated(...args) {
      if (!hasWarned) {
        hasWarned = true;
        if (code === undefined) {
          globalThis.process.emitWarning(message, 'DeprecationWarning',
                                         deprecated);
        } else if (!warned.has(code)) {
          warned.add(code);
          globalThis.process.emitWarning(message, 'DeprecationWarning', code,
                                         deprecated);
        }
      }
      return new.target ? ReflectConstruct(fn, args, new.target) :
        ReflectApply(fn, this, args);
    }
    Object.setPrototypeOf(deprecated, fn);
    if (fn.prototype) {
      // instanceof is to go on working.
      deprecated.prototype = fn.prototype;
    }
    return deprecated;
  }

  exports.debuglog = debuglog;
  exports.deprecate = deprecate;
})
