/* SPDX-License-Identifier: MIT */
// node:dgram: sockets of datagrams. https://nodejs.org/api/dgram.html
// Groups of multicast, which no network of a function has, cannot be joined.
//
// native.binding('net'), native.binding('udp'): see js_net.h, js_udp.h
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView, ArrayIsArray, Error, ReflectApply, Symbol, TypeError,
    Uint8Array,
  } = primordials;
  const EventEmitter = require('node/events').module;
  const { Datagrams } = require('internal/udp_handle');
  const { isIP } = require('nodelib/internal/net').module;
  const {
    bufferBounds, invalidArgType, withCode,
  } = require('internal/errors');
  const { notImplemented } = require('internal/missing');
  const {
    _errnoException: systemError, _exceptionWithHostPort: hostError,
  } = require('node/util_errors');
  const {
    validateAbortSignal, validateFunction, validateNumber, validateString,
  } = require('internal/validators');
  const { validators: { validatePort } } = require('internal/nodelib_util');

  const net = native.binding('net');
  const udp = native.binding('udp');
  const { nextTick } = globalThis.process;

  const EBADF = -9;
  // Options of js_udp.h.
  const BROADCAST = 0;
  const TTL = 1;
  const MULTICAST_TTL = 2;
  const MULTICAST_LOOPBACK = 3;
  const RECEIVE_BUFFER = 4;
  const SEND_BUFFER = 5;

  const messages = {
    __proto__: null,
    ERR_SOCKET_ALREADY_BOUND: 'Socket is already bound',
    ERR_SOCKET_DGRAM_IS_CONNECTED: 'Already connected',
    ERR_SOCKET_DGRAM_NOT_CONNECTED: 'Not connected',
    ERR_SOCKET_DGRAM_NOT_RUNNING: 'Not running',
  };

  const stateError = (code) => withCode(Error, code, messages[code]);

  function check(isFine, code) {
    if (!isFine) {
      throw stateError(code);
    }
  }

  // The bytes of what can be sent: a string, a view, or a list of those.
  function bytesOf(message) {
    if (ArrayIsArray(message)) {
      const parts = message.map(bytesOf);
      return parts.includes(undefined) ? undefined :
        globalThis.Buffer.concat(parts);
    }
    if (typeof message === 'string') {
      return globalThis.Buffer.from(message);
    }
    return ArrayBufferIsView(message) ? new Uint8Array(
      message.buffer, message.byteOffset, message.byteLength) : undefined;
  }

  function partOf(message, offset, length) {
    const bytes = ArrayIsArray(message) ? undefined : bytesOf(message);
    if (bytes === undefined) {
      throw invalidArgType('buffer',
                           ['Buffer', 'TypedArray', 'DataView', 'string'],
                           message);
    }
    if (offset >>> 0 > bytes.length) {
      throw bufferBounds('offset');
    }
    if ((offset >>> 0) + (length >>> 0) > bytes.length) {
      throw bufferBounds('length');
    }
    return bytes.subarray(offset >>> 0, (offset >>> 0) + (length >>> 0));
  }

  const kState = Symbol('state');

  // What a socket keeps to itself.
  class State {
    constructor(socket, family, options) {
      this.socket = socket;
      this.family = family;
      this.options = options;
      this.handle = new Datagrams(family);
      this.isClosed = false;
      // 'no', 'soon' or 'yes'.
      this.bound = 'no';
      this.connected = 'no';
      // What waits for the socket to be bound.
      this.queue = [];
    }

    closeWith(signal) {
      validateAbortSignal(signal, 'options.signal');
      const onAbort = () => this.isClosed || this.socket.close();
      if (signal.aborted) {
        nextTick(onAbort);
      } else {
        signal.addEventListener('abort', onAbort, { once: true });
        this.socket.once('close', () =>
          signal.removeEventListener('abort', onAbort));
      }
    }

    checkOpen() {
      check(!this.isClosed, 'ERR_SOCKET_DGRAM_NOT_RUNNING');
    }

    // Calls back with (error, address), never at once.
    resolve(name, whenNone, callback) {
      const host = name || whenNone;
      const done = (error, address) =>
        this.isClosed || callback(error, address);
      if (this.options.lookup === undefined && isIP(host) !== 0) {
        nextTick(done, null, host);
        return;
      }
      const lookup = this.options.lookup ??
        require('internal/node_modules').find('dns', true).lookup;
      lookup(host, { family: this.family }, done);
    }

    resolvePeer(name, callback) {
      this.resolve(name, this.family === 6 ? '::1' : '127.0.0.1', callback);
    }

    // Now, or when the socket is bound.
    whenBound(run) {
      if (this.bound === 'no') {
        this.socket.bind({ port: 0, exclusive: true });
      }
      if (this.bound === 'yes') {
        run();
      } else {
        this.queue.push(run);
      }
    }

    bindTo(error, ip, port) {
      const { ipv6Only, reuseAddr } = this.options;
      const err = error ? 0 : net.bind(this.handle.fd, ip, port || 0,
                                       ipv6Only === true, reuseAddr === true);
      if (!error && err === 0) {
        this.begin();
        return;
      }
      this.bound = 'no';
      this.queue.length = 0;
      this.socket.emit('error', error ?? hostError(err, 'bind', ip, port));
    }

    // Calls @listener for the next @event, unless an error comes first.
    once(listener, event) {
      const forget = () => {
        this.socket.removeListener('error', forget);
        this.socket.removeListener(event, onEvent);
      };
      const onEvent = () => {
        forget();
        ReflectApply(listener, this.socket, []);
      };
      this.socket.on('error', forget);
      this.socket.on(event, onEvent);
    }

    begin() {
      const { recvBufferSize, sendBufferSize } = this.options;
      this.bound = 'yes';
      this.handle.start();
      if (recvBufferSize) {
        this.socket.setRecvBufferSize(recvBufferSize);
      }
      if (sendBufferSize) {
        this.socket.setSendBufferSize(sendBufferSize);
      }
      this.socket.emit('listening');
      for (const run of this.queue.splice(0)) {
        run();
      }
    }

    connectTo(host, port, listener) {
      this.resolvePeer(host, (error, ip) => {
        const end = (err) => this.endConnect(
          err < 0 ? hostError(err, 'connect', ip, port) : null, listener);
        if (error) {
          this.endConnect(error, listener);
          return;
        }
        const err = net.connect(this.handle.fd, ip, port, end);
        if (err < 0) {
          end(err);
        }
      });
    }

    endConnect(error, listener) {
      if (this.isClosed) {
        return;
      }
      this.connected = error ? 'no' : 'yes';
      if (!error) {
        this.socket.emit('connect');
      } else if (listener !== undefined) {
        this.socket.removeListener('connect', listener);
        nextTick(listener, error);
      } else {
        this.socket.emit('error', error);
      }
    }

    send(bytes, host, port, callback) {
      const done = (address) => (result) => {
        if (callback !== undefined && result < 0) {
          callback(hostError(result, 'send', address, port));
        } else {
          callback?.(null, result);
        }
      };
      if (port === undefined) {
        this.handle.send(bytes, undefined, undefined, done(undefined));
        return;
      }
      this.resolvePeer(host, (error, address) => {
        if (!error) {
          this.handle.send(bytes, address, port, done(address));
        } else if (callback !== undefined) {
          callback(error);
        } else {
          this.socket.emit('error', error);
        }
      });
    }

    name(isPeer, syscall) {
      this.checkOpen();
      const name = net.name(this.handle.fd, isPeer);
      if (typeof name === 'number') {
        throw systemError(name, syscall);
      }
      const [address, port, family] = name;
      return { address, family: `IPv${family}`, port };
    }

    get(which) {
      this.checkOpen();
      return udp.option(this.handle.fd, this.family, which);
    }

    set(which, value, syscall) {
      this.checkOpen();
      const err = this.bound !== 'yes' ? EBADF :
        udp.setOption(this.handle.fd, this.family, which, value);
      if (err < 0) {
        throw systemError(err, syscall);
      }
    }

    setBuffer(which, size) {
      if (size >>> 0 !== size) {
        throw withCode(TypeError, 'ERR_SOCKET_BAD_BUFFER_SIZE',
                       'Buffer size must be a positive integer');
      }
      this.set(which, size, 'setsockopt');
    }
  }

  class Socket extends EventEmitter {
    constructor(type, listener) {
      super();
      let options = {};
      if (type !== null && typeof type === 'object') {
        options = type;
        this.type = options.type;
      } else {
        this.type = type;
      }
      if (this.type !== 'udp4' && this.type !== 'udp6') {
        throw withCode(TypeError, 'ERR_SOCKET_BAD_TYPE', 'Bad socket type ' +
          'specified. Valid types are: udp4, udp6');
      }
      if (options.lookup !== undefined) {
        validateFunction(options.lookup, 'lookup');
      }
      const state = new State(this, this.type === 'udp6' ? 6 : 4, options);
      this[kState] = state;
      if (state.handle.fd < 0) {
        throw systemError(state.handle.fd, 'socket');
      }
      state.handle.onMessage = (bytes, address, port, family) => {
        this.emit('message', globalThis.Buffer.from(bytes.buffer), {
          address, family: `IPv${family}`, port, size: bytes.length,
        });
      };
      state.handle.onError = (err) =>
        this.emit('error', systemError(err, 'recvmsg'));
      if (typeof listener === 'function') {
        this.on('message', listener);
      }
      if (options.signal !== undefined) {
        this[kState].closeWith(options.signal);
      }
    }

    bind(port, address, callback) {
      const state = this[kState];
      let [where, host] = [port, address];
      const listener = [port, address, callback].find(
        (argument) => typeof argument === 'function');
      state.checkOpen();
      check(state.bound === 'no', 'ERR_SOCKET_ALREADY_BOUND');
      if (where !== null && typeof where === 'object') {
        ({ port: where, address: host = '' } = where);
      }
      host = typeof host === 'function' ? '' : host;
      where = typeof where === 'function' ? 0 : where;
      if (where !== undefined && where !== null) {
        where = validatePort(where);
      }
      state.bound = 'soon';
      if (listener !== undefined) {
        state.once(listener, 'listening');
      }
      state.resolve(host, state.family === 6 ? '::' : '0.0.0.0',
                    (error, ip) => state.bindTo(error, ip, where));
      return this;
    }

    connect(port, address, callback) {
      const state = this[kState];
      const [host, listener] = typeof address === 'function' ?
        ['', address] : [address, callback];
      const where = validatePort(port, 'Port', false);
      check(state.connected === 'no', 'ERR_SOCKET_DGRAM_IS_CONNECTED');
      state.checkOpen();
      state.connected = 'soon';
      if (listener !== undefined) {
        this.once('connect', listener);
      }
      state.whenBound(() => state.connectTo(host, where, listener));
    }

    disconnect() {
      check(this[kState].connected === 'yes', 'ERR_SOCKET_DGRAM_NOT_CONNECTED');
      this[kState].checkOpen();
      const err = udp.disconnect(this[kState].handle.fd);
      if (err < 0) {
        throw systemError(err, 'connect');
      }
      this[kState].connected = 'no';
    }

    // send(message[, offset, length][, port][, address][, callback])
    send(message, ...args) {
      const state = this[kState];
      let part = message;
      const isConnected = state.connected === 'yes';
      const hasPart = typeof args[1] === 'number' && (isConnected ||
        (args[2] !== undefined && typeof args[2] !== 'function') ||
        args[3] !== undefined);
      if (hasPart) {
        part = partOf(message, args[0], args[1]);
        args.splice(0, 2);
      }
      const bytes = bytesOf(part);
      if (bytes === undefined) {
        throw invalidArgType(
          ArrayIsArray(part) ? 'buffer list arguments' : 'buffer',
          ['Buffer', 'TypedArray', 'DataView', 'string'], part);
      }
      let port;
      let host;
      if (isConnected) {
        check(!args.some((other) => other && typeof other !== 'function'),
              'ERR_SOCKET_DGRAM_IS_CONNECTED');
      } else {
        [port, host] = args;
        port = validatePort(port, 'Port', false);
        if (typeof host === 'function') {
          host = undefined;
        } else if (host !== undefined && host !== null &&
                   typeof host !== 'string') {
          throw invalidArgType('address', 'string', host);
        }
      }
      const callback = args.find((argument) => typeof argument === 'function');
      state.checkOpen();
      state.whenBound(() => state.send(bytes, host, port, callback));
    }

    sendto(message, offset, length, port, address, callback) {
      validateNumber(offset, 'offset');
      validateNumber(length, 'length');
      validateNumber(port, 'port');
      validateString(address, 'address');
      this.send(message, offset, length, port, address, callback);
    }

    close(callback) {
      if (typeof callback === 'function') {
        this.on('close', callback);
      }
      this[kState].checkOpen();
      this[kState].isClosed = true;
      this[kState].queue.length = 0;
      this[kState].handle.close(() => this.emit('close'));
      return this;
    }

    async [Symbol.asyncDispose ?? Symbol('Symbol.asyncDispose')]() {
      if (!this[kState].isClosed) {
        await new Promise((resolve) => this.close(resolve));
      }
    }

    address() {
      this[kState].checkOpen();
      if (this[kState].bound !== 'yes') {
        throw systemError(EBADF, 'getsockname');
      }
      return this[kState].name(false, 'getsockname');
    }

    remoteAddress() {
      this[kState].checkOpen();
      check(this[kState].connected === 'yes', 'ERR_SOCKET_DGRAM_NOT_CONNECTED');
      return this[kState].name(true, 'getpeername');
    }

    setBroadcast(isOn) {
      this[kState].set(BROADCAST, isOn ? 1 : 0, 'setBroadcast');
    }

    setTTL(hops) {
      validateNumber(hops, 'ttl');
      this[kState].set(TTL, hops, 'setTTL');
      return hops;
    }

    setMulticastTTL(hops) {
      validateNumber(hops, 'ttl');
      this[kState].set(MULTICAST_TTL, hops, 'setMulticastTTL');
      return hops;
    }

    setMulticastLoopback(isOn) {
      this[kState].set(MULTICAST_LOOPBACK, isOn ? 1 : 0,
                       'setMulticastLoopback');
      return isOn;
    }

    setRecvBufferSize(size) {
      this[kState].setBuffer(RECEIVE_BUFFER, size);
    }

    setSendBufferSize(size) {
      this[kState].setBuffer(SEND_BUFFER, size);
    }

    getRecvBufferSize() {
      return this[kState].get(RECEIVE_BUFFER);
    }

    getSendBufferSize() {
      return this[kState].get(SEND_BUFFER);
    }

    getSendQueueSize() {
      return this[kState].handle.waiting.reduce(
        (sum, [bytes]) => sum + bytes.length, 0);
    }

    getSendQueueCount() {
      return this[kState].handle.waiting.length;
    }

    ref() {
      this[kState].handle.setRef(true);
      return this;
    }

    unref() {
      this[kState].handle.setRef(false);
      return this;
    }
  }

  for (const name of ['addMembership', 'dropMembership',
                      'addSourceSpecificMembership',
                      'dropSourceSpecificMembership',
                      'setMulticastInterface']) {
    Socket.prototype[name] = () => {
      throw notImplemented(`socket.${name}`);
    };
  }

  exports.module = {
    createSocket: (type, listener) => new Socket(type, listener),
    Socket,
  };
})
