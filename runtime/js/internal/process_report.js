/* SPDX-License-Identifier: MIT */
// process.report: what this process and its environment are, as one object.
// https://nodejs.org/api/process.html#processreport
// Beside Node's sections there is `wick`. Without `glibcVersionRuntime` in the
// header, packages that choose a binary see that the C library is musl.
//
// native.binding('diagnostics'): build(), ioUring(), loopBackend()
// native.readFile(path): text
(function (native, require, exports, primordials) {
  'use strict';

  const os = require('node/os').module;
  const { process } = globalThis;
  const diagnostics = native.binding('diagnostics');

  function headerOf(now) {
    return {
      reportVersion: 3,
      event: 'JavaScript API',
      trigger: 'GetReport',
      filename: null,
      dumpEventTime: now.toISOString().slice(0, 19) + 'Z',
      dumpEventTimeStamp: String(now.getTime()),
      processId: process.pid,
      threadId: 0,
      cwd: process.cwd(),
      commandLine: [process.execPath, ...process.argv.slice(1)],
      nodejsVersion: process.version,
      wordSize: 64,
      arch: process.arch,
      platform: process.platform,
      componentVersions: { ...process.versions },
      release: { ...process.release },
      osName: os.type(),
      osRelease: os.release(),
      osVersion: os.version(),
      osMachine: os.machine(),
      cpus: os.cpus().map(({ model, speed, times }) =>
        ({ model, speed, ...times })),
      networkInterfaces: Object.entries(os.networkInterfaces()).flatMap(
        ([name, list]) => list.map((each) => ({ name, ...each }))),
      host: os.hostname(),
    };
  }

  function stackOf(error) {
    const [message, ...lines] = String(error.stack).split('\n');
    return { message, stack: lines.map((line) => line.trim()) };
  }

  function usageOf() {
    const { user, system } = process.cpuUsage();
    const { rss } = process.memoryUsage();
    return {
      free_memory: String(os.freemem()),
      total_memory: String(os.totalmem()),
      rss: String(rss),
      userCpuSeconds: user / 1e6,
      kernelCpuSeconds: system / 1e6,
    };
  }

  // "Max open files   1024   4096   files" of /proc/self/limits.
  const LIMITS = {
    'Max core file size': 'core_file_size_blocks',
    'Max data size': 'data_seg_size_kbytes',
    'Max file size': 'file_size_blocks',
    'Max locked memory': 'max_locked_memory_bytes',
    'Max resident set': 'max_memory_size_kbytes',
    'Max open files': 'open_files',
    'Max stack size': 'stack_size_bytes',
    'Max cpu time': 'cpu_time_seconds',
    'Max processes': 'max_user_processes',
    'Max address space': 'virtual_memory_kbytes',
  };

  function limitsOf() {
    const limits = {};
    for (const line of native.readFile('/proc/self/limits').split('\n')) {
      const [name, soft, hard] = line.split(/ {2,}/);
      const key = LIMITS[name];
      if (key !== undefined) {
        const value = (text) =>
          (text === 'unlimited' ? text : Number(text));
        limits[key] = { soft: value(soft), hard: value(hard) };
      }
    }
    return limits;
  }

  // @error: whose stack is in it; else that of the caller.
  function getReport(error) {
    return {
      header: headerOf(new Date()),
      javascriptStack: stackOf(error ?? new Error('JavaScript Callstack')),
      javascriptHeap: { ...process.memoryUsage() },
      resourceUsage: usageOf(),
      libuv: [],
      workers: [],
      environmentVariables: { ...process.env },
      userLimits: limitsOf(),
      sharedObjects: [],
      wick: {
        build: diagnostics.build(),
        loop: diagnostics.loopBackend(),
        ioUring: diagnostics.ioUring(),
      },
    };
  }

  exports.report = { getReport };
})
