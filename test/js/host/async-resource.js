// SPDX-License-Identifier: MIT
// If this fails a pool that keeps an AsyncResource for each caller runs the
// callbacks of one in the context of another, or hooks hear nothing of it.
'use strict';

const hooks = process.getBuiltinModule('async_hooks');
const { EventEmitterAsyncResource } = process.getBuiltinModule('events');
const { AsyncLocalStorage, AsyncResource } = hooks;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}
function thrownBy(body) {
  try {
    body();
  } catch (error) {
    return error;
  }
  return undefined;
}

const heard = [];
const hook = hooks.createHook({
  init: (id, type, trigger) => type === 'WICK' && heard.push('init', trigger),
  before: (id) => id === wanted && heard.push('before'),
  after: (id) => id === wanted && heard.push('after'),
  destroy: (id) => id === wanted && heard.push('destroy'),
}).enable();
let wanted;
const resource = new AsyncResource('WICK', { triggerAsyncId: 1 });
wanted = resource.asyncId();
const result = resource.runInAsyncScope(function (value) {
  return [this.self, value, hooks.executionAsyncId() === wanted,
          hooks.triggerAsyncId(), hooks.executionAsyncResource() === resource]
    .join();
}, { self: 'self' }, 'arg');
check('scope', result === 'self,arg,true,1,true', result);
check('ids', resource.triggerAsyncId() === 1 && wanted > 1, wanted);
const boom = new Error('boom');
check('throws', thrownBy(() => resource.runInAsyncScope(() => {
  throw boom;
})) === boom && hooks.executionAsyncId() !== wanted, 0);
resource.emitDestroy();
setImmediate(() => setImmediate(() => {
  hook.disable();
  check('hooks', heard.join() ===
    'init,1,before,after,before,after,destroy', heard);
}));

const storage = new AsyncLocalStorage();
const made = storage.run('made', () => new AsyncResource('TEST'));
const bound = made.bind(function (value) {
  return [storage.getStore(), this?.self, value].join();
});
check('bind', storage.run('other', () => bound.call({ self: 1 }, 2)) ===
  'made,1,2' && bound.length === 1, bound);
const still = storage.run('made', () => AsyncResource.bind(
  () => storage.getStore()));
check('static bind', still() === 'made', still());
const emitter = storage.run('made', () => new EventEmitterAsyncResource({
  name: 'EMITTER',
}));
let seen;
emitter.on('x', (value) => {
  seen = [storage.getStore(), value].join();
});
storage.run('other', () => emitter.emit('x', 1));
check('emitter', seen === 'made,1' && emitter.asyncId > 0 &&
  emitter.asyncResource.eventEmitter === emitter, seen);

check('type', thrownBy(() => new AsyncResource()).code ===
  'ERR_INVALID_ARG_TYPE', 0);
check('trigger', thrownBy(() => new AsyncResource('a', -2)).code ===
  'ERR_INVALID_ASYNC_ID', 0);
check('callback', thrownBy(() => hooks.createHook({ init: 1 })).message ===
  'hook.init must be a function', 0);
