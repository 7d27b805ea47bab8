/* SPDX-License-Identifier: MIT */
// Finds the module of the handler, loads it, and looks the function up, with
// the errors of the managed Node runtimes (lambda/errors). Loading itself is
// the module loader's, which @loader stands for:
//
//   loader.kindOf, loader.readText     see lambda/handler_path
//   loader.loadCommonJS(path)          module.exports, by the rules of require:
//                                      a directory is fine, and so is a promise
//   loader.importModule(path)          a promise of the namespace
//   loader.resolve(request, paths)     as require.resolve(request, {paths})
(function (native, require, exports, primordials) {
  'use strict';

  const {
    NumberParseInt,
    String,
    SymbolFor,
    SyntaxError,
    functionHasInstance,
    regExpExec,
    stringEndsWith,
  } = primordials;

  const paths = require('lambda/handler_path');

  const STREAMING = SymbolFor('aws.lambda.runtime.handler.streaming');
  const HIGH_WATER_MARK =
    SymbolFor('aws.lambda.runtime.handler.streaming.highWaterMark');

  const awsPackage =
    /Cannot find (?:module|package) '(?:@aws-sdk\/|@smithy\/|aws-sdk)/;
  const AWS_HINT = '\nThe AWS SDK is not part of this runtime: add the ' +
    'package to the function or to a layer.';

  function runtimeError(kind, message, cause) {
    return require('lambda/errors').create(kind, message, cause);
  }

  // Only what the managed runtimes rename is renamed; the rest goes out as it
  // was thrown. @compat: 22, 24, or 0 for the union of both.
  function loadError(error, compat) {
    if (functionHasInstance(SyntaxError, error)) {
      return runtimeError('UserCodeSyntaxError', String(error), error);
    }
    const code = error !== null && error !== undefined ? error.code : undefined;
    if (code === 'MODULE_NOT_FOUND' ||
        (code === 'ERR_MODULE_NOT_FOUND' && compat !== 22)) {
      const text = String(error);
      const hint = regExpExec(awsPackage, text) === null ? '' : AWS_HINT;
      return runtimeError('ImportModuleError', text + hint, error);
    }
    return error;
  }

  // Whether @path is an ES module before its text is looked at. Without an
  // extension it is CommonJS whatever its package says, except to Node 24,
  // which imports everything.
  function isModule(path, loader, compat) {
    if (compat === 24 || stringEndsWith(path, '.mjs')) {
      return true;
    }
    return stringEndsWith(path, '.js') &&
      paths.packageType(path, loader) === 'module';
  }

  async function loadFile(path, loader, compat) {
    const isNamespace = isModule(path, loader, compat);
    const value = isNamespace ? await loader.importModule(path) :
      await loader.loadCommonJS(path);
    return { value, isNamespace };
  }

  // {value, isNamespace} of the first candidate that exports anything.
  async function loadModule(target, root, loader, compat) {
    for (let n = 0; ; n++) {
      const path = paths.candidate(target.file, n, loader);
      if (path === null) {
        break;
      }
      if (path !== undefined) {
        const loaded = await loadFile(path, loader, compat);
        if (loaded.value) {
          return loaded;
        }
      }
    }
    // A package of a layer, or one of the function's own node_modules.
    const path = loader.resolve(target.module, [root, target.directory]);
    return loadFile(path, loader, compat);
  }

  function walk(value, names, from) {
    for (let n = from; n < names.length; n++) {
      if (value === null || value === undefined) {
        return undefined;
      }
      value = value[names[n]];
    }
    return value;
  }

  // The export that @names lead to. Node 24 sees every module as a namespace
  // and looks into its default export too; Node 22 sees what the module is.
  function lookUp(loaded, names, compat) {
    const { value, isNamespace } = loaded;
    const found = walk(value, names, 0);
    if (found !== undefined || compat === 22) {
      return found;
    }
    if (isNamespace) {
      return walk(value.default, names, 0);
    }
    return names[0] === 'default' ? walk(value, names, 1) : undefined;
  }

  function checkStreaming(fn) {
    const marker = fn[STREAMING];
    if (!marker) {
      return false;
    }
    if (marker !== 'response') {
      throw runtimeError('MalformedStreamingHandler',
                         'Only response streaming is supported.');
    }
    return true;
  }

  function markOf(fn) {
    const mark = NumberParseInt(fn[HIGH_WATER_MARK], 10);
    return mark >= 0 ? mark : undefined;
  }

  const isAsync = (fn) =>
    !!fn.constructor && fn.constructor.name === 'AsyncFunction';

  // Callbacks work here; Node 24 refuses them, Node 22 says that it will.
  function checkCallback(target, compat) {
    if (target.fn.length < 3 || target.isStreaming) {
      return;
    }
    if (compat === 24) {
      throw runtimeError('CallbackHandlerDeprecated');
    }
    const quiet = 'AWS_LAMBDA_NODEJS_DISABLE_CALLBACK_WARNING';
    if (compat === 22 && target.fn.length === 3 && !target.isAsync &&
        globalThis.process.env[quiet] === undefined) {
      globalThis.console.warn('The handler takes a callback, which Node.js ' +
        '24 on AWS Lambda does not support any more: make it an async ' +
        `function. Set ${quiet} to hide this warning.`);
    }
  }

  // A promise of {fn, isStreaming, highWaterMark, isAsync} for @handler below
  // the folder @task; rejects with what is to be reported.
  async function load(handler, task, loader, compat) {
    // Lambda's is absolute; who runs it by hand writes ".".
    const root = task[0] === '/' ? task : paths.resolve(native.cwd(), task);
    const target = paths.parse(handler, root);
    let loaded;
    try {
      loaded = await loadModule(target, root, loader, compat);
    } catch (error) {
      throw loadError(error, compat);
    }
    const fn = lookUp(loaded, target.names, compat);
    if (!fn) {
      throw runtimeError('HandlerNotFound',
                         `${handler} is undefined or not exported`);
    }
    if (typeof fn !== 'function') {
      throw runtimeError('HandlerNotFound', `${handler} is not a function`);
    }
    const result = {
      fn,
      isStreaming: checkStreaming(fn),
      highWaterMark: markOf(fn),
      isAsync: isAsync(fn),
    };
    checkCallback(result, compat);
    return result;
  }

  exports.isAsync = isAsync;
  exports.load = load;
})
