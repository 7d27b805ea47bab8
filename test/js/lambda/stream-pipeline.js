/* SPDX-License-Identifier: MIT */
// The response stream at the end of Node's pipe, pipeline and finished, and of
// web streams: it must pass for a Writable there.
'use strict';

const stream = require('node:stream');
const { pipeline } = require('node:stream/promises');
const { createGzip, gunzipSync } = require('node:zlib');
const { ReadableStream } = require('node:stream/web');
const { scenario, equal, streaming } = require('../lambda_host.js');

const turn = () => new Promise(setImmediate);
const TEXT = Array.from({ length: 100 }, (_, n) =>
  `${n}`.padEnd(1024, 'x')).join('');

function* chunks() {
  for (let n = 0; n < 100; n++) {
    yield TEXT.slice(n * 1024, (n + 1) * 1024);
  }
}

async function* slowChunks() {
  for (const chunk of chunks()) {
    await turn();
    yield chunk;
  }
}

// What ReadableStream.from gives in Node 20 and later.
function webStream(items) {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await items.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
  });
}

const ways = {
  'pipeline of a Readable': (target) =>
    pipeline(stream.Readable.from(chunks()), target),
  'pipeline of a Buffer Readable': (target) =>
    pipeline(stream.Readable.from([Buffer.from(TEXT)]), target),
  'pipeline of an async generator': (target) => pipeline(slowChunks, target),
  'pipeline of an async iterable': (target) => pipeline(slowChunks(), target),
  'pipeline with a transform': (target) =>
    pipeline(stream.Readable.from(chunks()), new stream.PassThrough(), target),
  'pipeline with a generator in it': (target) =>
    pipeline(chunks, async function* upper(source) {
      for await (const chunk of source) {
        yield chunk;
      }
    }, target),
  'pipeline with a callback': (target) => new Promise((resolve, reject) => {
    stream.pipeline(stream.Readable.from(chunks()), target,
                    (error) => error ? reject(error) : resolve());
  }),
  'pipe': async (target) => {
    stream.Readable.from(chunks()).pipe(target);
  },
  'pipe, and its finish': (target) => new Promise((resolve, reject) => {
    stream.finished(target, (error) => error ? reject(error) : resolve());
    stream.Readable.from(slowChunks()).pipe(target);
  }),
  'for await and write': async (target) => {
    for await (const chunk of slowChunks()) {
      if (!target.write(chunk)) {
        await new Promise((resolve) => target.once('drain', resolve));
      }
    }
    target.end();
  },
  'a web stream by Writable.toWeb': async (target) => {
    const source = new ReadableStream({
      start(controller) {
        for (const chunk of chunks()) {
          controller.enqueue(Buffer.from(chunk));
        }
        controller.close();
      },
    });
    await source.pipeTo(new WritableStream({
      write: (chunk) => new Promise((resolve) => target.write(chunk, resolve)),
      close: () => new Promise((resolve) => target.end(resolve)),
    }));
  },
  'pipeline of a web stream': (target) =>
    pipeline(webStream(slowChunks()), target),
};

for (const name of Object.keys(ways)) {
  for (const room of [Infinity, 3000]) {
    scenario(`${name}, room for ${room}`, async (open) => {
      const runtime = await streaming(open, ways[name], { room });
      const result = await runtime.invoke({});
      equal(result.bytes.toString(), TEXT);
      equal(result.trailerType, undefined);
      equal(result.kinds.endsWith('streamEnd next'), true);
      equal(runtime.logged, []);
    });
  }
}

scenario('pipeline with end: false', async (open) => {
  const runtime = await streaming(open, async (target) => {
    await pipeline(stream.Readable.from(['a']), target, { end: false });
    target.end('b');
  });
  equal((await runtime.invoke({})).bytes.toString(), 'ab');
});

scenario('through gzip', async (open) => {
  const runtime = await streaming(open, (target) =>
    pipeline(stream.Readable.from(chunks()), createGzip(), target));
  equal(gunzipSync((await runtime.invoke({})).bytes).toString(), TEXT);
});

scenario('with a prelude', async (open) => {
  const runtime = await streaming(open, (target) => pipeline(
    stream.Readable.from(['body']),
    globalThis.awslambda.HttpResponseStream.from(target, {})));
  equal((await runtime.invoke({})).bytes.toString(), `{}${'\0'.repeat(8)}body`);
});

scenario('a source that fails', async (open) => {
  async function* failing() {
    yield 'half';
    throw new RangeError('source');
  }
  for (const source of [failing, () => stream.Readable.from(failing())]) {
    const runtime = await streaming(open, (target) =>
      pipeline(source(), target));
    const result = await runtime.invoke({});
    equal(result.bytes.toString(), 'half');
    equal(result.trailerType, 'RangeError');
    equal(result.kinds.endsWith('streamEnd next'), true);
    equal(runtime.logged.length, 1);
  }
});

scenario('a target that is lost', async (open) => {
  const runtime = await streaming(open, async (target) => {
    const source = stream.Readable.from(slowChunks());
    target.once('pipe', () => setImmediate(() =>
      runtime.state.main.drain('gone')));
    await pipeline(source, target);
  });
  const result = await runtime.invoke({});
  equal(result.kinds.includes('streamEnd'), false);
  equal(runtime.logged[0][1].code, 'ECONNRESET');
});

scenario('an aborted pipeline', async (open) => {
  const controller = new AbortController();
  const runtime = await streaming(open, (target) => {
    setImmediate(() => controller.abort());
    return pipeline(slowChunks, target, { signal: controller.signal });
  });
  const result = await runtime.invoke({});
  equal(result.trailerType || result.errorType, 'AbortError');
});
