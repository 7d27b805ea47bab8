// SPDX-License-Identifier: MIT
//
// The memory of functions in Wick, Bun and Node, in one run; and the budget of
// Wick's. `make bench-memory`; bench/README.md says how to read it.
//
//   memory.js --out FILE [--count N] NAME COMMAND... [-- NAME COMMAND...]...
//
// The first peer is judged. Exit status 1 where it is over its budget.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const cases = require('./cases.js');
const { bundle } = require('./bundle.js');
const { Group } = require('./group.js');
const { Process } = require('./process.js');

const functions = path.join(__dirname, 'function');
const made = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-memory-'));
process.on('exit', () => fs.rmSync(made, { recursive: true, force: true }));

const GROUP_BYTES = 128 * 1024 * 1024;
const CONFINED_COUNT = 1000;

const mb = (kib) => `${(kib / 1024).toFixed(1)} MB`;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

function parse(words) {
  const options = { count: 1e6, out: undefined, peers: [] };
  const rest = [...words];
  while (rest.length > 0 && rest[0].startsWith('--')) {
    const name = rest.shift().slice(2);
    options[name] = name === 'count' ? Number(rest.shift()) : rest.shift();
  }
  let peer;
  for (const word of rest) {
    if (word === '--') {
      peer = undefined;
    } else if (peer === undefined) {
      peer = { name: word, command: [] };
      options.peers.push(peer);
    } else {
      peer.command.push(word);
    }
  }
  return options;
}

// {} in a command is the handler, for a client that takes it as an argument.
function starter({ command }) {
  return (name, options = {}) => {
    const handler = `${name}.handler`;
    return Process.start(command.map((word) => word.replace('{}', handler)), {
      directory: name === 'bundle' ? made : functions, handler, ...options,
    });
  };
}

// Rows of the table: what is measured, and what of it is said and limited.
function rows(count) {
  return [
    ['hello, RSS after 100', (start) => cases.hello(start, 100),
      (r) => mb(r.rss), (r) => r.rss <= 13 * 1024],
    ['hello, address space', 'hello, RSS after 100',
      (r) => mb(r.size), (r) => r.size <= 89 * 1024],
    ['hello, threads', 'hello, RSS after 100',
      (r) => String(r.threads), (r) => r.threads === 1],
    ['6 MB echo, peak', (start) => cases.large(start, 100),
      (r) => mb(r.peak), () => true],
    ['6 MB echo, RSS that stays', '6 MB echo, peak',
      (r) => mb(r.kept), (r) => r.kept <= 1024],
    ['100 KB events, RSS at 1,000', (start) => cases.steady(start, 1000, 10000),
      (r) => mb(r.before), () => true],
    ['100 KB events, growth to 10,000', '100 KB events, RSS at 1,000',
      (r) => percent(r.growth), (r) => r.growth <= 0.02],
    ['100 KB events, most', '100 KB events, RSS at 1,000',
      (r) => mb(r.most), () => true],
    [`hello, RSS over ${count}`, (start) => cases.endurance(start, count),
      (r) => `${mb(r.rss[0])} to ${mb(r.rss[9])}`,
      (r) => r.rss[9] <= r.rss[0] * 1.02],
  ];
}

async function confineAll(start, results, problem) {
  for (const name of Object.keys(cases.confined)) {
    const row = `128 MB: ${name}`;
    if (problem !== undefined) {
      results[row] = { text: 'skipped', isGood: true };
      continue;
    }
    const group = new Group(GROUP_BYTES);
    const result = await cases.confine(start, name, group, CONFINED_COUNT);
    const isGood = result.why === undefined;
    results[row] = { ...result, isGood,
      text: isGood ? `ok, ${mb(result.peak)}` : 'fails' };
    group.remove();
  }
}

async function measure(peer, count, problem) {
  const start = starter(peer);
  const results = {};
  const known = {};
  for (const [row, run, say, isGood] of rows(count)) {
    if (typeof run === 'function') {
      try {
        known[row] = await run(start);
      } catch (error) {
        known[row] = { why: error.message };
      }
    }
    const result = known[typeof run === 'function' ? row : run];
    results[row] = result.why === undefined ?
      { ...result, text: say(result), isGood: isGood(result) } :
      { ...result, text: 'fails', isGood: false };
  }
  await confineAll(start, results, problem);
  return results;
}

function print(peers) {
  const names = Object.keys(peers[0].results);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const line = (head, cells) =>
    console.log(head.padEnd(width) +
      cells.map((cell) => cell.padEnd(20)).join('').trimEnd());
  line('', peers.map((peer) => peer.name));
  for (const name of names) {
    line(name, peers.map(({ results }) => results[name].text));
  }
  for (const { name: peer, results } of peers) {
    for (const name of names) {
      if (results[name].why !== undefined) {
        console.log(`\n${peer}, ${name}: ${results[name].why.slice(0, 300)}`);
      }
    }
  }
}

async function main() {
  const { peers, count, out } = parse(process.argv.slice(2));
  let problem;
  try {
    new Group(GROUP_BYTES).remove();
  } catch (error) {
    problem = error.message;
    console.log(`no group of limited memory, so nothing is said of it: ${problem}`);
  }
  fs.writeFileSync(path.join(made, 'bundle.mjs'), bundle());
  for (const peer of peers) {
    peer.results = await measure(peer, count, problem);
  }
  print(peers);
  if (out !== undefined) {
    fs.writeFileSync(out, `${JSON.stringify(peers, null, 2)}\n`);
  }
  const over = Object.entries(peers[0].results)
    .filter(([, result]) => !result.isGood).map(([name]) => name);
  if (over.length > 0) {
    console.log(`\n${peers[0].name} is over its budget: ${over.join('; ')}`);
    process.exitCode = 1;
  }
}

main();
