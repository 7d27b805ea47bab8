/* SPDX-License-Identifier: MIT */
// The walk of util.inspect: one value, its properties, what they hold.
//
// ctx is the state of one call of inspect: its options (inspect.js) and
//   stylize   (text, kind) -> text, with colours or without
//   seen      the objects around the current one, outermost first
//   circular  Map of each object that was met inside itself to its number
//   indent    columns that the current value is indented by
//   deepest   the deepest level begun so far, which decides what shares a line
//   budget    characters written per indent; stops a run-away
// level is 0 for the outermost value.
//
// native, this module's and inspect_types.js's hooks, none of which may run
// code of the function's:
//   classOf(object) -> string: the engine's class, whatever its prototype or
//     Symbol.toStringTag say. 'Array', 'Arguments', 'Map', 'Set', 'Map
//     Iterator', 'Set Iterator', 'WeakMap', 'WeakSet', 'Promise', 'Date',
//     'RegExp', 'Error', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView',
//     'Module' (a namespace), 'Boolean' 'Number' 'String' 'Symbol' 'BigInt'
//     (wrappers), a typed array's name, 'Function', 'AsyncFunction',
//     'GeneratorFunction', 'AsyncGeneratorFunction'; 'Proxy'; '' for others.
//   getProxyDetails(object) -> undefined if it is no proxy, else
//     [target, handler], both null after revocation.
//   getPromiseDetails(promise) -> [state, result]; 0 pending, 1 fulfilled,
//     2 rejected.
//   previewEntries(object) -> [entries, pairs] of a Map Iterator, Set Iterator,
//     WeakMap or WeakSet, without moving it. entries is flat, key value key
//     value, where pairs is true.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Map,
    Object,
    ObjectGetOwnPropertyDescriptor,
    ObjectGetPrototypeOf,
    RangeError,
    ReflectApply,
    ReflectOwnKeys,
    SymbolFor,
    SymbolToStringTag,
    arrayIncludes,
    arrayJoin,
    arrayPop,
    arrayPush,
    arraySlice,
    arraySort,
    functionHasInstance,
    hasOwn,
    isEnumerable,
    mapGet,
    mapGetSize,
    mapSet,
    regExpExec,
    stringIndexOf,
    stringRepeat,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const text = require('internal/inspect_text');
  const { assemble } = require('internal/inspect_layout');
  const { describe } = require('internal/inspect_types');
  const { split } = require('internal/text');

  const customInspect = SymbolFor('nodejs.util.inspect.custom');

  // Shorter strings are never split at their line feeds.
  const SPLIT_MIN = 16;
  // Levels of prototypes whose properties showHidden looks for.
  const PROTOTYPES_MAX = 3;
  // Past this many characters at one indent only the outlines are shown.
  const BUDGET = 2 ** 27;

  // Where a property stands: among an object's, as the element of a list, or
  // behind the elements.
  const KEY = 0;
  const ELEMENT = 1;
  const LIST_KEY = 2;

  function stringText(stylize, value, ctx) {
    let shown = value;
    let trailer = '';
    if (value.length > ctx.maxStringLength) {
      const left = value.length - ctx.maxStringLength;
      shown = stringSlice(value, 0, ctx.maxStringLength);
      trailer = `... ${left} more character${left > 1 ? 's' : ''}`;
    }
    if (ctx.compact !== true && shown.length > SPLIT_MIN &&
        shown.length > ctx.breakLength - ctx.indent - 4) {
      const lines = text.splitLines(shown);
      let out = '';
      for (let n = 0; n < lines.length; n++) {
        out += n === 0 ? '' : ` +\n${stringRepeat(' ', ctx.indent + 2)}`;
        out += stylize(text.quote(lines[n]), 'string');
      }
      return out + trailer;
    }
    return stylize(text.quote(shown), 'string') + trailer;
  }

  function formatPrimitive(stylize, value, ctx) {
    switch (typeof value) {
      case 'string':
        return stringText(stylize, value, ctx);
      case 'number':
        return stylize(text.numberText(value, ctx.numericSeparator), 'number');
      case 'bigint':
        return stylize(text.bigintText(value, ctx.numericSeparator), 'bigint');
      case 'symbol':
        return stylize(text.symbolText(value), 'symbol');
      default:
        return stylize(`${value}`, typeof value);
    }
  }

  // What the function's own inspect methods get: the options as they stand.
  // One of another realm, or a proxy, gets nothing that leads back here.
  function optionsFor(ctx, isForeign) {
    const options = {
      stylize: ctx.stylize,
      showHidden: ctx.showHidden,
      depth: ctx.depth,
      colors: ctx.colors,
      customInspect: ctx.customInspect,
      showProxy: ctx.showProxy,
      maxArrayLength: ctx.maxArrayLength,
      maxStringLength: ctx.maxStringLength,
      breakLength: ctx.breakLength,
      compact: ctx.compact,
      sorted: ctx.sorted,
      getters: ctx.getters,
      numericSeparator: ctx.numericSeparator,
      ...ctx.userOptions,
    };
    if (isForeign) {
      return { __proto__: null, ...options };
    }
    return options;
  }

  // The text that the inspect method of @target gives for @value, its proxy or
  // itself, or undefined.
  function customText(ctx, value, target, level) {
    const method = target[customInspect];
    if (typeof method !== 'function' || method === ctx.inspect) {
      return undefined;
    }
    // A prototype that holds the method is shown as the object it is.
    const { constructor } = target;
    if (constructor && constructor.prototype === target) {
      return undefined;
    }
    const depth = ctx.depth === null ? null : ctx.depth - level;
    const isForeign = target !== value ||
      !functionHasInstance(Object, value);
    const result = ReflectApply(method, value, [
      depth, optionsFor(ctx, isForeign), ctx.inspect]);
    if (result === value) {
      return undefined;
    }
    if (typeof result !== 'string') {
      return formatValue(ctx, result, level);
    }
    const lines = split(result, '\n');
    return arrayJoin(lines, `\n${stringRepeat(' ', ctx.indent)}`);
  }

  function formatProxy(ctx, proxy, level) {
    if (level > ctx.depth && ctx.depth !== null) {
      return ctx.stylize('Proxy [Array]', 'special');
    }
    ctx.indent += 2;
    const parts = [
      formatValue(ctx, proxy[0], level + 1),
      formatValue(ctx, proxy[1], level + 1),
    ];
    ctx.indent -= 2;
    const shape = { base: '', open: 'Proxy [', close: ']', list: true };
    return assemble(ctx, parts, shape, level + 1);
  }

  function circularText(ctx, value) {
    let number = 1;
    if (ctx.circular === undefined) {
      ctx.circular = new Map();
      mapSet(ctx.circular, value, number);
    } else {
      number = mapGet(ctx.circular, value);
      if (number === undefined) {
        number = mapGetSize(ctx.circular) + 1;
        mapSet(ctx.circular, value, number);
      }
    }
    return ctx.stylize(`[Circular *${number}]`, 'special');
  }

  // @inTyped: value is the buffer of a typed array whose elements are shown.
  function formatValue(ctx, value, level, inTyped) {
    if (typeof value !== 'object' && typeof value !== 'function') {
      return formatPrimitive(ctx.stylize, value, ctx);
    }
    if (value === null) {
      return ctx.stylize('null', 'null');
    }
    let target = value;
    const proxy = native.getProxyDetails(value);
    if (proxy !== undefined && ctx.showProxy) {
      return proxy[0] === null ? ctx.stylize('<Revoked Proxy>', 'special') :
        formatProxy(ctx, proxy, level);
    }
    // Without showProxy no trap is run: the target stands for the proxy.
    if (proxy !== undefined) {
      target = proxy[0];
      if (target === null) {
        return ctx.stylize('<Revoked Proxy>', 'special');
      }
    }
    if (ctx.customInspect) {
      const custom = customText(ctx, value, target, level);
      if (custom !== undefined) {
        return custom;
      }
    }
    if (arrayIncludes(ctx.seen, target)) {
      return circularText(ctx, target);
    }
    return formatObject(ctx, target, level, inTyped);
  }

  const isBuiltinName = (name) =>
    require('internal/builtin_names').isBuiltinName(name);

  function isInstance(value, constructor) {
    try {
      return value instanceof constructor;
    } catch {
      return false;
    }
  }

  // The constructor that @object names as its own, if it is one of its.
  function ownConstructor(object, value) {
    const own = ObjectGetOwnPropertyDescriptor(object, 'constructor');
    return own !== undefined && typeof own.value === 'function' &&
      own.value.name !== '' && isInstance(value, own.value) ?
      own.value : undefined;
  }

  // The name of value's constructor, null if it has no prototype. Properties
  // of prototypes that are the function's own go to @inherited.
  function constructorName(ctx, value, level, inherited) {
    const first = ObjectGetPrototypeOf(value);
    for (let at = value; at; at = ObjectGetPrototypeOf(at)) {
      const constructor = ownConstructor(at, value);
      if (constructor !== undefined) {
        if (inherited !== undefined &&
            (at !== first || !isBuiltinName(constructor.name))) {
          addInherited(ctx, value, at === value ? value : first, level,
                       inherited);
        }
        return `${constructor.name}`;
      }
    }
    if (first === null) {
      return null;
    }
    const name = native.classOf(value) || 'Object';
    if (level > ctx.depth && ctx.depth !== null) {
      return `${name} <Complex prototype>`;
    }
    const outer = constructorName(ctx, first, level + 1, inherited);
    if (outer === null) {
      const options = optionsFor(ctx, false);
      options.depth = -1;
      options.customInspect = false;
      return `${name} <${ctx.inspect(first, options)}>`;
    }
    return `${name} <${outer}>`;
  }

  function inheritedKeys(main, from, known) {
    const keys = ReflectOwnKeys(from);
    const out = [];
    for (let n = 0; n < keys.length; n++) {
      if (keys[n] !== 'constructor' && !hasOwn(main, keys[n]) &&
          !arrayIncludes(known, keys[n])) {
        arrayPush(out, keys[n]);
      }
    }
    return out;
  }

  // showHidden: the properties, but for methods, of the prototypes that come
  // before the first builtin one.
  function addInherited(ctx, main, first, level, out) {
    let from = first;
    const known = [];
    for (let depth = 0; depth < PROTOTYPES_MAX; depth++) {
      if (depth !== 0 || main === from) {
        from = ObjectGetPrototypeOf(from);
        if (from === null) {
          break;
        }
        const own = ObjectGetOwnPropertyDescriptor(from, 'constructor');
        if (own !== undefined && typeof own.value === 'function' &&
            isBuiltinName(own.value.name)) {
          break;
        }
      }
      const keys = inheritedKeys(main, from, known);
      arrayPush(ctx.seen, main);
      for (let n = 0; n < keys.length; n++) {
        const own = ObjectGetOwnPropertyDescriptor(from, keys[n]);
        if (typeof own.value === 'function') {
          continue;
        }
        const part = formatProperty(ctx, from, level, keys[n], KEY, own,
                                    main);
        arrayPush(out, ctx.colors ? `\u001b[2m${part}\u001b[22m` : part);
      }
      arrayPop(ctx.seen);
      const seen = ReflectOwnKeys(from);
      for (let n = 0; n < seen.length; n++) {
        arrayPush(known, seen[n]);
      }
    }
  }

  // Whether @name has the word @tag: SafeMap and MapView have "Map".
  function saysTag(name, tag) {
    const at = stringIndexOf(name, tag);
    const next = name[at + tag.length];
    return at !== -1 && (next === undefined || (next >= 'A' && next <= 'Z'));
  }

  function tagOf(ctx, value, ctor) {
    const tag = value[SymbolToStringTag];
    // One that will be listed among the properties is no tag, and one that
    // the constructor's name says already is left out.
    if (typeof tag !== 'string' || tag === '' ||
        (ctx.showHidden ? hasOwn : isEnumerable)(value, SymbolToStringTag) ||
        (ctor !== null && saysTag(ctor, tag))) {
      return '';
    }
    return tag;
  }

  function isStackOverflow(error) {
    return functionHasInstance(RangeError, error) &&
      typeof error.message === 'string' &&
      stringStartsWith(error.message, 'Maximum call stack size exceeded');
  }

  // The elements and then the properties of @value, as texts.
  function partsOf(ctx, value, level, shape, inherited) {
    const parts = shape.items(ctx, value, level, shape);
    const { keys } = shape;
    for (let n = 0; n < keys.length; n++) {
      arrayPush(parts, formatProperty(ctx, value, level, keys[n],
                                      shape.list ? LIST_KEY : KEY));
    }
    if (inherited !== undefined) {
      for (let n = 0; n < inherited.length; n++) {
        arrayPush(parts, inherited[n]);
      }
    }
    return parts;
  }

  // sorted: properties sort, elements of a list keep their places.
  function sortParts(ctx, parts, shape) {
    const compare = ctx.sorted === true ? undefined : ctx.sorted;
    if (!shape.list) {
      return arraySort(parts, compare);
    }
    const { length } = shape.keys;
    if (length <= 1) {
      return parts;
    }
    const at = parts.length - length;
    const sorted = arraySort(arraySlice(parts, at), compare);
    for (let n = 0; n < length; n++) {
      parts[at + n] = sorted[n];
    }
    return parts;
  }

  function addReference(ctx, value, shape) {
    const number = ctx.circular === undefined ? undefined :
      mapGet(ctx.circular, value);
    if (number === undefined) {
      return;
    }
    const reference = ctx.stylize(`<ref *${number}>`, 'special');
    if (ctx.compact === true) {
      shape.open = `${reference} ${shape.open}`;
    } else {
      shape.base = shape.base === '' ? reference : `${reference} ${shape.base}`;
    }
  }

  function formatObject(ctx, value, level, inTyped) {
    let inherited;
    if (ctx.showHidden && (level <= ctx.depth || ctx.depth === null)) {
      inherited = [];
    }
    const ctor = constructorName(ctx, value, level, inherited);
    if (inherited !== undefined && inherited.length === 0) {
      inherited = undefined;
    }
    const shape = describe(ctx, value, {
      ctor,
      tag: tagOf(ctx, value, ctor),
      isBare: inherited === undefined,
      inTyped,
      isDeep: level > ctx.depth && ctx.depth !== null,
    });
    if (shape.whole !== undefined) {
      return shape.whole;
    }
    if (level > ctx.depth && ctx.depth !== null) {
      return ctx.stylize(shape.outline, 'special');
    }

    arrayPush(ctx.seen, value);
    ctx.deepest = level + 1;
    const { indent } = ctx;
    let parts;
    try {
      parts = partsOf(ctx, value, level + 1, shape, inherited);
    } catch (error) {
      if (!isStackOverflow(error)) {
        throw error;
      }
      arrayPop(ctx.seen);
      ctx.indent = indent;
      return ctx.stylize(
        `[${shape.name}: Inspection interrupted prematurely. ` +
        'Maximum call stack size exceeded.]', 'special');
    }
    addReference(ctx, value, shape);
    arrayPop(ctx.seen);
    if (ctx.sorted) {
      parts = sortParts(ctx, parts, shape);
    }
    const out = assemble(ctx, parts, shape, level + 1, value);
    const spent = (ctx.budget[ctx.indent] || 0) + out.length;
    ctx.budget[ctx.indent] = spent;
    if (spent > BUDGET) {
      ctx.depth = -1;
    }
    return out;
  }

  function getterText(ctx, own, original, level) {
    const { stylize } = ctx;
    const isPair = own.set !== undefined;
    const label = isPair ? 'Getter/Setter' : 'Getter';
    if (!ctx.getters ||
        (ctx.getters !== true && ctx.getters !== (isPair ? 'set' : 'get'))) {
      return stylize(`[${label}]`, 'special');
    }
    let inner;
    try {
      const value = ReflectApply(own.get, original, []);
      ctx.indent += 2;
      if ((value !== null && typeof value === 'object') ||
          typeof value === 'function') {
        inner = formatValue(ctx, value, level);
        ctx.indent -= 2;
        return `${stylize(`[${label}]`, 'special')} ${inner}`;
      }
      inner = value === null ? stylize('null', 'null') :
        formatPrimitive(stylize, value, ctx);
      ctx.indent -= 2;
    } catch (error) {
      inner = `<Inspection threw (${error.message})>`;
    }
    return `${stylize(`[${label}:`, 'special')} ${inner}` +
      stylize(']', 'special');
  }

  const SINGLE_QUOTE = 0x27;
  const identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

  function keyText(ctx, key, own) {
    if (typeof key === 'symbol') {
      const name = text.escape(text.symbolText(key), SINGLE_QUOTE);
      return `[${ctx.stylize(name, 'symbol')}]`;
    }
    if (key === '__proto__') {
      return "['__proto__']";
    }
    if (own.enumerable === false) {
      return `[${text.escape(key, SINGLE_QUOTE)}]`;
    }
    return regExpExec(identifier, key) !== null ? ctx.stylize(key, 'name') :
      ctx.stylize(text.quote(key), 'string');
  }

  // "key: value", or the value alone for @place ELEMENT. A getter of @value is
  // called on @original.
  function formatProperty(ctx, value, level, key, place, given, original) {
    const own = given || ObjectGetOwnPropertyDescriptor(value, key) ||
      { __proto__: null, value: value[key], enumerable: false };
    let gap = ' ';
    let out;
    if (own.value !== undefined) {
      const step = ctx.compact !== true || place !== KEY ? 2 : 3;
      ctx.indent += step;
      out = formatValue(ctx, own.value, level);
      if (step === 3 && ctx.breakLength < text.displayWidth(out)) {
        gap = `\n${stringRepeat(' ', ctx.indent)}`;
      }
      ctx.indent -= step;
    } else if (own.get !== undefined) {
      out = getterText(ctx, own, original === undefined ? value : original,
                       level);
    } else if (own.set !== undefined) {
      out = ctx.stylize('[Setter]', 'special');
    } else {
      out = ctx.stylize('undefined', 'undefined');
    }
    return place === ELEMENT ? out : `${keyText(ctx, key, own)}:${gap}${out}`;
  }

  exports.formatPrimitive = formatPrimitive;
  exports.formatProperty = formatProperty;
  exports.formatValue = formatValue;
})
