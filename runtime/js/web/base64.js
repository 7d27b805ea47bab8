/* SPDX-License-Identifier: MIT */
// atob() and btoa(). https://html.spec.whatwg.org/#atob
//
// native.binding('bytes'):
//   base64Forgiving(view, string) -> bytes written, -1 or -2 (js_bytes.c)
(function (native, require, exports, primordials) {
  'use strict';

  const { Uint8Array, stringCharCodeAt } = primordials;
  const { base64Forgiving } = native.binding('bytes');
  const encodings = require('internal/encodings');

  function invalid(message) {
    const { DOMException } = require('web/dom_exception');
    return new DOMException(message, 'InvalidCharacterError');
  }

  exports.atob = function atob(input) {
    if (arguments.length === 0) {
      throw require('internal/web_errors').missingArgs('input');
    }
    const text = `${input}`;
    const bytes = new Uint8Array(text.length);
    const length = base64Forgiving(bytes, text);
    if (length < 0) {
      throw invalid(length === -1 ? 'Invalid character' :
        'The string to be decoded is not correctly encoded.');
    }
    return encodings.slice(bytes, 0, length, 'latin1');
  };

  exports.btoa = function btoa(input) {
    if (arguments.length === 0) {
      throw require('internal/web_errors').missingArgs('input');
    }
    const text = `${input}`;
    for (let n = 0; n < text.length; n++) {
      if (stringCharCodeAt(text, n) > 255) {
        throw invalid('Invalid character');
      }
    }
    const bytes = new Uint8Array(text.length);
    encodings.write(bytes, text, 0, text.length, 'latin1');
    return encodings.slice(bytes, 0, text.length, 'base64');
  };
})
