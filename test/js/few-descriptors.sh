#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs scripts under bootstrap in a process that may open few descriptors.
set -u
ulimit -n 48
for file in "$@"; do
  build/bootstrap run --expose-internals "$file" || exit 1
done
