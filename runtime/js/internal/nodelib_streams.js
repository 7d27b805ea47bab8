/* SPDX-License-Identifier: MIT */
// The bindings stream_wrap, tcp_wrap, pipe_wrap, tty_wrap and udp_wrap of
// Node's own library, over internal/net_handle. Methods return 0 or a negative
// errno, and tell the end of a request by its oncomplete(status, handle, ...).
//
// native.binding('net'): see js_net.h
(function (native, require, exports, primordials) {
  'use strict';

  const { Uint8Array } = primordials;
  const { Wrap } = require('internal/nodelib_wrap');
  const {
    Connection, Listener, closeDescriptor,
  } = require('internal/net_handle');

  const net = native.binding('net');
  const { endTurn } = native;

  const EBADF = -9;
  const EACCES = -13;
  const EINVAL = -22;
  const ENFILE = -23;
  const EMFILE = -24;
  const ENOENT = -2;
  const EADDRINUSE = -98;
  const ENOTCONN = -107;
  const ECANCELED = -125;
  const EOF = -4095;

  // Places in streamBaseState.
  const kReadBytesOrError = 0;
  const kArrayBufferOffset = 1;
  const kBytesWritten = 2;
  const kLastWriteWasAsync = 3;
  const streamBaseState = new Int32Array(4);

  class WriteWrap extends Wrap {}
  class ShutdownWrap extends Wrap {}
  class TCPConnectWrap extends Wrap {}
  class PipeConnectWrap extends Wrap {}

  // A stream socket, a pipe, or one that listens.
  class LibuvStreamWrap extends Wrap {
    constructor(kind) {
      super();
      this.kind = kind;
      this.isStreamBase = true;
      this.connection = undefined;
      this.listener = undefined;
      this.isRef = true;
      this.isClosing = false;
      this.requests = new Set();
      this.userBuffer = undefined;
      this.bytesTaken = 0;
      this.delayed = 0;
    }

    // ---- The descriptor ----

    get fd() {
      return this.connection?.fd ?? this.listener?.fd ?? -1;
    }

    get bytesRead() {
      return this.connection?.bytesRead ?? 0;
    }

    get bytesWritten() {
      return this.bytesTaken;
    }

    get writeQueueSize() {
      return this.requests.size;
    }

    // Takes @connection, which is open.
    adopt(connection) {
      this.connection = connection;
      if (!this.isRef) {
        connection.unref();
      }
    }

    open(fd) {
      const isSocket = net.open(fd);
      if (isSocket < 0) {
        return isSocket;
      }
      this.adopt(new Connection(fd, isSocket === 1));
      return 0;
    }

    // Has a socket of @family from here on. 0 or the error.
    openSocket(family) {
      if (this.fd >= 0) {
        return 0;
      }
      const fd = net.socket(family);
      if (fd < 0) {
        return fd;
      }
      this.adopt(new Connection(fd));
      return 0;
    }

    // The address of a listener that is in use is told by its listen().
    bindTo(family, host, port, isOnly6) {
      let err = this.openSocket(family);
      if (err === 0) {
        err = net.bind(this.fd, host, port, isOnly6, true);
      }
      if (err === EADDRINUSE) {
        this.delayed = err;
        return 0;
      }
      return err;
    }

    ref() {
      this.setRef(true);
    }

    unref() {
      this.setRef(false);
    }

    setRef(isRef) {
      this.isRef = isRef;
      this.connection?.setRef(isRef);
      this.listener?.setRef(isRef);
    }

    hasRef() {
      return this.isRef && !this.isClosing;
    }

    close(callback) {
      if (this.isClosing) {
        return;
      }
      this.isClosing = true;
      const handle = this.listener ?? this.connection;
      const done = () => {
        for (const request of this.requests) {
          request.emit('oncomplete', ECANCELED, this, request, false, false);
          endTurn();
        }
        this.requests.clear();
        this.onclose = callback;
        this.emit('onclose');
      };
      if (handle === undefined) {
        queueMicrotask(done);
      } else {
        handle.close(done);
      }
    }

    // ---- Requests ----

    endRequest(request, status, ...args) {
      if (this.requests.delete(request)) {
        request.emit('oncomplete', status, this, ...args);
      }
    }

    connectTo(request, family, host, port) {
      const err = this.delayed || this.openSocket(family);
      if (err < 0) {
        return err;
      }
      const connection = this.connection;
      this.requests.add(request);
      const failed = connection.start(
        (done) => net.connect(connection.fd, host, port, done),
        (status) => this.endRequest(request, status, request, true, true));
      if (failed < 0) {
        this.requests.delete(request);
      }
      return failed;
    }

    shutdown(request) {
      if (this.connection === undefined) {
        return ENOTCONN;
      }
      this.requests.add(request);
      this.connection.shutdown(
        (err) => this.endRequest(request, err, undefined));
      return 0;
    }

    writeViews(request, views) {
      if (this.connection === undefined || this.isClosing) {
        return EBADF;
      }
      const parts = [];
      let length = 0;
      for (let n = 0; n < views.length; n++) {
        if (views[n].byteLength > 0) {
          length += views[n].byteLength;
          parts.push(views[n]);
        }
      }
      streamBaseState[kBytesWritten] = length;
      streamBaseState[kLastWriteWasAsync] = 1;
      this.bytesTaken += length;
      this.requests.add(request);
      this.connection.write(parts,
                             (err) => this.endRequest(request, err, undefined));
      return 0;
    }

    writeBuffer(request, view) {
      return this.writeViews(request, [view]);
    }

    writev(request, chunks, isAllBuffers) {
      if (isAllBuffers) {
        return this.writeViews(request, chunks);
      }
      const views = [];
      for (let n = 0; n < chunks.length; n += 2) {
        views.push(typeof chunks[n] === 'string' ?
          globalThis.Buffer.from(chunks[n], chunks[n + 1]) : chunks[n]);
      }
      return this.writeViews(request, views);
    }

    writeUtf8String(request, text) {
      return this.writeViews(request, [globalThis.Buffer.from(text, 'utf8')]);
    }

    writeAsciiString(request, text) {
      return this.writeViews(request, [globalThis.Buffer.from(text, 'latin1')]);
    }

    writeLatin1String(request, text) {
      return this.writeViews(request, [globalThis.Buffer.from(text, 'latin1')]);
    }

    writeUcs2String(request, text) {
      return this.writeViews(request,
                             [globalThis.Buffer.from(text, 'utf16le')]);
    }

    // ---- Reading ----

    readStart() {
      if (this.connection === undefined || this.isClosing) {
        return ENOTCONN;
      }
      this.connection.readStart((count, bytes) => this.received(count, bytes));
      return 0;
    }

    readStop() {
      this.connection?.readStop();
      return 0;
    }

    useUserBuffer(buffer) {
      this.userBuffer = buffer;
    }

    received(count, bytes) {
      if (count <= 0) {
        streamBaseState[kReadBytesOrError] = count === 0 ? EOF : count;
        this.emit('onread', undefined);
      } else if (this.userBuffer === undefined) {
        streamBaseState[kReadBytesOrError] = count;
        streamBaseState[kArrayBufferOffset] = bytes.byteOffset;
        this.emit('onread', bytes.buffer);
      } else {
        this.fillUserBuffer(bytes);
      }
    }

    // As much as fits at a time; the rest waits if it does not want more.
    fillUserBuffer(bytes) {
      let rest = bytes;
      while (rest.length > 0 && !this.isClosing) {
        if (this.connection.onRead === undefined) {
          this.connection.kept = [rest.length, rest];
          return;
        }
        const buffer = this.userBuffer;
        const count = Math.min(rest.length, buffer.byteLength);
        new Uint8Array(buffer.buffer, buffer.byteOffset, count).set(
          rest.subarray(0, count));
        rest = rest.subarray(count);
        streamBaseState[kReadBytesOrError] = count;
        this.userBuffer = this.emit('onread', undefined) ?? buffer;
      }
    }

    // ---- Listening ----

    listenOn(backlog, Handle) {
      const fd = this.fd;
      const err = this.delayed || net.listen(fd, backlog);
      if (err < 0) {
        return err;
      }
      this.connection = undefined;
      this.listener = new Listener(fd, (status, connection) => {
        // The connection waits, as it would in a server that is busy.
        if (status === EMFILE || status === ENFILE) {
          return;
        }
        let handle;
        if (status === 0) {
          handle = new Handle(0);
          handle.adopt(connection);
        }
        this.emit('onconnection', status, handle);
      });
      this.listener.setRef(this.isRef);
      return 0;
    }

    setBlocking() {
      return 0;
    }
  }

  function describe(fd, isPeer, out) {
    const name = fd < 0 ? EBADF : net.name(fd, isPeer);
    if (typeof name === 'number') {
      return name;
    }
    const [address, port, family] = name;
    out.address = address;
    out.family = family === 6 ? 'IPv6' : 'IPv4';
    out.port = port;
    return 0;
  }

  class TCP extends LibuvStreamWrap {
    bind(host, port) {
      return this.bindTo(4, host, port, false);
    }

    bind6(host, port, flags) {
      return this.bindTo(6, host, port, (flags & 1) !== 0);
    }

    listen(backlog) {
      const err = this.fd < 0 ? this.bind('0.0.0.0', 0) : 0;
      return err || this.listenOn(backlog, TCP);
    }

    connect(request, host, port) {
      return this.connectTo(request, 4, host, port);
    }

    connect6(request, host, port) {
      return this.connectTo(request, 6, host, port);
    }

    getsockname(out) {
      return describe(this.fd, false, out);
    }

    getpeername(out) {
      return describe(this.fd, true, out);
    }

    setNoDelay(isOn) {
      return this.fd < 0 ? 0 : net.setNoDelay(this.fd, isOn);
    }

    setKeepAlive(isOn, seconds) {
      return this.fd < 0 ? 0 :
        net.setKeepAlive(this.fd, isOn ? seconds || 1 : 0);
    }

    reset(callback) {
      if (this.fd >= 0) {
        const err = net.setReset(this.fd);
        if (err < 0) {
          return err;
        }
      }
      this.close(callback);
      return 0;
    }
  }

  class Pipe extends LibuvStreamWrap {
    constructor(kind) {
      super(kind);
      this.boundPath = undefined;
    }

    bind(path) {
      // As libuv, and so on every system.
      const err = this.bindTo(0, path, -1, false);
      if (err === 0) {
        this.boundPath = path;
      }
      return err === ENOENT ? EACCES : err;
    }

    listen(backlog) {
      return this.fd < 0 ? EINVAL : this.listenOn(backlog, Pipe);
    }

    // What fails is told by the request, always.
    connect(request, path) {
      const err = this.connectTo(request, 0, path, -1);
      if (err < 0) {
        queueMicrotask(() =>
          request.emit('oncomplete', err, this, request, true, true));
      }
      return 0;
    }

    fchmod(mode) {
      const fs = require('node/fs').module;
      const bits = ((mode & 1) !== 0 ? 0o444 : 0) | ((mode & 2) !== 0 ? 0o222 : 0);
      try {
        fs.chmodSync(this.boundPath, fs.statSync(this.boundPath).mode | bits);
      } catch (error) {
        return error.errno;
      }
      return 0;
    }

    // A listener takes its name along.
    close(callback) {
      if (this.boundPath !== undefined && this.boundPath[0] !== '\0' &&
          this.kind === 1) {
        try {
          require('node/fs').module.unlinkSync(this.boundPath);
        } catch {
          // Somebody else was faster.
        }
        this.boundPath = undefined;
      }
      super.close(callback);
    }
  }

  class TTY extends LibuvStreamWrap {}
  class UDP extends Wrap {}

  exports.closeDescriptor = closeDescriptor;
  exports.guessHandleType = net.kind;
  exports.stream_wrap = {
    LibuvStreamWrap, ShutdownWrap, WriteWrap,
    kArrayBufferOffset, kBytesWritten, kLastWriteWasAsync, kReadBytesOrError,
    streamBaseState,
  };
  exports.tcp_wrap = {
    TCP, TCPConnectWrap,
    constants: { SOCKET: 0, SERVER: 1, UV_TCP_IPV6ONLY: 1 },
  };
  exports.pipe_wrap = {
    Pipe, PipeConnectWrap,
    constants: {
      SOCKET: 0, SERVER: 1, IPC: 2, UV_READABLE: 1, UV_WRITABLE: 2,
    },
  };
  exports.tty_wrap = { TTY };
  exports.udp_wrap = { UDP };
})
