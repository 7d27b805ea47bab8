/* SPDX-License-Identifier: MIT */
// When a streaming invocation is over, and how: settled and ended, in either
// order, or neither.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

const never = () => new Promise(() => {});

async function run(open, body, options) {
  const runtime = await streaming(open, body, options);
  return { ...await runtime.invoke({}), runtime };
}

scenario('it ends before the handler does', async (open) => {
  const steps = [];
  const { kinds } = await run(open, async (stream) => {
    stream.end('x');
    await new Promise(setImmediate);
    steps.push('settled');
  });
  equal(steps, ['settled']);
  equal(kinds, 'streamStart write streamEnd next');
});

scenario('it ends behind the handler', async (open) => {
  const { kinds, bytes } = await run(open, async (stream) => {
    stream.write('a');
    setImmediate(() => stream.end('b'));
  });
  equal(kinds, 'streamStart write write streamEnd next');
  equal(bytes.toString(), 'ab');
});

scenario('it never ends', async (open) => {
  const { kinds, trailer, runtime } = await run(open, async (stream) => {
    stream.write('a');
  });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailer, { errorType: 'string',
                   errorMessage: 'Response stream is not finished.',
                   trace: [] });
  equal(runtime.logged[0][0], 'Invoke Error');
});

scenario('it never starts', async (open) => {
  const { kinds, error } = await run(open, async () => {});
  equal(kinds, 'error next');
  equal(error.errorMessage, 'Response stream is not finished.');
});

scenario('the handler never settles', async (open) => {
  const { kinds, trailerType } = await run(open, async (stream) => {
    stream.write('a');
    await never();
  });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailerType, 'Runtime.NodeJsExit');
});

scenario('the handler never settles, the response is whole', async (open) => {
  const { kinds, trailerType, runtime } = await run(open, async (stream) => {
    stream.end('a');
    await never();
  });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailerType, undefined);
  equal(runtime.logged[0][1].name, 'Runtime.NodeJsExit');
});

scenario('a handler that is not async', async (open) => {
  for (const value of [undefined, 1, {}]) {
    const { kinds, error } = await run(open, () => value);
    equal(kinds, 'error next');
    equal(error, { errorType: 'string', errorMessage: 'Streaming does not ' +
      'support non-async handlers.', trace: [] });
  }
});

scenario('and has written already', async (open) => {
  const { trailerType } = await run(open, (stream) => {
    stream.write('x');
  });
  equal(trailerType, 'string');
});

scenario('return values are ignored, with a warning', async (open) => {
  const { bytes, runtime } = await run(open, async (stream) => {
    stream.end('x');
    return 'ignored';
  });
  equal(bytes.toString(), 'x');
  equal(runtime.printed,
        [['warn', 'Streaming handlers ignore return values.']]);
});

scenario('invocations follow each other', async (open) => {
  const runtime = await streaming(open, async (stream, event) => {
    if (event === 2) {
      throw new Error('second');
    }
    stream.end(`${event}`);
  });
  equal((await runtime.invoke(1)).bytes.toString(), '1');
  equal((await runtime.invoke(2)).error.errorMessage, 'second');
  equal((await runtime.invoke(3)).bytes.toString(), '3');
});

scenario('failures follow each other', async (open) => {
  for (const value of ['text', new Error('text')]) {
    for (const flag of [true, false]) {
      const runtime = await streaming(open, async (stream, event, context) => {
        context.callbackWaitsForEmptyEventLoop = flag;
        if (event === 2) {
          stream.write('x');
        }
        throw value;
      });
      equal((await runtime.invoke(1)).error.errorMessage, 'text');
      equal((await runtime.invoke(2)).trailer.errorMessage, 'text');
      equal((await runtime.invoke(3)).error.errorMessage, 'text');
    }
  }
});

scenario('an old stream does not write into a new response', async (open) => {
  const streams = [];
  const runtime = await streaming(open, async (stream, event) => {
    streams.push(stream);
    if (event === 1) {
      stream.write('one');
      throw new Error('first');
    }
    streams[0].write('wrong');
    streams[0].end('wrong');
    stream.end('two');
  });
  equal((await runtime.invoke(1)).bytes.toString(), 'one');
  equal((await runtime.invoke(2)).bytes.toString(), 'two');
});

scenario('what is left in the loop is not waited for', async (open) => {
  let timer;
  const { kinds } = await run(open, async (stream) => {
    timer = setTimeout(() => {}, 1e6);
    stream.end();
  });
  clearTimeout(timer);
  equal(kinds, 'streamStart streamEnd next');
});

scenario('the context', async (open) => {
  let seen;
  await run(open, async (stream, event, context) => {
    context.callbackWaitsForEmptyEventLoop = false;
    seen = context;
    stream.end();
  });
  equal(seen.callbackWaitsForEmptyEventLoop, false);
  equal(Object.keys(seen).slice(0, 2),
        ['callbackWaitsForEmptyEventLoop', 'functionVersion']);
  equal(seen.awsRequestId, 'id-1');
});

scenario('a malformed event', async (open) => {
  const runtime = await streaming(open, async (stream) => stream.end());
  const result = await runtime.invoke('{');
  equal(result.kinds, 'error next');
  equal(result.errorType, 'SyntaxError');
});

scenario('Node 24 exits with 13', async (open) => {
  const { kinds, exit } = await run(open, never,
                                    { env: { WICK_NODE_COMPAT: '24' } });
  equal(kinds, 'exit');
  equal(exit, 13);
});

scenario('to Node 24 an unfinished stream is one too', async (open) => {
  const { kinds, trailerType } = await run(open, async (stream) => {
    stream.write('x');
  }, { env: { WICK_NODE_COMPAT: '24' } });
  equal(kinds, 'streamStart write streamEnd next');
  equal(trailerType, 'string');
});
