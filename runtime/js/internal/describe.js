/* SPDX-License-Identifier: MIT */
// How Node's errors name a value that is not what they want.
(function (native, require, exports, primordials) {
  'use strict';

  const { stringSlice } = primordials;

  // "an instance of Foo", "type number (5)", "function f", "undefined".
  function received(value) {
    if (value === undefined || value === null) {
      return `${value}`;
    }
    if (typeof value === 'function') {
      return `function ${value.name}`;
    }
    if (typeof value === 'object') {
      const name = value.constructor && value.constructor.name;
      return name ? `an instance of ${name}` :
        require('internal/inspect').inspect(value, { depth: -1 });
    }
    let text = require('internal/inspect').inspect(value, { colors: false });
    if (text.length > 28) {
      text = `${stringSlice(text, 0, 25)}...`;
    }
    return `type ${typeof value} (${text})`;
  }

  exports.received = received;
})
