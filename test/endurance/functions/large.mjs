// SPDX-License-Identifier: MIT
// Streams event.bytes in pieces of 64 KiB, each filled with its number, made
// anew each time as a function that reads them from somewhere would. Waits for
// room, and says so where it has to wait for long.
const PIECE = 65536;
const STUCK_MS = 100;

const drained = (stream, written) => new Promise((resolve) => {
  const timer = setTimeout(() => console.log(`stuck at ${written}`), STUCK_MS);
  stream.once('drain', () => {
    clearTimeout(timer);
    resolve();
  });
});

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  let waits = 0;
  for (let at = 0; at < event.bytes; at += PIECE) {
    const size = Math.min(PIECE, event.bytes - at);
    if (!stream.write(new Uint8Array(size).fill(at / PIECE))) {
      waits++;
      await drained(stream, at + size);
    }
  }
  stream.end();
  console.log(`waited ${waits} times`);
});
