// SPDX-License-Identifier: MIT
//
// The Runtime API in the test's own process, as small as can be, and the real
// bootstrap started against it with whatever descriptors a test wants. For
// what wick does not do: vanish, read slowly, look at the bytes of a stream.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { bootstrap } = require('./drive.js');

const NEXT = '/2018-06-01/runtime/invocation/next';

class Api {
  constructor() {
    this.waiting = []; // answers to GET next
    this.posts = []; // those that want the next POST
    this.events = []; // put in before anybody asked for one
    this.sockets = new Set();
    this.count = 0;
    this.errors = []; // what was no HTTP
  }

  async listen() {
    this.server = http.createServer({ keepAliveTimeout: 0,
      requestTimeout: 0, headersTimeout: 0 });
    this.server.on('request', (request, answer) => this.take(request, answer));
    this.server.on('clientError', (error) => this.errors.push(error));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise((resolve) =>
      this.server.listen(0, '127.0.0.1', resolve));
    this.host = `127.0.0.1:${this.server.address().port}`;
    return this;
  }

  // As a process that was killed: every connection at once, and nobody listens.
  vanish() {
    this.server.close();
    for (const socket of this.sockets) {
      socket.destroy();
    }
  }

  take(request, answer) {
    if (request.url === NEXT) {
      this.waiting.push(answer);
      this.pump();
      return;
    }
    const post = this.posts.shift();
    post({ request, answer });
  }

  pump() {
    while (this.waiting.length > 0 && this.events.length > 0) {
      const { event, onSent } = this.events.shift();
      const answer = this.waiting.shift();
      answer.writeHead(200, {
        'Lambda-Runtime-Aws-Request-Id': `id-${++this.count}`,
        'Lambda-Runtime-Deadline-Ms': `${Date.now() + 900000}`,
        'Lambda-Runtime-Invoked-Function-Arn':
          'arn:aws:lambda:us-east-1:123456789012:function:f',
        'Content-Length': Buffer.byteLength(event),
      });
      answer.end(event, onSent);
    }
  }

  send(event, onSent) {
    this.events.push({ event: JSON.stringify(event), onSent });
    this.pump();
  }

  // The head of the next POST: { request, answer }; its body is still to come.
  post() {
    return new Promise((resolve) => this.posts.push(resolve));
  }

  // Sends @event and resolves with { path, text, type } of what came for it.
  async invoke(event) {
    const posted = this.post();
    this.send(event);
    return this.whole(await posted);
  }

  async whole({ request, answer }) {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    answer.writeHead(202, { 'Content-Length': 0 });
    answer.end();
    return { path: request.url, text: Buffer.concat(chunks).toString(),
      headers: request.headers, trailers: request.trailers };
  }
}

// Starts bootstrap with @handler of @dir. @stdio as spawn() has it; @through:
// a shell's words around "$@".
function start(api, dir, handler,
  { stdio = ['ignore', 'pipe', 'pipe'], through, env = {} } = {}) {
  const command = through ? ['sh', '-c', through, 'sh'] : [];
  command.push(bootstrap);
  const child = spawn(command[0], command.slice(1), {
    cwd: dir,
    stdio,
    env: {
      PATH: process.env.PATH,
      AWS_LAMBDA_RUNTIME_API: api.host,
      _HANDLER: handler,
      LAMBDA_TASK_ROOT: dir,
      AWS_LAMBDA_FUNCTION_NAME: 'f',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      ...(process.env.WICK_IO ? { WICK_IO: process.env.WICK_IO } : {}),
      ...env,
    },
  });
  const run = { child, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    if (child[name]) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text) => {
        run[name] += text;
      });
    }
  }
  run.ended = new Promise((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal }));
  });
  return run;
}

// Resolves when process @pid stands still; a signal takes its time.
async function stopped(pid) {
  const state = () => fs.readFileSync(path.join('/proc', `${pid}`, 'stat'),
    'latin1').match(/\) (\S)/)[1];
  while (state() !== 'T') {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

module.exports = { Api, start, stopped };
