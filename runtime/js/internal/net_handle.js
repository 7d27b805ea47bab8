/* SPDX-License-Identifier: MIT */
// Connections and listeners as objects, over the descriptors of
// native.binding('net'). What is above, node:net, adds streams and events;
// here are callbacks and negative error numbers.
//
//   connect({ host, port } or { path }, callback) -> Connection
//                           @callback(err) once, 0 or negative; none after
//                           close(), which is due after an error too. @host is
//                           an address
//   new Connection(fd, isSocket)  one that is connected already; a pipe or the
//                           like where @isSocket is false
//     readStart(onRead)     onRead(count, bytes): a Uint8Array of its own, or
//                           (0) at the end, or (err)
//     readStop()            what comes stays in the kernel, but for what is
//                           on its way, which the next readStart() delivers
//     write(views, callback)       callback(err); in order, pinned until then
//     shutdown(callback)    behind what is written
//     close(callback)       ends what is in flight; callback() when the
//                           descriptor is closed, with no other call to come
//     ref(), unref(), setNoDelay(isOn), setKeepAlive(seconds)
//     localName(), remoteName()    [address, port, family] or negative
//     bytesRead, bytesWritten
//   listen({ host, port, isOnly6 } or { path }, backlog, onConnection)
//                           -> Listener, or the negative error number;
//                           onConnection(err, connection)
//   new Listener(fd, onConnection)  of a socket that listens already
//     close(callback), ref(), unref(), localName()
(function (native, require, exports, primordials) {
  'use strict';

  const { Uint8Array } = primordials;
  const net = native.binding('net');

  const ECANCELED = -125;
  const ECONNABORTED = -103;
  const EMFILE = -24;
  const ENFILE = -23;
  // A receive begins with little room, so that many idle connections cost
  // little, and has more when it was full.
  const ROOM_MIN = 4096;
  const ROOM_MAX = 65536;
  // IOV_MAX of Linux.
  const PIECES_MAX = 1024;
  // Without descriptors a listener looks again after this time, or as soon as
  // a connection of this process is closed.
  const RETRY_MS = 50;

  // Listeners that wait for a descriptor.
  const starved = new Set();

  function closeDescriptor(fd) {
    net.close(fd);
    for (const listener of starved) {
      listener.retry();
    }
  }

  // The two kinds share how operations in flight end: close() cancels them and
  // waits for their callbacks, and only then gives the descriptor back.
  class Handle {
    constructor(fd) {
      this.fd = fd;
      this.isRef = true;
      this.isClosed = false;
      this.onClosed = undefined;
      this.lastId = 0;
      this.inFlight = new Set();
    }

    // Starts an operation: begin(callback) -> id or error. 0 or the error.
    start(begin, done) {
      const id = begin((result) => {
        this.inFlight.delete(id);
        if (!this.isClosed) {
          done(result);
          return;
        }
        this.discard(result);
        if (this.inFlight.size === 0) {
          this.finish();
        }
      });
      if (id < 0) {
        return id;
      }
      this.inFlight.add(id);
      this.lastId = id;
      if (!this.isRef) {
        net.setRef(id, false);
      }
      return 0;
    }

    setRef(isRef) {
      if (this.isRef !== isRef) {
        this.isRef = isRef;
        for (const id of this.inFlight) {
          net.setRef(id, isRef);
        }
      }
    }

    ref() {
      this.setRef(true);
    }

    unref() {
      this.setRef(false);
    }

    localName() {
      return net.name(this.fd, false);
    }

    close(callback) {
      if (this.isClosed) {
        return;
      }
      this.isClosed = true;
      this.onClosed = callback;
      for (const id of this.inFlight) {
        net.setRef(id, true);
        net.cancel(id);
      }
      if (this.inFlight.size === 0) {
        queueMicrotask(() => this.finish());
      }
    }

    // A result that nobody waits for any more.
    discard() {}

    finish() {
      if (this.fd >= 0) {
        closeDescriptor(this.fd);
        this.fd = -1;
      }
      this.onClosed?.();
    }
  }

  class Connection extends Handle {
    constructor(fd, isSocket = true) {
      super(fd);
      this.isSocket = isSocket;
      this.bytesRead = 0;
      this.bytesWritten = 0;
      this.onRead = undefined;
      this.room = ROOM_MIN;
      this.buffer = undefined;
      this.isReading = false;
      this.readId = 0;
      // What came after readStop().
      this.kept = undefined;
      // [views, callback] in order; a shutdown has no views.
      this.queue = [];
      this.isWriting = false;
    }

    readStart(onRead) {
      this.onRead = onRead;
      if (this.kept !== undefined) {
        queueMicrotask(() => this.deliverKept());
      } else {
        this.receive();
      }
    }

    readStop() {
      this.onRead = undefined;
      // Who has the descriptor from here on, as another program, reads it all.
      if (this.isReading) {
        net.cancel(this.readId);
      }
    }

    deliverKept() {
      if (this.kept !== undefined && this.onRead !== undefined &&
          !this.isClosed) {
        const [count, bytes] = this.kept;
        this.kept = undefined;
        this.deliver(count, bytes);
      }
    }

    deliver(count, bytes) {
      if (this.onRead === undefined) {
        this.kept = [count, bytes];
        return;
      }
      this.onRead(count, bytes);
      if (count > 0 && this.onRead !== undefined) {
        this.receive();
      }
    }

    receive() {
      if (this.isReading || this.isClosed) {
        return;
      }
      this.buffer ??= new Uint8Array(this.room);
      const err = this.start(
        (callback) => (this.isSocket ? net.receive : net.read)(
          this.fd, this.buffer, callback),
        (count) => this.received(count));
      this.isReading = err === 0;
      this.readId = this.lastId;
      if (err < 0) {
        queueMicrotask(() => this.deliver(err));
      }
    }

    // A small piece is copied and the buffer used again; a large one takes
    // the buffer along.
    received(count) {
      this.isReading = false;
      if (count === ECANCELED) {
        if (this.onRead !== undefined) {
          this.receive();
        }
        return;
      }
      if (count <= 0) {
        this.deliver(count);
        return;
      }
      const buffer = this.buffer;
      this.bytesRead += count;
      if (count === buffer.length && this.room < ROOM_MAX) {
        this.room *= 2;
      } else if (count < buffer.length >> 2 && this.room > ROOM_MIN) {
        this.room /= 2;
      }
      if (count > buffer.length >> 1 || buffer.length !== this.room) {
        this.buffer = undefined;
      }
      this.deliver(count, this.buffer === undefined ?
        buffer.subarray(0, count) : buffer.slice(0, count));
    }

    write(views, callback) {
      this.queue.push([views, callback]);
      this.pump();
    }

    shutdown(callback) {
      this.queue.push([undefined, callback]);
      this.pump();
    }

    pump() {
      while (!this.isWriting && !this.isClosed && this.queue.length > 0) {
        const [views, callback] = this.queue[0];
        if (views === undefined || views.length === 0) {
          this.queue.shift();
          const err = views === undefined ? net.shutdown(this.fd) : 0;
          queueMicrotask(() => this.isClosed || callback(err));
        } else {
          this.send(views, callback);
        }
      }
    }

    send(views, callback) {
      const some = views.slice(0, PIECES_MAX);
      const err = this.start(
        (done) => (this.isSocket ? net.send : net.write)(this.fd, some, done),
        (result) => {
          this.isWriting = false;
          this.sent(views, result, callback);
        });
      this.isWriting = true;
      if (err < 0) {
        queueMicrotask(() => {
          this.isWriting = false;
          this.sent(views, err, callback);
        });
      }
    }

    sent(views, result, callback) {
      if (this.isClosed) {
        return;
      }
      if (result >= 0) {
        this.bytesWritten += result;
        if (views.length > PIECES_MAX) {
          this.queue[0][0] = views.slice(PIECES_MAX);
          this.pump();
          return;
        }
      }
      this.queue.shift();
      callback(result < 0 ? result : 0);
      this.pump();
    }

    setNoDelay(isOn) {
      return net.setNoDelay(this.fd, isOn);
    }

    setKeepAlive(seconds) {
      return net.setKeepAlive(this.fd, seconds);
    }

    remoteName() {
      return net.name(this.fd, true);
    }
  }

  function familyOf(options) {
    if (options.path !== undefined) {
      return 0;
    }
    return options.host.includes(':') ? 6 : 4;
  }

  // A socket, and the arguments behind it that say where; or the error.
  function makeSocket(options) {
    const fd = net.socket(familyOf(options));
    return fd < 0 ? fd : [fd, options.path ?? options.host,
                          options.path === undefined ? options.port : -1];
  }

  function connect(options, callback) {
    const socket = makeSocket(options);
    const connection = new Connection(typeof socket === 'number' ? -1 :
      socket[0]);
    const err = typeof socket === 'number' ? socket : connection.start(
      (done) => net.connect(socket[0], socket[1], socket[2], done), callback);
    if (err < 0) {
      queueMicrotask(() => connection.isClosed || callback(err));
    }
    return connection;
  }

  class Listener extends Handle {
    constructor(fd, onConnection) {
      super(fd);
      this.onConnection = onConnection;
      this.timer = undefined;
      this.accept();
    }

    accept() {
      const err = this.start((callback) => net.accept(this.fd, callback),
                             (fd) => this.accepted(fd));
      if (err < 0) {
        queueMicrotask(() => this.isClosed || this.onConnection(err));
      }
    }

    accepted(fd) {
      if (fd >= 0) {
        this.onConnection(0, new Connection(fd));
      } else if (fd !== ECANCELED && fd !== ECONNABORTED) {
        // One that its client has given up is nobody's error.
        this.onConnection(fd);
      }
      if (this.isClosed) {
        return;
      }
      if (fd === EMFILE || fd === ENFILE) {
        // The connection waits: asked for again at once it fails again.
        starved.add(this);
        this.timer = setTimeout(() => this.retry(), RETRY_MS);
        return;
      }
      this.accept();
    }

    discard(fd) {
      if (fd >= 0) {
        closeDescriptor(fd);
      }
    }

    retry() {
      clearTimeout(this.timer);
      if (starved.delete(this) && !this.isClosed) {
        this.accept();
      }
    }

    close(callback) {
      clearTimeout(this.timer);
      starved.delete(this);
      super.close(callback);
    }
  }

  function listen(options, backlog, onConnection) {
    const socket = makeSocket(options);
    if (typeof socket === 'number') {
      return socket;
    }
    // Connections of the last server may linger.
    let err = net.bind(socket[0], socket[1], socket[2], options.isOnly6, true);
    if (err === 0) {
      err = net.listen(socket[0], backlog);
    }
    if (err < 0) {
      closeDescriptor(socket[0]);
      return err;
    }
    return new Listener(socket[0], onConnection);
  }

  exports.Connection = Connection;
  exports.Listener = Listener;
  exports.closeDescriptor = closeDescriptor;
  exports.connect = connect;
  exports.listen = listen;
})
