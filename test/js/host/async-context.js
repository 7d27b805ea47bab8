// SPDX-License-Identifier: MIT
// If this fails AsyncLocalStorage loses what a request put into it, or shows it
// to another request.
'use strict';

const { AsyncLocalStorage, AsyncResource } =
  process.getBuiltinModule('async_hooks');
const timers = process.getBuiltinModule('timers/promises');

let waiting = 0;
function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

// @body is to see its own storage's value in the end.
async function scenario(name, body) {
  waiting++;
  const storage = new AsyncLocalStorage();
  try {
    const got = await storage.run(name, body, storage);
    check(name, got === name, got);
  } catch (error) {
    check(name, false, error.stack);
  }
  waiting--;
}

// A promise that is settled from outside of any context.
function outside() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => {
    Object.assign(parts, { resolve, reject });
  });
  return parts;
}

const pending = [];
const later = (start) => {
  const parts = outside();
  pending.push(() => start(parts));
  return parts.promise;
};

scenario('synchronous', async (s) => s.getStore());
scenario('await value', async (s) => {
  await 0;
  return s.getStore();
});
scenario('await settled', async (s) => {
  await Promise.resolve();
  return s.getStore();
});
scenario('await first, settled outside', async (s) => {
  await later(({ resolve }) => resolve());
  return s.getStore();
});
scenario('await second, settled outside', async (s) => {
  await 0;
  await later(({ resolve }) => resolve());
  await later(({ resolve }) => resolve());
  return s.getStore();
});
scenario('await rejected outside', async (s) => {
  try {
    await later(({ reject }) => reject(new Error('x')));
  } catch {
    return s.getStore();
  }
  return 'no error';
});
scenario('then, settled outside', (s) =>
  later(({ resolve }) => resolve()).then(() => s.getStore()));
scenario('catch, settled outside', (s) =>
  later(({ reject }) => reject()).catch(() => s.getStore()));
scenario('finally, settled outside', async (s) => {
  let got;
  await later(({ resolve }) => resolve()).finally(() => {
    got = s.getStore();
  });
  return got;
});
scenario('thenable', async (s) => {
  await { then: (resolve) => pending.push(resolve) };
  return s.getStore();
});
scenario('promise of a promise', async (s) => {
  await new Promise((resolve) => {
    resolve(later((parts) => parts.resolve()));
  });
  return s.getStore();
});
scenario('all', async (s) => {
  await Promise.all([later(({ resolve }) => resolve()), 1,
                     Promise.resolve()]);
  return s.getStore();
});
scenario('race', async (s) => {
  await Promise.race([later(({ resolve }) => resolve())]);
  return s.getStore();
});
scenario('subclass', async (s) => {
  class Own extends Promise {}
  const parts = {};
  const own = new Own((resolve) => {
    parts.resolve = resolve;
  });
  pending.push(parts.resolve);
  await own;
  return own.then(() => s.getStore());
});
scenario('for await', async (s) => {
  async function* items() {
    yield await later(({ resolve }) => resolve());
    yield 2;
  }
  const seen = [];
  for await (const item of items()) {
    seen.push(item, s.getStore());
  }
  return seen[1] === seen[3] ? s.getStore() : seen;
});
scenario('async generator', async (s) => {
  async function* items() {
    await later(({ resolve }) => resolve());
    yield s.getStore();
  }
  return (await items().next()).value;
});
scenario('setTimeout', (s) => new Promise((resolve) => {
  setTimeout(() => resolve(s.getStore()), 1);
}));
scenario('setInterval', (s) => new Promise((resolve) => {
  const timer = setInterval(() => {
    clearInterval(timer);
    resolve(s.getStore());
  }, 1);
}));
scenario('setImmediate', (s) => new Promise((resolve) => {
  setImmediate(() => resolve(s.getStore()));
}));
scenario('nextTick', (s) => new Promise((resolve) => {
  process.nextTick(() => resolve(s.getStore()));
}));
scenario('queueMicrotask', (s) => new Promise((resolve) => {
  queueMicrotask(() => resolve(s.getStore()));
}));
scenario('timers/promises', async (s) => {
  await timers.setTimeout(1);
  await timers.setImmediate();
  return s.getStore();
});
scenario('AsyncResource', (s) => {
  const resource = new AsyncResource('test');
  return new Promise((resolve) => {
    pending.push(() => resource.runInAsyncScope(() => resolve(s.getStore())));
  });
});
scenario('bind', (s) => new Promise((resolve) => {
  pending.push(AsyncLocalStorage.bind(() => resolve(s.getStore())));
}));
scenario('snapshot', (s) => new Promise((resolve) => {
  const run = AsyncLocalStorage.snapshot();
  pending.push(() => run(() => resolve(s.getStore())));
}));
scenario('run inside run', async (s) => {
  const inner = await s.run('other', async () => {
    await later(({ resolve }) => resolve());
    return s.getStore();
  });
  return inner === 'other' ? s.getStore() : inner;
});
scenario('throw out of run', async (s) => {
  try {
    s.run('other', () => {
      throw new Error('x');
    });
  } catch {
    return s.getStore();
  }
  return 'no error';
});
scenario('exit', async (s) => {
  const none = s.exit(() => s.getStore());
  return none === undefined ? s.getStore() : none;
});
scenario('two storages', async (s) => {
  const other = new AsyncLocalStorage();
  return other.run('inner', async () => {
    await later(({ resolve }) => resolve());
    return other.getStore() === 'inner' ? s.getStore() : other.getStore();
  });
});

// Many requests at once, each settled by another.
async function crowd() {
  waiting++;
  const storage = new AsyncLocalStorage();
  const resolvers = [];
  let wrong = 0;
  const request = (n) => storage.run(n, async () => {
    for (let step = 0; step < 5; step++) {
      await new Promise((resolve) => {
        resolvers.push(resolve);
      });
      wrong += storage.getStore() === n ? 0 : 1;
    }
  });
  const all = Promise.all(Array.from({ length: 100 }, (_, n) => request(n)));
  storage.run('settler', () => {
    const timer = setInterval(() => {
      resolvers.splice(0).reverse().forEach((resolve) => resolve());
    }, 1);
    all.then(() => clearInterval(timer));
  });
  await all;
  check('crowd', wrong === 0, wrong);
  check('nothing leaks', storage.getStore() === undefined,
        storage.getStore());
  waiting--;
}
crowd();

// enterWith lasts to the end of what runs, and of what it started.
const entered = new AsyncLocalStorage();
setTimeout(() => {
  entered.enterWith('entered');
  check('enterWith', entered.getStore() === 'entered', entered.getStore());
  setTimeout(() => check('after enterWith', entered.getStore() === 'entered',
                         entered.getStore()), 1);
  Promise.resolve().then(() => check(
    'microtask after enterWith', entered.getStore() === 'entered',
    entered.getStore()));
}, 1);
setTimeout(() => check('beside enterWith', entered.getStore() === undefined,
                       entered.getStore()), 1);

const disabled = new AsyncLocalStorage();
disabled.run(1, () => {
  disabled.disable();
  check('disable', disabled.getStore() === undefined, disabled.getStore());
});

// What waits is settled from a timer that knows of no storage.
const settler = setInterval(() => {
  pending.splice(0).forEach((settle) => settle());
  if (waiting === 0) {
    clearInterval(settler);
  }
}, 1);

const fs = process.getBuiltinModule('fs');
scenario('fs callback', (s) => new Promise((resolve) => {
  fs.stat('/', () => resolve(s.getStore()));
}));
scenario('fs promise', async (s) => {
  await fs.promises.stat('/');
  return s.getStore();
});
