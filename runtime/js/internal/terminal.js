/* SPDX-License-Identifier: MIT */
// What standard output has where it is a terminal.
// https://nodejs.org/api/tty.html#class-ttywritestream
//
// native.binding('stdio'): windowSize(fd)  [columns, rows], or undefined
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectDefineProperty, regExpExec } = primordials;
  const natives = native.binding('stdio');

  // ECMA-48: CSI, then what it does.
  const CSI = '\u001b[';

  const depthOfForce = {
    '__proto__': null, '': 4, '1': 4, 'true': 4, '2': 8, '3': 24,
  };
  const sixteen = /^(xterm|screen|vt100|rxvt|linux|cygwin|ansi|konsole|putty|tmux|eterm|color)/;

  // Bits a colour: 1 is none, 4 are 16 colours, 8 are 256, 24 are all.
  function getColorDepth(env = require('internal/process').process.env) {
    const force = env.FORCE_COLOR;
    if (force !== undefined) {
      return depthOfForce[force] || 1;
    }
    if ((env.NODE_DISABLE_COLORS !== undefined &&
         env.NODE_DISABLE_COLORS !== '') ||
        (env.NO_COLOR !== undefined && env.NO_COLOR !== '') ||
        env.TERM === 'dumb') {
      return 1;
    }
    if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') {
      return 24;
    }
    if (env.TERM && regExpExec(/256/, env.TERM) !== null) {
      return 8;
    }
    return env.COLORTERM ||
      (env.TERM && regExpExec(sixteen, env.TERM) !== null) ? 4 : 1;
  }

  function hasColors(count, env) {
    let [wanted, from] = [count, env];
    if (from === undefined && typeof wanted === 'object') {
      [wanted, from] = [16, wanted];
    } else if (wanted === undefined) {
      wanted = 16;
    }
    return wanted <= 2 ** this.getColorDepth(from || undefined);
  }

  const methods = {
    getColorDepth,
    hasColors,
    getWindowSize() {
      return [this.columns, this.rows];
    },
    clearLine(direction, callback) {
      const part = direction < 0 ? '1' : direction > 0 ? '0' : '2';
      return this.write(`${CSI}${part}K`, callback);
    },
    clearScreenDown(callback) {
      return this.write(`${CSI}0J`, callback);
    },
    cursorTo(x, y, callback) {
      const done = typeof y === 'function' ? y : callback;
      return this.write(typeof y === 'number' ? `${CSI}${y + 1};${x + 1}H` :
        `${CSI}${x + 1}G`, done);
    },
    moveCursor(dx, dy, callback) {
      let text = '';
      if (dx !== 0) {
        text += dx < 0 ? `${CSI}${-dx}D` : `${CSI}${dx}C`;
      }
      if (dy !== 0) {
        text += dy < 0 ? `${CSI}${-dy}A` : `${CSI}${dy}B`;
      }
      return this.write(text, callback);
    },
  };

  // Gives @stream, an output, what terminals have.
  function extend(stream) {
    const names = ['getColorDepth', 'hasColors', 'getWindowSize', 'clearLine',
                   'clearScreenDown', 'cursorTo', 'moveCursor'];
    for (let n = 0; n < names.length; n++) {
      ObjectDefineProperty(stream, names[n], {
        __proto__: null, value: methods[names[n]], writable: true,
        configurable: true,
      });
    }
    const size = ['columns', 'rows'];
    for (let n = 0; n < size.length; n++) {
      ObjectDefineProperty(stream, size[n], {
        __proto__: null,
        get: () => (natives.windowSize(stream.fd) || [])[n],
        enumerable: true,
        configurable: true,
      });
    }
  }

  exports.extend = extend;
})
