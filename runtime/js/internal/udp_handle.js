/* SPDX-License-Identifier: MIT */
// A socket of datagrams as an object, as net_handle.js has connections. What is
// above, node:dgram, adds addresses by name and events.
//
//   new Datagrams(family)       throws nothing: `fd` may be a negative errno
//     onMessage(bytes, host, port, family), onError(err)
//     start()                   receives from here on
//     send(bytes, host, port, callback)   callback(err or the count), later;
//                               in order; without @host to whom it is connected
//     waiting                   [bytes, ...] that the kernel has not taken
//     close(callback), setRef(isRef)
//
// native.binding('net'), native.binding('udp'): see js_net.h, js_udp.h
(function (native, require, exports, primordials) {
  'use strict';

  const { Uint8Array } = primordials;
  const { Wrap } = require('internal/nodelib_wrap');
  const { closeDescriptor } = require('internal/net_handle');

  const net = native.binding('net');
  const udp = native.binding('udp');
  const { endTurn } = native;

  const EAGAIN = -11;
  const ECANCELED = -125;
  // No datagram is larger.
  const ROOM = 65536;
  // Of those that have come, before others have their turn.
  const BATCH = 32;

  let room;

  class Datagrams extends Wrap {
    constructor(family) {
      super();
      this.fd = udp.socket(family);
      this.waiting = [];
      this.polls = new Set();
      this.isRef = true;
      this.isClosed = false;
      this.onClosed = undefined;
    }

    // Calls @ready when there is something to read, or room to write.
    poll(isWrite, ready) {
      const id = net.poll(this.fd, isWrite, (events) => {
        this.polls.delete(id);
        if (!this.isClosed) {
          ready(events < 0 && events !== ECANCELED ? events : 0);
        } else if (this.polls.size === 0) {
          this.finish();
        }
      });
      if (id < 0) {
        queueMicrotask(() => this.isClosed || this.emit('onError', id));
        return;
      }
      this.polls.add(id);
      if (!this.isRef) {
        net.setRef(id, false);
      }
    }

    start() {
      this.poll(false, (err) => {
        if (err < 0) {
          this.emit('onError', err);
          return;
        }
        for (let n = 0; n < BATCH && !this.isClosed; n++) {
          room ??= new Uint8Array(ROOM);
          const got = udp.receive(this.fd, room);
          if (typeof got === 'number') {
            if (got !== EAGAIN) {
              this.emit('onError', got);
            }
            break;
          }
          const [count, host, port, family] = got;
          this.emit('onMessage', room.slice(0, count), host, port, family);
          endTurn();
        }
        if (!this.isClosed) {
          this.start();
        }
      });
    }

    send(bytes, host, port, callback) {
      const result = this.waiting.length > 0 ? EAGAIN :
        udp.send(this.fd, bytes, host, port);
      if (result !== EAGAIN) {
        globalThis.process.nextTick(callback, result);
        return;
      }
      this.waiting.push([bytes, host, port, callback]);
      if (this.waiting.length === 1) {
        this.drain();
      }
    }

    // The first of those that wait, when there is room for it.
    drain() {
      this.poll(true, (err) => {
        const [bytes, host, port, callback] = this.waiting[0];
        const result = err || udp.send(this.fd, bytes, host, port);
        if (result !== EAGAIN) {
          this.waiting.shift();
          callback(result);
          endTurn();
        }
        if (this.waiting.length > 0 && !this.isClosed) {
          this.drain();
        }
      });
    }

    setRef(isRef) {
      this.isRef = isRef;
      this.polls.forEach((id) => net.setRef(id, isRef));
    }

    close(callback) {
      this.isClosed = true;
      this.onClosed = callback;
      for (const id of this.polls) {
        net.setRef(id, true);
        net.cancel(id);
      }
      if (this.polls.size === 0) {
        globalThis.process.nextTick(() => this.finish());
      }
    }

    finish() {
      closeDescriptor(this.fd);
      this.fd = -1;
      for (const [, , , callback] of this.waiting.splice(0)) {
        callback(ECANCELED);
      }
      this.onClosed();
    }
  }

  exports.Datagrams = Datagrams;
})
