// SPDX-License-Identifier: MIT
exports.seen = require('./a').early;
