/* SPDX-License-Identifier: MIT */
// Stats, BigIntStats and Dirent. https://nodejs.org/api/fs.html#class-fsstats
(function (native, require, exports, primordials) {
  'use strict';

  const {
    BigInt,
    Date,
    ObjectDefineProperty,
  } = primordials;

  // Where each number stands in stats and bigStats (fs_call.h).
  const DEV = 0;
  const MODE = 1;
  const NLINK = 2;
  const UID = 3;
  const GID = 4;
  const RDEV = 5;
  const BLKSIZE = 6;
  const INO = 7;
  const SIZE = 8;
  const BLOCKS = 9;
  // Seconds, then nanoseconds.
  const TIMES = [['atime', 10], ['mtime', 12], ['ctime', 14],
                 ['birthtime', 16]];

  const S_IFMT = 0o170000;
  const S_IFIFO = 0o010000;
  const S_IFCHR = 0o020000;
  const S_IFDIR = 0o040000;
  const S_IFBLK = 0o060000;
  const S_IFREG = 0o100000;
  const S_IFLNK = 0o120000;
  const S_IFSOCK = 0o140000;

  const KINDS = [
    ['isDirectory', S_IFDIR], ['isFile', S_IFREG], ['isBlockDevice', S_IFBLK],
    ['isCharacterDevice', S_IFCHR], ['isSymbolicLink', S_IFLNK],
    ['isFIFO', S_IFIFO], ['isSocket', S_IFSOCK],
  ];

  function fill(stats, from) {
    stats.dev = from[DEV];
    stats.mode = from[MODE];
    stats.nlink = from[NLINK];
    stats.uid = from[UID];
    stats.gid = from[GID];
    stats.rdev = from[RDEV];
    stats.blksize = from[BLKSIZE];
    stats.ino = from[INO];
    stats.size = from[SIZE];
    stats.blocks = from[BLOCKS];
  }

  // A date, made when it is looked at: most stats are read for their size.
  function lazyDate(prototype, name, field) {
    ObjectDefineProperty(prototype, name, {
      __proto__: null,
      enumerable: true,
      configurable: true,
      get() {
        const value = new Date(Number(this[field]));
        this[name] = value;
        return value;
      },
      set(value) {
        ObjectDefineProperty(this, name, {
          __proto__: null, value, enumerable: true, configurable: true,
          writable: true,
        });
      },
    });
  }

  function Stats(from) {
    fill(this, from);
    for (let n = 0; n < TIMES.length; n++) {
      const at = TIMES[n][1];
      this[`${TIMES[n][0]}Ms`] = from[at] * 1e3 + from[at + 1] / 1e6;
    }
  }

  function BigIntStats(from) {
    fill(this, from);
    for (let n = 0; n < TIMES.length; n++) {
      const at = TIMES[n][1];
      this[`${TIMES[n][0]}Ms`] = from[at] * 1000n + from[at + 1] / 1000000n;
    }
    for (let n = 0; n < TIMES.length; n++) {
      const at = TIMES[n][1];
      this[`${TIMES[n][0]}Ns`] = from[at] * 1000000000n + from[at + 1];
    }
  }

  for (let n = 0; n < KINDS.length; n++) {
    const name = KINDS[n][0];
    const bits = KINDS[n][1];
    Stats.prototype[name] = function () {
      return (this.mode & S_IFMT) === bits;
    };
    BigIntStats.prototype[name] = function () {
      return (this.mode & BigInt(S_IFMT)) === BigInt(bits);
    };
  }
  for (let n = 0; n < TIMES.length; n++) {
    lazyDate(Stats.prototype, TIMES[n][0], `${TIMES[n][0]}Ms`);
    lazyDate(BigIntStats.prototype, TIMES[n][0], `${TIMES[n][0]}Ms`);
  }

  // Of statfs: the same numbers, other fields.
  function StatFs(from) {
    this.type = from[0];
    this.bsize = from[1];
    this.blocks = from[2];
    this.bfree = from[3];
    this.bavail = from[4];
    this.files = from[5];
    this.ffree = from[6];
  }

  // DT_* of readdir(3) as the bits of a mode.
  const bitsOfType = {
    __proto__: null, 1: S_IFIFO, 2: S_IFCHR, 4: S_IFDIR, 6: S_IFBLK,
    8: S_IFREG, 10: S_IFLNK, 12: S_IFSOCK,
  };
  const typeKey = Symbol('type');

  function Dirent(name, type, path) {
    this.name = name;
    this.parentPath = path;
    this.path = path;
    this[typeKey] = type;
  }
  for (let n = 0; n < KINDS.length; n++) {
    const name = KINDS[n][0];
    const bits = KINDS[n][1];
    Dirent.prototype[name] = function () {
      return bitsOfType[this[typeKey]] === bits;
    };
  }

  exports.BigIntStats = BigIntStats;
  exports.Dirent = Dirent;
  exports.StatFs = StatFs;
  exports.Stats = Stats;
})
