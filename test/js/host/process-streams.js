// SPDX-License-Identifier: MIT
// If this fails process.stdout is not the writable stream that loggers and
// pipelines take it for. What is written is compared, too:
// expect: one
// expect: two
// expect: corked 1
// expect: corked 2
// expect: bytes
'use strict';

const results = [];
function check(name, isRight, got) {
  results.push(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const { stdout, stderr } = process;

check('same', process.stdout === stdout && stdout.fd === 1 && stderr.fd === 2,
  stdout.fd);
check('not-a-terminal', !stdout.isTTY && stdout.columns === undefined,
  stdout.isTTY);
check('state', stdout.writable && !stdout.writableEnded &&
  stdout.writableLength === 0 && !stdout.destroyed &&
  stdout.writableHighWaterMark === 16384, stdout.writable);
check('emitter', stdout instanceof process.getBuiltinModule('node:events'), stdout);

const order = [];
check('returns', stdout.write('one\n', () => order.push('first')) === true,
  false);
stdout.write('tw', 'utf8', () => order.push('second'));
stdout.write(new Uint8Array([0x6f, 0x0a]),
             (error) => order.push(`third ${error}`));
order.push('sync');
process.nextTick(() => order.push('tick'));

setImmediate(() => {
  check('order', /^sync,first,second,third (null|undefined),tick$/.test(
    order.join()), order);

  stdout.cork();
  stdout.write('corked 1\n');
  check('corked', stdout.writableCorked === 1 && stdout.writableLength === 9,
    stdout.writableLength);
  stdout.write('corked 2\n');
  stdout.uncork();
  check('uncorked', stdout.writableCorked === 0, stdout.writableCorked);
  const bytes = new Uint8Array([98, 121, 116, 101, 115, 10]);
  stdout.write(new DataView(bytes.buffer));
  stdout.write('');
  stdout.destroy();
  stdout.once('close', () => {
    check('not-destroyed', !stdout.destroyed && stdout.writable, true);
    stdout.write(`${results.join('\n')}\n`);
  });
});
