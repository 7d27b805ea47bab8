// SPDX-License-Identifier: MIT
module.exports = { inner: true, default: 'd', 'not-a-name': 1 };
