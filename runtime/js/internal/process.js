/* SPDX-License-Identifier: MIT */
// The global process: https://nodejs.org/api/process.html, without what needs
// child processes, users or a terminal.
//
// native:
//   environ()          [name, value, ...] of the process's start
//   setEnv(name, value), unsetEnv(name)   for what C libraries read (TZ)
//   argv, execPath, pid, ppid             plain values
//   cwd(), chdir(path)
//   exit(code)         ends the process, or the invocation's owner does
//   hrtime()           nanoseconds of the monotonic clock, a BigInt
//   memoryUsage()      { rss, heapTotal, heapUsed, external, arrayBuffers }
//   cpuUsage()         [user, system] microseconds
//   writeFd(fd, bytes or text)            blocking, whole
//   isTerminal(fd)
//   setFatalCallbacks(uncaught, rejection)
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    Number,
    ObjectDefineProperty,
    ObjectKeys,
    ReflectApply,
    String,
    SymbolToStringTag,
    TypeError,
    arrayPush,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const { nextTick } = require('internal/task_queue');

  const NANO = 1000000000n;

  // ---- Events ----

  // An emitter of its own: process is there before any module is.
  const listeners = { __proto__: null };

  function invalid(name, type, value) {
    const error = new TypeError(`The "${name}" argument must be of type ` +
      `${type}. Received ` + require('internal/describe').received(value));
    error.code = 'ERR_INVALID_ARG_TYPE';
    return error;
  }

  function add(self, name, listener, isOnce, isFirst) {
    if (typeof listener !== 'function') {
      throw invalid('listener', 'function', listener);
    }
    if (listeners.newListener !== undefined && name !== 'newListener') {
      self.emit('newListener', name, listener);
    }
    if (listeners[name] === undefined && isSignal(name)) {
      require('internal/process_signals').start(name);
    }
    const list = listeners[name] === undefined ? [] : listeners[name];
    const entry = { listener, isOnce };
    listeners[name] = isFirst ? [entry, ...list] : [...list, entry];
    return self;
  }

  // Whoever listens to a signal takes it from the system.
  const isSignal = (name) =>
    typeof name === 'string' && stringStartsWith(name, 'SIG');

  // The last listener of @name is gone.
  function forget(name) {
    if (listeners[name] !== undefined) {
      delete listeners[name];
      if (isSignal(name)) {
        require('internal/process_signals').stop(name);
      }
    }
  }

  function remove(self, name, matches) {
    const list = listeners[name];
    if (list === undefined) {
      return self;
    }
    const kept = [];
    for (let n = 0; n < list.length; n++) {
      if (!matches(list[n])) {
        arrayPush(kept, list[n]);
      }
    }
    if (kept.length === 0) {
      forget(name);
    } else {
      listeners[name] = kept;
    }
    return self;
  }

  const emitter = {
    on(name, listener) {
      return add(this, name, listener, false, false);
    },
    once(name, listener) {
      return add(this, name, listener, true, false);
    },
    prependListener(name, listener) {
      return add(this, name, listener, false, true);
    },
    prependOnceListener(name, listener) {
      return add(this, name, listener, true, true);
    },
    off(name, listener) {
      let isFound = false;
      return remove(this, name, (entry) => !isFound &&
        entry.listener === listener && (isFound = true));
    },
    removeAllListeners(name) {
      if (name === undefined) {
        const names = ObjectKeys(listeners);
        for (let n = 0; n < names.length; n++) {
          forget(names[n]);
        }
      } else {
        forget(name);
      }
      return this;
    },
    emit(name, ...args) {
      const list = listeners[name];
      if (list === undefined) {
        return false;
      }
      for (let n = 0; n < list.length; n++) {
        const entry = list[n];
        if (entry.isOnce) {
          remove(this, name, (other) => other === entry);
        }
        ReflectApply(entry.listener, this, args);
      }
      return true;
    },
    listeners(name) {
      const out = [];
      const list = listeners[name] === undefined ? [] : listeners[name];
      for (let n = 0; n < list.length; n++) {
        arrayPush(out, list[n].listener);
      }
      return out;
    },
    listenerCount(name) {
      return listeners[name] === undefined ? 0 : listeners[name].length;
    },
    eventNames() {
      return ObjectKeys(listeners);
    },
    setMaxListeners() {
      return this;
    },
    getMaxListeners() {
      return 10;
    },
  };
  emitter.addListener = emitter.on;
  emitter.removeListener = emitter.off;
  emitter.rawListeners = emitter.listeners;

  // ---- The environment ----

  // Values are strings, whatever is assigned; TZ reaches the C library.
  function makeEnv() {
    const target = {};
    const pairs = native.environ();
    for (let n = 0; n < pairs.length; n += 2) {
      target[pairs[n]] = pairs[n + 1];
    }
    return new Proxy(target, {
      __proto__: null,
      set(object, name, value) {
        if (typeof name === 'symbol' || typeof value === 'symbol') {
          throw new TypeError('Cannot convert a Symbol value to a string');
        }
        const text = String(value);
        object[name] = text;
        native.setEnv(name, text);
        return true;
      },
      defineProperty(object, name, descriptor) {
        if ('value' in descriptor) {
          return this.set(object, name, descriptor.value);
        }
        const error = new TypeError("'process.env' does not accept an " +
          'accessor(getter/setter) descriptor');
        error.code = 'ERR_INVALID_OBJECT_DEFINE_PROPERTY';
        throw error;
      },
      deleteProperty(object, name) {
        if (typeof name === 'string') {
          native.unsetEnv(name);
        }
        return delete object[name];
      },
    });
  }

  // ---- Streams ----

  // What the function writes goes out at once: a frozen process keeps nothing.
  function makeStream(fd) {
    const stream = {
      fd,
      writable: true,
      writableLength: 0,
      get isTTY() {
        return native.isTerminal(fd) || undefined;
      },
      write(data, encoding, callback) {
        const done = typeof encoding === 'function' ? encoding : callback;
        if (typeof data !== 'string' && !ArrayBuffer.isView(data)) {
          throw invalid('chunk',
                        'string or an instance of Buffer, TypedArray, or ' +
                        'DataView', data);
        }
        native.writeFd(fd, data);
        if (typeof done === 'function') {
          nextTick(done, null);
        }
        return true;
      },
      end(data, encoding, callback) {
        if (data !== undefined && data !== null && typeof data !== 'function') {
          this.write(data, encoding, callback);
        }
        return this;
      },
      on() {
        return this;
      },
      once() {
        return this;
      },
      off() {
        return this;
      },
      emit() {
        return false;
      },
      removeListener() {
        return this;
      },
      listenerCount() {
        return 0;
      },
      cork() {},
      uncork() {},
    };
    stream._write = (chunk, encoding, done) => stream.write(chunk, encoding,
                                                            done);
    return stream;
  }

  function lazy(object, name, make) {
    ObjectDefineProperty(object, name, {
      __proto__: null,
      configurable: true,
      enumerable: true,
      get() {
        const value = make();
        ObjectDefineProperty(object, name, {
          __proto__: null, value, configurable: true, enumerable: true,
          writable: true,
        });
        return value;
      },
      set(value) {
        ObjectDefineProperty(object, name, {
          __proto__: null, value, configurable: true, enumerable: true,
          writable: true,
        });
      },
    });
  }

  // ---- The end ----

  let isExiting = false;

  function exit(code) {
    if (code !== undefined) {
      process.exitCode = code;
    }
    if (!isExiting) {
      isExiting = true;
      process.emit('exit', Number(process.exitCode ?? 0));
    }
    native.exit(Number(process.exitCode ?? 0));
  }

  // C: @error came out of a callback. True when somebody has dealt with it.
  function uncaught(error, origin) {
    process.emit('uncaughtExceptionMonitor', error, origin);
    return process.emit('uncaughtException', error, origin);
  }

  // C: nobody has handled @promise by the end of its turn. Without a listener
  // it is an uncaught exception, as Node has it.
  function rejection(promise, reason) {
    if (process.emit('unhandledRejection', reason, promise)) {
      return true;
    }
    return uncaught(reason, 'unhandledRejection');
  }

  // ---- The object ----

  function hrtime(before) {
    const now = native.hrtime();
    let seconds = Number(now / NANO);
    let nanos = Number(now % NANO);
    if (before !== undefined) {
      seconds -= before[0];
      nanos -= before[1];
      if (nanos < 0) {
        seconds--;
        nanos += 1e9;
      }
    }
    return [seconds, nanos];
  }
  hrtime.bigint = () => native.hrtime();

  const born = native.hrtime();
  const process = {
    __proto__: emitter,
    title: 'bootstrap',
    version: 'v22.12.0',
    versions: native.versions,
    arch: native.arch,
    platform: 'linux',
    release: { name: 'node', lts: 'Jod' },
    features: { inspector: false, debug: false, uv: false, tls: true },
    config: { target_defaults: {}, variables: {} },
    argv: native.argv,
    argv0: native.argv[0],
    execArgv: [],
    execPath: native.execPath,
    pid: native.pid,
    ppid: native.ppid,
    exitCode: undefined,
    nextTick,
    hrtime,
    exit,
    kill: (pid, signal) =>
      require('internal/process_signals').kill(pid, signal),
    _kill: (pid, number) =>
      require('internal/process_signals')._kill(pid, number),
    reallyExit: (code) => native.exit(Number(code ?? 0)),
    cwd: () => native.cwd(),
    chdir(path) {
      if (typeof path !== 'string') {
        throw invalid('directory', 'string', path);
      }
      native.chdir(path);
    },
    uptime: () => Number(native.hrtime() - born) / 1e9,
    memoryUsage: () => native.memoryUsage(),
    cpuUsage(before) {
      const [user, system] = native.cpuUsage();
      return before === undefined ? { user, system } :
        { user: user - before.user, system: system - before.system };
    },
    umask: () => 0o22,
    getBuiltinModule(id) {
      if (typeof id !== 'string') {
        throw invalid('id', 'string', id);
      }
      const hasScheme = stringStartsWith(id, 'node:');
      return require('internal/node_modules').find(
        hasScheme ? stringSlice(id, 5) : id, hasScheme);
    },
    getuid: () => native.uid,
    geteuid: () => native.uid,
    getgid: () => native.gid,
    getegid: () => native.gid,
    emitWarning(warning, type, code) {
      const options = typeof type === 'object' && type !== null ? type :
        { type, code };
      let shown = warning;
      if (typeof warning === 'string') {
        shown = new Error(warning);
        shown.name = options.type ?? 'Warning';
      }
      if (options.code !== undefined) {
        shown.code = options.code;
      }
      nextTick(() => {
        if (!process.emit('warning', shown)) {
          const head = shown.code ? `[${shown.code}] ` : '';
          native.writeFd(2, `(node:${native.pid}) ${head}${shown.name}: ` +
            `${shown.message}\n`);
        }
      });
    },
  };
  process.memoryUsage.rss = () => native.memoryUsage().rss;
  ObjectDefineProperty(process, SymbolToStringTag, {
    __proto__: null, value: 'process', configurable: true,
  });
  lazy(process, 'env', makeEnv);
  lazy(process, 'stdout', () => makeStream(1));
  lazy(process, 'stderr', () => makeStream(2));

  native.setFatalCallbacks(uncaught, rejection);
  exports.process = process;
})
