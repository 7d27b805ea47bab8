// SPDX-License-Identifier: MIT
// If this fails tools that listen on diagnostics channels hear nothing, or are
// heard by what they watch.
'use strict';

const { channel, subscribe, unsubscribe, hasSubscribers, tracingChannel } =
  process.getBuiltinModule('diagnostics_channel');
const { AsyncLocalStorage } = process.getBuiltinModule('async_hooks');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const seen = [];
const listener = (data, name) => seen.push(`${name}:${data}`);
const a = channel('a');
a.publish(1);
subscribe('a', listener);
a.publish(2);
check('publish', hasSubscribers('a') && seen.join() === 'a:2', seen);
check('unsubscribe', unsubscribe('a', listener) &&
  !unsubscribe('a', listener) && !a.hasSubscribers, seen);
check('same', channel('a') === a, a);

const storage = new AsyncLocalStorage();
a.bindStore(storage, (data) => data * 2);
check('runStores', a.runStores(21, function (value) {
  return [storage.getStore(), this, value].join();
}, 'self', 'arg') === '42,self,arg', 0);
a.unbindStore(storage);
check('unbound', a.runStores(1, () => storage.getStore()) === undefined, 0);

process.once('uncaughtException', (error) => {
  check('thrown by a subscriber', error.message === 'x', error);
});
subscribe('b', () => {
  throw new Error('x');
});
channel('b').publish(1);

const order = [];
const tracing = tracingChannel('work');
const handlers = {};
for (const name of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
  handlers[name] = () => order.push(name);
}
check('untraced', tracing.traceSync(() => 5) === 5 && order.length === 0,
      order);
tracing.subscribe(handlers);
const context = {};
check('traceSync', tracing.traceSync((n) => n + 1, context, null, 1) === 2 &&
  context.result === 2 && order.splice(0).join() === 'start,end', order);
try {
  tracing.traceSync(() => {
    throw new Error('y');
  });
} catch {
  check('traceSync fails', order.splice(0).join() === 'start,error,end',
        order);
}
tracing.traceCallback((callback) => callback(null, 'r'), 0, {}, null,
                      (error, result) => order.push(result));
check('traceCallback', order.splice(0).join() ===
  'start,asyncStart,r,asyncEnd,end', order);
(async () => {
  await tracing.tracePromise(async () => 1);
  check('tracePromise', order.splice(0).join() ===
    'start,end,asyncStart,asyncEnd', order);
})();
