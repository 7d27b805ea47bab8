/* SPDX-License-Identifier: MIT */
// util.format and util.formatWithOptions: printf-like texts of any values.
// https://nodejs.org/api/util.html#utilformatformat-args
//
// native: getProxyDetails, as inspect_value.js describes it.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    JSONStringify,
    Number,
    NumberParseFloat,
    NumberParseInt,
    ObjectGetOwnPropertyDescriptor,
    ObjectGetPrototypeOf,
    String,
    SymbolToPrimitive,
    hasOwn,
    stringIncludes,
    stringIndexOf,
    stringSlice,
  } = primordials;
  const { bigintText, numberText } = require('internal/inspect_text');
  const { defaults } = require('internal/inspect_defaults');

  const isSeparated = (options) =>
    (options.numericSeparator ?? defaults.numericSeparator) === true;

  function inspect(value, options) {
    return require('internal/inspect').inspect(value, options);
  }

  // Whether String(value) would tell nothing of the value: its toString is the
  // language's own, and of a class that is.
  function hasBuiltinToString(value) {
    let object = value;
    let proxy = native.getProxyDetails(object);
    while (proxy !== undefined) {
      object = proxy[0];
      if (object === null) {
        return true;
      }
      proxy = native.getProxyDetails(object);
    }
    const byString = typeof object.toString === 'function';
    const byPrimitive = typeof object[SymbolToPrimitive] === 'function';
    if (!byString && !byPrimitive) {
      return true;
    }
    let owner = object;
    while (!(byString && hasOwn(owner, 'toString')) &&
           !(byPrimitive && hasOwn(owner, SymbolToPrimitive))) {
      owner = ObjectGetPrototypeOf(owner);
    }
    return owner !== object && namesBuiltin(owner);
  }

  function namesBuiltin(owner) {
    const own = ObjectGetOwnPropertyDescriptor(owner, 'constructor');
    return own !== undefined && typeof own.value === 'function' &&
      require('internal/builtin_names').isBuiltinName(own.value.name);
  }

  function stringOf(value, options) {
    switch (typeof value) {
      case 'number':
        return numberText(value, isSeparated(options));
      case 'bigint':
        return bigintText(value, isSeparated(options));
      case 'object':
        if (value === null || !hasBuiltinToString(value)) {
          return String(value);
        }
        return inspect(value, {
          ...options, depth: 0, colors: false, compact: 3,
        });
      default:
        return String(value);
    }
  }

  function json(value) {
    try {
      return `${JSONStringify(value)}`;
    } catch (error) {
      if (isCircularError(error)) {
        return '[Circular]';
      }
      throw error;
    }
  }

  const firstLine = (text) => {
    const end = stringIndexOf(text, '\n');
    return end === -1 ? text : stringSlice(text, 0, end);
  };

  // What the engine says of JSON.stringify of a loop.
  let circularMessage;

  function isCircularError(error) {
    if (circularMessage === undefined) {
      const loop = {};
      loop.loop = loop;
      try {
        JSONStringify(loop);
      } catch (thrown) {
        circularMessage = firstLine(thrown.message);
      }
    }
    return error !== null && typeof error === 'object' &&
      error.name === 'TypeError' &&
      firstLine(error.message) === circularMessage;
  }

  // @convert turns what is neither bigint nor symbol into a number.
  function numeric(value, options, convert) {
    const separator = isSeparated(options);
    if (typeof value === 'bigint' && convert !== NumberParseFloat) {
      return bigintText(value, separator);
    }
    return numberText(typeof value === 'symbol' ? NaN : convert(value),
                      separator);
  }

  // The text for specifier @letter, undefined if it is none.
  function convert(letter, value, options) {
    switch (letter) {
      case 's':
        return stringOf(value, options);
      case 'd':
        return numeric(value, options, Number);
      case 'i':
        return numeric(value, options, NumberParseInt);
      case 'f':
        return numeric(value, options, NumberParseFloat);
      case 'j':
        return json(value);
      case 'o':
        return inspect(value, {
          ...options, showHidden: true, showProxy: true, depth: 4,
        });
      case 'O':
        return inspect(value, options);
      case 'c':
        // CSS, which a log has no use for.
        return '';
      default:
        return undefined;
    }
  }

  // Fill the specifiers of args[0]. Returns the text and how many of @args
  // went into it; used is 0 if the text holds nothing to replace.
  function fill(options, args) {
    const template = args[0];
    let out = '';
    let used = 1;
    let done = 0;
    for (let at = 0; at < template.length - 1; at++) {
      if (template[at] !== '%') {
        continue;
      }
      const letter = template[at + 1];
      if (letter === '%') {
        out += stringSlice(template, done, at + 1);
      } else if (used < args.length) {
        const text = convert(letter, args[used], options);
        if (text === undefined) {
          continue;
        }
        out += stringSlice(template, done, at) + text;
        used++;
      } else {
        continue;
      }
      at++;
      done = at + 1;
    }
    return { text: out + stringSlice(template, done), used };
  }

  // util.formatWithOptions, with the arguments as an array.
  function formatArgs(options, args) {
    if (args.length === 0) {
      return '';
    }
    let out = '';
    let next = 0;
    if (typeof args[0] === 'string') {
      if (args.length === 1) {
        return args[0];
      }
      if (stringIncludes(args[0], '%')) {
        const filled = fill(options, args);
        out = filled.text;
        next = filled.used;
      } else {
        out = args[0];
        next = 1;
      }
    }
    for (; next < args.length; next++) {
      const value = args[next];
      out += next === 0 ? '' : ' ';
      out += typeof value === 'string' ? value : inspect(value, options);
    }
    return out;
  }

  function format(...args) {
    return formatArgs({}, args);
  }

  function formatWithOptions(inspectOptions, ...args) {
    if (inspectOptions === null || typeof inspectOptions !== 'object') {
      throw require('internal/errors').invalidArgType(
        'inspectOptions', 'object', inspectOptions);
    }
    return formatArgs(inspectOptions, args);
  }

  exports.format = format;
  exports.formatArgs = formatArgs;
  exports.formatWithOptions = formatWithOptions;
})
