#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The documents: what they point to is there, and what they show is so. In a
// block, "$ cat FILE" shows a file, "$ COMMAND" a command with its output; they
// run one after the other in a folder of their own.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const { blocks, bootstrap, read, root, test, wick } = require('./harness.js');

const documents = fs.globSync === undefined ? [
  ...fs.readdirSync(root), ...['bench', 'cli', 'deps', 'layer', 'runtime',
                               'test', 'test/ship', 'test/node'].map(
    (folder) => `${folder}/README.md`),
].filter((name) => name.endsWith('.md')) : fs.globSync('**/*.md', { cwd: root });

test('links', () => {
  for (const name of documents) {
    for (const [, target] of read(name).matchAll(/\]\(([^)#]+)/g)) {
      if (!/^[a-z]+:/.test(target)) {
        assert.ok(fs.existsSync(path.resolve(root, path.dirname(name), target)),
                  `${name}: ${target}`);
      }
    }
  }
});

// `a/b`, `x.md`: a path from the document's folder or the repository's. What is
// made (build/), of other machines (/...) or a pattern says nothing.
test('paths', () => {
  for (const name of ['GUIDE.md', 'README.md', 'layer/README.md',
                      'test/ship/README.md']) {
    for (const [, text] of read(name).matchAll(/`([\w./-]+)`/g)) {
      const isPath = /^[\w-][\w./-]*\/[\w./-]*$|\.md$/.test(text) &&
        !/^(build|wick|node|aws|fs|timers|util|path|assert)\//.test(text);
      const there = [path.dirname(name), '.'].some((folder) =>
        fs.existsSync(path.join(root, folder, text)));
      assert.ok(!isPath || there, `${name}: ${text}`);
    }
  }
});

test('targets of make', () => {
  const made = ['Makefile', 'link.mk', 'cli/cli.mk', 'bench/bench.mk',
                'bench/coldstart/coldstart.mk',
                'layer/layer.mk'].map(read).join('\n');
  for (const name of documents) {
    for (const [, target] of read(name).matchAll(/`(?:\w+=\w+ )?make ([a-z-]+)/g)) {
      assert.match(made, new RegExp(`^${target}:|^${target} `, 'm'),
                   `${name}: make ${target}`);
    }
  }
});

// The tests that `text` names between ticks: a file, a target of make, or a
// scenario of the Runtime API, both by pattern, of the client alone (`isWire`).
function checkNames(item, text, isWire) {
  let count = 0;
  for (const [, name] of text.matchAll(/`([^`]+)`/g)) {
    const pattern = /^make /.test(name) ? undefined : new RegExp(
      `^${path.basename(name).replace('.', '\\.').replaceAll('*', '.*')}$`);
    if (pattern === undefined) {
      continue;
    }
    const isFile = name.includes('/');
    const folder = isFile ? path.dirname(name) : 'test/contract';
    const found = fs.readdirSync(path.join(root, folder)).filter((file) =>
      pattern.test(isFile ? file : path.basename(file, '.scn')));
    assert.ok(found.length > 0, `${item}: ${name} is no test`);
    for (const file of isFile ? [] : found) {
      assert.strictEqual(/^client:$/m.test(read(`${folder}/${file}`)), isWire,
                         `${item}: ${file}, on the wire: ${isWire}`);
    }
    count++;
  }
  return count;
}

test('what proves the contract', () => {
  const items = [...read('test/contract/README.md')
    .matchAll(/^\| (\d+) [^|]*\| ([^|]*) \|$/gm)];
  assert.deepStrictEqual(items.map(([, number]) => Number(number)),
                         Array.from({ length: 20 }, (_, i) => i + 1));
  for (const [, item, text] of items) {
    const counts = text.split('; ').map((part) =>
      checkNames(item, part, part.startsWith('on the wire')));
    assert.ok(counts.some((count) => count > 0), `${item} names no test`);
  }
});

// The commands of a document: {command, output}.
function transcript(text) {
  const steps = [];
  for (const { language, text: block } of blocks(text)) {
    let step;
    for (const line of language === '' ? block.split('\n') : []) {
      if (line.startsWith('$ ')) {
        step = { command: line.slice(2), output: '' };
        steps.push(step);
      } else if (step !== undefined) {
        step.output += `${line}\n`;
      }
    }
  }
  return steps;
}

function run(name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-documents-'));
  try {
    for (const each of ['build', 'examples', 'test']) {
      fs.symlinkSync(path.join(root, each), path.join(folder, each));
    }
    const steps = transcript(read(name));
    assert.ok(steps.length > 0, 'it has no command');
    for (const { command, output } of steps) {
      const [, file] = /^cat (\S+)$/.exec(command) ?? [];
      if (file !== undefined) {
        fs.writeFileSync(path.join(folder, file), output);
        continue;
      }
      const { stdout, stderr } = spawnSync('sh', ['-c', command], {
        cwd: folder, encoding: 'utf8',
      });
      assert.strictEqual(stdout.trim(), output.trim(),
                         `${name}: ${command}: ${stderr}`);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test('commands of README.md', () => run('README.md'), [bootstrap, wick]);
test('commands of GUIDE.md', () => run('GUIDE.md'), [bootstrap, wick]);
