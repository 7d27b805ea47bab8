#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What build/bootstrap is as a file: static, small, one allocator. Fails when a
# change makes it something else.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/check.sh
bootstrap=build/bootstrap
map=build/bootstrap.map
llvm=/usr/lib/llvm-19/bin

# "ADDRESS TYPE NAME" of every symbol. Asked for once: it takes a second.
symbols=$(mktemp) || exit 1
trap 'rm -f "$symbols" "$symbols.map"' EXIT
$llvm/llvm-nm $bootstrap.debug >"$symbols"
address() { awk -v n="$1" '$3 == n { print $1 }' "$symbols"; } # NAME

# "NAME HOW OBJECT" of what the link map says of an allocator: by name, and
# by address for a name that the link wraps, which the map does not list.
allocators='malloc calloc realloc free aligned_alloc posix_memalign memalign
valloc pvalloc malloc_usable_size reallocarray'
awk -v names="${allocators//$'\n'/ }" '
  BEGIN { split(names, list, " "); for (n in list) wanted[list[n]] = 1 }
  FNR == NR {
    if ($3 in wanted) { sub(/^0+/, "", $1); at[$1] = at[$1] " " $3 }
    next
  }
  $NF ~ /\.o\)?:\(/ || $NF ~ /\.o$/ { object = $NF }
  NF != 5 { next }
  $NF in wanted { print $NF, "by-name", object; next }
  $1 in at && $NF !~ /\.o/ {
    n = split(at[$1], list, " ")
    for (i = 1; i <= n; i++) print list[i], "by-address", object
  }' "$symbols" $map | sort -u >"$symbols.map"

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

# Every allocator's name must come from mimalloc's object, and none from libc.
for name in $allocators; do
  for how in by-name by-address; do
    where=$(awk -v n="$name" -v how=$how '$1 == n && $2 == how { print $3 }' \
      "$symbols.map")
    [ -z "$where" ] || break
  done
  case $where in
    *mimalloc*)
      check "allocator-$name" "$(is test "$(wc -l <<<"$where")" -eq 1)" \
        "it is in $where"
      ;;
    '')
      check "allocator-$name" "$(is test -z "$(address "$name")")" \
        'the link map does not say where it comes from'
      ;;
    *) check "allocator-$name" no "it comes from $where" ;;
  esac
done
exit $status
