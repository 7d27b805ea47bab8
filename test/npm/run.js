// SPDX-License-Identifier: MIT
// The packages of package.json under build/bootstrap: each is loaded by
// `require` and by `import`, and a call of it (smoke.js) has to give what it
// gives under this machine's Node.
//
//   node test/npm/run.js [SPECIFIER...]    default: all of smoke.js
//
// The packages come through npm as it is set up on this machine, by the hashes
// of package-lock.json, into the cache of the libraries; where they cannot be
// had, the suite is skipped. `expect` says what fails and why; it holds in both
// directions.
'use strict';

const { execFile, execFileSync } = require('child_process');
const { createHash } = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');

const here = __dirname;
const root = path.resolve(here, '../..');
const bootstrap = path.join(root, 'build/bootstrap');
const LIMIT_MS = 60000;

const hashOf = (...files) => {
  const hash = createHash('sha256');
  files.forEach((file) => hash.update(fs.readFileSync(path.join(here, file))));
  return hash.digest('hex').slice(0, 20);
};

function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(base, 'wick', 'npm');
}

// The folder with the packages, or nothing where they cannot be had. It is
// whole when it has its name.
function install() {
  const folder = path.join(cacheFolder(), hashOf('package-lock.json'));
  if (fs.existsSync(folder)) {
    return folder;
  }
  fs.mkdirSync(cacheFolder(), { recursive: true });
  const part = fs.mkdtempSync(`${folder}.`);
  try {
    for (const file of ['.npmrc', 'package.json', 'package-lock.json']) {
      fs.copyFileSync(path.join(here, file), path.join(part, file));
    }
    // No scripts: nothing here is compiled.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund',
                         '--loglevel=error'], { cwd: part, stdio: 'pipe' });
    fs.renameSync(part, folder);
    return folder;
  } catch (error) {
    fs.rmSync(part, { recursive: true, force: true });
    return fs.existsSync(folder) ? folder : undefined;
  }
}

// What one.js prints of @specifier, run by @command.
function resultsOf(folder, command, specifier) {
  const [program, ...words] = command;
  return new Promise((resolve) => {
    execFile(program, [...words, 'one.js', specifier], {
      cwd: folder, timeout: LIMIT_MS, killSignal: 'SIGKILL',
      maxBuffer: 1 << 26, env: { ...process.env, NODE_NO_WARNINGS: '1' },
    }, (error, stdout, stderr) => {
      const found = /^result (.*)$/m.exec(stdout);
      if (found) {
        resolve(JSON.parse(found[1]));
        return;
      }
      const why = (stderr || stdout).trim().split('\n')[0] ||
        (error && (error.signal || error.code));
      resolve({ require: { error: `ends with ${why}` }, import: {} });
    });
  });
}

// As many at a time as there are processors; what @each gives, in order.
async function inParallel(items, each) {
  const results = [];
  let next = 0;
  await Promise.all(os.cpus().map(async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await each(items[at]);
    }
  }));
  return results;
}

// Node's results, asked for once for each change of the packages or the calls,
// and kept beside the packages.
async function oracle(folder, specifiers) {
  const key = hashOf('package-lock.json', 'smoke.js', 'one.js');
  const file = path.join(cacheFolder(), `${key}-${process.version}.json`);
  if (fs.existsSync(file)) {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  }
  const results = await inParallel(specifiers, (specifier) =>
    resultsOf(folder, [process.execPath], specifier));
  const known = Object.fromEntries(specifiers.map((s, n) => [s, results[n]]));
  const part = `${file}.${process.pid}`;
  fs.writeFileSync(part, JSON.stringify(known));
  fs.renameSync(part, file);
  return known;
}

// Why @ours is not @theirs, or nothing.
function difference(ours, theirs) {
  for (const how of ['require', 'import']) {
    const [got, wanted] = [ours[how], theirs[how]];
    if (JSON.stringify(got) !== JSON.stringify(wanted)) {
      return `${how}: ${got.error || JSON.stringify(got)}, not ${
        wanted.error || JSON.stringify(wanted)}`;
    }
  }
  return undefined;
}

function expectations() {
  const reasons = new Map();
  for (const line of fs.readFileSync(path.join(here, 'expect'), 'utf8')
    .split('\n')) {
    const found = /^FAIL (\S+) (.+)$/.exec(line);
    if (found) {
      reasons.set(found[1], found[2]);
    }
  }
  return reasons;
}

function report(specifier, why, reason) {
  if (why === undefined && reason === undefined) {
    console.log(`ok ${specifier}`);
    return true;
  }
  if (why !== undefined && reason !== undefined) {
    console.log(`skip ${specifier}: ${reason}`);
    return true;
  }
  console.log(`FAIL ${specifier}: ${why === undefined ?
    'passes; take it out of test/npm/expect' : why.slice(0, 600)}`);
  return false;
}

async function main() {
  const folder = install();
  if (folder === undefined) {
    console.log('skip npm: the packages cannot be had (no network and no cache)');
    return;
  }
  for (const file of ['one.js', 'smoke.js']) {
    fs.copyFileSync(path.join(here, file), path.join(folder, file));
  }
  const every = Object.keys(require('./smoke.js'));
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : every;
  const theirs = await oracle(folder, every);
  const reasons = expectations();
  const results = await inParallel(wanted, (specifier) =>
    resultsOf(folder, [bootstrap, 'run'], specifier));
  const good = wanted.map((specifier, n) => report(
    specifier, difference(results[n], theirs[specifier]),
    reasons.get(specifier)));
  process.exitCode = good.includes(false) ? 1 : 0;
}

main();
