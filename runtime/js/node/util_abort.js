/* SPDX-License-Identifier: MIT */
// The functions of util that have to do with AbortSignal.
// https://nodejs.org/api/util.html#utilabortedsignal-resource
(function (native, require, exports, primordials) {
  'use strict';

  const { invalidArgType } = require('internal/errors');
  const { validateObject } = require('internal/validators');
  const { AbortController, isAbortSignal } = require('web/abort');

  exports.aborted = (signal, resource) => {
    if (signal === undefined || !isAbortSignal(signal)) {
      throw invalidArgType('signal', 'AbortSignal', signal);
    }
    validateObject(resource, 'resource', true);
    if (signal.aborted) {
      return Promise.resolve();
    }
    // The promise must not keep the resource: without it nobody waits.
    const held = new WeakRef(resource);
    return new Promise((resolve) => {
      signal.addEventListener('abort', (event) => {
        if (held.deref() !== undefined) {
          resolve(event);
        }
      }, { once: true });
    });
  };

  // Nothing is transferred to another thread here: they are what they are.
  exports.transferableAbortController = () => new AbortController();
  exports.transferableAbortSignal = (signal) => {
    if (!isAbortSignal(signal)) {
      throw invalidArgType('signal', 'AbortSignal', signal);
    }
    return signal;
  };
})
