// SPDX-License-Identifier: MIT
// What a function with a streamed response can do to its runtime; the event
// says which of it. ../mix.js knows what the answer has to be.
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const drained = (stream) =>
  new Promise((resolve) => stream.once('drain', resolve));

const piece = (event, i) =>
  new Uint8Array(event.size).fill(97 + (event.n + i) % 26);

async function write(stream, event) {
  for (let i = 0; i < event.pieces; i++) {
    if (!stream.write(piece(event, i))) {
      await drained(stream);
    }
  }
}

const kinds = {
  stream: async (event, stream) => {
    await write(stream, event);
    stream.end();
  },
  // Without a look at what write() answers.
  flood: (event, stream) => {
    for (let i = 0; i < event.pieces; i++) {
      stream.write(piece(event, i));
    }
    stream.end();
  },
  slow: async (event, stream) => {
    for (let i = 0; i < event.pieces; i++) {
      stream.write(piece(event, i));
      await later(1);
    }
    stream.end();
  },
  empty: (event, stream) => {
    stream.end();
  },
  fail: () => {
    throw new RangeError('before the first byte');
  },
  break: async (event, stream) => {
    await write(stream, event);
    throw new RangeError(`broken ${event.n}`);
  },
  unfinished: async (event, stream) => {
    await write(stream, event);
  },
  // ---- What ends the process ----
  hang: async (event, stream) => {
    await write(stream, event);
    await later(1e6);
  },
  exit: async (event, stream) => {
    await write(stream, event);
    process.exit(event.code);
  },
};

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  stream.setContentType('text/plain');
  await kinds[event.kind](event, stream);
});
