// SPDX-License-Identifier: MIT
// If this fails node:stream is not Node's: what it exports, how errors and
// back-pressure travel, and that its classes and those of the host are one kind.
'use strict';

const { check, thrown } = require('../check.js');
const stream = require('node:stream');
const promises = require('node:stream/promises');
const consumers = require('node:stream/consumers');
const { EventEmitter } = require('node:events');
const { finished, pipeline, Duplex, PassThrough, Readable, Transform,
        Writable } = stream;

check('one module', require('stream') === stream && stream.Stream === stream,
      true);
check('old names', require('_stream_readable') === Readable &&
  require('_stream_writable') === Writable &&
  require('_stream_duplex') === Duplex &&
  require('_stream_transform') === Transform &&
  require('_stream_passthrough') === PassThrough, true);
check('promises', stream.promises === promises &&
  promises.finished.name === 'finished', true);
check('emitter', new PassThrough() instanceof EventEmitter, true);
check('writable duplex', new Duplex() instanceof Writable, true);
check('highWaterMark', `${stream.getDefaultHighWaterMark(false)} ${
  stream.getDefaultHighWaterMark(true)}`, '65536 16');
check('argument', thrown(() => new Readable({ highWaterMark: -1 })),
      'TypeError ERR_INVALID_ARG_VALUE: The property ' +
      "'options.highWaterMark' is invalid. Received -1");
check('null', thrown(() => new Writable().write(null)),
      'TypeError ERR_STREAM_NULL_VALUES: May not write null values to stream');
check('abstract', thrown(() => new Readable().on('error', (error) => {
  check('not implemented', `${error.code} ${error.message}`,
        'ERR_METHOD_NOT_IMPLEMENTED The _read() method is not implemented');
}).read()), 'nothing');

// Its own methods stay when those of the language are changed later.
const upper = () => new Transform({
  transform(chunk, encoding, callback) {
    callback(null, `${chunk}`.toUpperCase());
  },
});

async function chain() {
  const seen = [];
  await promises.pipeline(
    Readable.from(['a', 'b']), upper(),
    async function* twice(source) {
      for await (const chunk of source) {
        yield `${chunk}${chunk}`;
      }
    },
    new Writable({
      write(chunk, encoding, callback) {
        seen.push(`${chunk}`);
        setImmediate(callback);
      },
    }));
  check('pipeline', seen, 'ABAB');
}

// A source is asked for no more than its reader has room for.
async function pressure() {
  let made = 0;
  let most = 0;
  let taken = 0;
  await promises.pipeline(
    new Readable({
      highWaterMark: 4096,
      read() {
        made += 1024;
        most = Math.max(most, made - taken);
        this.push(made > 1 << 20 ? null : Buffer.alloc(1024));
      },
    }),
    new Writable({
      highWaterMark: 4096,
      write(chunk, encoding, callback) {
        taken += chunk.length;
        setImmediate(callback);
      },
    }));
  check('all of it', taken, 1 << 20);
  check('back-pressure', most <= 4 * 4096, true);
}

async function failure() {
  const source = new Readable({ read() {} });
  const target = new PassThrough();
  const done = promises.pipeline(source, target).catch((error) => error);
  source.destroy(new Error('broken'));
  check('error', (await done).message, 'broken');
  check('destroyed', target.destroyed, true);
  const cut = new Readable({ read() {} });
  cut.destroy();
  const early = await promises.finished(cut).catch((error) => error);
  check('premature', `${early.name} ${early.code}`,
        'Error ERR_STREAM_PREMATURE_CLOSE');
  const control = new AbortController();
  const endless = new Readable({ read() {} });
  const aborted = promises.finished(endless, { signal: control.signal })
    .catch((error) => error);
  control.abort();
  check('abort', `${(await aborted).name} ${(await aborted).code}`,
        'AbortError ABORT_ERR');
}

async function reading() {
  const list = await Readable.from([1, 2, 3, 4]).filter((n) => n % 2)
    .map(async (n) => n * 10).toArray();
  check('operators', list, [10, 30]);
  check('json', (await consumers.json(Readable.from(['{"a":', '[1]}']))).a, [1]);
  check('buffer', await consumers.buffer(Readable.from([Buffer.from('xy')])),
        'xy');
  const source = new PassThrough({ encoding: 'utf8' });
  const bytes = Buffer.from('\u20ac');
  source.write(bytes.subarray(0, 1));
  source.end(bytes.subarray(1));
  check('encoding', await consumers.text(source), '\u20ac');
  const both = Duplex.from(async function* (from) {
    for await (const chunk of from) {
      yield `<${chunk}>`;
    }
  });
  both.end('z');
  check('duplex', await consumers.text(both), '<z>');
  check('composed', await consumers.text(
    Readable.from(['q']).compose(upper())), 'Q');
}

// The classes of old, made by a function and inherited from by util.inherits.
function old() {
  function Old() {
    Readable.call(this, { objectMode: true });
  }
  require('node:util').inherits(Old, Readable);
  Old.prototype._read = function _read() {
    this.push('old');
    this.push(null);
  };
  const seen = [];
  new Old().on('data', (data) => seen.push(data)).on('end', () => {
    check('inherits', seen, ['old']);
  });
}

// Streams of files, over paths and over a FileHandle.
async function files() {
  const fs = require('node:fs');
  const os = require('node:os');
  const path = require('node:path');
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'stream-'));
  const copy = path.join(dir, 'copy');
  await promises.pipeline(fs.createReadStream(__filename),
                          fs.createWriteStream(copy));
  check('copy', fs.readFileSync(copy).equals(fs.readFileSync(__filename)),
        true);
  check('part', await consumers.text(fs.createReadStream(
    copy, { start: 3, end: 6 })), 'SPDX');
  const handle = await fs.promises.open(copy, 'r+');
  const source = handle.createReadStream({ end: 1 });
  check('handle', await consumers.text(source), '//');
  check('handle closed', handle.fd, -1);
  check('class', source instanceof fs.ReadStream &&
    source instanceof Readable, true);
  const gone = fs.createReadStream(path.join(dir, 'none'));
  check('no file', (await promises.finished(gone).catch((e) => e)).code,
        'ENOENT');
  fs.rmSync(dir, { recursive: true });
}

async function standard() {
  const { stdout } = process;
  check('writable', stdout instanceof Writable &&
    process.stderr instanceof stream, true);
  await promises.pipeline(Readable.from(['ok stdout\n']), stdout,
                          { end: false });
  check('stays open', stdout.writable, true);
}

old();
pipeline(Readable.from(['x']), new PassThrough().resume(), (error) => {
  check('callback', error, undefined);
});
finished(new PassThrough().resume().end(), (error) => {
  check('finished', error, undefined);
});
chain().then(pressure).then(failure).then(reading).then(files)
  .then(standard);
