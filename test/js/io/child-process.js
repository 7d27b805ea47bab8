// SPDX-License-Identifier: MIT
// If this fails programs are not started as Node starts them, or what they say
// and how they end is not what a function is told.
'use strict';

const { once } = require('node:events');
const fs = require('node:fs');
const cp = require('node:child_process');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${JSON.stringify(got)}`);
}

const countDescriptors = () => fs.readdirSync('/proc/self/fd').length;

function thrown(run) {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

function synchronous() {
  const text = cp.execSync('cat; echo $WICK_X; pwd', {
    input: 'in\n', encoding: 'utf8', cwd: '/usr',
    env: { ...process.env, WICK_X: 'x' },
  });
  check('execSync', text === 'in\nx\n/usr\n', text);
  const both = cp.spawnSync('sh', ['-c', 'echo out; echo err >&2; exit 3']);
  check('spawnSync', both.status === 3 && both.signal === null &&
    both.stdout.toString() === 'out\n' && both.stderr.toString() === 'err\n' &&
    both.output.length === 3 && both.output[0] === null, both);
  const killed = cp.spawnSync('sh', ['-c', 'kill -9 $$']);
  check('killed', killed.status === null && killed.signal === 'SIGKILL', killed);
  const late = cp.spawnSync('sleep', ['100'], { timeout: 5 });
  check('timeout', late.error.code === 'ETIMEDOUT' &&
    late.signal === 'SIGTERM', late);
  const large = cp.spawnSync('cat', ['/dev/zero'], { maxBuffer: 1000 });
  check('maxBuffer', large.error.code === 'ENOBUFS', large.error);
  const none = cp.spawnSync('/nowhere/program', ['a']);
  check('none', none.pid === 0 && none.output === null &&
    none.error.message === 'spawnSync /nowhere/program ENOENT' &&
    none.error.path === '/nowhere/program' &&
    none.error.spawnargs.join() === 'a', none);
  const failed = thrown(() => cp.execFileSync('sh', ['-c', 'exit 7'],
                                              { stdio: 'ignore' }));
  check('execFileSync', failed.status === 7 &&
    failed.message === 'Command failed: sh -c exit 7', failed.message);
  const forked = thrown(() => cp.fork('x.js'));
  check('fork', forked.code === 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        forked.code);
  const [nul] = [thrown(() => cp.spawnSync('a\0b'))];
  check('nul', nul.code === 'ERR_INVALID_ARG_VALUE', nul.code);
}

async function streams() {
  const cat = cp.spawn('cat');
  const bytes = Buffer.alloc(1 << 20, 'abcdefg');
  const pieces = [];
  cat.stdout.on('data', (piece) => pieces.push(piece));
  const events = [];
  for (const name of ['spawn', 'exit', 'close']) {
    cat.on(name, () => events.push(name));
  }
  cat.stdin.end(bytes);
  const [status, signal] = await once(cat, 'close');
  check('through', Buffer.concat(pieces).equals(bytes),
        Buffer.concat(pieces).length);
  check('events', events.join() === 'spawn,exit,close' && status === 0 &&
    signal === null, events);

  const file = fs.openSync('/dev/null', 'w');
  const given = cp.spawn('sh', ['-c', 'echo four >&4; echo x >&3'],
                         { stdio: ['ignore', file, 'inherit', file, 'pipe'] });
  const [four] = await once(given.stdio[4], 'data');
  check('stdio', given.stdin === null && String(four) === 'four\n', `${four}`);
  await once(given, 'close');
  fs.closeSync(file);
}

// What one writes another reads, all of it, with nothing of ours in between.
async function chain() {
  const first = cp.spawn('head', ['-c', '1000000', '/dev/zero']);
  const second = cp.spawn('wc', ['-c'], { stdio: [first.stdout, 'pipe', 2] });
  const [count] = await once(second.stdout, 'data');
  check('chain', Number(count) === 1000000, String(count));
  first.stdout.destroy();
  await once(second, 'close');
}

async function ends() {
  const sleeper = cp.spawn('sleep', ['100'], { stdio: 'ignore' });
  check('kill', sleeper.kill() && sleeper.killed, sleeper.killed);
  const [, signal] = await once(sleeper, 'exit');
  check('signal', signal === 'SIGTERM' && sleeper.signalCode === 'SIGTERM' &&
    sleeper.exitCode === null && sleeper.kill() === false, signal);
  const [missing] = await once(cp.spawn('no-such-program', ['y']), 'error');
  check('missing', missing.message === 'spawn no-such-program ENOENT' &&
    missing.errno === -2 && missing.syscall === 'spawn no-such-program' &&
    missing.spawnargs.join() === 'y', missing.message);
  const abort = new AbortController();
  const aborted = cp.spawn('sleep', ['100'], { signal: abort.signal });
  const told = once(aborted, 'error');
  abort.abort();
  const [why] = await told;
  check('abort', why.name === 'AbortError', why.name);
  const failed = await new Promise((resolve) => cp.exec(
    'echo out; echo err >&2; exit 5',
    (error, out, err) => resolve([error.code, out, err, error.cmd])));
  check('exec', failed.join() ===
    '5,out\n,err\n,echo out; echo err >&2; exit 5', failed);
  const over = await new Promise((resolve) => cp.execFile(
    'cat', ['/dev/zero'], { maxBuffer: 100 }, resolve));
  check('exec-maxBuffer', over.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER',
        over.code);
}

(async () => {
  const before = countDescriptors();
  synchronous();
  await streams();
  await chain();
  await ends();
  // One more: the first child that is not waited for wakes the loop by it.
  check('descriptors', countDescriptors() <= before + 1, countDescriptors());
})();
