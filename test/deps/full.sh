# SPDX-License-Identifier: MIT
# Run by test_full_file_system with a cache on a file system of 8 MB: a build
# that fills it fails and says so; with room made, the same call succeeds, and
# what was in the cache before is still whole.
test_body=$(sed -n '/^set -u/,/^# ---- What/p' "$ROOT/test/deps/lib.sh")
