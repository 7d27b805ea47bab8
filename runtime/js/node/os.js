/* SPDX-License-Identifier: MIT */
// node:os. https://nodejs.org/api/os.html
//
// native:
//   readFile(path)           text
//   getPriority(pid)         [errno, priority]
//   setPriority(pid, value)  errno
//   networkInterfaces()      addresses, or errno
(function (native, require, exports, primordials) {
  'use strict';

  const { withCode } = require('internal/errors');
  const { validateInt32 } = require('internal/validators');
  const system = require('internal/system_errors');
  const { constants } = require('node/os_constants');

  const MS_PER_TICK = 10;

  class SystemError extends Error {}
  Object.defineProperty(SystemError.prototype, 'name', {
    __proto__: null, value: 'SystemError', writable: true, configurable: true,
  });

  // An error that Node's C library would report, with what it carries.
  function systemError(number, call) {
    const code = system.nameOf(number) ?? 'UNKNOWN';
    const message = system.messageOf(number) ?? 'unknown error';
    const error = withCode(
      SystemError, 'ERR_SYSTEM_ERROR',
      `A system error occurred: ${call} returned ${code} (${message})`);
    const info = { errno: number, code, message, syscall: call };
    Object.defineProperty(error, 'info', {
      __proto__: null, value: info, configurable: true, enumerable: true,
    });
    for (const name of ['errno', 'syscall']) {
      Object.defineProperty(error, name, {
        __proto__: null, configurable: true, enumerable: true,
        get: () => info[name],
        set(value) {
          info[name] = value;
        },
      });
    }
    return error;
  }

  const lineOf = (path) => native.readFile(path).trim();

  function tryRead(path) {
    try {
      return native.readFile(path);
    } catch {
      return '';
    }
  }

  // ---- The system ----

  const hostname = () => lineOf('/proc/sys/kernel/hostname');
  const release = () => lineOf('/proc/sys/kernel/osrelease');
  const version = () => lineOf('/proc/sys/kernel/version');
  const type = () => lineOf('/proc/sys/kernel/ostype');
  const platform = () => globalThis.process.platform;
  const arch = () => globalThis.process.arch;
  const machine = () => ({ __proto__: null, x64: 'x86_64', arm64: 'aarch64' }[
    arch()]);
  const endianness = () => 'LE';
  const uptime = () => Number(lineOf('/proc/uptime').split(' ')[0]);
  const loadavg = () => lineOf('/proc/loadavg').split(' ').slice(0, 3)
    .map(Number);

  // Bytes of the line @name of /proc/meminfo.
  function memory(name) {
    const found = new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(
      tryRead('/proc/meminfo'));
    return found === null ? 0 : Number(found[1]) * 1024;
  }
  const totalmem = () => memory('MemTotal');
  const freemem = () => memory('MemAvailable');

  function cpus() {
    const models = [...tryRead('/proc/cpuinfo').matchAll(
      /^model name\s*: (.*)$/gm)];
    const speeds = [...tryRead('/proc/cpuinfo').matchAll(
      /^cpu MHz\s*: (\d+)/gm)];
    const lines = [...tryRead('/proc/stat').matchAll(/^cpu\d+ (.*)$/gm)];
    return lines.map(([, line], n) => {
      const [user, nice, sys, idle, , irq] = line.split(' ').map(
        (ticks) => Number(ticks) * MS_PER_TICK);
      return {
        model: models[n]?.[1] ?? 'unknown',
        speed: Number(speeds[n]?.[1] ?? 0),
        times: { user, nice, sys, idle, irq },
      };
    });
  }

  // The processors that this process may use: "0-3,8".
  function availableParallelism() {
    const found = /^Cpus_allowed_list:\s*(\S+)$/m.exec(
      tryRead('/proc/self/status'));
    const ranges = found === null ? ['0'] : found[1].split(',');
    return ranges.reduce((count, range) => {
      const [first, last = first] = range.split('-').map(Number);
      return count + last - first + 1;
    }, 0);
  }

  // ---- The user ----

  // The entry of @uid in the list of users, or undefined.
  function findUser(uid) {
    for (const line of tryRead('/etc/passwd').split('\n')) {
      const fields = line.split(':');
      if (fields.length >= 7 && Number(fields[2]) === uid) {
        return {
          username: fields[0], gid: Number(fields[3]), homedir: fields[5],
          shell: fields[6],
        };
      }
    }
    return undefined;
  }

  function homedir() {
    const { env } = globalThis.process;
    if (env.HOME !== undefined && env.HOME !== '') {
      return env.HOME;
    }
    const user = findUser(globalThis.process.getuid());
    if (user === undefined) {
      throw systemError(-2, 'uv_os_homedir');
    }
    return user.homedir;
  }

  function userInfo(options) {
    const uid = globalThis.process.geteuid();
    const user = findUser(uid);
    if (user === undefined) {
      throw systemError(-2, 'uv_os_get_passwd');
    }
    const write = options?.encoding === 'buffer' ?
      (text) => globalThis.Buffer.from(text) : (text) => text;
    return {
      __proto__: null,
      uid,
      gid: user.gid,
      username: write(user.username),
      homedir: write(user.homedir),
      shell: write(user.shell),
    };
  }

  function tmpdir() {
    const { env } = globalThis.process;
    const path = env.TMPDIR || env.TMP || env.TEMP || '/tmp';
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  }

  // ---- Priorities ----

  function getPriority(pid) {
    const of = pid === undefined ? 0 : pid;
    validateInt32(of, 'pid');
    const [errno, priority] = native.getPriority(of);
    if (errno !== 0) {
      throw systemError(errno, 'uv_os_getpriority');
    }
    return priority;
  }

  function setPriority(pid, priority) {
    const of = priority === undefined ? 0 : pid;
    const value = priority === undefined ? pid : priority;
    validateInt32(of, 'pid');
    validateInt32(value, 'priority', constants.priority.PRIORITY_HIGHEST,
                  constants.priority.PRIORITY_LOW);
    const errno = native.setPriority(of, value);
    if (errno !== 0) {
      throw systemError(errno, 'uv_os_setpriority');
    }
  }

  // ---- The network ----

  // How many bits of an address the mask leaves to the network.
  function prefixOf(netmask) {
    const isV4 = netmask.includes('.');
    const parts = isV4 ? netmask.split('.') : netmask.split(':');
    let bits = 0;
    for (const part of parts) {
      const number = parseInt(part || '0', isV4 ? 10 : 16);
      bits += number.toString(2).replaceAll('0', '').length;
    }
    return bits;
  }

  function networkInterfaces() {
    const list = native.networkInterfaces();
    if (typeof list === 'number') {
      throw systemError(list, 'uv_interface_addresses');
    }
    const out = {};
    for (const { name, ...entry } of list) {
      const { address, netmask, family, mac, internal, scopeid } = entry;
      const shown = {
        address, netmask, family, mac, internal,
        cidr: netmask === '' ? null : `${address}/${prefixOf(netmask)}`,
      };
      if (family === 'IPv6') {
        shown.scopeid = scopeid;
      }
      out[name] ??= [];
      out[name].push(shown);
    }
    return out;
  }

  const module = {
    arch,
    availableParallelism,
    cpus,
    endianness,
    freemem,
    getPriority,
    homedir,
    hostname,
    loadavg,
    networkInterfaces,
    platform,
    release,
    setPriority,
    tmpdir,
    totalmem,
    type,
    userInfo,
    uptime,
    version,
    machine,
  };

  // Of old they were values: `${os.hostname}` still is one.
  for (const name of ['availableParallelism', 'arch', 'endianness', 'freemem',
                      'homedir', 'hostname', 'platform', 'release', 'tmpdir',
                      'totalmem', 'type', 'uptime', 'version', 'machine']) {
    module[name][Symbol.toPrimitive] = () => module[name]();
  }

  const constant = (name, value, configurable) =>
    Object.defineProperty(module, name, {
      __proto__: null, value, enumerable: true, configurable,
    });
  constant('constants', constants, false);
  constant('EOL', '\n', true);
  constant('devNull', '/dev/null', true);

  exports.module = module;
})
