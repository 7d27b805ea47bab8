#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// build/sbom.cdx.json against the schema of CycloneDX, and against what the
// executable says of itself.
'use strict';

const assert = require('node:assert');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const { bootstrap, installed, root, shipped, test, tools } =
  require('./harness.js');

const file = path.join(root, 'build/sbom.cdx.json');
const load = () => JSON.parse(fs.readFileSync(file, 'utf8'));

function validator() {
  const Ajv = tools('ajv');
  const ajv = new Ajv({ strict: false, allErrors: true });
  tools('ajv-formats')(ajv);
  // The schema knows them, ajv-formats does not.
  ajv.addFormat('iri-reference', true);
  ajv.addFormat('idn-email', true);
  const folder = path.join(
    shipped, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  const schema = (name) =>
    JSON.parse(fs.readFileSync(path.join(folder, `${name}.SNAPSHOT.schema.json`),
                               'utf8'));
  // By the names that the package has given them.
  for (const name of ['spdx', 'jsf-0.82']) {
    ajv.addSchema({ ...schema(name), $id: undefined },
                  `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(schema('bom-1.6'));
}

test('the schema', () => {
  const validate = validator();
  assert.ok(validate(load()), JSON.stringify(validate.errors));
  const broken = load();
  broken.components[0].licenses = [{ license: { id: 'MITT' } }];
  assert.ok(!validate(broken));
}, [installed, file]);

test('the versions', () => {
  const { components } = load();
  const said = spawnSync(bootstrap, ['--version'], { encoding: 'utf8' }).stdout;
  for (const { name, version, licenses, externalReferences } of components) {
    assert.match(said, new RegExp(
      `^ +${name} +${version.replaceAll(/[.+]/g, '\\$&')}$`, 'm'));
    assert.strictEqual(licenses.length, 1, name);
    assert.match(externalReferences[0].hashes[0].content, /^[0-9a-f]{64}$/);
  }
}, [bootstrap, file]);

test('the executable', () => {
  const { metadata, components, dependencies } = load();
  assert.strictEqual(
    metadata.component.hashes[0].content,
    crypto.createHash('sha256').update(fs.readFileSync(bootstrap))
      .digest('hex'));
  assert.deepStrictEqual(dependencies[0].dependsOn,
                         components.map((each) => each['bom-ref']));
}, [bootstrap, file]);
