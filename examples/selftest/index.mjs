// SPDX-License-Identifier: MIT
// What the environment is that a function runs in. Deployed, one invocation
// answers what a report of a bug has to say; a second one shows what the clocks
// made of the freeze between them. It names variables, not their values, and
// sends nothing anywhere.
import fs from 'node:fs';
import os from 'node:os';

const PAGE = 4096;
const FAULT_BYTES = 8 * 1024 * 1024;

// The text of a file without its last newline; why it cannot be read else.
function read(path) {
  try {
    return fs.readFileSync(path, 'utf8').trimEnd();
  } catch (error) {
    return `(${error.code ?? error.message})`;
  }
}

// The fields of a file of lines "name: value" that @names has.
function fields(path, names) {
  const found = {};
  for (const line of read(path).split('\n')) {
    const [, name, value] = /^([^:]+?)\s*:\s*(.*)$/.exec(line) ?? [];
    if (names.includes(name) && found[name] === undefined) {
      found[name] = value;
    }
  }
  return found;
}

const each = (folder, names) => Object.fromEntries(
  names.map((name) => [name, read(`${folder}/${name}`)]));

// ---- What can be read -------------------------------------------------------

function kernel() {
  return {
    release: os.release(),
    version: os.version(),
    machine: os.machine(),
    sysctl: each('/proc/sys', [
      'kernel/io_uring_disabled', 'kernel/randomize_va_space',
      'vm/max_map_count', 'vm/overcommit_memory', 'net/core/somaxconn',
    ]),
    hugePages: each('/sys/kernel/mm/transparent_hugepage', [
      'enabled', 'defrag', 'khugepaged/defrag',
    ]),
  };
}

function processor() {
  const { flags = '', ...rest } = fields('/proc/cpuinfo', [
    'model name', 'cpu MHz', 'cache size', 'flags', 'Features',
  ]);
  return {
    count: os.cpus().length,
    available: os.availableParallelism(),
    ...rest,
    flags: flags.split(' ').filter((flag) => flag !== ''),
  };
}

function sandbox() {
  const mounts = read('/proc/self/mounts').split('\n').filter((line) =>
    /^\S+ \/(tmp|opt|var\/task|dev\/shm)?(\/\S*)? /.test(line));
  return {
    status: fields('/proc/self/status', [
      'Uid', 'Gid', 'Seccomp', 'Seccomp_filters', 'NoNewPrivs', 'CapEff',
      'Cpus_allowed_list', 'Threads', 'VmRSS', 'VmHWM', 'VmSize',
    ]),
    cgroup: read('/proc/self/cgroup').split('\n'),
    limits: each('/sys/fs/cgroup', [
      'memory.max', 'memory.high', 'memory.swap.max', 'cpu.max', 'pids.max',
      'memory/memory.limit_in_bytes', 'cpu/cpu.cfs_quota_us',
    ]),
    rlimits: process.report?.getReport().userLimits,
    mounts,
    variables: Object.keys(process.env).filter((name) =>
      /^(AWS_|LAMBDA_|WICK_|NODE_|_)/.test(name)).sort(),
  };
}

function names() {
  return {
    resolver: read('/etc/resolv.conf').split('\n'),
    hosts: read('/etc/hosts').split('\n'),
    interfaces: Object.entries(os.networkInterfaces()).flatMap(
      ([name, list]) => list.map(({ family, internal }) =>
        ({ name, family, internal }))),
  };
}

// ---- What has to be tried ---------------------------------------------------

// Microseconds of a page that is touched for the first time: what the first pass
// over fresh memory takes beyond the second.
function faultCost() {
  const bytes = new Uint8Array(FAULT_BYTES);
  const pass = () => {
    const start = process.hrtime.bigint();
    for (let at = 0; at < FAULT_BYTES; at += PAGE) {
      bytes[at]++;
    }
    return Number(process.hrtime.bigint() - start) / 1000;
  };
  const first = pass();
  const second = pass();
  return {
    pages: FAULT_BYTES / PAGE,
    usPerPage: Number(((first - second) / (FAULT_BYTES / PAGE)).toFixed(3)),
  };
}

// CLOCK_REALTIME, CLOCK_MONOTONIC and CLOCK_BOOTTIME in milliseconds.
const clocks = () => ({
  real: Date.now(),
  monotonic: Number(process.hrtime.bigint() / 1000000n),
  boot: Math.round(Number(read('/proc/uptime').split(' ')[0]) * 1000),
});

// When the invocation before this one ended.
let before;
let count = 0;

// How far each clock went while nobody was invoked.
function freeze() {
  if (before === undefined) {
    return 'the first invocation of this environment: invoke it again';
  }
  const now = clocks();
  return Object.fromEntries(Object.keys(now).map((name) =>
    [`${name}Ms`, now[name] - before[name]]));
}

export async function handler(event, context) {
  const frozen = freeze();
  const report = {
    invocation: ++count,
    function: {
      memoryMB: Number(context.memoryLimitInMB),
      version: context.functionVersion,
      initialization: process.env.AWS_LAMBDA_INITIALIZATION_TYPE,
      architecture: process.arch,
    },
    versions: process.versions,
    runtime: process.report?.getReport().wick ?? 'not Wick',
    kernel: kernel(),
    processor: processor(),
    sandbox: sandbox(),
    names: names(),
    faults: faultCost(),
    clocksSinceLast: frozen,
    memory: process.memoryUsage(),
  };
  before = clocks();
  return report;
}
