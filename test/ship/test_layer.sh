#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layer/pack and deps/shipped: the same bytes from the same files, whatever the
# order, the times, the owner and the umask were.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/check.sh
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# A layer in small, made in the order of the arguments.
make_tree() { # ROOT NAME...
  local name
  for name in "${@:2}"; do
    mkdir -p "$(dirname "$1/$name")"
    echo "the content of $name" >"$1/$name"
  done
  chmod 700 "$1/bootstrap"
}

make_tree "$tmp/a" bootstrap wick/NOTICE wick/licenses/a/COPYING
(umask 077 && make_tree "$tmp/b" wick/licenses/a/COPYING wick/NOTICE bootstrap)
touch -d 2001-02-03 "$tmp/b/wick/NOTICE"
(umask 022 && layer/pack "$tmp/a.zip" "$tmp/a" bootstrap wick)
(umask 077 && TZ=Asia/Tokyo layer/pack "$tmp/b.zip" "$tmp/b" wick bootstrap)
check same-bytes "$(is cmp "$tmp/a.zip" "$tmp/b.zip")" 'the two files differ'

check whole "$(is unzip -tq "$tmp/a.zip")" "$(unzip -tq "$tmp/a.zip" 2>&1)"
found=$(zipinfo "$tmp/a.zip" | awk '/^[-d]/ { print $1, $NF }' | tr '\n' ' ')
wanted='-rwxr-xr-x bootstrap -rw-r--r-- wick/NOTICE '
wanted+='-rw-r--r-- wick/licenses/a/COPYING '
check modes "$(is test "$found" = "$wanted")" "$found"
mkdir "$tmp/opt"
unzip -q "$tmp/a.zip" -d "$tmp/opt"
check content "$(is diff -r "$tmp/a" "$tmp/opt")" 'what comes out is not it'
echo more >>"$tmp/b/wick/NOTICE"
layer/pack "$tmp/b.zip" "$tmp/b" bootstrap wick
check other-bytes "$(is test "$(cmp -s "$tmp/a.zip" "$tmp/b.zip"; echo $?)" -eq 1)" \
  'another file gives the same zip file'

# A library is named once, by the last output on a path; what is compiled here
# is none.
key=0123456789abcdef0123
cat >"$tmp/map" <<MAP
    100 100 8 1 /c/wick/out/zlib-$key/lib/libz.a(adler32.o):(.text)
    108 108 8 1 /c/wick/out/zlib-$key/lib/libz.a(crc32.o):(.text)
    110 110 8 1 /c/wick/out/libcxx-$key/bin/../../musl-$key/lib/libc.a(x.o):(.text)
    118 118 8 1 build/obj/runtime/str.o:(.text)
MAP
found=$(deps/shipped "$tmp/map" | tr '\n' ';')
check shipped "$(is test "$found" = \
  "musl /c/wick/out/musl-$key;zlib /c/wick/out/zlib-$key;")" "$found"
sed -i /out/d "$tmp/map"
check shipped-none "$(is test "$(deps/shipped "$tmp/map" 2>&1; echo $?)" != 0)" \
  'a map without a library is taken'

# The zip file that is published, where it has been made.
zip=build/wick-layer-$(uname -m).zip
if [ -f "$zip" ] && [ ! build/bootstrap -nt "$zip" ]; then
  check layer-11-MB "$(is test "$(stat -c %s "$zip")" -le 11000000)" \
    "$(stat -c %s "$zip") bytes"
  check layer-names "$(is test "$(zipinfo -1 "$zip" | head -n 1)" = bootstrap)" \
    "$(zipinfo -1 "$zip" | head -n 1) is first"
  check layer-bootstrap "$(is cmp build/bootstrap \
    <(unzip -p "$zip" bootstrap))" 'its bootstrap is another'
  for name in $(deps/shipped build/bootstrap.map | cut -d' ' -f1); do
    check "licence-$name" "$(is grep -q "^wick/licenses/$name/" \
      <(zipinfo -1 "$zip"))" 'it has no licence in the layer'
  done
else
  echo 'skip layer: make layer has not been run'
fi
exit $status
