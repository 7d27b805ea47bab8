/* SPDX-License-Identifier: MIT */
// What is left of process: what libraries look at, and what is refused.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectKeys,
    TypeError,
    arrayIncludes,
    arrayPush,
    stringSlice,
    stringStartsWith,
  } = primordials;
  const errors = require('internal/errors');

  const bare = (name) =>
    stringStartsWith(name, 'node:') ? stringSlice(name, 5) : name;

  // The exports of a module of Node's, or undefined.
  exports.getBuiltinModule = function getBuiltinModule(id) {
    if (typeof id !== 'string') {
      throw errors.invalidArgType('id', 'string', id);
    }
    const name = bare(id);
    return require('internal/node_modules').find(name, name !== id);
  };

  // Bindings are what Node is made of inside, and Wick is not.
  function binding(module) {
    throw new Error(`No such module: ${module}`);
  }

  exports.binding = binding;
  exports._linkedBinding = function _linkedBinding(module) {
    const error = new Error(`No such binding was linked: ${module}`);
    error.code = 'ERR_INVALID_MODULE';
    throw error;
  };

  exports.dlopen = function dlopen(module, filename) {
    if (arguments.length < 2) {
      throw errors.withCode(TypeError, 'ERR_MISSING_ARGS',
                            'process.dlopen needs at least 2 arguments');
    }
    const error = new Error(`${filename}: native addons are built for the ` +
      'engine and the C library of Node.js and cannot be loaded here');
    error.code = 'ERR_DLOPEN_FAILED';
    throw error;
  };

  // What is in the environment already stays.
  exports.loadEnvFile = function loadEnvFile(path = '.env') {
    const text = require('node/fs').module.readFileSync(path, 'utf8');
    const values = require('node/util').module.parseEnv(text);
    const { env } = require('internal/process').process;
    const names = ObjectKeys(values);
    for (let n = 0; n < names.length; n++) {
      if (env[names[n]] === undefined) {
        env[names[n]] = values[names[n]];
      }
    }
  };

  let hasWarned = false;

  exports.assert = function assert(value, message) {
    if (!hasWarned) {
      hasWarned = true;
      require('internal/process').process.emitWarning(
        'process.assert() is deprecated. Please use the `assert` module ' +
        'instead.', 'DeprecationWarning', 'DEP0100');
    }
    if (!value) {
      throw errors.withCode(Error, 'ERR_ASSERTION',
                            message || 'assertion error');
    }
  };

  // The names of what keeps the loop alive, as far as timers do.
  exports.getActiveResourcesInfo = function getActiveResourcesInfo() {
    const [timeouts, immediates] = require('internal/timers').active();
    const names = [];
    for (let n = 0; n < timeouts + immediates; n++) {
      arrayPush(names, n < timeouts ? 'Timeout' : 'Immediate');
    }
    return names;
  };

  exports._rawDebug = function _rawDebug(...args) {
    const text = require('internal/format').format(...args);
    native.binding('stdio').write(2, `${text}\n`);
  };

  exports.openStdin = function openStdin() {
    const { stdin } = require('internal/process').process;
    stdin.resume();
    return stdin;
  };

  exports.setSourceMapsEnabled = function setSourceMapsEnabled(value) {
    if (typeof value !== 'boolean') {
      throw errors.invalidArgType('val', 'boolean', value);
    }
    require('internal/process').process.sourceMapsEnabled = value;
  };
  exports.sourceMapsEnabled = () => {
    const { env } = require('internal/process').process;
    const options = require('internal/text').split(env.NODE_OPTIONS || '', ' ');
    return arrayIncludes(options, '--enable-source-maps');
  };

  // Options of NODE_OPTIONS that are obeyed.
  const flags = [
    '--enable-source-maps', '--no-deprecation', '--no-warnings',
    '--throw-deprecation', '--trace-deprecation', '--trace-warnings',
  ];

  // A Set that answers for "--no_warnings", "no-warnings" and the like too, and
  // does not change.
  exports.allowedNodeEnvironmentFlags = () => {
    class NodeEnvironmentFlagsSet extends Set {
      add() {
        return this;
      }

      delete() {
        return false;
      }

      clear() {}

      has(flag) {
        if (typeof flag !== 'string') {
          return false;
        }
        const { split } = require('internal/text');
        const name = split(split(flag, '=')[0], '_').join('-');
        return super.has(name) || super.has(`--${name}`);
      }
    }
    const set = new NodeEnvironmentFlagsSet();
    for (let n = 0; n < flags.length; n++) {
      Set.prototype.add.call(set, flags[n]);
    }
    return Object.freeze(set);
  };
})
