/* SPDX-License-Identifier: MIT */
// Reading from and writing to descriptors: read, write, readv, writev, in the
// many shapes that Node takes. Operations as in internal/fs_ops.js; the value
// is the number of bytes.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView,
    ArrayIsArray,
  } = primordials;
  const args = require('internal/fs_args');
  const { kinds: K } = require('internal/fs_run');
  const { invalidArgType, outOfRange } = require('internal/errors');

  function checkBuffer(buffer) {
    if (!ArrayBufferIsView(buffer)) {
      throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'],
                           buffer);
    }
  }

  // {buffer, offset, length, position} of read(fd, buffer, ...rest).
  function rangeOf(buffer, offset, length, position) {
    let chosen = { offset, length, position };
    if (typeof offset === 'object' && offset !== null) {
      chosen = offset;
    }
    const start = chosen.offset === undefined || chosen.offset === null ? 0 :
      args.int32(chosen.offset, 'offset', 0, Number.MAX_SAFE_INTEGER);
    const count = chosen.length === undefined || chosen.length === null ?
      buffer.byteLength - start : chosen.length;
    return { start, count, position: args.positionOf(chosen.position) };
  }

  function checkRange(buffer, start, count) {
    if (start > buffer.byteLength) {
      throw outOfRange('offset', `<= ${buffer.byteLength}`, start);
    }
    if (count > buffer.byteLength - start) {
      throw outOfRange('length', `<= ${buffer.byteLength - start}`, count);
    }
    args.int32(count, 'length', 0, args.MAX_INT32);
  }

  function* read(fd, buffer, offset, length, position) {
    const target = args.fdOf(fd);
    checkBuffer(buffer);
    const range = rangeOf(buffer, offset, length, position);
    if (range.count === 0) {
      return 0;
    }
    if (buffer.byteLength === 0) {
      throw require('internal/errors').invalidArgValue(
        'buffer', buffer, 'is empty and cannot be written');
    }
    checkRange(buffer, range.start, range.count);
    return yield [K.read, target,
                  args.slice(buffer, range.start, range.count),
                  range.position];
  }

  // write(fd, buffer[, offset[, length[, position]]]) and
  // write(fd, text[, position[, encoding]]).
  function* write(fd, data, offset, length, position) {
    const target = args.fdOf(fd);
    if (typeof data === 'string') {
      return yield [K.write, target, args.dataOf(data, length),
                    args.positionOf(typeof offset === 'number' ? offset :
                      null)];
    }
    checkBuffer(data);
    const range = rangeOf(data, offset, length, position);
    checkRange(data, range.start, range.count);
    if (range.count === 0) {
      return 0;
    }
    return yield [K.write, target, args.slice(data, range.start, range.count),
                  range.position];
  }

  function checkBuffers(buffers) {
    if (!ArrayIsArray(buffers)) {
      throw invalidArgType('buffers', 'ArrayBufferView[]', buffers);
    }
    for (let n = 0; n < buffers.length; n++) {
      if (!ArrayBufferIsView(buffers[n])) {
        throw invalidArgType('buffers', 'ArrayBufferView[]', buffers);
      }
    }
  }

  // One piece after the other, until one falls short.
  function* eachPiece(kind, fd, buffers, position) {
    const target = args.fdOf(fd);
    checkBuffers(buffers);
    let at = args.positionOf(typeof position === 'number' ? position : null);
    let total = 0;
    for (let n = 0; n < buffers.length; n++) {
      const size = buffers[n].byteLength;
      if (size === 0) {
        continue;
      }
      const count = yield [kind, target, args.slice(buffers[n], 0, size), at];
      total += count;
      at = at < 0 ? at : at + count;
      if (count < size) {
        break;
      }
    }
    return total;
  }

  const readv = (fd, buffers, position) =>
    eachPiece(K.read, fd, buffers, position);
  const writev = (fd, buffers, position) =>
    eachPiece(K.write, fd, buffers, position);

  exports.read = read;
  exports.readv = readv;
  exports.write = write;
  exports.writev = writev;
})
