/* SPDX-License-Identifier: MIT */
// awslambda.HttpResponseStream.from: status and headers before the body. A
// response without its prelude is a 200 without headers to the caller.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

const TYPE = 'application/vnd.awslambda.http-integration-response';
const PRELUDE = { statusCode: 201, headers: { 'x-a': '\u00e9' },
                  cookies: ['a=b'] };
const TEXT = `${JSON.stringify(PRELUDE)}${'\0'.repeat(8)}`;

async function run(open, body) {
  const runtime = await streaming(open, async (stream) => body(stream,
    (prelude) => globalThis.awslambda.HttpResponseStream.from(stream,
                                                              prelude)));
  return runtime.invoke({});
}

const bodies = [
  ['written through the result', (stream, from) => {
    const http = from(PRELUDE);
    http.write('a');
    http.end('b');
  }, 'ab'],
  ['written through the stream', (stream, from) => {
    from(PRELUDE);
    stream.write('a');
    stream.end();
  }, 'a'],
  ['end with data', (stream, from) => from(PRELUDE).end('all'), 'all'],
  ['end alone', (stream, from) => from(PRELUDE).end(), ''],
  ['an empty write', (stream, from) => {
    from(PRELUDE).write('');
    stream.end();
  }, ''],
  ['corked', (stream, from) => {
    from(PRELUDE).cork();
    stream.write('a');
    stream.uncork();
    stream.end();
  }, 'a'],
];

for (const [name, body, payload] of bodies) {
  scenario(name, async (open) => {
    const result = await run(open, body);
    equal(result.contentType, TYPE);
    equal(result.bytes.toString(), TEXT + payload);
    equal(result.kinds.endsWith('streamEnd next'), true);
  });
}

scenario('it goes out before the payload is there', async (open) => {
  const result = await run(open, (stream, from) => {
    from(PRELUDE);
    stream.write('payload');
    stream.end();
  });
  equal(Buffer.concat(result.chunks.slice(0, -1)).toString(), TEXT);
});

scenario('it returns the same stream', async (open) => {
  await run(open, (stream, from) => {
    equal(from(PRELUDE) === stream, true);
    stream.end();
  });
});

scenario('the last one counts', async (open) => {
  const result = await run(open, (stream, from) => {
    from({ statusCode: 500 });
    from({ statusCode: 200 });
    stream.end();
  });
  equal(result.bytes.toString(), `{"statusCode":200}${'\0'.repeat(8)}`);
});

scenario('too late', async (open) => {
  const result = await run(open, (stream, from) => {
    stream.write('x');
    from(PRELUDE);
  });
  equal(result.trailerType, 'Runtime.InvalidStreamingOperation');
});

scenario('no prelude', async (open) => {
  const result = await run(open, (stream, from) => from(undefined).end());
  equal(result.bytes.toString(), `{}${'\0'.repeat(8)}`);
});

scenario('an error before the first byte is no 200', async (open) => {
  const result = await run(open, (stream, from) => {
    from(PRELUDE);
    throw new Error('before');
  });
  equal(result.kinds, 'error next');
});

scenario('a stream that is not ours', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  const sent = [];
  const stream = { setContentType: (type) => sent.push(type) };
  globalThis.awslambda.HttpResponseStream.from(stream, PRELUDE);
  stream._onBeforeFirstWrite((chunk) => sent.push(chunk));
  equal(sent[0], TYPE);
  equal(sent[1], JSON.stringify(PRELUDE));
  equal(Buffer.from(sent[2]).toString(), '\0'.repeat(8));
});
