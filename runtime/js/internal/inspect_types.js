/* SPDX-License-Identifier: MIT */
// What util.inspect shows of each class of object: describe() gives the shape
// of one value,
//   open, close  the braces, with the class before the opening one
//   base         text in front of the braces: a function, an error, a date
//   keys         the properties to list
//   list         elements rather than properties: may be set in columns
//   items        (ctx, value, level, shape) -> texts that come before the keys
//   name         the class
//   outline      what stands for the value below ctx.depth
//   whole        the text of the value, if nothing else is to be said
//
// native: the hooks described in inspect_value.js.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    Error,
    ObjectGetPrototypeOf,
    RegExp,
    SymbolIterator,
    Uint8Array,
    arrayPush,
    bigintValueOf,
    booleanValueOf,
    dateGetTime,
    dateToISOString,
    dateToString,
    functionHasInstance,
    functionToString,
    hasOwn,
    numberValueOf,
    regExpExec,
    regExpToString,
    stringEndsWith,
    stringIncludes,
    stringIndexOf,
    stringSlice,
    stringStartsWith,
    stringToLowerCase,
    stringValueOf,
    symbolValueOf,
    typedArrayGetLength,
    typedArrayGetTag,
  } = primordials;
  const {
    describeArray,
    describeIterator,
    describeMap,
    describeSet,
    describeTypedArray,
    describeWeak,
    extraKeysOf,
    keysOf,
    plural,
    prefix,
    pushFields,
  } = require('internal/inspect_lists');
  const { max, min } = require('internal/number');

  const PENDING = 0;
  const REJECTED = 2;

  const noItems = () => [];

  // --- Functions ---

  function classText(who, value) {
    const { ctor, tag } = who;
    const name = (hasOwn(value, 'name') && value.name) || '(anonymous)';
    let out = `class ${name}`;
    if (ctor !== 'Function' && ctor !== null) {
      out += ` [${ctor}]`;
    }
    if (tag !== '' && ctor !== tag) {
      out += ` [${tag}]`;
    }
    if (ctor === null) {
      return `[${out} extends [null prototype]]`;
    }
    const parent = ObjectGetPrototypeOf(value).name;
    return parent ? `[${out} extends ${parent}]` : `[${out}]`;
  }

  const comment = /\/\/.*?\n|\/\*[^]*?\*\//;

  function withoutComments(source) {
    let out = '';
    let rest = source;
    let match = regExpExec(comment, rest);
    while (match !== null) {
      out += stringSlice(rest, 0, match.index);
      rest = stringSlice(rest, match.index + match[0].length);
      match = regExpExec(comment, rest);
    }
    return out + rest;
  }

  // Whether the source is a class's and not a method's that is called class:
  // no parenthesis before the body. A class that extends what a call gives
  // passes for a function, as it does in Node.
  function isClassSource(source) {
    if (!stringStartsWith(source, 'class') || !stringEndsWith(source, '}')) {
      return false;
    }
    const body = stringSlice(source, 5, -1);
    const end = stringIndexOf(body, '{');
    if (end === -1) {
      return false;
    }
    return !stringIncludes(stringSlice(body, 0, end), '(') ||
      regExpExec(/^\s+[^(]*?\{/, withoutComments(body)) !== null;
  }

  function functionText(ctx, who, value, kind) {
    if (isClassSource(functionToString(value))) {
      return classText(who, value);
    }
    const { ctor, tag } = who;
    const type = kind || 'Function';
    let out = `[${type}`;
    if (ctor === null) {
      out += ' (null prototype)';
    }
    if (value.name === '') {
      out += ' (anonymous)';
    } else {
      out += `: ${typeof value.name === 'string' ? value.name :
        ctx.value(ctx, value.name, NaN)}`;
    }
    out += ']';
    if (ctor !== type && ctor !== null) {
      out += ` ${ctor}`;
    }
    if (tag !== '' && ctor !== tag) {
      out += ` [${tag}]`;
    }
    return out;
  }

  function describeFunction(ctx, value, who, shape) {
    shape.base = functionText(ctx, who, value, shape.kind);
    if (shape.keys.length === 0 && who.isBare) {
      shape.whole = ctx.stylize(shape.base, 'special');
    }
  }

  // --- Values with a text of their own ---

  function describeRegExp(ctx, value, who, shape) {
    const head = prefix(who, 'RegExp', '');
    // Without prototype its source is found only through a copy.
    const source = regExpToString(who.ctor === null ? new RegExp(value) :
      value);
    shape.base = head !== 'RegExp ' ? `${head}${source}` : source;
    if ((shape.keys.length === 0 && who.isBare) || who.isDeep) {
      shape.whole = ctx.stylize(shape.base, 'regexp');
    }
  }

  function describeDate(ctx, value, who, shape) {
    const head = prefix(who, 'Date', '');
    const time = dateGetTime(value);
    // Only NaN is not itself.
    const date = time === time ? dateToISOString(value) : dateToString(value);
    shape.base = head !== 'Date ' ? `${head}${date}` : date;
    if (shape.keys.length === 0 && who.isBare) {
      shape.whole = ctx.stylize(shape.base, 'date');
    }
  }

  function describeError(ctx, value, who, shape) {
    const { errorText } = require('internal/inspect_error');
    shape.base = errorText(ctx, value, shape.keys, who.ctor,
                           (fallback) => prefix(who, fallback, ''));
    if (shape.keys.length === 0 && who.isBare) {
      shape.whole = shape.base;
    }
  }

  const unwrap = {
    __proto__: null,
    BigInt: bigintValueOf,
    Boolean: booleanValueOf,
    Number: numberValueOf,
    String: stringValueOf,
    Symbol: symbolValueOf,
  };

  const plainText = (text) => text;

  function describeBoxed(ctx, value, who, shape) {
    const { kind } = shape;
    const { ctor, tag } = who;
    const inner = unwrap[kind](value);
    if (kind === 'String') {
      // The characters are elements, listed already.
      shape.keys = extraKeysOf(value, ctx.showHidden);
    }
    let out = `[${kind}`;
    if (ctor !== kind) {
      out += ctor === null ? ' (null prototype)' : ` (${ctor})`;
    }
    out += `: ${ctx.primitive(plainText, inner, ctx)}]`;
    if (tag !== '' && tag !== ctor) {
      out += ` [${tag}]`;
    }
    shape.base = out;
    if (shape.keys.length === 0) {
      shape.base = ctx.stylize(out, stringToLowerCase(kind));
      if (who.isBare) {
        shape.whole = shape.base;
      }
    }
  }

  // --- Buffers ---

  const hexDigits = '0123456789abcdef';

  function contents(ctx, value) {
    let bytes;
    try {
      bytes = new Uint8Array(value);
    } catch {
      return ctx.stylize('(detached)', 'special');
    }
    const length = typedArrayGetLength(bytes);
    const limit = min(max(0, ctx.maxArrayLength), length);
    let hex = '';
    for (let n = 0; n < limit; n++) {
      hex += (n === 0 ? '' : ' ') + hexDigits[bytes[n] >> 4] +
        hexDigits[bytes[n] & 15];
    }
    const left = length - limit;
    if (left > 0) {
      hex += ` ... ${left} more byte${plural(left)}`;
    }
    return `${ctx.stylize('[Uint8Contents]', 'special')}: <${hex}>`;
  }

  const bufferFields = ['byteLength'];
  const viewFields = ['byteLength', 'byteOffset', 'buffer'];

  function bufferItems(ctx, value, level, shape) {
    const parts = shape.inTyped ? [] : [contents(ctx, value)];
    return pushFields(ctx, value, level, bufferFields, parts, false);
  }

  function describeBuffer(ctx, value, who, shape) {
    const head = prefix(who, shape.kind, '');
    shape.open = `${head}{`;
    shape.inTyped = who.inTyped;
    shape.items = bufferItems;
    if (who.inTyped && shape.keys.length === 0 && who.isBare) {
      const size = ctx.primitive(ctx.stylize, value.byteLength, ctx);
      shape.whole = `${head}{ [byteLength]: ${size} }`;
    }
  }

  const viewItems = (ctx, value, level) =>
    pushFields(ctx, value, level, viewFields, [], false);

  function describeDataView(ctx, value, who, shape) {
    shape.open = `${prefix(who, 'DataView', '')}{`;
    shape.items = viewItems;
  }

  // --- Others ---

  function promiseItems(ctx, value, level) {
    const details = native.getPromiseDetails(value);
    const state = details[0];
    if (state === PENDING) {
      return [ctx.stylize('<pending>', 'special')];
    }
    ctx.indent += 2;
    const text = ctx.value(ctx, details[1], level);
    ctx.indent -= 2;
    return [state === REJECTED ?
      `${ctx.stylize('<rejected>', 'special')} ${text}` : text];
  }

  function describePromise(ctx, value, who, shape) {
    shape.open = `${prefix(who, 'Promise', '')}{`;
    shape.items = promiseItems;
  }

  // Exports that are not initialised yet throw when they are read.
  function namespaceItems(ctx, value, level, shape) {
    const parts = [];
    for (let n = 0; n < shape.exported.length; n++) {
      const key = shape.exported[n];
      try {
        arrayPush(parts, ctx.property(ctx, value, level, key, 0));
      } catch {
        const empty = { __proto__: null, [key]: '' };
        const text = ctx.property(ctx, empty, level, key, 0);
        const at = stringIndexOf(text, ' ');
        arrayPush(parts, stringSlice(text, 0, at + 1) +
          ctx.stylize('<uninitialized>', 'special'));
      }
    }
    return parts;
  }

  function describeNamespace(ctx, value, who, shape) {
    shape.open = `${prefix(who, 'Module', '')}{`;
    shape.exported = shape.keys;
    shape.keys = [];
    shape.items = namespaceItems;
  }

  function describePlain(ctx, value, who, shape) {
    if (shape.kind === 'Arguments' && (who.ctor === 'Object' ||
                                       who.ctor === null)) {
      shape.open = who.ctor === null ? `${prefix(who, 'Arguments', '')}{` :
        '[Arguments] {';
    } else if (who.ctor !== 'Object' || who.tag !== '') {
      shape.open = `${prefix(who, 'Object', '')}{`;
    }
    if (shape.keys.length === 0 && who.isBare) {
      shape.whole = `${shape.open}}`;
    }
  }

  const iterables = {
    __proto__: null,
    'Array': describeArray,
    'Map': describeMap,
    'Map Iterator': describeIterator,
    'Set': describeSet,
    'Set Iterator': describeIterator,
  };

  const others = {
    __proto__: null,
    'ArrayBuffer': describeBuffer,
    'AsyncFunction': describeFunction,
    'AsyncGeneratorFunction': describeFunction,
    'BigInt': describeBoxed,
    'Boolean': describeBoxed,
    'DataView': describeDataView,
    'Date': describeDate,
    'Error': describeError,
    'Function': describeFunction,
    'GeneratorFunction': describeFunction,
    'Module': describeNamespace,
    'Number': describeBoxed,
    'Promise': describePromise,
    'RegExp': describeRegExp,
    'SharedArrayBuffer': describeBuffer,
    'String': describeBoxed,
    'Symbol': describeBoxed,
    'WeakMap': describeWeak,
    'WeakSet': describeWeak,
  };

  function describerOf(value, who, kind) {
    // What has lost its iterator is no list any more.
    if (who.ctor === null || SymbolIterator in value) {
      const list = ArrayIsArray(value) ? describeArray : iterables[kind];
      if (list !== undefined) {
        return list;
      }
      if (typedArrayGetTag(value) !== undefined) {
        return describeTypedArray;
      }
    }
    const describer = others[kind] || describePlain;
    // What passes for a plain object is shown as one, but for functions.
    return who.ctor === 'Object' && describer !== describeFunction ?
      describePlain : describer;
  }

  // @who: ctor and tag (texts; ctor null without prototype), isBare (nothing
  // inherited will be listed), isDeep (below ctx.depth), inTyped.
  function describe(ctx, value, who) {
    let kind = native.classOf(value);
    if (kind === '' && functionHasInstance(Error, value)) {
      kind = 'Error';
    }
    const fallback = who.ctor === null && kind !== '' ? kind : 'Object';
    const name = stringSlice(prefix(who, fallback, ''), 0, -1);
    const shape = {
      kind,
      base: '',
      open: '{',
      close: '}',
      list: false,
      items: noItems,
      keys: undefined,
      name,
      outline: who.ctor === null ? name : `[${name}]`,
      whole: undefined,
      length: 0,
      inTyped: false,
      entriesOpen: '',
      exported: undefined,
    };
    const describer = describerOf(value, who, kind);
    if (describer !== describeArray && describer !== describeTypedArray) {
      shape.keys = keysOf(value, ctx.showHidden);
    }
    describer(ctx, value, who, shape);
    return shape;
  }

  exports.describe = describe;
})
