// SPDX-License-Identifier: MIT
// Handlers that allocate without end, each in its own way, in a control group
// of 128 MB. If this fails there is a way to lose the process to a signal: the
// kernel's for want of memory, or the engine's that gives up.
//
//   test/memory/test_endless.js [KIND...]   those, or the QUICK ones
//   test/memory/test_endless.js --all       every kind; `make endless`
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const { Group } = require('../../bench/memory/group.js');
const { Process } = require('../../bench/memory/process.js');
const { endless } = require('./endless/index.js');

const root = path.resolve(__dirname, '../..');
const bootstrap = process.env.BOOTSTRAP || path.join(root, 'build/bootstrap');

// Where little of what is taken is the collector's, so that it does not come
// for it: small and large things, JIT code, the parser, which does not end, and a
// buffer that grows in its place.
// test/wick/test_memory.js has the others.
const QUICK = ['Intl', 'RegExp', 'Function-huge', 'resizable'];

const GROUP_BYTES = 128 * 1024 * 1024;
// An ended call, and the process that follows one whose objects outlive it.
const KIND_MS = Number(process.env.ENDLESS_KIND_S || 120) * 1000;
// What is alive leaves the next call no room: the process ends after the answer.
const STUCK_STATUS = 1;
// wick_die(): where native code takes memory that cannot be refused.
const DIE_STATUS = 70;
const DIE_MESSAGE = /^wick: fatal: out of memory: \d+ MB are in use/m;

function limited(promise, target) {
  const timer = setTimeout(() => target.fail(new Error('no end')), KIND_MS);
  return promise.finally(() => clearTimeout(timer));
}

// How the call ended, in words; throws where the process was lost.
async function call(target, event) {
  let answer;
  let isLast = '';
  try {
    answer = await limited(target.invoke(event), target);
  } catch (error) {
    const { end, stderr } = target;
    if (end === undefined || end.signal !== null) {
      throw error;
    }
    if (end.status === DIE_STATUS && DIE_MESSAGE.test(stderr)) {
      return DIE_MESSAGE.exec(stderr)[0];
    }
    if (end.status !== STUCK_STATUS || target.answer === undefined) {
      throw error;
    }
    ({ answer } = target);
    isLast = ', and the process ends';
  }
  if (answer.kind === 'response') {
    return `an answer${isLast}`;
  }
  const { errorType, errorMessage } = JSON.parse(answer.body);
  return `${errorType}: ${errorMessage}${isLast}`;
}

class Function {
  constructor(group) {
    this.group = group;
    this.target = undefined;
  }

  async start() {
    if (this.target === undefined || this.target.end !== undefined) {
      await this.stop();
      this.target = await Process.start([bootstrap], {
        directory: path.join(__dirname, 'endless'), handler: 'index.handler',
        group: this.group });
    }
    return this.target;
  }

  async stop() {
    if (this.target !== undefined) {
      await this.target.stop();
      this.target = undefined;
    }
  }

  // What the kind ends with.
  async run(kind) {
    const how = await call(await this.start(), JSON.stringify({ kind }));
    const next = await call(await this.start(), '{}');
    if (next !== 'an answer') {
      throw new Error(`the call after it: ${next}`);
    }
    return how;
  }
}

async function main() {
  const words = process.argv.slice(2);
  const isAll = words[0] === '--all';
  const kinds = isAll ? Object.keys(endless) : words.length > 0 ? words : QUICK;
  let group;
  try {
    group = new Group(GROUP_BYTES);
  } catch (error) {
    console.log(`skip endless: no group of limited memory: ${error.message}`);
    console.log('0 passed, 0 failed, 1 skipped');
    return;
  }
  const called = new Function(group);
  let failed = 0;
  for (const kind of kinds) {
    const begun = Date.now();
    try {
      const how = await called.run(kind);
      console.log(`ok ${kind}`);
      if (isAll) {
        console.log(`   ${Date.now() - begun} ms: ${how}`);
      }
    } catch (error) {
      failed++;
      console.log(`FAIL ${kind}: ${error.message.replace(/\n/g, ' | ')}`);
      await called.stop();
    }
  }
  await called.stop();
  group.remove();
  console.log(`${kinds.length - failed} passed, ${failed} failed, 0 skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
