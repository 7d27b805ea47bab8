// SPDX-License-Identifier: MIT
// If this fails node:events, or the events of the web, behave otherwise than
// libraries expect.
'use strict';

const EventEmitter = process.getBuiltinModule('events');
const { inspect } = process.getBuiltinModule('util');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${inspect(got)}`);
}
function thrownBy(body) {
  try {
    body();
  } catch (error) {
    return error;
  }
  return undefined;
}
const says = (name, body, code, message) => {
  const error = thrownBy(body);
  check(name, error?.code === code && error.message === message, error);
};

// ---- EventEmitter ----

const emitter = new EventEmitter();
const seen = [];
emitter.on('newListener', (name) => seen.push(`+${name}`));
emitter.on('removeListener', (name) => seen.push(`-${name}`));
const listener = (...args) => seen.push(args.join('|'));
emitter.on('a', listener).once('a', listener);
emitter.prependListener('a', () => seen.push('first'));
check('emit', emitter.emit('a', 1, 2) && !emitter.emit('b'), seen);
emitter.off('a', listener);
check('order', seen.join() ===
  '+removeListener,+a,+a,+a,first,1|2,-a,1|2,-a', seen);
check('names', emitter.eventNames().join() ===
  'newListener,removeListener,a', emitter.eventNames());
check('counts', emitter.listenerCount('a') === 1 &&
  emitter.listenerCount('a', listener) === 0 &&
  EventEmitter.listenerCount(emitter, 'a') === 1, emitter);
check('raw', emitter.once('r', listener).rawListeners('r')[0].listener ===
  listener && emitter.listeners('r')[0] === listener,
emitter.rawListeners('r'));
emitter.removeAllListeners('a');
check('remove all', emitter.listenerCount('a') === 0, emitter);

function Old() {
  EventEmitter.call(this);
}
Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
const old = new Old();
let self;
old.on('x', function () {
  self = this;
});
old.emit('x');
check('called as a function', self === old, self);

says('error without a listener', () => emitter.emit('error', { a: 1 }),
     'ERR_UNHANDLED_ERROR', 'Unhandled error. ({ a: 1 })');
const boom = new Error('boom');
check('error is thrown', thrownBy(() => emitter.emit('error', boom)) === boom,
      'another');
says('listener', () => emitter.on('x', 3), 'ERR_INVALID_ARG_TYPE',
     'The "listener" argument must be of type function. ' +
     'Received type number (3)');
says('max', () => emitter.setMaxListeners(-1), 'ERR_OUT_OF_RANGE',
     'The value of "setMaxListeners" is out of range. It must be >= 0. ' +
     'Received -1');

const monitored = new EventEmitter();
let watched;
monitored.on(EventEmitter.errorMonitor, (error) => {
  watched = error;
});
thrownBy(() => monitored.emit('error', boom));
check('errorMonitor', watched === boom, watched);

process.once('warning', (warning) => {
  check('leak', warning.name === 'MaxListenersExceededWarning' &&
    warning.message.startsWith('Possible EventEmitter memory leak detected. ' +
      '11 y listeners added to [EventEmitter]. MaxListeners is 10.'), warning);
});
const leaky = new EventEmitter();
for (let n = 0; n < 12; n++) {
  leaky.on('y', () => {});
}

const capturing = new EventEmitter({ captureRejections: true });
capturing.on('x', async () => {
  throw boom;
});
capturing.on('error', (error) => {
  check('captureRejections', error === boom, error);
});
capturing.emit('x');

(async () => {
  const one = new EventEmitter();
  const waiting = EventEmitter.once(one, 'x');
  one.emit('x', 1, 2);
  check('once', (await waiting).join() === '1,2', await waiting);

  const failing = EventEmitter.once(one, 'x').catch((error) => error);
  one.emit('error', boom);
  check('once fails', await failing === boom, await failing);

  const controller = new AbortController();
  const aborted = EventEmitter.once(one, 'x', { signal: controller.signal })
    .catch((error) => error);
  controller.abort();
  check('once aborted', (await aborted).name === 'AbortError' &&
    (await aborted).code === 'ABORT_ERR', await aborted);
  check('once forgets', one.eventNames().length === 0, one.eventNames());

  const items = EventEmitter.on(one, 'x', { close: ['end'] });
  one.emit('x', 1);
  one.emit('x', 2);
  one.emit('end');
  const got = [];
  for await (const [item] of items) {
    got.push(item);
  }
  check('on', got.join() === '1,2', got);

  const target = new EventTarget();
  const event = EventEmitter.once(target, 'x');
  target.dispatchEvent(new Event('x'));
  check('once of a target', (await event)[0].type === 'x', await event);
})();

// ---- EventTarget ----

const target = new EventTarget();
const order = [];
const object = {
  handleEvent(event) {
    order.push(this === object && event.currentTarget === target);
  },
};
target.addEventListener('t', object);
target.addEventListener('t', object);
target.addEventListener('t', () => order.push('once'), { once: true });
target.addEventListener('t', (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
});
target.addEventListener('t', () => order.push('never'));
const cancelable = new Event('t', { cancelable: true });
check('prevented', target.dispatchEvent(cancelable) === false &&
  cancelable.defaultPrevented, cancelable);
target.dispatchEvent(new Event('t'));
check('target order', order.join() === 'true,once,true', order);
check('after', cancelable.target === target &&
  cancelable.currentTarget === null && cancelable.eventPhase === 0,
cancelable);
const removal = new AbortController();
target.addEventListener('r', () => order.push('removed'),
                        { signal: removal.signal });
removal.abort();
target.dispatchEvent(new Event('r'));
check('signal removes', !order.includes('removed'), order);
check('CustomEvent', new CustomEvent('c', { detail: 5 }).detail === 5, 0);
says('type', () => new Event(), 'ERR_MISSING_ARGS',
     'The "type" argument must be specified');
says('this', () => EventTarget.prototype.addEventListener.call({}, 'x'),
     'ERR_INVALID_THIS', 'Value of "this" must be of type EventTarget');
target.addEventListener('again', (event) => {
  says('recursion', () => target.dispatchEvent(event), 'ERR_EVENT_RECURSION',
       'The event "again" is already being dispatched');
});
target.dispatchEvent(new Event('again'));
check('tag', String(target) === '[object EventTarget]' &&
  Object.prototype.toString.call(new Event('x')) === '[object Event]',
target);
process.once('uncaughtException', (error) => {
  check('thrown by a listener', error === boom, error);
});
target.addEventListener('throws', () => {
  throw boom;
});
check('dispatch goes on', target.dispatchEvent(new Event('throws')), false);

// ---- Aborting ----

const controller = new AbortController();
const { signal } = controller;
let handled = 0;
signal.onabort = (event) => {
  handled += event.isTrusted && event.target === signal ? 1 : 0;
};
const any = AbortSignal.any([signal, signal]);
any.addEventListener('abort', () => {
  handled++;
});
controller.abort();
controller.abort('again');
check('abort', handled === 2 && signal.aborted && any.aborted, handled);
check('reason', signal.reason.name === 'AbortError' &&
  signal.reason instanceof DOMException && signal.reason.code === 20 &&
  any.reason === signal.reason, signal.reason);
check('throwIfAborted', thrownBy(() => signal.throwIfAborted()) ===
  signal.reason, signal);
check('abort with', AbortSignal.abort('why').reason === 'why', signal);
says('illegal', () => new AbortSignal(), 'ERR_ILLEGAL_CONSTRUCTOR',
     'Illegal constructor');
check('shown', inspect(controller) ===
  'AbortController { signal: AbortSignal { aborted: true } }',
inspect(controller));
const timeout = AbortSignal.timeout(1);
const alive = setInterval(() => {}, 1000);
timeout.addEventListener('abort', () => {
  clearInterval(alive);
  check('timeout', timeout.reason.name === 'TimeoutError', timeout.reason);
});
