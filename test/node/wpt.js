// SPDX-License-Identifier: MIT
// Runs one file of the web platform tests: wpt.js FILE [VARIANT], in the root
// of their tree. Prints a line a subtest, "RESULT STATUS NAME MESSAGE" with tabs
// between and NAME and MESSAGE in JSON, and "DONE STATUS" at the end.
'use strict';

const fs = require('fs');

const [, , file, variant = ''] = process.argv;
const statuses = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];

// A URL of the tests, as the file it names.
function fileOf(url) {
  const { pathname } = new URL(url, globalThis.location);
  const name = pathname === '/resources/WebIDLParser.js' ?
    '/resources/webidl2/lib/webidl2.js' : pathname;
  return `${process.cwd()}${decodeURIComponent(name)}`;
}

const read = (url) => fs.readFileSync(fileOf(url), 'utf8');

// Such tests fetch what lies beside them.
async function readBeside(url) {
  const text = read(url);
  return {
    ok: true,
    status: 200,
    text: async () => text,
    json: async () => JSON.parse(text),
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  };
}

function define(name, value) {
  Object.defineProperty(globalThis, name, {
    value, writable: true, configurable: true, enumerable: false,
  });
}

// Globals of all scripts, as in a browser; not hidden by a module around them.
const evaluate = (text, url) => (0, eval)(`${text}\n//# sourceURL=${url}`);

define('self', globalThis);
define('GLOBAL', {
  isWindow: () => false, isWorker: () => false, isShadowRealm: () => false,
});
define('location', new URL(`http://web-platform.test/${file}${variant}`));
define('fetch', readBeside);

// What an interface is exposed to is asked by the class of the global.
if (file.includes('/idlharness')) {
  const { constructor } = Object.getPrototypeOf(globalThis);
  Object.defineProperty(constructor, 'name', { value: 'Window' });
  define('Window', constructor);
}

evaluate(read('/resources/testharness.js'), 'testharness.js');

globalThis.add_result_callback(({ name, status, message }) => {
  console.log(['RESULT', statuses[status], JSON.stringify(name),
               JSON.stringify(message)].join('\t'));
});
const keepAlive = setInterval(() => {}, 60000);
globalThis.add_completion_callback((tests, { status, message }) => {
  clearInterval(keepAlive);
  console.log(['DONE', status, JSON.stringify(message)].join('\t'));
});

const text = read(`/${file}`);
const scripts = [...text.matchAll(/^\/\/ META: script=(.*)$/gm)];
const all = scripts.map(([, url]) => read(url));
all.push(text);
// One text, so that what one declares by const the next can see.
evaluate(all.join('\n;\n'), file);
globalThis.done?.();
