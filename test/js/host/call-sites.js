// SPDX-License-Identifier: MIT
// If this fails, libraries that look at who has called them (depd, and with it
// express and koa) do not load.
'use strict';

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

check('unset', Error.prepareStackTrace === undefined, Error.prepareStackTrace);

function sites(above) {
  const target = {};
  Error.captureStackTrace(target, above);
  return target.stack;
}

function caller() {
  return sites(sites);
}

Error.prepareStackTrace = (object, stack) => stack;
const all = sites();
const outer = caller();
Error.prepareStackTrace = (object, stack) => stack.length;
const count = sites();
Error.prepareStackTrace = undefined;
const text = sites();

check('function', all[0].getFunctionName() === 'sites', all[0]);
check('above', outer[0].getFunctionName() === 'caller', outer[0]);
check('place', all[0].getFileName() === __filename &&
  all[0].getLineNumber() === 14 && all[0].getColumnNumber() > 0, all[0]);
check('text', /^sites \(.*call-sites\.js:14:\d+\)$/.test(String(all[0])), all[0]);
check('kinds', !all[0].isEval() && !all[0].isNative() &&
  !all[0].isConstructor(), all[0]);
check('result', count === all.length, count);
check('put-back', typeof text === 'string' && text.includes('at sites ('), text);
check('new-alloc', new Buffer.alloc(2).length === 2, false);
check('missing-class', !({} instanceof require('crypto').KeyObject), false);
let code;
try {
  require('crypto').createHash('md5');
} catch (error) {
  code = `${error.code} ${error.message}`;
}
check('missing-function', code === 'ERR_METHOD_NOT_IMPLEMENTED ' +
  'The crypto.createHash method is not implemented', code);
