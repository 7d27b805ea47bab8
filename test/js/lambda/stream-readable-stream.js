/* SPDX-License-Identifier: MIT */
// The same with the readable-stream package, of whatever version is found by
// NODE_PATH: a bundle brings its own pipe and pipeline.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

let stream;
try {
  stream = require('readable-stream');
} catch {
  console.log('skip readable-stream: the package is not installed');
}

const TEXT = 'x'.repeat(50000);

function source(fail) {
  let left = 5;
  return new stream.Readable({
    read() {
      left--;
      if (left === 0 && fail) {
        process.nextTick(() => this.destroy(new RangeError('source')));
      } else if (left < 0) {
        this.push(null);
      } else {
        this.push(Buffer.from(TEXT.slice(left * 10000, (left + 1) * 10000)));
      }
    },
  });
}

const ended = (target) =>
  new Promise((resolve) => target.on('close', resolve));

if (stream !== undefined) {
  for (const room of [Infinity, 3000]) {
    scenario(`pipe, room for ${room}`, async (open) => {
      const runtime = await streaming(open, async (target) => {
        source().pipe(target);
        await ended(target);
      }, { room });
      const result = await runtime.invoke({});
      equal(result.bytes.toString(), TEXT);
      equal(result.trailerType, undefined);
    });
  }
}

if (stream !== undefined && stream.pipeline !== undefined) {
  for (const room of [Infinity, 3000]) {
    scenario(`pipeline, room for ${room}`, async (open) => {
      const runtime = await streaming(open, (target) =>
        new Promise((resolve, reject) => {
          stream.pipeline(source(), new stream.PassThrough(), target,
                          (error) => error ? reject(error) : resolve());
        }), { room });
      const result = await runtime.invoke({});
      equal(result.bytes.toString(), TEXT);
      equal(result.trailerType, undefined);
    });
  }

  scenario('pipeline of a source that fails', async (open) => {
    const runtime = await streaming(open, (target) =>
      new Promise((resolve, reject) => {
        stream.pipeline(source(true), target,
                        (error) => error ? reject(error) : resolve());
      }));
    equal((await runtime.invoke({})).trailerType, 'RangeError');
  });
}
