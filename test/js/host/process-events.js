// SPDX-License-Identifier: MIT
// If this fails process is another emitter than node:events makes them, or a
// signal goes on to be taken from the system.
'use strict';

const { EventEmitter, once } = process.getBuiltinModule('node:events');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const seen = [];
const note = (text) => (...args) => seen.push([text, ...args].join(' '));
function take() {
  return seen.splice(0).join();
}

process.on('x', note('on'));
process.prependListener('x', note('first'));
process.once('x', note('once'));
process.prependOnceListener('x', note('once-first'));
check('emit', process.emit('x', 1, 2) === true &&
  take() === 'once-first 1 2,first 1 2,on 1 2,once 1 2', seen);
check('emit-again', process.emit('x') && take() === 'first,on', seen);
check('emit-nobody', process.emit('nobody') === false, true);
check('count', process.listenerCount('x') === 2 &&
  process.listeners('x').length === 2, process.listenerCount('x'));
check('borrowed', EventEmitter.prototype.emit.call(process, 'x', 3) &&
  take() === 'first 3,on 3', seen);
check('names', process.eventNames().includes('x'), process.eventNames());
check('chain', process.removeAllListeners('x') === process &&
  process.listenerCount('x') === 0, process.listenerCount('x'));

const symbol = Symbol('name');
process.once(symbol, note('symbol'));
process.emit(symbol);
check('symbol', take() === 'symbol', seen);

function told() {}
process.once('newListener', (name, listener) =>
  seen.push(`${String(name)} ${listener === told}`));
process.once('y', told);
check('new-listener', take() === 'y true', seen);
const removed = (name) => seen.push(name);
process.on('removeListener', removed);
process.off('y', told);
process.off('removeListener', removed);
check('remove-listener', take() === 'y', seen);

let thrown;
try {
  process.emit('error', new RangeError('nobody'));
} catch (error) {
  thrown = error;
}
check('error', thrown instanceof RangeError, thrown);
check('limit', process.getMaxListeners() === 10 &&
  process.setMaxListeners(20) === process && process.getMaxListeners() === 20,
process.getMaxListeners());
process.setMaxListeners(10);

// ---- Signals: what is not listened to would end the process ----

async function signals() {
  const all = [];
  process.on('SIGUSR2', (...args) => all.push(args.join(' ')));
  process.prependListener('SIGHUP', (...args) => all.push(args.join(' ')));
  const hup = once(process, 'SIGHUP');
  process.kill(process.pid, 'SIGUSR2');
  process.kill(process.pid, 12);
  process.kill(process.pid, 'SIGHUP');
  await hup;
  while (all.length < 3) {
    await once(process, 'SIGUSR2');
  }
  check('signals', all.sort().join() ===
    'SIGHUP 1,SIGUSR2 12,SIGUSR2 12', all);

  process.removeAllListeners('SIGHUP');
  process.on('SIGHUP', note('hup'));
  const again = once(process, 'SIGHUP');
  process.kill(process.pid, 'SIGHUP');
  await again;
  check('signal-anew', take() === 'hup SIGHUP 1', seen);

  process.removeAllListeners();
  check('all-gone', process.eventNames().length === 0, process.eventNames());
  process.on('SIGUSR2', note('usr2'));
  const last = once(process, 'SIGUSR2');
  process.kill(process.pid, 'SIGUSR2');
  await last;
  check('signal-after-all', take() === 'usr2 SIGUSR2 12', seen);
  check('no-signal', process.on('SIGNOTHING', () => {}) === process, false);
}

// Signals do not keep a process.
const awake = setInterval(() => {}, 1000);
signals().finally(() => clearInterval(awake));
