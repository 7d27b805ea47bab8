#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests of runtime/js under the shell of JavaScriptCore, the engine that
# the bootstrap embeds. Files that need node as their oracle are left out.
#
#   JSC=jsc test/js/run-jsc.sh [NAME...]     NAME: a file name below internal/
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run-common.sh"
if ! command -v "${JSC:-jsc}" >/dev/null; then
    echo "skip jsc: there is no ${JSC:-jsc} to run"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
# The shell knows no folder of the file that it runs: jsc_platform.js reads
# below the working directory.
cd "$here/../.." || exit 1
if [ $# -eq 0 ]; then
    for file in "$here"/internal/*.js; do
        grep -q 'Needs node' "$file" || set -- "$@" "${file##*/}"
    done
fi
for name; do
    set -- "$@" "$here/internal/$name"
    shift
done
run_all "${JSC:-jsc}" "$here/jsc_platform.js" "$here/host.js" -- "$@"
