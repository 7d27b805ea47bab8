// SPDX-License-Identifier: MIT
// 64 KiB in pieces of 4 KiB, as a function that renders a page writes it.
const pieces = Array.from({ length: 16 },
  (_, n) => new Uint8Array(4096).fill(97 + n));

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  for (const piece of pieces) {
    if (!stream.write(piece)) {
      await new Promise((resolve) => stream.once('drain', resolve));
    }
  }
  stream.end();
});
