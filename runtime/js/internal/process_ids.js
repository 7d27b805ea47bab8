/* SPDX-License-Identifier: MIT */
// Whom and where the process is run as: user, group, directory, umask.
//
// native.binding('ids'):
//   getuid(), geteuid(), getgid(), getegid()
//   getgroups()               [gid, ...]
//   set(call, id)             call is 'setuid' and so on
//   setgroups([gid, ...]), initgroups(user, gid)
//   findUser(name), findGroup(name)    the number, or -1
//   userName(id)              the name, or ''
//   umask(mask)               the mask before; without one it stays
//   chdir(path)
// What can fail returns 0 or a negative errno.
(function (native, require, exports, primordials) {
  'use strict';

  const { ArrayIsArray, Error, NumberParseInt, arrayPush, regExpExec } =
    primordials;
  const natives = native.binding('ids');
  const errors = require('internal/errors');

  const UINT32_MAX = 4294967295;

  function checkUint32(value, name) {
    if (typeof value !== 'number') {
      throw errors.invalidArgType(name, 'number', value);
    }
    if (value % 1 !== 0) {
      throw errors.outOfRange(name, 'an integer', value);
    }
    if (value < 0 || value > UINT32_MAX) {
      throw errors.outOfRange(name, `>= 0 && <= ${UINT32_MAX}`, value);
    }
  }

  function checkId(id, name) {
    if (typeof id === 'number') {
      checkUint32(id, name);
    } else if (typeof id !== 'string') {
      throw errors.invalidArgType(name, ['number', 'string'], id);
    }
  }

  // The number of @id, a number or a name; @kind is 'User' or 'Group'.
  function numberOf(id, name, kind) {
    checkId(id, name);
    if (typeof id === 'number') {
      return id;
    }
    const number = kind === 'User' ? natives.findUser(id) :
      natives.findGroup(id);
    if (number < 0) {
      throw errors.withCode(Error, 'ERR_UNKNOWN_CREDENTIAL',
                            `${kind} identifier does not exist: ${id}`);
    }
    return number;
  }

  function done(err, call) {
    if (err < 0) {
      throw errors.errnoException(err, call);
    }
  }

  function setter(call, kind) {
    return { [call](id) {
      done(natives.set(call, numberOf(id, 'id', kind)), call);
    } }[call];
  }

  function setgroups(groups) {
    if (!ArrayIsArray(groups)) {
      throw errors.invalidArgType('groups', 'Array', groups);
    }
    const list = [];
    for (let n = 0; n < groups.length; n++) {
      arrayPush(list, numberOf(groups[n], `groups[${n}]`, 'Group'));
    }
    done(natives.setgroups(list), 'setgroups');
  }

  function initgroups(user, extraGroup) {
    checkId(user, 'user');
    const group = numberOf(extraGroup, 'extraGroup', 'Group');
    numberOf(user, 'user', 'User');
    const name = typeof user === 'number' ? natives.userName(user) : user;
    done(natives.initgroups(name, group), 'initgroups');
  }

  const octal = /^[0-7]+$/;

  function umask(mask) {
    if (mask === undefined) {
      return natives.umask();
    }
    let number = mask;
    if (typeof mask === 'string') {
      if (regExpExec(octal, mask) === null) {
        throw errors.invalidArgValue(
          'mask', mask, 'must be a 32-bit unsigned integer or an octal string');
      }
      number = NumberParseInt(mask, 8);
    }
    checkUint32(number, 'mask');
    return natives.umask(number);
  }

  function chdir(directory) {
    if (typeof directory !== 'string') {
      throw errors.invalidArgType('directory', 'string', directory);
    }
    const err = natives.chdir(directory);
    if (err < 0) {
      throw errors.systemError(err, 'chdir', native.cwd(), directory);
    }
  }

  exports.chdir = chdir;
  exports.cwd = function cwd() {
    return native.cwd();
  };
  exports.getegid = natives.getegid;
  exports.geteuid = natives.geteuid;
  exports.getgid = natives.getgid;
  exports.getgroups = natives.getgroups;
  exports.getuid = natives.getuid;
  exports.initgroups = initgroups;
  exports.setegid = setter('setegid', 'Group');
  exports.seteuid = setter('seteuid', 'User');
  exports.setgid = setter('setgid', 'Group');
  exports.setgroups = setgroups;
  exports.setuid = setter('setuid', 'User');
  exports.umask = umask;
})
