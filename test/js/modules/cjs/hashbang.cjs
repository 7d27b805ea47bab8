#!/usr/bin/env node
module.exports = "hashbang";
