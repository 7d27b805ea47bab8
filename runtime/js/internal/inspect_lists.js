/* SPDX-License-Identifier: MIT */
// The lists and collections of util.inspect: arrays, typed arrays, maps, sets,
// their iterators and their weak kinds; and what the other classes share with
// them: the class in front of the braces, the keys to list. What a describe
// function has to fill in is said in inspect_types.js.
//
// native: the hooks described in inspect_value.js.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectGetOwnPropertyNames,
    ObjectGetOwnPropertySymbols,
    ObjectKeys,
    arrayPush,
    arraySort,
    hasOwn,
    isEnumerable,
    mapForEach,
    mapGetSize,
    regExpExec,
    setForEach,
    setGetSize,
    stringSlice,
    typedArrayGetLength,
    typedArrayGetTag,
  } = primordials;
  const { max, min } = require('internal/number');
  const { bigintText, numberText } = require('internal/inspect_text');
  const { assemble } = require('internal/inspect_layout');

  const plural = (count) => (count > 1 ? 's' : '');

  // "Foo(2) [tag] ", "[Map(2): null prototype] ".
  function prefix(who, fallback, size) {
    const { ctor, tag } = who;
    if (ctor === null) {
      return tag !== '' && fallback !== tag ?
        `[${fallback}${size}: null prototype] [${tag}] ` :
        `[${fallback}${size}: null prototype] `;
    }
    return tag !== '' && ctor !== tag ? `${ctor}${size} [${tag}] ` :
      `${ctor}${size} `;
  }

  function enumerableNames(value) {
    try {
      return ObjectKeys(value);
    } catch {
      // A module namespace whose exports are not initialised yet.
      return ObjectGetOwnPropertyNames(value);
    }
  }

  // The keys to list: strings, then symbols.
  function keysOf(value, showHidden) {
    const keys = showHidden ? ObjectGetOwnPropertyNames(value) :
      enumerableNames(value);
    const symbols = ObjectGetOwnPropertySymbols(value);
    for (let n = 0; n < symbols.length; n++) {
      if (showHidden || isEnumerable(value, symbols[n])) {
        arrayPush(keys, symbols[n]);
      }
    }
    return keys;
  }

  const index = /^(0|[1-9][0-9]*)$/;
  const INDEX_MAX = 2 ** 32 - 2;

  const isIndex = (key) => typeof key === 'string' &&
    regExpExec(index, key) !== null && +key <= INDEX_MAX;

  // keysOf() without the elements, which come first in any engine's order.
  function extraKeysOf(value, showHidden) {
    const keys = keysOf(value, showHidden);
    const out = [];
    for (let n = 0; n < keys.length; n++) {
      if (!isIndex(keys[n])) {
        arrayPush(out, keys[n]);
      }
    }
    return out;
  }

  function pushMore(parts, left) {
    if (left > 0) {
      arrayPush(parts, `... ${left} more item${plural(left)}`);
    }
    return parts;
  }

  // --- Lists ---

  // The rest of an array that has holes, from @start on: each run of them is
  // one part.
  function sparseItems(ctx, value, level, limit, parts, start) {
    const keys = ObjectKeys(value);
    let next = start;
    for (let n = start; n < keys.length && parts.length < limit; n++) {
      const key = keys[n];
      if (`${next}` !== key) {
        if (!isIndex(key)) {
          break;
        }
        const holes = +key - next;
        arrayPush(parts, ctx.stylize(
          `<${holes} empty item${plural(holes)}>`, 'undefined'));
        next = +key;
        if (parts.length === limit) {
          break;
        }
      }
      arrayPush(parts, ctx.property(ctx, value, level, key, 1));
      next++;
    }
    const left = value.length - next;
    if (parts.length !== limit) {
      if (left > 0) {
        arrayPush(parts, ctx.stylize(`<${left} empty item${plural(left)}>`,
                                     'undefined'));
      }
      return parts;
    }
    return pushMore(parts, left);
  }

  function arrayItems(ctx, value, level) {
    const { length } = value;
    const limit = min(max(0, ctx.maxArrayLength), length);
    const parts = [];
    for (let n = 0; n < limit; n++) {
      if (!hasOwn(value, n)) {
        return sparseItems(ctx, value, level, limit, parts, n);
      }
      arrayPush(parts, ctx.property(ctx, value, level, n, 1));
    }
    return pushMore(parts, length - limit);
  }

  function describeArray(ctx, value, who, shape) {
    const { length } = value;
    const head = who.ctor !== 'Array' || who.tag !== '' ?
      prefix(who, 'Array', `(${length})`) : '';
    shape.keys = extraKeysOf(value, ctx.showHidden);
    shape.open = `${head}[`;
    shape.close = ']';
    shape.list = true;
    shape.items = arrayItems;
    if (length === 0 && shape.keys.length === 0 && who.isBare) {
      shape.whole = `${shape.open}]`;
    }
  }

  // What a getter of the class gives: "[byteLength]: 4". @inTyped: the contents
  // of a buffer have been shown.
  function pushFields(ctx, value, level, fields, parts, inTyped) {
    ctx.indent += 2;
    for (let n = 0; n < fields.length; n++) {
      const text = ctx.value(ctx, value[fields[n]], level, inTyped);
      const name = ctx.stylize(`[${fields[n]}]`, 'string');
      arrayPush(parts, `${name}: ${text}`);
    }
    ctx.indent -= 2;
    return parts;
  }

  const typedFields =
    ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];

  function typedItems(ctx, value, level, shape) {
    const { length } = shape;
    const limit = min(max(0, ctx.maxArrayLength), length);
    const parts = [];
    for (let n = 0; n < limit; n++) {
      const element = value[n];
      arrayPush(parts, typeof element === 'bigint' ?
        ctx.stylize(bigintText(element, ctx.numericSeparator), 'bigint') :
        ctx.stylize(numberText(element, ctx.numericSeparator), 'number'));
    }
    pushMore(parts, length - limit);
    if (ctx.showHidden) {
      pushFields(ctx, value, level, typedFields, parts, true);
    }
    return parts;
  }

  function describeTypedArray(ctx, value, who, shape) {
    const length = typedArrayGetLength(value);
    shape.length = length;
    shape.keys = extraKeysOf(value, ctx.showHidden);
    shape.open = `${prefix(who, typedArrayGetTag(value), `(${length})`)}[`;
    shape.close = ']';
    shape.list = true;
    shape.items = typedItems;
    if (length === 0 && shape.keys.length === 0 && !ctx.showHidden) {
      shape.whole = `${shape.open}]`;
    }
  }

  // --- Collections ---

  function setItems(ctx, value, level) {
    const limit = max(0, ctx.maxArrayLength);
    const parts = [];
    let count = 0;
    ctx.indent += 2;
    setForEach(value, (entry) => {
      if (count++ < limit) {
        arrayPush(parts, ctx.value(ctx, entry, level));
      }
    });
    ctx.indent -= 2;
    return pushMore(parts, count - limit);
  }

  function mapItems(ctx, value, level) {
    const limit = max(0, ctx.maxArrayLength);
    const parts = [];
    let count = 0;
    ctx.indent += 2;
    mapForEach(value, (entry, key) => {
      if (count++ < limit) {
        const left = ctx.value(ctx, key, level);
        arrayPush(parts, `${left} => ${ctx.value(ctx, entry, level)}`);
      }
    });
    ctx.indent -= 2;
    return pushMore(parts, count - limit);
  }

  function describeCollection(ctx, value, who, shape, size, name, items) {
    const head = prefix(who, name, `(${size})`);
    shape.keys = keysOf(value, ctx.showHidden);
    shape.open = `${head}{`;
    shape.items = items;
    if (size === 0 && shape.keys.length === 0 && who.isBare) {
      shape.whole = `${head}{}`;
    }
  }

  function describeSet(ctx, value, who, shape) {
    describeCollection(ctx, value, who, shape, setGetSize(value), 'Set',
                       setItems);
  }

  function describeMap(ctx, value, who, shape) {
    describeCollection(ctx, value, who, shape, mapGetSize(value), 'Map',
                       mapItems);
  }

  // @entries one by one, as of a set.
  function singleParts(ctx, entries, level) {
    const limit = min(max(0, ctx.maxArrayLength), entries.length);
    const parts = [];
    ctx.indent += 2;
    for (let n = 0; n < limit; n++) {
      arrayPush(parts, ctx.value(ctx, entries[n], level));
    }
    ctx.indent -= 2;
    return parts;
  }

  // @entries two by two, each pair put together by @join.
  function pairParts(ctx, entries, level, join) {
    const limit = min(max(0, ctx.maxArrayLength), entries.length / 2);
    const parts = [];
    ctx.indent += 2;
    for (let n = 0; n < limit; n++) {
      const key = ctx.value(ctx, entries[n * 2], level);
      arrayPush(parts, join(key, ctx.value(ctx, entries[n * 2 + 1], level)));
    }
    ctx.indent -= 2;
    return parts;
  }

  function iteratorItems(ctx, value, level, shape) {
    const preview = native.previewEntries(value);
    const entries = preview[0];
    const isPairs = preview[1];
    if (!isPairs) {
      return pushMore(singleParts(ctx, entries, level),
                      entries.length - ctx.maxArrayLength);
    }
    shape.open = shape.entriesOpen;
    const pairShape = { base: '', open: '[', close: ']', list: true };
    const parts = pairParts(ctx, entries, level, (key, entry) =>
      assemble(ctx, [key, entry], pairShape, level));
    return pushMore(parts, entries.length / 2 - ctx.maxArrayLength);
  }

  function describeIterator(ctx, value, who, shape) {
    const name = shape.kind;
    const tag = who.tag !== name && who.tag !== '' ? `${who.tag}] [` : '';
    shape.keys = keysOf(value, ctx.showHidden);
    shape.open = `[${tag}${name}] {`;
    const kind = stringSlice(name, 0, 3);
    shape.entriesOpen = `[${tag}${kind} Entries] {`;
    shape.items = iteratorItems;
  }

  // Their order means nothing, so the texts are sorted to be stable.
  function weakItems(ctx, value, level) {
    if (!ctx.showHidden) {
      return [ctx.stylize('<items unknown>', 'special')];
    }
    const preview = native.previewEntries(value);
    const entries = preview[0];
    const isPairs = preview[1];
    const parts = isPairs ?
      pairParts(ctx, entries, level, (key, entry) => `${key} => ${entry}`) :
      singleParts(ctx, entries, level);
    if (!ctx.sorted) {
      arraySort(parts, undefined);
    }
    const count = isPairs ? entries.length / 2 : entries.length;
    return pushMore(parts, count - ctx.maxArrayLength);
  }

  function describeWeak(ctx, value, who, shape) {
    shape.keys = keysOf(value, ctx.showHidden);
    shape.open = `${prefix(who, shape.kind, '')}{`;
    shape.items = weakItems;
  }

  exports.describeArray = describeArray;
  exports.describeIterator = describeIterator;
  exports.describeMap = describeMap;
  exports.describeSet = describeSet;
  exports.describeTypedArray = describeTypedArray;
  exports.describeWeak = describeWeak;
  exports.extraKeysOf = extraKeysOf;
  exports.keysOf = keysOf;
  exports.plural = plural;
  exports.prefix = prefix;
  exports.pushFields = pushFields;
})
