/* SPDX-License-Identifier: MIT */
// SocketAddress and BlockList of node:net: addresses as values, and rules over
// them.
//
// native.binding('net').parse(): see js_net.h
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, ObjectDefineProperty, SymbolFor } = primordials;
  const { inspect } = require('internal/inspect');
  const { invalidArgValue, withCode } = require('internal/errors');
  const {
    validateInt32, validateString, validateUint32,
  } = require('internal/validators');
  const { validators } = require('internal/nodelib_util');

  const { parse } = native.binding('net');

  const kInspect = SymbolFor('nodejs.util.inspect.custom');
  // An IPv4 address within IPv6: its first 96 bits.
  const MAPPED_BITS = 96;
  const MAPPED = 0xffff;

  function describe(name, value, depth, options) {
    return depth < 0 ? `[${name}]` : `${name} ${inspect(value, {
      ...options, depth: options.depth === null ? null : options.depth - 1,
    })}`;
  }

  // The four numbers of a SocketAddress.
  let wordsOf;

  class SocketAddress {
    static {
      wordsOf = (address) => address.#parts.words;
    }

    #parts;

    constructor(options = {}) {
      validators.validateObject(options, 'options');
      let { family = 'ipv4' } = options;
      family = typeof family === 'string' ? family.toLowerCase() : family;
      if (family !== 'ipv4' && family !== 'ipv6') {
        throw invalidArgValue('options.family', options.family);
      }
      const {
        address = family === 'ipv4' ? '127.0.0.1' : '::',
        port = 0,
        flowlabel = 0,
      } = options;
      validateString(address, 'options.address');
      const number = validators.validatePort(port, 'options.port');
      validateUint32(flowlabel, 'options.flowlabel');
      const parsed = parse(address, number);
      if (typeof parsed === 'number' || `ipv${parsed[1]}` !== family) {
        throw withCode(Error, 'ERR_INVALID_ADDRESS', 'Invalid address');
      }
      const [text, , ...words] = parsed;
      this.#parts = {
        address: text, port: number, family, words,
        flowlabel: family === 'ipv4' ? 0 : flowlabel,
      };
    }

    static isSocketAddress(value) {
      return typeof value === 'object' && value !== null && #parts in value;
    }

    get address() {
      return this.#parts.address;
    }

    get port() {
      return this.#parts.port;
    }

    get family() {
      return this.#parts.family;
    }

    get flowlabel() {
      return this.#parts.flowlabel;
    }

    toJSON() {
      const { address, port, family, flowlabel } = this.#parts;
      return { address, port, family, flowlabel };
    }

    [kInspect](depth, options) {
      return describe('SocketAddress', this.toJSON(), depth, options);
    }
  }

  const { isSocketAddress } = SocketAddress;
  for (const name of ['address', 'port', 'family', 'flowlabel']) {
    ObjectDefineProperty(SocketAddress.prototype, name,
                         { __proto__: null, enumerable: true });
  }

  const isV4 = (address) => address.family === 'ipv4';

  // Below 0, 0 or above: the order of two lists of numbers.
  function compare(a, b) {
    for (let n = 0; n < 4; n++) {
      if (a[n] !== b[n]) {
        return a[n] < b[n] ? -1 : 1;
      }
    }
    return 0;
  }

  const isMapped = (words) =>
    words[0] === 0 && words[1] === 0 && words[2] === MAPPED;

  // An IPv4 address has an order among those that are one in IPv6 form alone.
  const isComparable = (address, rule) => isV4(address) === isV4(rule) ||
    isMapped(wordsOf(isV4(address) ? rule : address));

  function hasPrefix(words, network, bits) {
    for (let n = 0; n < 4 && bits > n * 32; n++) {
      // Of the number at hand; a shift by 32 would be one by 0.
      const left = Math.min(bits - n * 32, 32);
      if (left > 0 && (words[n] ^ network[n]) >>> (32 - left) !== 0) {
        return false;
      }
    }
    return true;
  }

  const labelOf = (address) => (isV4(address) ? 'IPv4' : 'IPv6');

  // @address where it is a SocketAddress, else one of the text and @family.
  function addressOf(address, family, name = 'address') {
    if (isSocketAddress(address)) {
      return address;
    }
    validateString(address, name);
    validateString(family, 'family');
    return new SocketAddress({ address, family });
  }

  class BlockList {
    // [text, matches(address)], the newest first.
    #rules = [];

    addAddress(address, family = 'ipv4') {
      const only = addressOf(address, family);
      this.#rules.unshift([
        `Address: ${labelOf(only)} ${only.address}`,
        (other) => isComparable(other, only) &&
          compare(wordsOf(other), wordsOf(only)) === 0,
      ]);
    }

    addRange(start, end, family = 'ipv4') {
      const first = addressOf(start, family, 'start');
      const last = addressOf(end, family, 'end');
      if (!isComparable(first, last) ||
          compare(wordsOf(first), wordsOf(last)) > 0) {
        throw invalidArgValue('start', start, `must come before ${end}`);
      }
      this.#rules.unshift([
        `Range: ${labelOf(first)} ${first.address}-${last.address}`,
        (other) => isComparable(other, first) && isComparable(other, last) &&
          compare(wordsOf(other), wordsOf(first)) >= 0 &&
          compare(wordsOf(other), wordsOf(last)) <= 0,
      ]);
    }

    addSubnet(network, prefix, family = 'ipv4') {
      const first = addressOf(network, family, 'network');
      validateInt32(prefix, 'prefix', 0, isV4(first) ? 32 : 128);
      const bits = isV4(first) ? MAPPED_BITS + prefix : prefix;
      this.#rules.unshift([
        `Subnet: ${labelOf(first)} ${first.address}/${prefix}`,
        (other) => hasPrefix(wordsOf(other), wordsOf(first), bits),
      ]);
    }

    check(address, family = 'ipv4') {
      let other = address;
      if (!isSocketAddress(address)) {
        validateString(address, 'address');
        validateString(family, 'family');
        try {
          other = new SocketAddress({ address, family });
        } catch {
          // What is no address is in no list.
          return false;
        }
      }
      return this.#rules.some(([, matches]) => matches(other));
    }

    get rules() {
      return this.#rules.map(([text]) => text);
    }

    [kInspect](depth, options) {
      return describe('BlockList', { rules: this.rules }, depth, options);
    }
  }

  exports.BlockList = BlockList;
  exports.SocketAddress = SocketAddress;
})
