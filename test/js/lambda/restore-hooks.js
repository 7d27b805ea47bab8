/* SPDX-License-Identifier: MIT */
// SnapStart: hooks run around the snapshot, in their order, once; a failure is
// told to the endpoint that belongs to its time.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const SNAP = { AWS_LAMBDA_INITIALIZATION_TYPE: 'snap-start' };

// A function that registers hooks when its module is run.
function withHooks(open, register, env = SNAP) {
  return open({
    env,
    files: {
      '/var/task/index.js': {
        get exports() {
          register(globalThis.awslambda);
          return { handler: async () => 'ran' };
        },
      },
    },
  });
}

const turn = () => new Promise(setImmediate);

scenario('the sequence', async (open) => {
  const steps = [];
  const runtime = withHooks(open, (awslambda) => {
    for (const name of ['1', '2', '3']) {
      awslambda.registerBeforeSnapshot(async () => {
        await turn();
        steps.push(`before ${name}`);
      });
      awslambda.registerAfterRestore(async () => {
        await turn();
        steps.push(`after ${name}`);
      });
    }
  });
  equal((await runtime.init()).kinds, 'restoreNext');
  equal(steps, ['before 3', 'before 2', 'before 1']);
  equal((await runtime.restored()).kinds, 'next');
  equal(steps.slice(3), ['after 1', 'after 2', 'after 3']);
  equal((await runtime.invoke({})).response, '"ran"');
  equal(steps.length, 6);
});

scenario('hooks that hooks register', async (open) => {
  const steps = [];
  const runtime = withHooks(open, (awslambda) => {
    awslambda.registerBeforeSnapshot(() => steps.push('before 1'));
    awslambda.registerBeforeSnapshot(() => awslambda.registerBeforeSnapshot(
      () => steps.push('before of before')));
    awslambda.registerAfterRestore(() => awslambda.registerAfterRestore(
      () => steps.push('after of after')));
    awslambda.registerAfterRestore(() => steps.push('after 1'));
  });
  equal((await runtime.init()).kinds, 'restoreNext');
  equal(steps, ['before of before', 'before 1']);
  equal((await runtime.restored()).kinds, 'next');
  equal(steps.slice(2), ['after 1', 'after of after']);
});

scenario('without hooks', async (open) => {
  const runtime = withHooks(open, () => {});
  equal((await runtime.init()).kinds, 'restoreNext');
  equal((await runtime.restored()).kinds, 'next');
});

scenario('without SnapStart they are not run', async (open) => {
  for (const type of ['on-demand', 'provisioned-concurrency', '']) {
    const steps = [];
    const runtime = withHooks(open, (awslambda) => {
      awslambda.registerBeforeSnapshot(() => steps.push('before'));
      awslambda.registerAfterRestore(() => steps.push('after'));
    }, { AWS_LAMBDA_INITIALIZATION_TYPE: type });
    equal((await runtime.init()).kinds, 'next');
    equal(runtime.loadedNames().includes('lambda/restore'), false);
    equal(steps, []);
  }
});

scenario('a hook before the snapshot fails', async (open) => {
  const steps = [];
  const runtime = withHooks(open, (awslambda) => {
    awslambda.registerBeforeSnapshot(() => steps.push('not run'));
    awslambda.registerBeforeSnapshot(async () => {
      throw new RangeError('b');
    });
  });
  const result = await runtime.init();
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.BeforeSnapshotError');
  equal(result.error.errorMessage, 'RangeError: b');
  equal(result.exit, 129);
  equal(steps, []);
});

scenario('whatever it throws', async (open) => {
  const runtime = withHooks(open, (awslambda) => {
    awslambda.registerBeforeSnapshot(() => {
      throw Object.create(null);
    });
  });
  const result = await runtime.init();
  equal(result.errorType, 'Runtime.BeforeSnapshotError');
  equal(result.error.errorMessage, 'object');
});

scenario('a hook behind the restore fails', async (open) => {
  const steps = [];
  const runtime = withHooks(open, (awslambda) => {
    awslambda.registerAfterRestore(() => {
      throw 'text';
    });
    awslambda.registerAfterRestore(() => steps.push('not run'));
  });
  await runtime.init();
  const result = await runtime.restored();
  equal(result.kinds, 'restoreError exit');
  equal(result.errorType, 'Runtime.AfterRestoreError');
  equal(result.error.errorMessage, 'text');
  equal(result.exit, 1);
  equal(steps, []);
});

scenario('an uncaught exception behind the restore', async (open) => {
  const runtime = withHooks(open, (awslambda) => {
    awslambda.registerAfterRestore(() => new Promise(() => {
      setImmediate(() => {
        throw new RangeError('u');
      });
    }));
  });
  await runtime.init();
  const result = await runtime.restored();
  equal(result.kinds, 'restoreError exit');
  equal(result.errorType, 'RangeError');
  equal(result.exit, 129);
});

scenario('a hook that never settles', async (open) => {
  const never = () => new Promise(() => {});
  let runtime = withHooks(open, (awslambda) =>
    awslambda.registerBeforeSnapshot(never));
  equal((await runtime.init()).errorType, 'Runtime.NodeJsExit');
  runtime = withHooks(open, (awslambda) =>
    awslambda.registerAfterRestore(never));
  await runtime.init();
  const result = await runtime.restored();
  equal(result.kinds, 'restoreError exit');
  equal(result.errorType, 'Runtime.NodeJsExit');
});

scenario('a hook must be a function', async (open) => {
  const runtime = withHooks(open, (awslambda) =>
    awslambda.registerBeforeSnapshot('x'));
  const result = await runtime.init();
  equal(result.errorType, 'TypeError');
  equal(result.error.errorMessage, 'A SnapStart hook must be a function');
});

scenario('the snapshot cannot be restored', async (open) => {
  const steps = [];
  const runtime = withHooks(open, (awslambda) =>
    awslambda.registerAfterRestore(() => steps.push('not run')));
  await runtime.init();
  const result = await runtime.restored('Failed to restore: reset');
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.RestoreError');
  equal(result.error.errorMessage, 'Failed to restore: reset');
  equal(result.exit, 1);
  equal(steps, []);
});
