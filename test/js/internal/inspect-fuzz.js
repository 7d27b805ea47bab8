/* SPDX-License-Identifier: MIT */
// Wrong if inspect differs from node's for a value that nobody thought of: nests
// of random shape under random options, the same in every run. Needs node as
// the oracle.
'use strict';

const util = require('node:util');
const host = require('../host.js');
const { inspect } = host.load('internal/inspect');

const ROUNDS = 60;
const VALUES_A_ROUND = 100;

// xorshift32: a run is told by its seed.
function generator(seed) {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const words = ['a', 'key', 'longer_name', 'with space', "it's", '\u4e2d\u6587', '0', '12', '$', '\u{1f600}',
               'line\nfeed', '', 'constructor', 'toString', 'veryVeryLongPropertyNameThatTakesRoom'];

class Point {
  constructor(fields) {
    Object.assign(this, fields);
  }
}
class Point3 extends Point {}

// A value of at most @depth levels; @seen are the objects around it.
function make(random, depth, seen) {
  const pick = (list) => list[random(list.length)];
  const text = () => pick(words).repeat(1 + random(random(8) === 0 ? 30 : 2));
  const number = () => pick([random(10), random(1e6), -random(1000) / 7, 0, -0, NaN, 1e21, 2 ** 40]);
  const leaves = [
    text, text, number, number, () => random(2) === 0, () => null, () => undefined, () => BigInt(random(1e9)),
    () => Symbol(pick(words)), () => () => 1, () => class Named {}, () => new Date(random(1e9) * 1000), () => /r(e)g/g,
    () => (seen.length > 0 ? pick(seen) : 'outermost'), () => Object(number()), () => Object(text()),
    () => Object.assign(new RangeError(pick(words)), { stack: `RangeError: ${pick(words)}\n    at f (/srv/a.js:1:${random(9)})` }),
    () => new Uint8Array(random(12)), () => new Float64Array(random(4)).fill(number()),
  ];
  if (depth === 0 || random(4) === 0) {
    return pick(leaves)();
  }
  const count = random(10) === 0 ? random(120) : random(9);
  const child = (value) => make(random, depth - 1, [...seen, value]);
  const fill = (value) => {
    for (let n = random(6); n > 0; n--) {
      value[random(8) === 0 ? Symbol(pick(words)) : pick(words)] = child(value);
    }
    return value;
  };
  const shapes = [
    () => fill({}), () => fill({}), () => fill(new Point()), () => fill(new Point3()), () => fill(Object.create(null)),
    () => {
      const list = [];
      const same = random(2) === 0 ? pick(leaves) : undefined;
      for (let n = 0; n < count; n++) {
        if (random(20) === 0) {
          list.length += 1 + random(3);
        } else {
          list.push(same === undefined ? child(list) : same());
        }
      }
      return random(10) === 0 ? fill(list) : list;
    },
    () => {
      const map = new Map();
      for (let n = random(5); n > 0; n--) {
        map.set(child(map), child(map));
      }
      return map;
    },
    () => {
      const set = new Set();
      for (let n = count; n > 0; n--) {
        set.add(child(set));
      }
      return set;
    },
    () => Promise.resolve(child(null)),
    () => {
      // Node takes a proxy whose target has null at 0 for a revoked one.
      const target = fill({});
      return target[0] === null ? target : new Proxy(target, {});
    },
    () => {
      // Node fails to show a function that a getter returns, and then indents
      // all that follows.
      const value = child(null);
      if (typeof value === 'function') {
        return fill({});
      }
      return Object.defineProperty(fill({}), pick(words), {
        enumerable: random(2) === 0, get: () => value, set: random(2) === 0 ? () => {} : undefined,
      });
    },
    () => new Map([[child(null), child(null)]]).entries(),
  ];
  return pick(shapes)();
}

function makeOptions(random) {
  const pick = (list) => list[random(list.length)];
  const options = {};
  const choices = {
    depth: [0, 1, 2, 3, 5, null, Infinity], colors: [true, false], compact: [true, false, 0, 1, 2, 3, 10],
    breakLength: [10, 40, 60, 80, 120, Infinity], maxArrayLength: [0, 1, 6, 7, 50, null], sorted: [true, false],
    maxStringLength: [0, 5, 20, null], showProxy: [true, false], getters: [true, false, 'get', 'set'],
  };
  for (const [name, values] of Object.entries(choices)) {
    if (random(3) === 0) {
      options[name] = pick(values);
    }
  }
  return options;
}

for (let seed = 1; seed <= ROUNDS; seed++) {
  host.test(`inspect-fuzz seed ${seed}`, () => {
    const random = generator(seed * 2654435761);
    for (let n = 0; n < VALUES_A_ROUND; n++) {
      const value = make(random, 1 + random(5), []);
      const options = makeOptions(random);
      host.equal(inspect(value, options), util.inspect(value, options),
                 `value ${n} ${util.inspect(options, { breakLength: Infinity })}`);
    }
  });
}
