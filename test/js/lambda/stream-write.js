/* SPDX-License-Identifier: MIT */
// The bytes of a streamed response are those that were written, in order.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

async function bytesOf(open, body, options) {
  const runtime = await streaming(open, body, options);
  const result = await runtime.invoke({});
  equal(result.calls.length > 1 && result.calls[0][0], 'streamStart');
  equal(result.kinds.endsWith('streamEnd next'), true, result.kinds);
  equal(result.trailerType, undefined);
  return result;
}

const kinds = {
  string: (text) => text,
  Buffer: (text) => Buffer.from(text),
  Uint8Array: (text) => new Uint8Array(Buffer.from(text)),
  DataView: (text) => {
    const bytes = Uint8Array.from(Buffer.from(`.${text}.`));
    return new DataView(bytes.buffer, 1, bytes.length - 2);
  },
  ArrayBuffer: (text) => Uint8Array.from(Buffer.from(text)).buffer,
};

for (const kind of Object.keys(kinds)) {
  for (const count of [0, 1, 2, 100, 1000]) {
    scenario(`${count} times ${kind}`, async (open) => {
      let expected = '';
      const { bytes } = await bytesOf(open, async (stream) => {
        for (let n = 0; n < count; n++) {
          expected += `chunk \u00e9 ${n};`;
          stream.write(kinds[kind](`chunk \u00e9 ${n};`));
        }
        stream.end();
      });
      equal(bytes.toString(), expected);
    });
  }
}

scenario('other values are written as JSON', async (open) => {
  const { bytes } = await bytesOf(open, async (stream) => {
    stream.write({ a: [1] });
    stream.write(7);
    stream.write(true);
    stream.write(null);
    stream.end({ z: '\u00e9' });
  });
  equal(bytes.toString(), '{"a":[1]}7truenull{"z":"\u00e9"}');
});

scenario('what JSON cannot say is refused', async (open) => {
  for (const value of [undefined, () => {}, Symbol('s')]) {
    const runtime = await streaming(open, async (stream) => {
      stream.write(value);
    });
    const result = await runtime.invoke({});
    equal(result.errorType, 'TypeError');
    equal(runtime.logged[0][1].code, 'ERR_INVALID_ARG_TYPE');
  }
});

scenario('encodings', async (open) => {
  const { bytes } = await bytesOf(open, async (stream) => {
    stream.write('6162', 'hex');
    stream.write('Y2Q=', 'base64');
    stream.write('\u00e9', 'latin1');
    stream.setDefaultEncoding('HEX');
    stream.write('65');
    stream.end('\u00e9', 'utf-8');
  });
  equal(bytes.toString('latin1'), 'abcd\u00e9e\u00c3\u00a9');
});

scenario('an unknown encoding', async (open) => {
  for (const act of [
    (stream) => stream.write('x', 'nope'),
    (stream) => stream.setDefaultEncoding('nope'),
  ]) {
    const runtime = await streaming(open, async (stream) => act(stream));
    equal((await runtime.invoke({})).errorType, 'TypeError');
    equal(runtime.logged[0][1].code, 'ERR_UNKNOWN_ENCODING');
  }
});

scenario('an empty chunk never reaches the connection', async (open) => {
  const { kinds: calls } = await bytesOf(open, async (stream) => {
    stream.write('');
    stream.write(new Uint8Array(0));
    stream.write('x');
    stream.end('');
  });
  equal(calls, 'streamStart write streamEnd next');
});

scenario('nothing written', async (open) => {
  const { kinds: calls, contentType } = await bytesOf(open, async (stream) => {
    stream.end();
  });
  equal(calls, 'streamStart streamEnd next');
  equal(contentType, 'application/octet-stream');
});

scenario('each write goes out at once', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.write('a');
    equal(runtime.traffic.map((call) => call[0]), ['next', 'streamStart',
      'write']);
    stream.write('b');
    equal(runtime.traffic.length, 4);
    stream.end();
  });
  equal((await runtime.invoke({})).bytes.toString(), 'ab');
});

scenario('lone surrogates', async (open) => {
  const { bytes } = await bytesOf(open, async (stream) => {
    stream.end('\ud800');
  });
  equal(bytes.toString('hex'), 'efbfbd');
});
