#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one test file under the machine's node, which stands in for the engine
# and for C (host.js): under-node.sh FILE
set -u
if ! command -v "${NODE:-node}" >/dev/null; then
    echo "skip $(basename "$1" .js): there is no ${NODE:-node} to run it"
    exit 0
fi
exec "${NODE:-node}" --expose-internals --no-warnings "$1"
