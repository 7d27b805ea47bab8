// SPDX-License-Identifier: MIT
//
// A control group of a fixed amount of memory without swap, as a function has
// it, by version 1 or 2 of the kernel's interface.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const ROOT = '/sys/fs/cgroup';

let count = 0;

// Where this process is in the hierarchy of @controller ('' is version 2).
function own(controller) {
  const line = fs.readFileSync('/proc/self/cgroup', 'latin1').split('\n')
    .find((text) => text.split(':')[1] === controller);
  return line === undefined ? undefined : line.split(':')[2];
}

function write(dir, name, value) {
  fs.writeFileSync(path.join(dir, name), String(value));
}

const VERSIONS = [
  {
    root: path.join(ROOT, 'memory'),
    controller: 'memory',
    limit(dir, bytes) {
      write(dir, 'memory.limit_in_bytes', bytes);
      write(dir, 'memory.swappiness', 0);
    },
    peak: 'memory.max_usage_in_bytes',
  },
  {
    root: ROOT,
    controller: '',
    limit(dir, bytes) {
      write(dir, 'memory.max', bytes);
      write(dir, 'memory.swap.max', 0);
    },
    peak: 'memory.peak',
  },
];

class Group {
  // @bytes of memory; throws where this machine, or this user, has no such
  // thing.
  constructor(bytes) {
    const problems = [];
    for (const version of VERSIONS) {
      const dir = path.join(version.root, own(version.controller) || '',
        `wick-${process.pid}-${++count}`);
      try {
        fs.mkdirSync(dir);
        version.limit(dir, bytes);
        this.dir = dir;
        this.version = version;
        return;
      } catch (error) {
        problems.push(error.message);
        if (fs.existsSync(dir)) {
          fs.rmdirSync(dir);
        }
      }
    }
    throw new Error(problems.join('; '));
  }

  // @command as one that enters the group first.
  wrap(command) {
    return ['/bin/sh', '-c', 'echo $$ >"$0" && exec "$@"',
      path.join(this.dir, 'cgroup.procs'), ...command];
  }

  // The most that was in use, page cache included, in KiB; 0 unknown.
  peak() {
    try {
      const file = path.join(this.dir, this.version.peak);
      return Number(fs.readFileSync(file, 'latin1')) / 1024;
    } catch {
      return 0;
    }
  }

  // When its processes have ended.
  remove() {
    fs.rmdirSync(this.dir);
  }
}

module.exports = { Group };
