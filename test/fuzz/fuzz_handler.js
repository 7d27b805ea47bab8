/* SPDX-License-Identifier: MIT */
// The handler string: whatever it is, the outcome is a function or an error
// with a name of Lambda's, and where it is a file it is the one that the rules
// of the managed runtimes name. They are written down here a second time, in
// another way. Runs in bootstrap; test/fuzz/run gives it a seed and either a
// number of inputs or of seconds, as it does for libFuzzer.
//
//   bootstrap run --expose-internals fuzz_handler.js SEED runs=N | seconds=N
'use strict';

const paths = $wick.builtin('lambda/handler_path');
const handlerLoad = $wick.builtin('lambda/handler_load');

const [, , seedText, limit] = process.argv;
const BATCH = 500;

// xorshift32: a run is told by its seed.
let state = Number(seedText) >>> 0 || 1;
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const pick = (list) => list[random(list.length)];

// ---- Inputs ----

const atoms = ['index', 'handler', 'a', 'dir', 'node_modules', 'default',
  '__proto__', 'constructor', 'toString', '.', '.', '.', '..', '...', '/', '/',
  '/', './', '//', '../', '/./', '\\', '%2e%2e', '%2f', ' ', '\t', '\n', '\r',
  '\u2028', '\u0000', '\u007f', '\u00e9', '\u4e16', '\u{1f680}', '\ud800',
  '\udc00', '~', '*', '?', '#', ':', '-', '0', '$', '{}', 'js', '.js', '.mjs',
  '.json', 'file://', 'node:fs'];
const roots = ['/', '/var/task', '/var/task/', '/a/../b', '//x//', '/\u4e16'];

function word() {
  if (random(200) === 0) {
    return pick(atoms).repeat(random(5000));
  }
  return random(4) === 0 ? String.fromCharCode(random(0x10000)) : pick(atoms);
}

function input() {
  // Half of them are near to what people write.
  let text = random(2) === 0 ? pick(['index.handler', 'dir/index.handler',
    '/opt/f.a.b', './f.h', 'a.b/c.d']) : '';
  for (let n = random(8); n >= 0; n--) {
    const at = random(text.length + 1);
    text = text.slice(0, at) + word() + text.slice(at + random(2));
  }
  return text;
}

// ---- The rules, once more ----

const isLineEnd = (text) => /[\n\r\u2028\u2029]/.test(text);

// Segments of a path without those that say nothing; ".." takes one off.
function normal(path) {
  const list = [];
  for (const part of path.split('/').filter((name) => name !== '')) {
    if (part === '..') {
      list.length = Math.max(0, list.length - 1);
    } else if (part !== '.') {
      list.push(part);
    }
  }
  return `/${list.join('/')}`;
}

// { message } or { file, module, names } of @handler.
function expected(handler, root) {
  if (handler.indexOf('..') >= 0) {
    return { message: `'${handler}' is not a valid handler name. Use ` +
      'absolute paths when specifying root directories in handler names.' };
  }
  const segments = handler.replace(/\/+$/, '').split('/');
  const last = segments.pop();
  const dot = last.indexOf('.');
  const names = last.slice(dot + 1);
  if (dot < 0 || isLineEnd(names)) {
    return { message: 'Bad handler' };
  }
  const module = last.slice(0, dot);
  const base = handler.startsWith('/') ? '' : `${root}/`;
  return { module, names: names.split('.'),
    file: normal(`${base}${segments.join('/')}/${module}`) };
}

function same(a, b, what) {
  if (JSON.stringify(a) !== JSON.stringify(b)) {
    throw new Error(
      `${what} is ${JSON.stringify(a)}, not ${JSON.stringify(b)}`);
  }
}

function checkParse(handler, root) {
  const wanted = expected(handler, root);
  let found;
  try {
    found = paths.parse(handler, root);
  } catch (error) {
    same(error.name, 'Runtime.MalformedHandlerName', 'the name');
    same(error.message, wanted.message, 'the message');
    return;
  }
  same(wanted.message, undefined, 'the expected error');
  same(found.file, wanted.file, 'the file');
  same(found.module, wanted.module, 'the module');
  same(found.names, wanted.names, 'the names');
  same(found.file === found.directory || found.file.startsWith(
    found.directory === '/' ? '/' : `${found.directory}/`), true,
  'the file lies in its directory: it');
}

// The search for a package.json ends, and asks no directory twice.
function checkPackage(handler, root) {
  const asked = new Set();
  paths.packageType(`${root}/${handler.slice(0, 1000)}`, {
    readText(path) {
      same(asked.has(path), false, `${path} was asked for twice: it`);
      asked.add(path);
    },
  });
}

// ---- Loading ----

const isThere = { index: true, handler: true, a: true, f: true };

function loader() {
  const nothing = (request) => {
    const error = new Error(`Cannot find module '${request}'`);
    error.code = 'MODULE_NOT_FOUND';
    throw error;
  };
  const exports = { handler: async () => 1, default: { handler() {} },
    a: { b: 1, h: null }, text: 'x' };
  return {
    kindOf: (path) => (isThere[path.slice(path.lastIndexOf('/') + 1)] === true ?
      'file' : undefined),
    readText: () => undefined,
    loadCommonJS: () => exports,
    importModule: async () => exports,
    resolve: nothing,
  };
}

async function checkLoad(handler, root) {
  let target;
  try {
    target = await handlerLoad.load(handler, root, loader(),
      pick([0, 22, 24]));
  } catch (error) {
    same(/^Runtime\.(MalformedHandlerName|HandlerNotFound|ImportModuleError)$/
      .test(error.name), true, `${error.name}: ${error.message}: known`);
    return;
  }
  same(typeof target.fn, 'function', 'what was found');
}

// ---- The run ----

async function check(handler, root) {
  checkParse(handler, root);
  checkPackage(handler, root);
  await checkLoad(handler, root);
}

async function main() {
  const [unit, number] = limit.split('=');
  const end = unit === 'seconds' ? Date.now() + number * 1000 : Infinity;
  const most = unit === 'runs' ? Number(number) : Infinity;
  let runs = 0;
  while (runs < most && Date.now() < end) {
    for (let n = 0; n < BATCH && runs < most; n++, runs++) {
      const handler = input();
      const root = pick(roots);
      try {
        await check(handler, root);
      } catch (error) {
        console.log(`ERROR: ${error.message}; handler ` +
          `${JSON.stringify(handler)}, root ${JSON.stringify(root)}`);
        console.log(error.stack);
        process.exit(1);
      }
    }
  }
  console.log(`number_of_executed_units: ${runs}`);
}
main();
