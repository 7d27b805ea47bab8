/* SPDX-License-Identifier: MIT */
// SnapStart's hooks, in the order that the custom runtime's contract gives:
// before the snapshot the last registered first, after the restore the first
// registered first. Loaded where AWS_LAMBDA_INITIALIZATION_TYPE is snap-start.
(function (native, require, exports, primordials) {
  'use strict';

  const { arrayPop } = primordials;

  const hooks = require('lambda/awslambda');

  async function run(hook, kind) {
    try {
      await hook();
    } catch (error) {
      const errors = require('lambda/errors');
      throw errors.create(kind, errors.textOf(error), error);
    }
  }

  // A promise that rejects with Runtime.BeforeSnapshotError at the first hook
  // that fails; the others are not run.
  async function beforeSnapshot() {
    // One that a hook registers is the last, and the next to run.
    while (hooks.beforeSnapshot.length > 0) {
      await run(arrayPop(hooks.beforeSnapshot), 'BeforeSnapshotError');
    }
  }

  // The same with Runtime.AfterRestoreError.
  async function afterRestore() {
    for (let n = 0; n < hooks.afterRestore.length; n++) {
      await run(hooks.afterRestore[n], 'AfterRestoreError');
    }
  }

  exports.afterRestore = afterRestore;
  exports.beforeSnapshot = beforeSnapshot;
})
