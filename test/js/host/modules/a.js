// SPDX-License-Identifier: MIT
exports.early = 'a';
exports.b = require('./b');
exports.late = exports.b.seen;
