#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The image that Dockerfile describes, without a container tool: its files in a
# folder, mounted for reading alone, as the root of a process of another user
# that serves the Runtime API with 128 MB. Needs root; with a container tool
# `make image` builds the image itself.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/check.sh
root=$PWD
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# The lines of a stage of Dockerfile, continued ones joined.
stage() { # NAME
  sed -e ':a' -e '/\\$/{N;s/\\\n *//;ta' -e '}' Dockerfile | awk -v name="$1" '
    /^FROM / { on = $NF == name }
    on && !/^#/ && NF' | tail -n +2
}

# The words of an instruction's JSON list.
words() { # STAGE INSTRUCTION
  stage "$1" | sed -n "s/^$2 \[\(.*\)\]$/\1/p" | tr -d '",'
}

check last-stage "$(is test "$(grep '^FROM ' Dockerfile | tail -n 1)" = \
  'FROM scratch AS image')" 'an image without --target is another'
check same-command "$(is test "$(stage image)" = "$(stage sam)")" \
  'the stages sam and image differ'
entry=$(words image ENTRYPOINT)
command=$(words image CMD)
check command "$(is test "$entry $command" = \
  '/var/runtime/bootstrap index.handler')" "$entry $command"
found=$(IMAGE_TOOL=no-such-tool layer/image 2>&1)
check no-tool "$(is grep -q 'none of no-such-tool works' <<<"$found")" "$found"
found=$(layer/image other 2>&1)
check no-stage "$(is grep -q 'there is no stage other' <<<"$found")" "$found"

# The root of the image, by the instructions of its stages.
make_root() {
  local from to
  while read -r _ from to; do
    mkdir -p "$tmp/made$(dirname "$to")"
    cp -R "$from" "$tmp/made$to"
  done < <(stage prebuilt | grep '^COPY ')
  mkdir -p "$tmp/root/var/task"
  cp -R "$tmp/made/out/." "$tmp/root/"
  cat >"$tmp/root/var/task/index.js" <<'JS'
const fs = require('node:fs');
exports.handler = async () => {
  let written = 'written';
  try {
    fs.writeFileSync('/var/task/new', '');
  } catch (error) {
    written = error.code;
  }
  return [process.getuid(), written, fs.readdirSync('/').sort().join(),
          process.env.LAMBDA_TASK_ROOT];
};
JS
}

# What Lambda does with it, in the place of wick's child.
write_entry() {
  cat >"$tmp/entry" <<ENTRY
#!/bin/sh
unset _HANDLER
$(stage image | sed -n 's/^ENV /export /p')
exec unshare --mount sh -c 'mount --bind $tmp/root $tmp/root &&
mount -o remount,bind,ro $tmp/root &&
exec $(command -v chroot) --userspec=1051:990 $tmp/root $entry $command'
ENTRY
  chmod 755 "$tmp/entry" "$tmp" "$tmp/root"
}

if [ ! -x build/layer/bootstrap ]; then
  echo 'skip image: make layer has not been run'
elif [ "$(id -u)" -ne 0 ] || ! unshare --mount true 2>/dev/null; then
  echo 'skip image: it takes root, and a mount namespace'
else
  make_root
  write_entry
  hidden=$(find "$tmp/root" ! -perm -o=r)
  check world-readable "$(is test -z "$hidden")" "$hidden"
  found=$("$root/build/wick" invoke --quiet --memory 128 --timeout 30 \
    --bootstrap "$tmp/entry" other.handler 2>&1)
  check read-only-under-another-user "$(is test "$found" = \
    '[1051,"EROFS","usr,var","/var/task"]')" "$found"
fi
exit $status
