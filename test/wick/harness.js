// SPDX-License-Identifier: MIT
//
// Drives wick as a process. A test is a name and an async function; it fails
// by throwing. Arguments of a test program are names of tests.
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const wickFile = process.env.WICK || path.join(root, 'build/unit/wick');
const fakeFile = path.join(root, 'build/unit-plain/fake_function');

// A test that takes longer hangs: its processes are killed and it fails.
const LIMIT_MS = 300000;

const tests = [];
const cleanups = [];
const children = new Set();

function limited({ run, limitMs }) {
  let timer;
  const limit = new Promise((resolve, reject) => {
    timer = setTimeout(() => {
      for (const child of children) {
        child.kill('SIGKILL');
      }
      reject(new Error(`still running after ${limitMs} ms`));
    }, limitMs);
  });
  return Promise.race([run(), limit]).finally(() => clearTimeout(timer));
}

// `needs` is a file without which the test is skipped.
function test(name, run, needs, limitMs = LIMIT_MS) {
  tests.push({ name, run, needs, limitMs });
}

async function cleanUp() {
  while (cleanups.length > 0) {
    await cleanups.pop()();
  }
}

async function main() {
  const wanted = process.argv.slice(2);
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const each of tests) {
    const { name, needs } = each;
    if (wanted.length > 0 && !wanted.includes(name)) {
      continue;
    }
    if (needs && !fs.existsSync(needs)) {
      skipped++;
      console.log(`skip ${name}: ${needs} is not built`);
      continue;
    }
    try {
      await limited(each);
      await cleanUp();
      passed++;
      console.log(`ok ${name}`);
    } catch (error) {
      failed++;
      const why = String(error && error.stack).split('\n').slice(0, 12);
      console.log(`FAIL ${name}: ${why.join(' | ')}`);
      await cleanUp().catch(() => {});
    }
  }
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || passed + skipped === 0 ? 1 : 0;
}
setImmediate(main);

// A folder that is gone after the test.
function folder() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-test-'));
  cleanups.push(() => fs.rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function environment(extra) {
  return {
    PATH: process.env.PATH,
    WICK_BOOTSTRAP: fakeFile,
    ...extra,
  };
}

// The search for leaks costs as much as the run: the first run of each command
// in a program of tests is searched, with WICK_TEST_FRESH=1 every one.
const searched = new Set();

function sanitizer(args) {
  const command = args[0];
  const isFirst = !searched.has(command);
  searched.add(command);
  const isOn = isFirst || process.env.WICK_TEST_FRESH;
  return { ASAN_OPTIONS: `detect_leaks=${isOn ? 1 : 0}` };
}

// A busy machine is no reason for a time-out: those are asked for, and the
// last of two options counts.
function patient(args) {
  return ['invoke', 'serve'].includes(args[0])
    ? [args[0], '-t', '900', '--init-timeout', '900', ...args.slice(1)] : args;
}

function start(args, { env = {}, cwd = root } = {}) {
  const child = spawn(wickFile, patient(args), {
    env: { ...sanitizer(args), ...environment(env) }, cwd });
  const out = { child, stdout: [], stderr: '', waiters: [] };
  children.add(child);
  out.ended = new Promise((resolve) => {
    child.on('close', (status, signal) => {
      children.delete(child);
      resolve({ status, signal });
    });
  });
  child.stdout.on('data', (bytes) => out.stdout.push(bytes));
  child.stderr.setEncoding('latin1');
  child.stderr.on('data', (text) => {
    out.stderr += text;
    out.waiters = out.waiters.filter((waiter) => !waiter());
  });
  return out;
}

// Runs wick to its end. `input` goes to its standard input.
async function wick(args, options = {}) {
  const run = start(args, options);
  run.child.stdin.on('error', () => {});
  run.child.stdin.end(options.input || '');
  const { status, signal } = await run.ended;
  const bytes = Buffer.concat(run.stdout);
  return { status, signal, bytes, stdout: bytes.toString(), stderr: run.stderr };
}

// wick invoke of the handler "script": the lines are what the function does.
function script(lines, args = [], options = {}) {
  return wick(['invoke', '--env', `SCRIPT=${lines.join('\n')}`, ...args,
    'script'], options);
}

// The lines that the function itself wrote, without those of the platform.
function own(stderr) {
  return stderr.split('\n').filter((line) => line !== '' &&
    !/^(START|END|REPORT|INIT_REPORT|wick:) ?/.test(line) &&
    !/^(RequestId: |Runtime\.|Sandbox\.|Function\.)/.test(line));
}

// Resolves with the match once standard error has one.
function logged(run, pattern) {
  return new Promise((resolve) => {
    const look = () => {
      const match = run.stderr.match(pattern);
      if (match) {
        resolve(match);
      }
      return match !== null;
    };
    if (!look()) {
      run.waiters.push(look);
    }
  });
}

// How many environments came up for the first COUNT invocations: their reports
// come by another pipe than the answers.
async function inits(run, count) {
  const reports = (text) => text.match(/REPORT RequestId: .*\n/g) || [];
  await logged(run, { [Symbol.match]: (text) =>
    (reports(text).length >= count ? reports(text) : null) });
  return run.stderr.match(/Init Duration/g).length;
}

// wick serve on free ports; ends with the test, and must end well.
async function serve(args, options = {}) {
  const run = start(['serve', '--port', '0', '--url-port', '0', ...args],
    options);
  let isStopped = false;
  run.stop = async () => {
    if (!isStopped) {
      isStopped = true;
      run.child.kill('SIGINT');
      const end = await run.ended;
      assert.deepStrictEqual(end, { status: 0, signal: null }, run.stderr);
    }
  };
  cleanups.push(() => run.stop());
  const died = run.ended.then((end) => {
    throw new Error(`wick serve ended: ${JSON.stringify(end)} ${run.stderr}`);
  });
  died.catch(() => {});
  const invoke = await Promise.race([logged(run, /invoke: http:\S+:(\d+)\//),
    died]);
  const url = await Promise.race([logged(run, /url: +http:\S+:(\d+)\//), died]);
  run.port = Number(invoke[1]);
  run.urlPort = Number(url[1]);
  return run;
}

// One HTTP request; resolves with the whole answer.
function request(port, { method = 'POST', path: target, headers = {},
  body = '', onData, agent } = {}) {
  return new Promise((resolve, reject) => {
    const message = http.request({ host: '127.0.0.1', port, method,
      path: target, headers, agent }, (answer) => {
      const chunks = [];
      answer.on('data', (bytes) => {
        chunks.push(bytes);
        if (onData) {
          onData(bytes, answer);
        }
      });
      const settle = (error) => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: answer.statusCode, headers: answer.headers,
          raw: answer.rawHeaders, trailers: answer.trailers, bytes,
          text: bytes.toString(), error });
      };
      answer.on('end', () => settle(null));
      answer.on('error', settle);
    });
    message.on('error', reject);
    message.end(body);
  });
}

const INVOKE = '/2015-03-31/functions/function/invocations';
const STREAM = '/2021-11-15/functions/function/response-streaming-invocations';

function invoke(run, body = '{}', options = {}) {
  return request(run.port, { path: INVOKE, body, ...options });
}

module.exports = { assert, fakeFile, folder, fs, INVOKE, inits, invoke,
  logged, main, own, path, request, root, script, serve, start, STREAM, test,
  wick, wickFile };
