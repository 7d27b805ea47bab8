#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What build/bootstrap is as a file: static, small, one allocator. Fails when a
# change makes it something else.
set -u
cd "$(dirname "$0")/../.." || exit 1
bootstrap=build/bootstrap
map=build/bootstrap.map
llvm=/usr/lib/llvm-19/bin
status=0

check() { # NAME CONDITION WHY
  if [ "$2" = yes ]; then
    echo "ok $1"
  else
    echo "FAIL $1: $3"
    status=1
  fi
}

# The object that holds the symbol NAME, by its address.
lies_at() { # NAME
  local at
  at=$($llvm/llvm-nm build/bootstrap.debug |
    awk -v name="$1" '$3 == name { sub(/^0+/, "", $1); print $1 }')
  [ -z "$at" ] || awk -v at="$at" '
    $NF ~ /\.o\)?:\(/ || $NF ~ /\.o$/ { object = $NF; next }
    $1 == at && NF == 5 { print object }' $map | sort -u
}

is() { if "$@" >/dev/null 2>&1; then echo yes; else echo no; fi; }

headers=$($llvm/llvm-readelf -hlW $bootstrap)
check static "$(is test -z "$(grep -E 'INTERP|DYNAMIC' <<<"$headers")")" \
  'it has an interpreter or a dynamic section'
check fixed-address "$(is grep -q 'Type: *EXEC' <<<"$headers")" \
  'it is position-independent'
check no-executable-stack "$(is grep -qE 'GNU_STACK .* RW +' <<<"$headers")" \
  'its stack is executable'
check stripped "$(is test -z "$($llvm/llvm-nm $bootstrap 2>/dev/null)")" \
  'it has a symbol table'

# The budget: megabytes in decimal, as the layer's limit is.
size=$(stat -c %s $bootstrap)
zipped=$(gzip -9 -c $bootstrap | wc -c)
check size-32-MB "$(is test "$size" -le 32000000)" "$size bytes"
check gzip-12-MB "$(is test "$zipped" -le 12000000)" "$zipped bytes"
icu=$((0x$(awk '/rodata\.icudt72_dat/ { print $3; exit }' $map)))
check icu-data-4-MB "$(is test "${icu:-0}" -gt 0 -a "${icu:-0}" -le 4000000)" \
  "${icu:-no} bytes of ICU data in the link map"

# What a start touches lies side by side: the markers that order.txt puts around
# it (runtime/warm.h) are where they should be, and hold what a start begins and
# ends with.
address() { $llvm/llvm-nm $bootstrap.debug | awk -v n="$1" '$3 == n {
  print $1 }'; }
inside() { # SECTION SYMBOL
  local begin end at
  begin=$(address "wick_warm_$1_begin")
  end=$(address "wick_warm_$1_end")
  at=$(address "$2")
  is test $((0x${begin:-1})) -lt $((0x${at:-0})) -a \
    $((0x${at:-1})) -lt $((0x${end:-0}))
}
check order-text-first "$(inside text main)" 'main is not in the warm range'
check order-text-last "$(inside text wick_js_lambda_run)" \
  'wick_js_lambda_run is not in the warm range'
check order-rodata "$(inside rodata wick_bytecode_internal_primordials)" \
  'bytecode of a start is not in the warm range'
text=$(($((0x$(address wick_warm_text_end))) - \
  $((0x$(address wick_warm_text_begin)))))
check order-text-3-MB "$(is test $text -le 3000000)" \
  "a start touches functions of $text bytes (make order)"

# The bytecode in it comes from the sources alone: made once more, in another
# environment, it is the same.
env -i LONG="$(printf '%05000d' 0)" build/tools/compile_builtins \
  build/gen/bytecode-again.S build/gen/bytecode-again.bin \
  <build/gen/builtins.list
check bytecode-reproducible \
  "$(is cmp build/gen/bytecode.bin build/gen/bytecode-again.bin)" \
  'build/gen/bytecode.bin and bytecode-again.bin differ'

# Every allocator's name must come from mimalloc's object, and none from libc. The
# map does not list a name that the link wraps: what lies at its address counts.
for name in malloc calloc realloc free aligned_alloc posix_memalign memalign \
  valloc pvalloc malloc_usable_size reallocarray; do
  where=$(awk -v name="$name" '
    $NF ~ /\.o\)?:\(/ || $NF ~ /\.o$/ { object = $NF }
    $NF == name && NF == 5 { print object }' $map | sort -u)
  [ -n "$where" ] || where=$(lies_at "$name")
  case $where in
    *mimalloc*)
      check "allocator-$name" "$(is test "$(wc -l <<<"$where")" -eq 1)" \
        "it is in $where"
      ;;
    '')
      used=$($llvm/llvm-nm build/bootstrap.debug | grep -c " [TtWw] $name\$")
      check "allocator-$name" "$(is test "$used" -eq 0)" \
        'the link map does not say where it comes from'
      ;;
    *) check "allocator-$name" no "it comes from $where" ;;
  esac
done
exit $status
