#!/usr/bin/env node
// SPDX-License-Identifier: MIT
module.exports = "hashbang";
