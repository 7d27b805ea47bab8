/* SPDX-License-Identifier: MIT */
// node:net: what says of a text whether it is an address. Connections are not
// there yet. https://nodejs.org/api/net.html#netisipinput
(function (native, require, exports, primordials) {
  'use strict';

  const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
  const V4 = `${PART}(?:\\.${PART}){3}`;
  const v4 = new RegExp(`^${V4}$`);
  const zone = /%[0-9a-zA-Z-.:]+$/;
  const group = /^[0-9a-fA-F]{1,4}$/;

  const isIPv4 = (input) => v4.test(`${input}`);

  // How many groups of 16 bits @text is, -1 if it is none. An address of IPv4
  // stands for the last two where @endsAddress.
  function countGroups(text, endsAddress) {
    if (text === '') {
      return 0;
    }
    const parts = text.split(':');
    let count = parts.length;
    if (endsAddress && v4.test(parts[parts.length - 1])) {
      parts.pop();
      count++;
    }
    return parts.every((part) => group.test(part)) ? count : -1;
  }

  // RFC 4291, 2.2.
  function isIPv6(input) {
    const text = `${input}`.replace(zone, '');
    const halves = text.split('::');
    if (halves.length > 2) {
      return false;
    }
    const first = countGroups(halves[0], halves.length === 1);
    if (halves.length === 1) {
      return first === 8;
    }
    const second = countGroups(halves[1], true);
    return first !== -1 && second !== -1 && first + second < 8;
  }

  function isIP(input) {
    if (isIPv4(input)) {
      return 4;
    }
    return isIPv6(input) ? 6 : 0;
  }

  exports.module = Object.assign(require('internal/missing').find('net'),
                                 { isIP, isIPv4, isIPv6 });
})
