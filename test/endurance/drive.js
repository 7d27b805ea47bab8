// SPDX-License-Identifier: MIT
//
// Puts one function of functions/ behind wick serve and invokes it, a few at a
// time, with what mix.js makes up. Every answer is compared with what was
// asked for, every line of the log is counted, and the memory of both
// processes is written down.
'use strict';

const http = require('node:http');
const { assert, fs, path, request, root, serve } =
  require('../wick/harness.js');
const { draw, generator, invocation } = require('./mix.js');

const bootstrap = path.join(root, 'build/bootstrap');
// Invocations that wait at the same time.
const WORKERS = 3;
// Memory is looked at so often in the whole run.
const SAMPLES = 20;

// The kernel's figure @name of process @pid, in KiB; 0 when it is gone.
function memoryOf(pid, name) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'latin1');
    const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm');
    return Number(status.match(line)[1]);
  } catch {
    return 0;
  }
}

// The process that @run, a wick, has started; undefined between two.
function bootstrapOf(run) {
  const { pid } = run.child;
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`,
    'latin1');
  const [first] = children.split(' ');
  return first === '' ? undefined : Number(first);
}

// Whole lines of the log, as they come.
function onLines(run, take) {
  let rest = '';
  run.child.stderr.on('data', (text) => {
    // The harness keeps everything for its messages; here that is too much.
    run.stderr = run.stderr.slice(-4096);
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(take);
  });
}

// Asks, and goes away when the first bytes come.
function leave(port, { target, body }) {
  return new Promise((resolve, reject) => {
    const message = http.request({ host: '127.0.0.1', port, path: target,
      method: 'POST' }, (answer) => {
      answer.once('data', () => message.destroy());
      answer.on('error', () => {});
      answer.on('close', resolve);
    });
    message.on('error', reject);
    message.end(body);
  });
}

class Drive {
  // @count invocations of @name.handler; those of @ends (names) are spread
  // over the first half, the second half runs in one process.
  // @args are further options of wick.
  constructor({ name, kinds, isStreaming, count, seed, ends, args = [] }) {
    Object.assign(this, { name, kinds, isStreaming, count, ends, args });
    this.random = generator(seed);
    this.next = 0;
    this.asked = new Map();
    this.lines = new Map();
    this.reports = 0;
    this.samples = [];
    this.agent = new http.Agent({ keepAlive: true });
  }

  // The kind of the n-th: an ending at every step-th, else as it is drawn.
  pick(n) {
    const step = Math.floor(this.count / 2 / (this.ends.length + 1));
    if (n > 0 && n % step === 0 && n / step <= this.ends.length) {
      return this.ends[n / step - 1];
    }
    return draw(this.kinds, this.random);
  }

  takeLine(line) {
    const said = line.match(/\t(line|kill) (\d+)$/);
    if (line.startsWith('REPORT ')) {
      this.reports++;
    } else if (said && said[1] === 'kill') {
      process.kill(bootstrapOf(this.run), 'SIGKILL');
    } else if (said) {
      const n = Number(said[2]);
      this.lines.set(n, (this.lines.get(n) || 0) + 1);
    }
  }

  sample(n) {
    if (n % Math.ceil(this.count / SAMPLES) === 0) {
      const pid = bootstrapOf(this.run);
      this.samples.push({
        n,
        pid,
        bootstrap: pid === undefined ? 0 : memoryOf(pid, 'VmRSS'),
        wick: memoryOf(this.run.child.pid, 'VmRSS'),
      });
    }
  }

  async invoke(n) {
    const asked = invocation(this.kinds, this.pick(n), n, this.isStreaming,
      this.random);
    this.asked.set(asked.name, (this.asked.get(asked.name) || 0) + 1);
    if (asked.name === 'log') {
      // Must come once, and no more than that.
      this.lines.set(n, this.lines.get(n) || 0);
    }
    if (asked.isLeft) {
      await leave(this.run.port, asked);
      return;
    }
    const answer = await request(this.run.port,
      { path: asked.target, body: asked.body, agent: this.agent });
    try {
      asked.check(answer, asked.event);
    } catch (error) {
      throw new Error(`invocation ${n}, ${asked.name}, ` +
        `${asked.body.slice(0, 200)}, was answered ${answer.status} ` +
        `${answer.text.slice(0, 200)}: ${error.message}`);
    }
  }

  async work() {
    while (this.next < this.count) {
      const n = this.next++;
      this.sample(n);
      await this.invoke(n);
    }
  }

  // Runs them all; resolves with the figures.
  async execute(timeoutS) {
    const dir = path.join(__dirname, 'functions');
    this.run = await serve(['-C', dir, '-t', `${timeoutS}`,
      ...this.args, `${this.name}.handler`], { env: { WICK_BOOTSTRAP: bootstrap } });
    onLines(this.run, (line) => this.takeLine(line));
    const startMs = Date.now();
    await Promise.all(Array.from({ length: WORKERS }, () => this.work()));
    const elapsedMs = Date.now() - startMs;
    const pid = bootstrapOf(this.run);
    const peak = { bootstrap: memoryOf(pid, 'VmHWM'),
      wick: memoryOf(this.run.child.pid, 'VmHWM') };
    this.agent.destroy();
    await this.run.stop();
    this.checkLog();
    return { name: this.name, count: this.count, elapsedMs, peak,
      asked: this.asked, samples: this.samples };
  }

  // A timer that was set in an invocation may be due when its process is gone.
  checkLog() {
    assert.strictEqual(this.reports, this.count, 'one REPORT an invocation');
    for (const [n, times] of this.lines) {
      assert.strictEqual(times, 1,
        `the line of invocation ${n} came ${times} times`);
    }
  }
}

module.exports = { bootstrap, bootstrapOf, Drive, memoryOf, onLines };
