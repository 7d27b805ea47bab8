/* SPDX-License-Identifier: MIT */
// setContentType: before the first byte, not behind it.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

async function run(open, body) {
  return (await streaming(open, async (stream) => body(stream))).invoke({});
}

scenario('before the first write', async (open) => {
  const result = await run(open, (stream) => {
    stream.setContentType('text/plain');
    stream.setContentType('text/html');
    stream.end('x');
  });
  equal(result.contentType, 'text/html');
});

scenario('behind it', async (open) => {
  const result = await run(open, (stream) => {
    stream.write('x');
    stream.setContentType('text/html');
  });
  equal(result.contentType, 'application/octet-stream');
  equal(result.trailerType, 'Runtime.InvalidStreamingOperation');
  equal(result.trailer.errorMessage, 'Cannot set content-type, too late.');
});

scenario('a caught error leaves the stream as it is', async (open) => {
  const result = await run(open, (stream) => {
    stream.write('x');
    try {
      stream.setContentType('text/html');
    } catch {
      stream.end('y');
    }
  });
  equal(result.bytes.toString(), 'xy');
  equal(result.trailerType, undefined);
});
