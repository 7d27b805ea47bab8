// SPDX-License-Identifier: MIT
//
// One function under a Runtime API of its own, and what the kernel says of its
// memory. For the benchmark of memory and for the tests of its budget.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');

// Nothing here takes longer unless it hangs.
const LIMIT_MS = 600000;

const field = (text, name) => {
  const match = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text);
  return match === null ? 0 : Number(match[1]);
};

class Process {
  // @command: program and arguments. @options: handler and directory, env,
  // group, a memory group of group.js, and hasLog, to keep its output too.
  // Resolves when it asks for its first event.
  static async start(command, options) {
    const self = new Process();
    await new Promise((resolve) => self.server.listen(0, '127.0.0.1', resolve));
    const { port } = self.server.address();
    const words = options.group ? options.group.wrap(command) : command;
    self.child = spawn(words[0], words.slice(1), {
      stdio: ['ignore', options.hasLog ? 'pipe' : 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
        AWS_LAMBDA_FUNCTION_NAME: 'memory',
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
        AWS_REGION: 'us-east-1',
        LAMBDA_TASK_ROOT: options.directory,
        _HANDLER: options.handler,
        TZ: ':UTC',
        ...options.env,
      },
    });
    self.child.stdout?.setEncoding('latin1');
    self.child.stdout?.on('data', (text) => { self.stdout += text; });
    self.child.stderr.setEncoding('latin1');
    self.child.stderr.on('data', (text) => {
      self.stderr = (self.stderr + text).slice(-100000);
    });
    // When all it has said has come.
    self.child.on('close', (status, signal) => {
      self.end = { status, signal };
      self.fail(new Error(`the function ended: ${signal || status} ` +
        `${self.stderr.slice(-300)}`));
    });
    try {
      await self.ready();
    } catch (error) {
      await self.stop();
      error.process = self;
      throw error;
    }
    return self;
  }

  constructor() {
    this.stderr = '';
    this.stdout = '';
    this.end = undefined;
    this.count = 0;
    // The answer to GET next that waits for an event.
    this.poll = undefined;
    // Whoever waits for that, or for the answer to an event.
    this.waiting = undefined;
    this.server = http.createServer((request, response) =>
      this.serve(request, response));
    this.server.keepAliveTimeout = 0;
    this.server.requestTimeout = 0;
  }

  get pid() {
    return this.child.pid;
  }

  wait() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(new Error('it hangs')),
        LIMIT_MS);
      this.waiting = { resolve, reject, timer };
    });
  }

  settle(how, value) {
    const { waiting } = this;
    if (waiting !== undefined) {
      this.waiting = undefined;
      clearTimeout(waiting.timer);
      waiting[how](value);
    }
  }

  fail(error) {
    this.settle('reject', error);
  }

  // Both may arrive at once, and the next GET be seen before the answer's end.
  finish() {
    if (this.poll !== undefined &&
        (this.answer !== undefined || this.count === 0)) {
      const { answer } = this;
      this.answer = undefined;
      this.settle('resolve', answer);
    }
  }

  serve(request, response) {
    if (request.method === 'GET') {
      this.poll = response;
      this.finish();
      return;
    }
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      this.answer = { kind: /[^/]*$/.exec(request.url)[0],
        body: Buffer.concat(chunks) };
      response.writeHead(202, { 'Content-Length': 0 });
      response.end();
      this.finish();
    });
  }

  ready() {
    return this.poll === undefined ? this.wait() : undefined;
  }

  // The answer to @body, a Buffer or a string: { kind: 'response' or 'error',
  // body }. Resolves when the function has asked for the next event; what it
  // does when the answer is acknowledged is over when it answers that.
  async invoke(body) {
    if (this.end !== undefined) {
      throw new Error('the function has ended');
    }
    const bytes = Buffer.from(body);
    const { poll } = this;
    this.poll = undefined;
    poll.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': bytes.length,
      'Lambda-Runtime-Aws-Request-Id': `id-${++this.count}`,
      'Lambda-Runtime-Deadline-Ms': Date.now() + 900000,
      'Lambda-Runtime-Invoked-Function-Arn':
        'arn:aws:lambda:us-east-1:123456789012:function:memory',
    });
    poll.end(bytes);
    return this.wait();
  }

  // In KiB, but for threads.
  figures() {
    const text = fs.readFileSync(`/proc/${this.pid}/status`, 'latin1');
    return {
      rss: field(text, 'VmRSS'),
      private: field(text, 'RssAnon'),
      size: field(text, 'VmSize'),
      peak: field(text, 'VmHWM'),
      threads: field(text, 'Threads'),
    };
  }

  async stop() {
    if (this.end === undefined) {
      const ended = new Promise((resolve) => this.child.once('close', resolve));
      this.child.kill('SIGKILL');
      await ended;
    }
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

module.exports = { Process };
