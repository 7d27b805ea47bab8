#!/bin/sh
# SPDX-License-Identifier: MIT
# The sizes of an executable by part: size.sh EXECUTABLE LINK_MAP
# Bytes of the input sections that the linker kept, by the archive or object
# that they came from.
set -eu

awk '
  function bytes_of(hex,    i, n) {
    for (i = 1; i <= length(hex); i++)
      n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return n
  }
  # lld: VMA LMA Size Align Out In Symbol; lines of input sections have a name
  # with a section in parentheses at the end.
  $NF ~ /:\(\.[^)]*\)$/ {
    size = bytes_of($3)
    if ($0 ~ /:\(\.(bss|tbss|debug|comment|symtab|strtab|shstrtab)/) next
    if ($0 ~ /icudt72_dat/) part = "ICU data"
    else if ($0 ~ /javascriptcore|jscprefix/) part = "JavaScriptCore"
    else if ($0 ~ /icu-/ || $0 ~ /libicu/) part = "ICU code"
    else if ($0 ~ /openssl/) part = "OpenSSL"
    else if ($0 ~ /curl-/) part = "curl"
    else if ($0 ~ /mimalloc/) part = "mimalloc"
    else if ($0 ~ /musl-/) part = "musl, compiler-rt"
    else if ($0 ~ /libcxx-/) part = "libc++"
    else if ($0 ~ /<internal>/) part = "merged strings"
    else if ($0 ~ /build\/obj/) part = "Wick"
    else part = "other"
    bytes[part] += size
    total += size
  }
  END {
    for (part in bytes)
      printf "%10d %5.1f %%  %s\n", bytes[part], 100 * bytes[part] / total, part
    printf "%10d          sections in all\n", total
  }' "$2" | sort -rn
printf '%10d          %s\n' "$(wc -c <"$1")" "$1"
printf '%10d          %s by gzip -9\n' "$(gzip -9 -c "$1" | wc -c)" "$1"
