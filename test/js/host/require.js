// SPDX-License-Identifier: MIT
// If this fails a function's require() finds other modules than under Node, or
// fails otherwise. Expectations: what Node 20 does, 22 where it says so.
'use strict';

const { createRequire } = require('node:module');
const root = __filename.slice(0, -'host/require.js'.length) + 'modules';
const load = createRequire(`${root}/main.cjs`);

function check(name, got, expected) {
  console.log(got === expected ? `ok ${name}` :
    `FAIL ${name}: got ${String(got)}, expected ${String(expected)}`);
}

const short = (text) => text.split(root).join('<root>');

// The exports as JSON, or code and message of the error.
function outcome(request, from = load) {
  try {
    return short(JSON.stringify(from(request)));
  } catch (error) {
    return short(`${error.code}: ${error.message}`);
  }
}

function checkAll(table) {
  for (const [request, expected] of table) {
    check(`require ${request}`, outcome(request), expected);
  }
}

const stack = '\nRequire stack:\n- <root>/main.cjs';

checkAll([
  ['./cjs/a.cjs', '{"name":"a","dirname":"<root>/cjs",' +
    '"filename":"<root>/cjs/a.cjs"}'],
  ['./cjs/directory', '"index"'],
  ['./cjs/main', '"main"'],
  ['./cjs/data', '{"a":[1,2]}'],
  ['./cjs/hashbang.cjs', '"hashbang"'],
  ['./cjs/mark.cjs', '"mark"'],
  ['./cjs/mark', '{"mark":true}'],
  ['dual', '"required"'],
  ['dual/x/y', '"y"'],
  ['plain', '{"plain":"plain"}'],
  ['plain/lib/z', '{"z":"z"}'],
  ['@scope/pkg', '"scoped"'],
  ['#file', '"encoded"'],
  ['#dep', '"required"'],
  ['#pattern/x/y', '"y"'],
]);

checkAll([
  ['./nope', `MODULE_NOT_FOUND: Cannot find module './nope'${stack}`],
  ['nope', `MODULE_NOT_FOUND: Cannot find module 'nope'${stack}`],
  ['./cjs/missing.cjs', 'MODULE_NOT_FOUND: Cannot find module ' +
    "'./not-there'\nRequire stack:\n- <root>/cjs/missing.cjs\n" +
    '- <root>/main.cjs'],
  ['./cjs/lost', "MODULE_NOT_FOUND: Cannot find module '<root>/cjs/lost/" +
    'lost.js\'. Please verify that the package.json has a valid "main" entry'],
  ['dual/nope', "ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './nope' is " +
    'not defined by "exports" in <root>/node_modules/dual/package.json'],
  ['dual/x/private/y', 'ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath ' +
    '\'./x/private/y\' is not defined by "exports" in ' +
    '<root>/node_modules/dual/package.json'],
  ['dual/up', 'ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target ' +
    "\"../up.js\" defined for './up' in the package config " +
    '<root>/node_modules/dual/package.json; targets must start with "./"'],
  ['dual/gone', "MODULE_NOT_FOUND: Cannot find module '<root>/node_modules/" +
    "dual/gone.js'"],
  ['#none', 'ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier ' +
    '"#none" is not defined in package <root>/package.json imported from ' +
    '<root>/main.cjs'],
  ['#gone', "MODULE_NOT_FOUND: Cannot find module '<root>/gone.js'"],
  ['self/gone', "MODULE_NOT_FOUND: Cannot find module '<root>/gone.js'"],
  ['./cjs/throws.cjs', 'undefined: thrown by a module'],
]);

check('self', load('self').name, 'a');
check('one instance', load('./cjs/a.cjs') === load('self'), true);
check('cycle', JSON.stringify(load('./cjs/cycle-a.cjs')),
  '{"early":1,"seen":["early"],"late":2}');
outcome('./cjs/throws.cjs');
check('a module that threw runs again', globalThis.throwCount, 2);
check('syntax error', outcome('./cjs/syntax.cjs').startsWith('undefined: '),
  true);
check('bad json', /<root>\/cjs\/bad\.json: /.test(outcome('./cjs/bad.json')),
  true);
check('addon', outcome('./cjs/addon.node').startsWith('ERR_DLOPEN_FAILED: '),
  true);
check('bad package', outcome('./cjs/broken').split('.')[0],
  'ERR_INVALID_PACKAGE_CONFIG: Invalid package config <root>/cjs/broken/' +
  'package');
for (const [value, expected] of [
  [1, 'ERR_INVALID_ARG_TYPE: The "id" argument must be of type string. ' +
    'Received type number (1)'],
  ['', "ERR_INVALID_ARG_VALUE: The argument 'id' must be a non-empty " +
    "string. Received ''"],
]) {
  check(`id ${typeof value}`, outcome(value), expected);
}

// ---- What require carries ----

const file = `${root}/cjs/a.cjs`;
check('resolve', load.resolve('./cjs/a.cjs'), file);
check('resolve builtin', load.resolve('node:util'), 'node:util');
check('resolve paths', load.resolve('./a.cjs', { paths: [`${root}/cjs`] }),
  file);
check('resolve.paths', short(load.resolve.paths('x')[0]),
  '<root>/node_modules');
check('resolve.paths relative', short(load.resolve.paths('./x')[0]), '<root>');
check('resolve.paths builtin', load.resolve.paths('util'), null);
check('cache', load.cache[file].exports === load(file), true);
delete load.cache[file];
check('cache deleted', load.cache[file] === undefined &&
  load(file) !== undefined && load.cache[file].loaded, true);
load.cache[file].exports = 'replaced';
check('cache replaced', load('./cjs/a.cjs'), 'replaced');
delete load.cache[file];

require.extensions['.wick'] = (module, filename) => {
  module.exports = `loaded ${short(filename)}`;
};
check('extensions', load('./cjs/custom'), 'loaded <root>/cjs/custom.wick');
delete require.extensions['.wick'];
check('extensions deleted', outcome('./cjs/nothing').split(':')[0],
  'MODULE_NOT_FOUND');

const Module = require('module');
const { _load } = Module;
Module._load = function (request, ...rest) {
  return request === 'faked' ? 'fake' : _load.call(this, request, ...rest);
};
check('patched _load', load('faked'), 'fake');
Module._load = _load;
const { _compile } = Module.prototype;
Module.prototype._compile = function (text, name) {
  return _compile.call(this, text.replace('"hashbang"', '"patched"'), name);
};
delete load.cache[`${root}/cjs/hashbang.cjs`];
check('patched _compile', load('./cjs/hashbang.cjs'), 'patched');
Module.prototype._compile = _compile;

check('builtinModules', Module.builtinModules.includes('fs') &&
  Object.isFrozen(Module.builtinModules), true);
check('isBuiltin', [Module.isBuiltin('util'), Module.isBuiltin('node:util'),
  Module.isBuiltin('nope')].join(), 'true,true,false');
check('wrap', Module.wrap('x'), '(function (exports, require, module, ' +
  '__filename, __dirname) { x\n});');
check('createRequire', (() => {
  try {
    return createRequire('relative');
  } catch (error) {
    return error.code;
  }
})(), 'ERR_INVALID_ARG_VALUE');
check('main', require.main === module && module.id, '.');
check('module', [module.filename === __filename, module.loaded,
  module.parent === null, module.paths[0].endsWith('/node_modules'),
  module.children.length].join(), 'true,false,true,true,0');

// ---- findPackageJSON (22.14), registerHooks (22.15) ----

if (Module.findPackageJSON !== undefined) {
  check('findPackageJSON of a package', short(Module.findPackageJSON('dual',
    `${root}/main.cjs`)), '<root>/node_modules/dual/package.json');
  check('findPackageJSON of a file', short(Module.findPackageJSON('..',
    `${root}/cjs/directory/index.js`)), '<root>/package.json');
  check('findPackageJSON of nothing', Module.findPackageJSON('nope',
    `${root}/main.cjs`), undefined);
}
if (Module.registerHooks !== undefined) {
  const hooks = Module.registerHooks({
    resolve(specifier, context, next) {
      return specifier === 'virtual' ?
        { url: 'virtual:one', shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      if (url === 'virtual:one') {
        return { format: 'commonjs', shortCircuit: true,
          source: 'module.exports = "made up"' };
      }
      const { format, source } = next(url, context);
      return { format, source: String(source).replace("'y'", "'changed'") };
    },
  });
  delete load.cache[`${root}/node_modules/dual/lib/y.cjs`];
  check('registerHooks', load('virtual'), 'made up');
  check('registerHooks changes', load('dual/x/y'), 'changed');
  check('registerHooks leaves the rest', load('dual'), 'required');
  hooks.deregister();
  check('registerHooks undone', outcome('virtual2').split(':')[0],
    'MODULE_NOT_FOUND');
}
