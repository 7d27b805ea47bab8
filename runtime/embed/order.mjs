// SPDX-License-Identifier: MIT
// What functions do after their start, once each, so that order.sh finds the
// code that does it. Says nothing; throws when something is not as it should be.
import assert from 'node:assert';
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { inspect, promisify } from 'node:util';

const require = createRequire(import.meta.url);

function text() {
  const words = 'the quick brown fox jumps over the lazy dog'.split(' ');
  const counts = new Map();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  assert.strictEqual(counts.get('the'), 2);
  const upper = words.map((word) => word.toUpperCase()).sort().join('-');
  assert.match(upper, /^BROWN-DOG-(?<third>\w+)/u);
  assert.strictEqual(upper.replace(/-/g, ' ').length, upper.length);
  assert.strictEqual([...'a\u00e9\u{1f600}'].length, 3);
  assert.strictEqual('\u00e9'.normalize('NFD').length, 2);
  assert.strictEqual(`${1.5}`.padStart(5, '0'), '001.5');
}

function json() {
  const records = Array.from({ length: 50 }, (_, id) =>
    ({ id, name: `record ${id}`, tags: ['a', 'b'], price: id / 4, next: null }));
  const copy = JSON.parse(JSON.stringify({ records, at: new Date(0) }));
  assert.deepStrictEqual(copy.records, records);
  assert.strictEqual(copy.at, '1970-01-01T00:00:00.000Z');
  assert.throws(() => JSON.parse('{"a":'), SyntaxError);
  copy.records.sort((a, b) => b.price - a.price || a.id - b.id);
  assert.strictEqual(copy.records[0].id, 49);
}

function bytes() {
  const buffer = Buffer.from('hello w\u00f6rld');
  assert.strictEqual(buffer.toString('base64'), 'aGVsbG8gd8O2cmxk');
  assert.strictEqual(Buffer.concat([buffer, Buffer.alloc(3)]).length, 15);
  assert.strictEqual(buffer.toString('hex').length, 24);
  const decoded = new TextDecoder().decode(new TextEncoder().encode('\u20ac'));
  assert.strictEqual(decoded, '\u20ac');
  assert.strictEqual(atob(btoa('abc')), 'abc');
  assert.strictEqual(randomUUID().length, 36);
}

function addresses() {
  const url = new URL('https://example.com/a/b?c=d&e=f#g');
  assert.strictEqual(url.searchParams.get('e'), 'f');
  url.searchParams.append('h', '1 2');
  assert.strictEqual(new URL('../x', url).pathname, '/x');
  assert.strictEqual(path.extname(path.join(os.tmpdir(), 'a.txt')), '.txt');
}

class Account {
  #balance = 0;
  static made = 0;

  constructor() {
    Account.made++;
  }

  get balance() {
    return this.#balance;
  }

  deposit(amount) {
    if (!(amount > 0)) {
      throw new RangeError(`bad amount: ${amount}`, { cause: amount });
    }
    this.#balance += amount;
    return this;
  }
}

function errors() {
  const account = new Account().deposit(5);
  let caught;
  try {
    account.deposit(-1);
  } catch (error) {
    caught = error;
  }
  assert.ok(caught.stack.includes('deposit'));
  assert.ok(inspect(caught).includes('bad amount'));
  const nested = { account, list: [1, [2, [3]]], map: new Map([[1, { a: 1 }]]),
                   set: new Set(['x']), date: new Date(0), at: Symbol('s') };
  assert.ok(inspect(nested, { depth: 4 }).includes('Map(1)'));
}

async function files() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'order-'));
  const file = path.join(dir, 'data.json');
  fs.writeFileSync(file, '{"a":1}');
  assert.strictEqual(JSON.parse(fs.readFileSync(file, 'utf8')).a, 1);
  assert.ok(fs.existsSync(file) && fs.statSync(file).isFile());
  assert.strictEqual((await fs.promises.readFile(file)).length, 7);
  assert.deepStrictEqual(await promisify(fs.readdir)(dir), ['data.json']);
  await fs.promises.rm(dir, { recursive: true });
  assert.throws(() => fs.readFileSync(file), { code: 'ENOENT' });
  assert.strictEqual(require('node:path'), path);
}

async function time() {
  const emitter = new EventEmitter();
  setTimeout(() => emitter.emit('done', 1), 1);
  assert.deepStrictEqual(await once(emitter, 'done'), [1]);
  const all = await Promise.allSettled([
    Promise.reject(new Error('no')), 1, new Promise((resolve) => {
      setImmediate(resolve, 2);
    })]);
  assert.strictEqual(all[0].reason.message, 'no');
  async function* count() {
    yield* [1, 2];
  }
  let sum = 0;
  for await (const n of count()) {
    sum += n;
  }
  assert.strictEqual(sum, 3);
  assert.strictEqual(await Promise.race([1, time]), 1);
  await new Promise((resolve) => process.nextTick(resolve));
}

for (const work of [text, json, bytes, addresses, errors, files, time]) {
  await work();
}
console.log('%s is %d and %j', 'this', 42, { a: [1] });
console.error(new Error('for the log'));
