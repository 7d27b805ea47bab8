#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The locales of other languages than English: what the layer wick-icu has.
set -u
cd "$(dirname "$0")/../.." || exit 1
full=$(sed -n 's/^DEP_icudata := //p' build/deps.mk)/share/icu
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
status=0

check() { # NAME STATUS TEXT FOLDER
  local out got
  out=$(NODE_ICU_DATA=$4 build/bootstrap run "$tmp/format.js" 2>&1)
  got=$?
  if [ "$got" -eq "$2" ] && grep -qF -- "$3" <<<"$out"; then
    echo "ok $1"
  else
    echo "FAIL $1: status $got: ${out//$'\n'/ | }"
    status=1
  fi
}

cat >"$tmp/format.js" <<'JS'
const day = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'full',
                                               timeZone: 'Asia/Tokyo' });
console.log((1234567.5).toLocaleString('de-DE'), day.format(0),
            ['b', 'z', '\u00e4'].sort(new Intl.Collator('sv').compare).join(),
            (1234567.5).toLocaleString('en-US'));
JS
mkdir "$tmp/junk"
echo 'no data of ICU' >"$tmp/junk/icudt72l.dat"

check english 0 '1,234,567.5' ''
# Swedish has it behind z.
if [ -d "$full" ]; then
  check german 0 '1.234.567,5' "$full"
  check japanese 0 $'1970\xe5\xb9\xb41\xe6\x9c\x881\xe6\x97\xa5' "$full"
  check swedish 0 $'b,z,\xc3\xa4' "$full"
  check english-still 0 '1,234,567.5' "$full"
else
  echo "skip german: there is no $full"
fi
check no-such-folder 64 'NODE_ICU_DATA is not the folder of' "$tmp"
check other-data 64 'is not the data of ICU' "$tmp/junk"
exit $status
