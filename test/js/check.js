// SPDX-License-Identifier: MIT
// What tests of host/ report with.
'use strict';

// One test: @got and @wanted are the same as text.
exports.check = (name, got, wanted) => {
  const [a, b] = [String(got), String(wanted)];
  console.log(a === b ? `ok ${name}` : `FAIL ${name}: got ${a}, not ${b}`);
};

// What @run throws: class, code and message.
exports.thrown = (run) => {
  try {
    run();
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
  return 'nothing';
};
