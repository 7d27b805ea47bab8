/* SPDX-License-Identifier: MIT */
// The console: Console over streams, and the global one over the log.
// https://nodejs.org/api/console.html
//
// native:
//   writeLog(level, text)  write one record and a line feed after it, in one
//     write. level is one of the LEVEL numbers below. text may hold line feeds.
//   monotonicMs()          a clock for console.time, in milliseconds
//   isTerminal(fd)         whether 1 or 2 shows colours
//   previewEntries         as inspect_value.js describes it
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    Map,
    Number,
    ObjectAssign,
    ObjectDefineProperty,
    ObjectKeys,
    RangeError,
    ReflectApply,
    ReflectConstruct,
    Symbol,
    SymbolHasInstance,
    SymbolToStringTag,
    TypeError,
    arrayJoin,
    arrayPush,
    arrayUnshift,
    functionHasInstance,
    mapDelete,
    mapGet,
    mapHas,
    mapSet,
    numberToFixed,
    stringIncludes,
    stringIndexOf,
    stringRepeat,
    stringSlice,
  } = primordials;

  const LEVEL = {
    __proto__: null,
    TRACE: 0, DEBUG: 1, INFO: 2, WARN: 3, ERROR: 4, FATAL: 5,
  };

  const INDENTATION_MAX = 1000;

  // To the upper left corner; erase all that follows (ECMA-48 CUP and ED).
  const HOME = '\u001b[1;1H';
  const ERASE = '\u001b[0J';

  const state = Symbol('console');

  const ignore = () => {};

  // util.format, which is loaded only for what is more than plain text.
  function formatArgs(options, args) {
    if (args.length === 1 && typeof args[0] === 'string') {
      return args[0];
    }
    return require('internal/format').formatArgs(options, args);
  }

  // --- Where records go ---

  // A stream that fails must not fail the caller of console.log.
  function writeQuietly(stream, text) {
    const isEmitter = typeof stream.once === 'function' &&
      typeof stream.removeListener === 'function';
    if (isEmitter) {
      stream.once('error', ignore);
    }
    try {
      stream.write(text, ignore);
    } catch (error) {
      // A stack overflow is the caller's, not the stream's.
      if (functionHasInstance(RangeError, error) &&
          stringIncludes(`${error.message}`, 'call stack')) {
        throw error;
      }
    } finally {
      if (isEmitter) {
        stream.removeListener('error', ignore);
      }
    }
  }

  // The sink of a Console: put(level, text) writes to stderr what Node writes
  // there, colours(level) says whether that stream shows them.
  function streamSink(stdout, stderr, ignoreErrors) {
    const streamOf = (level) =>
      (level === LEVEL.INFO || level === LEVEL.DEBUG ? stdout : stderr);
    return {
      put(level, text) {
        const stream = streamOf(level);
        if (ignoreErrors) {
          writeQuietly(stream, `${text}\n`);
        } else {
          stream.write(`${text}\n`);
        }
      },
      colours(level) {
        const stream = streamOf(level);
        return !!stream.isTTY && (typeof stream.getColorDepth !== 'function' ||
          stream.getColorDepth() > 2);
      },
      clear() {
        if (stdout.isTTY) {
          stdout.write(HOME);
          stdout.write(ERASE);
        }
      },
    };
  }

  const logSink = {
    put: (level, text) => native.writeLog(level, text),
    colours: (level) =>
      native.isTerminal(level === LEVEL.INFO || level === LEVEL.DEBUG ? 1 : 2),
    clear() {
      if (native.isTerminal(1)) {
        native.writeLog(LEVEL.INFO, HOME + ERASE);
      }
    },
  };

  // --- Options ---

  function checkStream(stream, name) {
    if (!stream || typeof stream.write !== 'function') {
      throw require('internal/errors').withCode(
        TypeError, 'ERR_CONSOLE_WRITABLE_STREAM',
        `Console expects a writable stream instance for ${name}`);
    }
  }

  function checkIndentation(width) {
    const errors = require('internal/errors');
    const name = 'groupIndentation';
    if (typeof width !== 'number') {
      throw errors.invalidArgType(name, 'number', width);
    }
    if (width % 1 !== 0) {
      throw errors.outOfRange(name, 'an integer', width);
    }
    if (width < 0 || width > INDENTATION_MAX) {
      throw errors.outOfRange(name, `>= 0 && <= ${INDENTATION_MAX}`, width);
    }
  }

  function checkInspectOptions(inspectOptions, colorMode) {
    if (inspectOptions === null || typeof inspectOptions !== 'object') {
      throw require('internal/errors').invalidArgType(
        'options.inspectOptions', 'object', inspectOptions);
    }
    if (inspectOptions.colors !== undefined && colorMode !== 'auto') {
      throw require('internal/errors').withCode(
        TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR',
        'Option "options.inspectOptions.color" cannot be used in ' +
        'combination with option "colorMode"');
    }
  }

  function makeState(sink, options) {
    const { colorMode, inspectOptions, groupIndentation } = options;
    return {
      sink,
      colorMode,
      inspectOptions,
      indentation: groupIndentation,
      indent: '',
      counts: new Map(),
      timers: new Map(),
    };
  }

  function stateOf(options) {
    const {
      stdout,
      stderr = stdout,
      ignoreErrors = true,
      colorMode = 'auto',
      inspectOptions,
      groupIndentation,
    } = options;
    checkStream(stdout, 'stdout');
    checkStream(stderr, 'stderr');
    if (colorMode !== 'auto' && typeof colorMode !== 'boolean') {
      throw require('internal/errors').invalidArgValue(
        'colorMode', colorMode, "must be one of: 'auto', true, false");
    }
    if (groupIndentation !== undefined) {
      checkIndentation(groupIndentation);
    }
    if (inspectOptions !== undefined) {
      checkInspectOptions(inspectOptions, colorMode);
    }
    return makeState(streamSink(stdout, stderr, ignoreErrors), {
      colorMode,
      inspectOptions,
      groupIndentation: groupIndentation === undefined ? 2 : groupIndentation,
    });
  }

  // What records at @level pass to inspect.
  function inspectOptionsFor(self, level) {
    const { colorMode, inspectOptions, sink } = self;
    if (inspectOptions !== undefined && inspectOptions.colors !== undefined) {
      return inspectOptions;
    }
    const colors = colorMode === 'auto' ? sink.colours(level) : colorMode;
    return { ...inspectOptions, colors };
  }

  // Write @text as one record, each of its lines indented by the open groups.
  function put(self, level, text) {
    const { indent } = self;
    let out = text;
    if (indent !== '') {
      if (stringIncludes(text, '\n')) {
        const { split } = require('internal/text');
        out = arrayJoin(split(text, '\n'), `\n${indent}`);
      }
      out = indent + out;
    }
    self.sink.put(level, out);
  }

  function print(self, level, args) {
    // Plain text needs neither format nor a look at the stream.
    put(self, level, args.length === 1 && typeof args[0] === 'string' ?
      args[0] : formatArgs(inspectOptionsFor(self, level), args));
  }

  function warn(text) {
    const { process } = globalThis;
    if (process && typeof process.emitWarning === 'function') {
      process.emitWarning(text);
    } else {
      native.writeLog(LEVEL.WARN, `Warning: ${text}`);
    }
  }

  // --- Times ---

  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;

  const pad2 = (number) => (number < 10 ? `0${number}` : `${number}`);

  // "1.5ms", "2.500s", "1:02.500 (m:ss.mmm)", "1:01:02.500 (h:mm:ss.mmm)".
  function durationText(ms) {
    if (ms < SECOND) {
      return `${Number(numberToFixed(ms, 3))}ms`;
    }
    if (ms < MINUTE) {
      return `${numberToFixed(ms / SECOND, 3)}s`;
    }
    const { floor } = require('internal/number');
    const hours = floor(ms / HOUR);
    const minutes = floor((ms % HOUR) / MINUTE);
    const seconds = (ms % MINUTE) / SECOND;
    const rest = `${seconds < 9.9995 ? '0' : ''}${numberToFixed(seconds, 3)}`;
    return hours === 0 ? `${minutes}:${rest} (m:ss.mmm)` :
      `${hours}:${pad2(minutes)}:${rest} (h:mm:ss.mmm)`;
  }

  // The text of timer @label, undefined (and a warning) if there is none.
  function elapsed(self, label, method) {
    const start = mapGet(self.timers, label);
    if (start === undefined) {
      warn(`No such label '${label}' for console.${method}()`);
      return undefined;
    }
    return durationText(native.monotonicMs() - start);
  }

  // --- Traces ---

  const isInternal = (frame) =>
    stringIncludes(frame, 'builtin:internal/console');

  // The frames of the caller: behind the internals' own and the engine's
  // between those.
  function callerFrames() {
    const { stack } = new Error('');
    const start = typeof stack === 'string' ?
      stringIndexOf(stack, '\n    at ') : -1;
    if (start === -1) {
      return '';
    }
    const { split } = require('internal/text');
    const frames = split(stringSlice(stack, start + 1), '\n');
    let first = 0;
    while (first < frames.length && (isInternal(frames[first]) || (
      first + 1 < frames.length && isInternal(frames[first + 1]) &&
      stringIncludes(frames[first], '<anonymous>')))) {
      first++;
    }
    let out = '';
    for (let n = first; n < frames.length; n++) {
      out += `\n${frames[n]}`;
    }
    return out;
  }

  // --- Methods ---

  // In the order in which Node lists them.
  const methods = {
    log(...args) {
      print(this[state], LEVEL.INFO, args);
    },

    info(...args) {
      print(this[state], LEVEL.INFO, args);
    },

    debug(...args) {
      print(this[state], LEVEL.DEBUG, args);
    },

    warn(...args) {
      print(this[state], LEVEL.WARN, args);
    },

    error(...args) {
      print(this[state], LEVEL.ERROR, args);
    },

    dir(value, options) {
      const self = this[state];
      put(self, LEVEL.INFO, require('internal/inspect').inspect(value, {
        customInspect: false,
        ...inspectOptionsFor(self, LEVEL.INFO),
        ...options,
      }));
    },

    time(label = 'default') {
      const self = this[state];
      const key = `${label}`;
      if (mapHas(self.timers, key)) {
        warn(`Label '${key}' already exists for console.time()`);
        return;
      }
      mapSet(self.timers, key, native.monotonicMs());
    },

    timeEnd(label = 'default') {
      const self = this[state];
      const key = `${label}`;
      const text = elapsed(self, key, 'timeEnd');
      if (text !== undefined) {
        this.log('%s: %s', key, text);
        mapDelete(self.timers, key);
      }
    },

    timeLog(label = 'default', ...data) {
      const key = `${label}`;
      const text = elapsed(this[state], key, 'timeLog');
      if (text !== undefined) {
        const args = ['%s: %s', key, text];
        for (let n = 0; n < data.length; n++) {
          arrayPush(args, data[n]);
        }
        ReflectApply(this.log, this, args);
      }
    },

    trace(...args) {
      const self = this[state];
      const text = formatArgs(inspectOptionsFor(self, LEVEL.ERROR), args);
      const header = text === '' ? 'Trace' : `Trace: ${text}`;
      this.error(header + callerFrames());
    },

    assert(expression, ...args) {
      if (expression) {
        return;
      }
      if (typeof args[0] === 'string') {
        args[0] = `Assertion failed: ${args[0]}`;
      } else {
        arrayUnshift(args, 'Assertion failed');
      }
      ReflectApply(this.warn, this, args);
    },

    clear() {
      this[state].sink.clear();
    },

    count(label = 'default') {
      const { counts } = this[state];
      const key = `${label}`;
      const count = (mapGet(counts, key) || 0) + 1;
      mapSet(counts, key, count);
      this.log(`${key}: ${count}`);
    },

    countReset(label = 'default') {
      const { counts } = this[state];
      const key = `${label}`;
      if (!mapHas(counts, key)) {
        warn(`Count for '${key}' does not exist`);
        return;
      }
      mapDelete(counts, key);
    },

    group(...data) {
      const self = this[state];
      if (data.length > 0) {
        ReflectApply(this.log, this, data);
      }
      self.indent += stringRepeat(' ', self.indentation);
    },

    groupEnd() {
      const self = this[state];
      self.indent = stringSlice(self.indent, 0,
                                self.indent.length - self.indentation);
    },

    table(data, properties) {
      if (data === null || typeof data !== 'object') {
        this.log(data);
        return;
      }
      const options = inspectOptionsFor(this[state], LEVEL.INFO);
      this.log(require('internal/console_table').tableText(data, properties,
                                                          options));
    },

    dirxml(...args) {
      print(this[state], LEVEL.INFO, args);
    },

    groupCollapsed(...data) {
      ReflectApply(methods.group, this, data);
    },
  };

  const names = ObjectKeys(methods);

  // Methods of its own, so that `const { log } = console` works; what a
  // subclass overrides is bound too.
  function bindMethods(target, source, self) {
    ObjectDefineProperty(target, state, {
      __proto__: null, value: self, configurable: true,
    });
    ObjectDefineProperty(target, SymbolToStringTag, {
      __proto__: null, value: 'console', configurable: true,
    });
    for (let n = 0; n < names.length; n++) {
      const name = names[n];
      const method = source[name];
      // A computed key gives the function its name.
      target[name] = {
        [name](...args) {
          return ReflectApply(method, target, args);
        },
      }[name];
      if (method.length !== 0) {
        ObjectDefineProperty(target[name], 'length', {
          __proto__: null, value: method.length, configurable: true,
        });
      }
    }
    return target;
  }

  function Console(options) {
    if (!new.target) {
      return ReflectConstruct(Console, arguments);
    }
    let given = options;
    if (!options || typeof options.write === 'function') {
      given = {
        stdout: options, stderr: arguments[1], ignoreErrors: arguments[2],
      };
    }
    bindMethods(this, this, stateOf(given));
  }

  for (let n = 0; n < names.length; n++) {
    ObjectDefineProperty(Console.prototype, names[n], {
      __proto__: null,
      value: methods[names[n]],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }

  // The global console is one though its prototype is a plain object.
  ObjectDefineProperty(Console, SymbolHasInstance, {
    __proto__: null,
    value: (value) => value !== null && typeof value === 'object' &&
      value[state] !== undefined,
  });

  // The console that globalThis.console is to be, over native.writeLog.
  function createGlobal() {
    const self = makeState(logSink, {
      colorMode: 'auto', inspectOptions: undefined, groupIndentation: 2,
    });
    const console = bindMethods({ __proto__: {} }, methods, self);
    console.Console = Console;
    // For an inspector, which there is none of.
    ObjectAssign(console, { profile() {}, profileEnd() {}, timeStamp() {} });
    return console;
  }

  exports.Console = Console;
  exports.LEVEL = LEVEL;
  exports.createGlobal = createGlobal;
  exports.durationText = durationText;
})
