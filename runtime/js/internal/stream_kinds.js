/* SPDX-License-Identifier: MIT */
// Writables that are there before node:stream is loaded, which is for few
// functions: the standard streams, and the response stream of a handler. As
// soon as it is, they are `instanceof Writable`.
(function (native, require, exports, primordials) {
  'use strict';

  const { arrayPush } = primordials;
  const { setPrototypeOf } = Object;

  let Writable;
  let waiting = [];

  // @prototype: of a class that has each method and state of a Writable itself.
  exports.becomeWritable = (prototype) => {
    if (Writable === undefined) {
      arrayPush(waiting, prototype);
    } else {
      setPrototypeOf(prototype, Writable.prototype);
    }
  };

  // node:stream has been loaded.
  exports.settle = (stream) => {
    ({ Writable } = stream);
    const list = waiting;
    waiting = [];
    for (let n = 0; n < list.length; n++) {
      setPrototypeOf(list[n], Writable.prototype);
    }
  };
})
