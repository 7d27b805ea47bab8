// SPDX-License-Identifier: MIT
// index.js for tests that are modules.
import { createRequire } from 'node:module';
import common from './index.js';

export { createRequire };
export const {
  allowGlobals,
  expectWarning,
  expectsError,
  isWindows,
  mustCall,
  mustNotCall,
  mustNotMutateObjectDeep,
  skip,
  skipIfInspectorDisabled,
} = common;
