/* SPDX-License-Identifier: MIT */
// Wrong if primordials.js captures what no file uses: each name costs every
// cold start its look-up. Needs node for the files.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const host = require('../host.js');

const root = path.join(__dirname, '..', '..', '..', 'runtime', 'js');
const files = fs.readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.js'));
const destructured = /const \{([^}]*)\} = primordials;/;
const used = new Set();
for (const file of files) {
  const names = destructured.exec(fs.readFileSync(path.join(root, file), 'latin1'));
  if (names !== null) {
    names[1].split(',').forEach((name) => used.add(name.trim()));
  }
}
used.delete('');

const primordials = {};
require('node:vm').runInThisContext(
  fs.readFileSync(path.join(root, 'internal', 'primordials.js'), 'latin1'))({}, () => {}, primordials, primordials);

host.test('primordials-used each name is used', () => {
  host.equal(Object.keys(primordials).filter((name) => !used.has(name)).join(), '');
});

host.test('primordials-used each name that is used is there', () => {
  host.equal([...used].filter((name) => primordials[name] === undefined).join(), '');
});
