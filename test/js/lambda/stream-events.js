/* SPDX-License-Identifier: MIT */
// The emitter under the response stream, beside Node's own: the same calls give
// the same answers and the same calls of listeners.
'use strict';

const { EventEmitter } = require('node:events');
const { scenario, equal } = require('../lambda_host.js');

const scripts = {
  'order': (emitter, log) => {
    emitter.on('a', (x, y) => log(['1', x, y]));
    emitter.prependListener('a', () => log('0'));
    emitter.once('a', () => log('2'));
    emitter.prependOnceListener('a', () => log('-1'));
    log(emitter.emit('a', 5, 6));
    log(emitter.emit('a'));
    log(emitter.emit('b'));
  },
  'removal': (emitter, log) => {
    const f = () => log('f');
    emitter.on('a', f).on('a', f).once('b', f);
    emitter.off('a', f);
    log(emitter.listenerCount('a'));
    emitter.removeListener('b', f);
    log(emitter.eventNames());
    emitter.removeListener('a', () => {});
    emitter.emit('a');
    emitter.removeAllListeners('a');
    log(emitter.emit('a'));
    emitter.on('x', f).on(Symbol.for('y'), f);
    log(emitter.eventNames().map(String));
    emitter.removeAllListeners();
    log(emitter.eventNames());
    log(emitter.removeAllListeners('none') === emitter);
  },
  'removal while emitting': (emitter, log) => {
    const second = () => log('second');
    emitter.on('a', () => emitter.off('a', second));
    emitter.on('a', second);
    emitter.emit('a');
    emitter.emit('a');
  },
  'listeners': (emitter, log) => {
    const f = () => {};
    emitter.once('a', f);
    log(emitter.listeners('a')[0] === f);
    log(emitter.rawListeners('a')[0] === f);
    log(emitter.rawListeners('a')[0].listener === f);
    log(emitter.listeners('none'));
    log(emitter.listenerCount('a', f));
    log(emitter.listenerCount('a', () => {}));
  },
  'meta events': (emitter, log) => {
    const f = () => {};
    emitter.on('newListener', (name, listener) =>
      log(['new', name, listener === f, emitter.listenerCount('a')]));
    emitter.on('removeListener', (name, listener) =>
      log(['removed', name, listener === f]));
    emitter.once('a', f);
    emitter.emit('a');
    emitter.on('a', f);
    emitter.off('a', f);
  },
  'limits': (emitter, log) => {
    log(emitter.getMaxListeners());
    log(emitter.setMaxListeners(3) === emitter);
    log(emitter.getMaxListeners());
  },
  'this': (emitter, log) => {
    emitter.on('a', function () {
      log(this === emitter);
    });
    emitter.once('a', function () {
      log(this === emitter);
    });
    emitter.emit('a');
  },
  'error without a listener': (emitter, log) => {
    const error = new RangeError('r');
    for (const value of [error, 'text']) {
      try {
        emitter.emit('error', value);
      } catch (thrown) {
        log([thrown === error, thrown instanceof Error]);
      }
    }
  },
  'no function': (emitter, log) => {
    for (const name of ['on', 'once', 'off', 'prependListener',
      'prependOnceListener']) {
      try {
        emitter[name]('a', 7);
      } catch (error) {
        log([name, error.name, error.code]);
      }
    }
  },
  'names like those of Object': (emitter, log) => {
    log(emitter.emit('toString'));
    emitter.on('__proto__', () => log('proto'));
    log(emitter.emit('__proto__'));
  },
};

function run(emitter, script) {
  const lines = [];
  script(emitter, (value) => lines.push(value));
  return lines;
}

for (const name of Object.keys(scripts)) {
  scenario(name, async (open) => {
    const { StreamEvents } = open({}).load('lambda/stream_events');
    equal(run(new StreamEvents(), scripts[name]),
          run(new EventEmitter(), scripts[name]));
  });
}
