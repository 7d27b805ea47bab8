/* SPDX-License-Identifier: MIT */
// util.inspect: its arguments, options, colours and defaults. The output is
// Node 22's, character for character (test/js/internal/inspect-*.js).
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectAssign,
    ObjectDefineProperty,
    ObjectKeys,
    SymbolFor,
    stringToLowerCase,
  } = primordials;
  const walk = require('internal/inspect_value');
  const { defaults } = require('internal/inspect_defaults');

  const plain = (text) => text;

  function coloured(text, kind) {
    const style = inspect.styles[kind];
    const color = style === undefined ? undefined : inspect.colors[style];
    return color === undefined ? text :
      `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
  }

  function takeOptions(ctx, options) {
    if (typeof options === 'boolean') {
      ctx.showHidden = options;
      return;
    }
    if (options === null || typeof options !== 'object') {
      return;
    }
    const keys = ObjectKeys(options);
    for (let n = 0; n < keys.length; n++) {
      const key = keys[n];
      if (key in defaults || key === 'stylize') {
        ctx[key] = options[key];
      } else if (ctx.userOptions === undefined) {
        ctx.userOptions = options;
      }
    }
  }

  // inspect(value, options), or as of old
  // inspect(value, showHidden, depth, colors).
  function inspect(value, options) {
    const ctx = {
      ...defaults,
      stylize: plain,
      seen: [],
      circular: undefined,
      indent: 0,
      deepest: 0,
      budget: { __proto__: null },
      userOptions: undefined,
      inspect,
      value: walk.formatValue,
      property: walk.formatProperty,
      primitive: walk.formatPrimitive,
    };
    if (arguments.length > 1) {
      if (arguments.length > 2) {
        if (arguments[2] !== undefined) {
          ctx.depth = arguments[2];
        }
        if (arguments.length > 3 && arguments[3] !== undefined) {
          ctx.colors = arguments[3];
        }
      }
      takeOptions(ctx, options);
    }
    if (ctx.colors) {
      ctx.stylize = coloured;
    }
    if (ctx.maxArrayLength === null) {
      ctx.maxArrayLength = Infinity;
    }
    if (ctx.maxStringLength === null) {
      ctx.maxStringLength = Infinity;
    }
    return walk.formatValue(ctx, value, 0);
  }

  const escapeTable = [
    ['reset', 0, 0], ['bold', 1, 22], ['dim', 2, 22], ['italic', 3, 23],
    ['underline', 4, 24], ['blink', 5, 25], ['inverse', 7, 27],
    ['hidden', 8, 28], ['strikethrough', 9, 29], ['doubleunderline', 21, 24],
  ];
  const hues = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan',
                'White'];
  const aliases = {
    __proto__: null,
    gray: ['grey', 'blackBright'],
    bgGray: ['bgGrey', 'bgBlackBright'],
    dim: ['faint'],
    strikethrough: ['crossedout', 'strikeThrough', 'crossedOut'],
    hidden: ['conceal'],
    inverse: ['swapColors', 'swapcolors'],
    doubleunderline: ['doubleUnderline'],
  };

  function addAliases(colors) {
    const names = ObjectKeys(aliases);
    for (let n = 0; n < names.length; n++) {
      const name = names[n];
      for (let a = 0; a < aliases[name].length; a++) {
        ObjectDefineProperty(colors, aliases[name][a], {
          __proto__: null,
          get() { return this[name]; },
          set(value) { this[name] = value; },
          configurable: true,
          enumerable: false,
        });
      }
    }
    return colors;
  }

  // Name to the SGR codes that switch it on and off (ECMA-48 8.3.117), in the
  // order in which Node lists them.
  function makeColors() {
    const colors = { __proto__: null };
    for (let n = 0; n < escapeTable.length; n++) {
      colors[escapeTable[n][0]] = [escapeTable[n][1], escapeTable[n][2]];
    }
    for (let n = 0; n < hues.length; n++) {
      colors[stringToLowerCase(hues[n])] = [30 + n, 39];
    }
    for (let n = 0; n < hues.length; n++) {
      colors[`bg${hues[n]}`] = [40 + n, 49];
    }
    colors.framed = [51, 54];
    colors.overlined = [53, 55];
    colors.gray = [90, 39];
    for (let n = 1; n < hues.length; n++) {
      colors[`${stringToLowerCase(hues[n])}Bright`] = [90 + n, 39];
    }
    colors.bgGray = [100, 49];
    for (let n = 1; n < hues.length; n++) {
      colors[`bg${hues[n]}Bright`] = [100 + n, 49];
    }
    return addAliases(colors);
  }

  inspect.custom = SymbolFor('nodejs.util.inspect.custom');

  ObjectDefineProperty(inspect, 'defaultOptions', {
    __proto__: null,
    get() { return defaults; },
    set(options) {
      if (options === null || typeof options !== 'object') {
        throw require('internal/errors').invalidArgType('options', 'object',
                                                        options);
      }
      ObjectAssign(defaults, options);
    },
  });

  // Few functions look at the colours: the table is made for the first.
  const settleColors = (value) => {
    ObjectDefineProperty(inspect, 'colors', {
      __proto__: null,
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    return value;
  };
  ObjectDefineProperty(inspect, 'colors', {
    __proto__: null,
    get: () => settleColors(makeColors()),
    set: settleColors,
    enumerable: true,
    configurable: true,
  });
  inspect.styles = {
    __proto__: null,
    special: 'cyan',
    number: 'yellow',
    bigint: 'yellow',
    boolean: 'yellow',
    undefined: 'grey',
    null: 'bold',
    string: 'green',
    symbol: 'green',
    date: 'magenta',
    regexp: 'red',
    module: 'underline',
  };

  exports.inspect = inspect;
})
