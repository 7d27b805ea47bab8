/* SPDX-License-Identifier: MIT */
// How structuredClone() treats objects of the platform: a class that is loaded
// adds its rule, so that those which nobody uses need not be loaded to be told
// apart.
(function (native, require, exports, primordials) {
  'use strict';

  const { arrayPush } = primordials;

  const rules = [];

  // @is(object): whether it is one. @copy(object) makes another; without it
  // such objects cannot be cloned.
  exports.add = (is, copy) => {
    arrayPush(rules, { is, copy });
  };

  // The rule for @object, or undefined.
  exports.find = (object) => {
    for (let n = 0; n < rules.length; n++) {
      if (rules[n].is(object)) {
        return rules[n];
      }
    }
    return undefined;
  };
})
