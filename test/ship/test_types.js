#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// layer/types/wick.d.ts beside the types of Node and of Lambda, by tsc.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

const { blocks, installed, read, root, shipped, test, tools } =
  require('./harness.js');

// What the compiler says of @files; a file that is not there has @texts.
function check(files, texts = {}) {
  const ts = tools('typescript');
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    moduleDetection: ts.ModuleDetectionKind.Force,
    typeRoots: [path.join(shipped, 'node_modules/@types')],
    types: ['node', 'aws-lambda'],
    // The packages lie in build/ship, the files that use them do not.
    paths: {
      'aws-lambda': [path.join(shipped, 'node_modules/@types/aws-lambda')],
      'aws-lambda/*': [path.join(shipped, 'node_modules/@types/aws-lambda/*')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (file) => file in texts || fileExists(file);
  host.readFile = (file) => texts[file] ?? readFile(file);
  host.getSourceFile = (file, ...rest) => (file in texts ?
    ts.createSourceFile(file, texts[file], rest[0]) :
    getSourceFile(file, ...rest));
  const program = ts.createProgram(files, options, host);
  return ts.getPreEmitDiagnostics(program).map((each) =>
    `${path.basename(each.file?.fileName ?? '')}: ` +
    ts.flattenDiagnosticMessageText(each.messageText, ' '));
}

test('uses and misuses', () => {
  const files = ['good.ts', 'bad.ts'].map((name) =>
    path.join(__dirname, 'types', name));
  assert.deepStrictEqual(check(files), []);
}, installed);

test('without wick.d.ts', () => {
  // Without the declarations the uses fail: they are not in the types of
  // Lambda already.
  const file = path.join(__dirname, 'types/alone.ts');
  const text = fs.readFileSync(path.join(__dirname, 'types/good.ts'), 'utf8')
    .replace(/^\/\/\/ <reference.*$/m, '');
  const found = check([file], { [file]: text });
  assert.ok(found.some((line) => line.includes('registerBeforeSnapshot')),
            found.join('\n'));
}, installed);

test('the example of layer/README.md', () => {
  const [example] = blocks(read('layer/README.md')).filter(
    ({ language, text }) => language === 'ts' && text.includes('awslambda'));
  // Where the document has the file beside the function.
  const file = path.join(root, 'layer/types/example.ts');
  assert.deepStrictEqual(check([file], { [file]: example.text }), []);
}, installed);
