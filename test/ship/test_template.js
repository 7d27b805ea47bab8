#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// template.yaml and the snippets of layer/README.md against what is published
// of CloudFormation, SAM, Terraform's language and the Serverless Framework.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const { blocks, installed, read, root, shipped, test, tools } =
  require('./harness.js');
const { parse, validate } = require('./cloudformation.js');

const snippet = (language, word) => {
  const [found, ...more] = blocks(read('layer/README.md')).filter((each) =>
    each.language === language && each.text.includes(word));
  assert.ok(found !== undefined && more.length === 0, `one with ${word}`);
  return found.text;
};

test('template.yaml', () => {
  assert.deepStrictEqual(validate(parse(read('template.yaml'))), []);
}, installed);

// Each change of the template, and the sentence that must come of it.
const broken = [
  [/MemorySize: 128/, 'MemorySize: plenty', /not a number/],
  [/Handler:/, 'Handlers:', /no property Handlers/],
  [/AWS::SSM::Parameter/, 'AWS::SSM::Parametre', /no type AWS::SSM::Param/],
  [/ {6}Type: String\n/, '', /Type is missing/],
  [/!Ref OrdersApi/, '!Ref OrderApi', /no OrderApi/],
  [/HelloFunctionUrl/, 'HelloFunctionAddress', /no HelloFunctionAddress/],
  [/InvokeMode: RESPONSE/, 'InvocationMode: RESPONSE', /InvocationMode/],
  [/Architectures: \[x86_64\]/, 'Architectures: {a: b}', /not a list/],
  [/Transform: .*/, '', /resources of SAM need it/],
];

test('a broken template is refused', () => {
  for (const [pattern, change, sentence] of broken) {
    const text = read('template.yaml').replace(pattern, change);
    assert.match(validate(parse(text)).join('\n'), sentence, change);
  }
  assert.throws(() => parse('Resources: [unclosed'), /Flow sequence/);
}, installed);

test('the folders and handlers of template.yaml', () => {
  const { Globals, Resources } = parse(read('template.yaml'));
  for (const [name, { Type, Properties, Metadata }] of
    Object.entries(Resources)) {
    if (Type === 'AWS::Serverless::Function') {
      const [module] = (Properties.Handler ?? Globals.Function.Handler)
        .split('.');
      const files = fs.readdirSync(path.join(root, Properties.CodeUri));
      assert.ok(files.some((file) => path.parse(file).name === module), name);
      assert.strictEqual(Metadata.BuildMethod === 'makefile',
                         files.includes('Makefile'), name);
    }
    if (Metadata?.BuildMethod === 'makefile' && Properties.CodeUri) {
      assert.match(read(`${Properties.CodeUri}/Makefile`),
                   new RegExp(`^build-${name}:`, 'm'));
    }
  }
}, installed);

test('the layer as sam build makes it', () => {
  // It copies the folder and calls make for the name of the layer.
  const { Resources } = parse(read('template.yaml'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-sam-'));
  try {
    const scratch = path.join(folder, 'scratch');
    const artifacts = path.join(folder, 'artifacts');
    fs.cpSync(path.join(root, Resources.WickLayer.Properties.ContentUri),
              scratch, { recursive: true });
    fs.mkdirSync(artifacts);
    const made = spawnSync('make', ['--makefile', 'Makefile',
                                    'build-WickLayer'], {
      cwd: scratch, encoding: 'utf8',
      env: { PATH: process.env.PATH, ARTIFACTS_DIR: artifacts },
    });
    assert.strictEqual(made.status, 0, made.stderr);
    assert.deepStrictEqual(fs.readdirSync(artifacts), ['bootstrap', 'wick']);
    const { mode } = fs.statSync(path.join(artifacts, 'bootstrap'));
    assert.strictEqual(mode & 0o777, 0o755);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}, [installed, path.join(root, 'build/layer/bootstrap')]);

test('the snippet for SAM', () => {
  assert.deepStrictEqual(
    validate(parse(snippet('yaml', 'AWS::Serverless::Function'))), []);
}, installed);

test('the snippet for Terraform', () => {
  const { parseToObject } = tools('hcl2-parser');
  const [value, problem] = parseToObject(snippet('hcl', 'aws_lambda_function'));
  assert.strictEqual(problem, null);
  const [greet] = value.resource.aws_lambda_function.greet;
  assert.strictEqual(greet.runtime, 'provided.al2023');
  assert.deepStrictEqual(greet.layers,
                         ['${data.aws_ssm_parameter.wick.value}']);
  const [, refused] = parseToObject('resource "a" {');
  assert.ok(refused);
}, installed);

// What the compiler says of @document as a configuration of the framework.
function checkServerless(document) {
  const ts = tools('typescript');
  const file = path.join(shipped, 'serverless.ts');
  const text = "import type { AWS } from '@serverless/typescript';\n" +
    `export const service: AWS = ${JSON.stringify(document)};\n`;
  const options = {
    strict: true, noEmit: true, skipLibCheck: true, types: [],
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => (name === file ?
    ts.createSourceFile(name, text, rest[0]) : getSourceFile(name, ...rest));
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((each) =>
    ts.flattenDiagnosticMessageText(each.messageText, ' '));
}

test('the snippet for the Serverless Framework', () => {
  const { parse: parseYaml } = tools('yaml');
  const document = parseYaml(snippet('yaml', 'service: greetings'));
  assert.deepStrictEqual(checkServerless(document), []);
  delete document.provider.name;
  document.functions.greet.layer = document.functions.greet.layers;
  const found = checkServerless(document).join('\n');
  assert.match(found, /layer|name/);
}, installed);
