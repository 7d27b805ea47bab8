/* SPDX-License-Identifier: MIT */
// The bindings process_wrap and spawn_sync of Node's own library.
//
// native.binding('child'): see js_child.h
(function (native, require, exports, primordials) {
  'use strict';

  const { Wrap } = require('internal/nodelib_wrap');
  const { Connection } = require('internal/net_handle');
  const { closeDescriptor } = require('internal/nodelib_streams');
  const { numbers } = require('internal/signals');

  const child = native.binding('child');

  const ESRCH = -3;

  function nameOf(number) {
    for (const name in numbers) {
      if (numbers[name] === number) {
        return name;
      }
    }
    return `SIG${number}`;
  }

  // Our environment, for those who do not say another.
  function environment() {
    const { env } = globalThis.process;
    const pairs = [];
    for (const name in env) {
      pairs.push(`${name}=${env[name]}`);
    }
    return pairs;
  }

  const whatOf = (options, stdio) => ({
    file: options.file,
    args: options.args ?? [],
    env: options.envPairs ?? environment(),
    cwd: options.cwd || undefined,
    uid: options.uid ?? undefined,
    gid: options.gid ?? undefined,
    isDetached: options.detached === true,
    stdio,
  });

  // What the child has as descriptor @n; -1 for none.
  function descriptorOf(entry, n) {
    switch (entry.type) {
      case 'inherit':
        return entry.fd ?? n;
      case 'fd':
        return entry.fd;
      case 'wrap':
        return entry.handle.fd;
      default:
        return -1;
    }
  }

  class Process extends Wrap {
    #isRef = true;
    #running;

    spawn(options) {
      const theirs = [];
      const pairs = [];
      const stdio = [];
      const entries = options.stdio ?? [];
      for (let n = 0; n < entries.length; n++) {
        const isPipe = entries[n].type === 'pipe' ||
          entries[n].type === 'overlapped';
        const pair = isPipe ? child.pair() : undefined;
        if (typeof pair === 'number') {
          pairs.forEach(([, fd]) => closeDescriptor(fd));
          theirs.forEach(closeDescriptor);
          return pair;
        }
        if (isPipe) {
          pairs.push([entries[n].handle, pair[0]]);
          theirs.push(pair[1]);
        }
        stdio.push(isPipe ? pair[1] : descriptorOf(entries[n], n));
      }
      const pid = child.spawn(whatOf(options, stdio), (status, signal) => {
        this.#running = undefined;
        this.emit('onexit', status, signal === 0 ? '' : nameOf(signal));
      });
      theirs.forEach(closeDescriptor);
      // Also of one that has not come about: it has written nothing.
      pairs.forEach(([handle, fd]) => handle.adopt(new Connection(fd)));
      if (pid < 0) {
        return pid;
      }
      this.pid = pid;
      this.#running = pid;
      if (!this.#isRef) {
        child.setRef(pid, false);
      }
      return 0;
    }

    kill(signal) {
      return this.#running === undefined ? ESRCH :
        child.kill(this.#running, signal);
    }

    ref() {
      this.#setRef(true);
    }

    unref() {
      this.#setRef(false);
    }

    #setRef(isRef) {
      this.#isRef = isRef;
      if (this.#running !== undefined) {
        child.setRef(this.#running, isRef);
      }
    }

    hasRef() {
      return this.#isRef && this.#running !== undefined;
    }

    close(callback) {
      this.onclose = callback;
      queueMicrotask(() => this.emit('onclose'));
    }
  }

  function spawn(options) {
    const stdio = [];
    const pipes = [];
    const entries = options.stdio ?? [];
    for (let n = 0; n < entries.length; n++) {
      if (entries[n].type === 'pipe') {
        pipes.push({
          index: n,
          input: entries[n].readable ? entries[n].input ?? undefined : undefined,
          isOutput: entries[n].writable === true,
        });
      }
      stdio.push(descriptorOf(entries[n], n));
    }
    const [pid, status, signal, err, pipeErr, ...outputs] = child.wait({
      ...whatOf(options, stdio),
      timeout: options.timeout ?? 0,
      maxBuffer: options.maxBuffer === Infinity ? 0 : options.maxBuffer ?? 0,
      killSignal: options.killSignal ?? 0,
      pipes,
    });
    const result = {
      pid,
      status: pid === 0 || signal !== 0 ? null : status,
      signal: signal === 0 ? null : nameOf(signal),
      output: null,
    };
    if (pid !== 0) {
      result.output = stdio.map(() => null);
      pipes.forEach(({ index, isOutput }, n) => {
        if (isOutput) {
          const bytes = outputs[n];
          result.output[index] = globalThis.Buffer.from(
            bytes.buffer, bytes.byteOffset, bytes.byteLength);
        }
      });
    }
    if (err !== 0 || pipeErr !== 0) {
      result.error = err || pipeErr;
    }
    return result;
  }

  exports.process_wrap = { Process };
  exports.spawn_sync = { spawn };
})
