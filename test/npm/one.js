// SPDX-License-Identifier: MIT
// Loads one package by `require` and by `import`, calls it, and prints a line
// with what came of both. run.js copies this file beside the packages.
//
//   one.js SPECIFIER
'use strict';

const { types } = require('util');
const calls = require('./smoke.js');

const specifier = process.argv[2];

// A module from CommonJS has a name more or not, by the version of Node.
const namesOf = (module) => Object.keys(module)
  .filter((name) => name !== 'module.exports').sort().join(' ');

async function resultOf(load) {
  try {
    const loaded = await load();
    const isModule = types.isModuleNamespaceObject(loaded);
    const given = isModule && 'default' in loaded ? loaded.default : loaded;
    return { names: isModule ? namesOf(loaded) : undefined,
             value: await calls[specifier](given) };
  } catch (error) {
    return { error: String(error && error.message) };
  }
}

async function main() {
  const results = {
    require: await resultOf(() => require(specifier)),
    import: await resultOf(() => import(specifier)),
  };
  process.stdout.write(`\nresult ${JSON.stringify(results)}\n`,
                       () => process.exit(0));
}

main();
