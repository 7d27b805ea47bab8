/* SPDX-License-Identifier: MIT */
// An error in a streamed response: posted while nothing has gone out, in the
// trailers afterwards, only logged when the response is whole.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

async function run(open, body) {
  const runtime = await streaming(open, body);
  return { ...await runtime.invoke({}), runtime };
}

scenario('before the first byte', async (open) => {
  const { kinds, error, runtime } = await run(open, async () => {
    throw new RangeError('r');
  });
  equal(kinds, 'error next');
  equal(error.errorType, 'RangeError');
  equal(runtime.logged.length, 1);
});

scenario('thrown, not rejected', async (open) => {
  const { kinds, error } = await run(open, () => {
    throw new RangeError('r');
  });
  equal(kinds, 'error next');
  equal(error.errorMessage, 'r');
});

scenario('in mid-stream', async (open) => {
  const { kinds, bytes, trailerType, trailer, runtime } = await run(open,
    async (stream) => {
      stream.write('half');
      throw new RangeError('r');
    });
  equal(kinds, 'streamStart write streamEnd next');
  equal(bytes.toString(), 'half');
  equal(trailerType, 'RangeError');
  equal(Object.keys(trailer), ['errorType', 'errorMessage', 'trace']);
  equal(trailer.trace[0], 'RangeError: r');
  equal(runtime.logged[0][0], 'Invoke Error');
});

scenario('a number', async (open) => {
  const { trailer } = await run(open, async (stream) => {
    stream.write('half');
    throw 42;
  });
  equal(trailer, { errorType: 'number', errorMessage: '42', trace: [] });
});

scenario('behind the end', async (open) => {
  const events = [];
  const { kinds, trailerType, runtime } = await run(open, async (stream) => {
    stream.on('finish', () => events.push('finish'));
    stream.on('error', () => events.push('error'));
    stream.end('whole');
    throw new Error('late');
  });
  await new Promise(setImmediate);
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailerType, undefined);
  equal(runtime.logged[0][1].message, 'late');
  equal(events, ['finish']);
});

scenario('destroy(error) in mid-stream', async (open) => {
  const events = [];
  const runtime = await streaming(open, async (stream) => {
    stream.on('error', (error) => events.push(error.message));
    stream.on('close', () => events.push('close'));
    stream.write('half');
    stream.destroy(new RangeError('d'));
    events.push(runtime.traffic.length);
    await new Promise(setImmediate);
  });
  const { kinds, trailerType } = await runtime.invoke({});
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailerType, 'RangeError');
  equal(events, [4, 'd', 'close']);
  equal(runtime.logged.length, 1);
});

scenario('destroy(error), then the same rejection', async (open) => {
  const { kinds, trailer, runtime } = await run(open, async (stream) => {
    const error = new RangeError('d');
    stream.write('half');
    stream.destroy(error);
    throw error;
  });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailer.errorMessage, 'd');
  equal(runtime.logged.length, 1);
});

scenario('destroy(error) before the first byte', async (open) => {
  const { kinds, error } = await run(open, async (stream) => {
    stream.destroy(new RangeError('d'));
  });
  equal(kinds, 'error next');
  equal(error.errorMessage, 'd');
});

scenario('destroy()', async (open) => {
  const { kinds, trailer } = await run(open, async (stream) => {
    stream.write('half');
    stream.destroy();
  });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailer.errorMessage, 'Response stream is not finished.');
});

scenario('destroy() behind the handler', async (open) => {
  const { kinds, trailer } = await run(open, async (stream) => {
    stream.write('half');
    setImmediate(() => stream.destroy(new Error('timer')));
  });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailer.errorMessage, 'timer');
});

scenario('nobody listens for it', async (open) => {
  const { kinds } = await run(open, async (stream) => {
    stream.write('half');
    stream.destroy(new Error('d'));
    await new Promise(setImmediate);
  });
  equal(kinds, 'streamStart write streamEnd next');
});

scenario('an uncaught exception in mid-stream', async (open) => {
  const { kinds, trailerType, exit } = await run(open, async (stream) => {
    stream.write('half');
    setImmediate(() => {
      throw new RangeError('u');
    });
    await new Promise(() => {});
  });
  equal(kinds, 'streamStart write streamEnd exit');
  equal(trailerType, 'RangeError');
  equal(exit, 129);
});

scenario('an uncaught exception before the first byte', async (open) => {
  const { kinds, errorType } = await run(open, async () => {
    setImmediate(() => {
      throw new RangeError('u');
    });
    await new Promise(() => {});
  });
  equal(kinds, 'error exit');
  equal(errorType, 'RangeError');
});

scenario('an uncaught exception behind the end', async (open) => {
  const { kinds, trailerType } = await run(open, async (stream) => {
    stream.end('whole');
    setImmediate(() => {
      throw new RangeError('u');
    });
    await new Promise(() => {});
  });
  equal(kinds, 'streamStart write streamEnd exit');
  equal(trailerType, undefined);
});

// What was written comes first, also where the connection had no room for it.
const SLOW = { room: 10, stream: { highWaterMark: 1000 } };

scenario('behind bytes that wait', async (open) => {
  const events = [];
  const runtime = await streaming(open, async (stream) => {
    stream.on('error', (error) => events.push(error.message));
    stream.on('close', () => events.push('close'));
    stream.write('x'.repeat(95));
    stream.write('y', (error) => events.push(error));
    throw new RangeError('r');
  }, SLOW);
  const { bytes, trailerType, kinds } = await runtime.invoke({});
  await new Promise(setImmediate);
  equal(bytes.toString(), `${'x'.repeat(95)}y`);
  equal(trailerType, 'RangeError');
  equal(kinds.endsWith(' write streamEnd next'), true);
  equal(events, [null, 'r', 'close']);
  equal(runtime.logged.length, 1);
});

scenario('behind an end that waits', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.end('x'.repeat(95));
    throw new RangeError('r');
  }, SLOW);
  const { bytes, trailerType } = await runtime.invoke({});
  equal(bytes.length, 95);
  equal(trailerType, 'RangeError');
});

scenario('not finished, with bytes that wait', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.write('x'.repeat(95));
  }, SLOW);
  const { bytes, trailer } = await runtime.invoke({});
  equal(bytes.length, 95);
  equal(trailer.errorMessage, 'Response stream is not finished.');
});

scenario('destroyed while bytes wait in front of the error', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.write('x'.repeat(95));
    setImmediate(() => stream.destroy(new Error('d')));
    throw new RangeError('r');
  }, SLOW);
  const { trailerType, kinds } = await runtime.invoke({});
  equal(trailerType, 'RangeError');
  equal(kinds.endsWith(' streamEnd next'), true);
});

scenario('the connection is lost in front of the error', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.write('x'.repeat(95));
    setImmediate(() => runtime.drain('gone'));
    throw new RangeError('r');
  }, SLOW);
  const { kinds } = await runtime.invoke({});
  equal(kinds.includes('streamEnd'), false);
  equal(kinds.endsWith(' next'), true);
});

scenario('an uncaught exception in front of the error', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.write('x'.repeat(95));
    setImmediate(() => {
      throw new EvalError('u');
    });
    throw new RangeError('r');
  }, SLOW);
  const { trailerType, kinds, exit } = await runtime.invoke({});
  equal(kinds.endsWith(' streamEnd exit'), true);
  equal(trailerType, 'EvalError');
  equal(exit, 129);
});
