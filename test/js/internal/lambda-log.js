/* SPDX-License-Identifier: MIT */
// Wrong if a record differs from what the managed runtime prints for the call.
'use strict';

const host = require('../host.js');

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;

// A console under @env, and the list its records go to, times replaced.
function lambda(env) {
  const records = [];
  const load = host.realm({
    writeLog: (level, text) => records.push([
      level, text.replace(time, 'TIME').split('\t').join(' > ').split('\r').join(' / ')]),
  });
  const console = load('internal/console').createGlobal();
  const log = load('lambda/log').install(console, env);
  return { console, log, records, flush: () => records.splice(0) };
}

const framed = (error, stack) => Object.defineProperty(error, 'stack', {
  value: stack, configurable: true, writable: true });
class Refused extends Error {
  constructor() {
    super('refused');
    this.name = 'Refused';
    this.code = 'E_REFUSED';
    framed(this, 'Refused: refused\n    at f (/var/task/index.js:1:2)');
  }
}
const print = ({ flush }) => flush().forEach(([level, text]) => host.print(
  `${level} ${text.replace(/[^ -~]/g, '#')}`));

// --- Text ---

let it = lambda({});
it.console.log('before any request');
it.log.setRequest('id-1');
it.console.log('text %s', 'x', { a: 1 });
it.console.info('two\nlines\nhere');
it.console.debug('debug');
it.console.warn('warn');
it.console.error(new Refused());
it.console.trace('trace');
it.console.fatal('fatal');
it.console.log();
it.console.group('group');
it.console.log('in it');
it.console.groupEnd();
it.console.dir({ a: { b: {} } }, { depth: 0 });
it.console.dirxml('a', 'b');
it.console.count();
it.console.assert(false, 'failed');
it.console.table([1]);
it.log.setRequest('id-2', 'tenant');
it.console.log('other request');
it.log.logError('Invoke Error', new Refused());
print(it);
// expect: 2 TIME > undefined > INFO > before any request
// expect: 2 TIME > id-1 > INFO > text x { a: 1 }
// expect: 2 TIME > id-1 > INFO > two / lines / here
// expect: 2 TIME > id-1 > DEBUG > debug
// expect: 2 TIME > id-1 > WARN > warn
// expect: 2 TIME > id-1 > ERROR > Refused: refused /     at f (/var/task/index.js:1:2) { /   code: 'E_REFUSED' / }
// expect: 2 TIME > id-1 > TRACE > trace
// expect: 2 TIME > id-1 > FATAL > fatal
// expect: 2 TIME > id-1 > INFO > undefined
// expect: 2 TIME > id-1 > INFO > group
// expect: 2 TIME > id-1 > INFO > in it
// expect: 2 TIME > id-1 > INFO > { a: [Object] }
// expect: 2 TIME > id-1 > INFO > a b
// expect: 2 TIME > id-1 > INFO > default: 1
// expect: 2 TIME > id-1 > WARN > Assertion failed: failed
// expect: 2 TIME > id-1 > INFO > #################### / # (index) # Values # / #################### / # 0       # 1      # / ####################
// expect: 2 TIME > id-2 > INFO > other request
// expect: 2 TIME > id-2 > ERROR > Invoke Error  > {"errorType":"Refused","errorMessage":"refused","code":"E_REFUSED","name":"Refused","stack":["Refused: refused","    at f (/var/task/index.js:1:2)"]}

it = lambda({ WICK_NODE_COMPAT: '24' });
it.log.setRequest(undefined);
it.console.log('no request');
print(it);
// expect: 2 TIME > - > INFO > no request

// --- JSON ---

it = lambda({ AWS_LAMBDA_LOG_FORMAT: 'json' });
it.console.log('before any request');
it.log.setRequest('id-1');
it.console.log('text');
it.console.log({ a: { b: { c: { d: [1] } } } });
it.console.log(5);
it.console.log(null);
it.console.log();
it.console.log('label', { a: 1 });
it.console.log('two\nlines');
it.console.error(new Refused());
it.console.error({ inner: { error: new Refused() } });
it.console.error('failed: %s', 'x', new Refused(), framed(new Error('second'), 'Error: second'));
const loop = {};
loop.loop = loop;
it.console.log(loop);
it.console.log({ big: 1n });
it.console.log({ toJSON: () => 'own json' });
it.console.error(framed(new (class extends Error {})('no class'), undefined));
it.log.setRequest('id-2', 'tenant');
it.console.warn('tenant');
it.log.setRequest('id-2', null);
it.log.logError('Invoke Error', new Refused());
print(it);
// expect: 2 {"timestamp":"TIME","level":"INFO","message":"before any request"}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":"text"}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":{"a":{"b":{"c":{"d":[1]}}}}}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":5}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":null}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1"}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":"label { a: 1 }"}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":"two\nlines"}
// expect: 2 {"timestamp":"TIME","level":"ERROR","requestId":"id-1","message":{"errorType":"Refused","errorMessage":"refused","stackTrace":["Refused: refused","    at f (/var/task/index.js:1:2)"],"name":"Refused","code":"E_REFUSED"}}
// expect: 2 {"timestamp":"TIME","level":"ERROR","requestId":"id-1","message":{"inner":{"error":{"errorType":"Refused","errorMessage":"refused","stackTrace":["Refused: refused","    at f (/var/task/index.js:1:2)"],"name":"Refused","code":"E_REFUSED"}}}}
// expect: 2 {"timestamp":"TIME","level":"ERROR","requestId":"id-1","message":"failed: x Refused: refused\n    at f (/var/task/index.js:1:2) {\n  code: 'E_REFUSED'\n} [Error: second]","errorType":"Refused","errorMessage":"refused","stackTrace":["Refused: refused","    at f (/var/task/index.js:1:2)"]}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":"<ref *1> { loop: [Circular *1] }"}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":"{ big: 1n }"}
// expect: 2 {"timestamp":"TIME","level":"INFO","requestId":"id-1","message":"own json"}
// expect: 2 {"timestamp":"TIME","level":"ERROR","requestId":"id-1","message":{"errorType":"","errorMessage":"no class"}}
// expect: 2 {"timestamp":"TIME","level":"WARN","requestId":"id-2","tenantId":"tenant","message":"tenant"}
// expect: 2 {"timestamp":"TIME","level":"ERROR","requestId":"id-2","message":{"errorType":"Refused","errorMessage":"refused","stackTrace":["Refused: refused","    at f (/var/task/index.js:1:2)"],"name":"Refused","code":"E_REFUSED"}}

host.test('lambda-log json of a nested error', () => {
  const { console, flush } = lambda({ AWS_LAMBDA_LOG_FORMAT: 'JSON' });
  console.error({ inner: [new Refused()] });
  host.equal(JSON.parse(flush()[0][1]).message.inner[0].errorType, 'Refused');
});

host.test('lambda-log levels', () => {
  const calls = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
  const expected = {
    TRACE: 6, debug: 5, Info: 4, WARN: 3, error: 2, FATAL: 1, none: 6, '': 6, undefined: 6,
  };
  for (const format of ['JSON', 'Text']) {
    for (const [level, count] of Object.entries(expected)) {
      const env = { AWS_LAMBDA_LOG_FORMAT: format };
      if (level !== 'undefined') {
        env.AWS_LAMBDA_LOG_LEVEL = level;
      }
      const { console, flush, log } = lambda(env);
      for (const call of calls) {
        console[call]('x');
      }
      host.equal(flush().length, count, level);
      console.log('x');
      console.dir('x');
      console.dirxml('x');
      console.count();
      host.equal(flush().length, count >= 4 ? 4 : 0, `${level} of info`);
      log.logError('label', new Error('x'));
      host.equal(flush().length, count >= 2 ? 1 : 0, `${level} of errors`);
    }
  }
});

host.test('lambda-log what is thrown is wrapped', () => {
  const { flush, log } = lambda({});
  for (const value of ['text', 5, null, undefined, { a: 1 }, Symbol('s')]) {
    log.logError('label', value);
    const [[, text]] = flush();
    const { errorType, errorMessage } = JSON.parse(text.slice(text.indexOf('{')));
    host.equal(`${errorType} ${errorMessage}`,
               `Error ${value === undefined ? '' : String(value)}`);
  }
});

host.test('lambda-log errors that no JSON can hold', () => {
  const { flush, log } = lambda({});
  log.setRequest('id');
  const error = framed(new Error('x'), 'Error: x\n    at y');
  error.self = error;
  error.big = 1n;
  log.logError('label', error);
  host.equal(flush()[0][1],
             'TIME > id > ERROR > label  > {"errorType":"Error","errorMessage":"x","trace":["Error: x","    at y"]}');
});

host.test('lambda-log request id where libraries look for it', () => {
  const { log } = lambda({});
  log.setRequest('shown', 'tenant');
  host.equal(globalThis[Symbol.for('aws.lambda.runtime.requestId')], 'shown');
  host.equal(globalThis[Symbol.for('aws.lambda.runtime.tenantId')], 'tenant');
  log.setRequest(undefined, undefined);
});
