// SPDX-License-Identifier: MIT
// The end and the snapshot of an environment: wick plays Lambda, the function
// is the real bootstrap. The exchanges themselves are in test/contract
// (sigterm-*, snapstart-*).
'use strict';

const { assert, folder, fs, own, path, root, test, wick } =
  require('./harness.js');

const bootstrap = path.join(root, 'build/bootstrap');

// Each test runs on both back ends of the loop.
function whole(name, run) {
  for (const io of ['uring', 'epoll']) {
    test(`${name}-${io}`, () => run(io), bootstrap);
  }
}

// wick invoke of a module with the text @code: its status and answer, and what
// it logged, without time and request id.
async function run(code, io, args = []) {
  const dir = folder();
  fs.writeFileSync(path.join(dir, 'index.js'), code);
  const result = await wick(['invoke', '-C', dir, '--env', `WICK_IO=${io}`,
    ...args, 'index.handler'], { env: { WICK_BOOTSTRAP: bootstrap } });
  const log = own(result.stderr).map((line) => line.split('\t').pop());
  return { status: result.status, stdout: result.stdout, log };
}

const EXIT = 'process.on("exit", (code) => console.log("exit", code));';

whole('sigterm-lets-listeners-finish', async (io) => {
  assert.deepStrictEqual(await run(`${EXIT}
    process.on('SIGTERM', async (name, number) => {
      console.log(name, number);
      await new Promise((resolve) => setTimeout(resolve, 1));
      console.log('done');
    });
    exports.handler = async () => 'answer';`, io),
  { status: 0, stdout: '"answer"', log: ['SIGTERM 15', 'done', 'exit 0'] });
});

whole('without-a-listener-the-end-is-silent', async (io) => {
  assert.deepStrictEqual(await run(`${EXIT}
    exports.handler = async () => 'answer';`, io),
  { status: 0, stdout: '"answer"', log: [] });
});

whole('snap-start-runs-its-hooks', async (io) => {
  assert.deepStrictEqual(await run(`
    for (const name of ['1', '2']) {
      awslambda.registerBeforeSnapshot(() => console.log('before', name));
      awslambda.registerAfterRestore(async () => console.log('after', name));
    }
    exports.handler = async () => process.env.AWS_LAMBDA_INITIALIZATION_TYPE;
    `, io, ['--snap-start']),
  { status: 0, stdout: '"snap-start"',
    log: ['before 2', 'before 1', 'after 1', 'after 2'] });
});

whole('snap-start-that-fails-before', async (io) => {
  const { status, stdout } = await run(`
    awslambda.registerBeforeSnapshot(() => { throw new TypeError('no'); });
    exports.handler = async () => 1;`, io, ['--snap-start']);
  assert.strictEqual(status, 1);
  assert.match(stdout, /"Runtime\.BeforeSnapshotError"/);
});

whole('snap-start-that-fails-behind', async (io) => {
  const { status, stdout } = await run(`
    awslambda.registerAfterRestore(() => { throw new TypeError('no'); });
    exports.handler = async () => 1;`, io, ['--snap-start']);
  assert.strictEqual(status, 1);
  assert.match(stdout, /"Runtime\.AfterRestoreError"/);
});
