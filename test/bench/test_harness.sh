#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The benchmark harness on commands whose figures are known beforehand.
# shellcheck disable=SC2016,SC2154 # expressions are JavaScript; lib.sh sets
. "$(dirname "$0")/lib.sh"
timeit=${TIMEIT:-$top/build/tools-san/timeit}

# Runs timeit; its status is in $status, what it said in the files out and err.
run_timeit() {
  status=0
  "$timeit" "$@" >out 2>err || status=$?
}

# Peers take turns within a case, cases within a round; the runs to warm up
# come first and are not counted.
test_order() {
  scripted a 1 2 3 4 5 6
  scripted b 1 2 3 4 5 6
  run_timeit -r 2 -w 1 -m inner -j o.json -c x=x -c y=y \
    -- a ./a {} -- b ./b {}
  is status "$status" 0 &&
    is order "$(tr '\n' ',' <log)" "$(printf 'a x,b x,a y,b y,%.0s' 1 2 3)" &&
    json_is 'o.cases.x.a.inner_ms.runs' 3,5 \
      'o.cases.y.b.inner_ms.runs' 4,6
}

# The median of an odd number, nearest-rank percentiles, extremes.
test_statistics() {
  scripted a 7 1 9 3 5 8 2 6 4 10 11
  run_timeit -r 11 -w 0 -m inner -j o.json -c x=x -- a ./a {}
  is status "$status" 0 &&
    json_is 'o.cases.x.a.inner_ms.median' 6 \
      'o.cases.x.a.inner_ms.p90' 10 \
      'o.cases.x.a.inner_ms.p99' 11 \
      'o.cases.x.a.inner_ms.min' 1 \
      'o.cases.x.a.inner_ms.max' 11 &&
    has_line out '^x +a +6\.0 +10\.0 +11\.0 +1\.00$'
}

# The median of an even number lies between the two in the middle.
test_median_even() {
  scripted a 1 100 2 3
  run_timeit -r 4 -w 0 -m inner -j o.json -c x=x -- a ./a {}
  json_is 'o.cases.x.a.inner_ms.median' 2.5
}

# Ratios are to the base: of the medians, and the median of each round's.
test_ratios() {
  scripted a 10 20 40 80 160
  scripted b 20 30 40 120 160
  run_timeit -r 5 -w 0 -m inner -j o.json -b a -c x=x -- b ./b {} -- a ./a {}
  # Rounds: 2, 1.5, 1, 1.5, 1; medians 40 and 40.
  json_is 'o.cases.x.b.inner_ms.ratio_of_medians' 1 \
      'o.cases.x.b.inner_ms.ratio_by_round' 1.5 \
      'o.cases.x.b.inner_ms.ratio_by_round_q1' 1 \
      'o.cases.x.b.inner_ms.ratio_by_round_q3' 1.5 \
      'o.base' a \
      'o.cases.x.a.inner_ms.ratio_of_medians' 1 &&
    has_line out '^x +b +40\.0 +160\.0 +160\.0 +1\.00  1\.50 \(1\.00-1\.50\)$'
}

# Over several cases: the geometric mean, from complete peers alone.
test_mean() {
  scripted a 10 10
  scripted b 5 80
  scripted c 10
  run_timeit -r 1 -w 0 -m inner -j o.json -c x=x -c y=y \
    -- a ./a {} -- b ./b {} -- c ./c {}
  json_is 'o.geometric_mean_of_ratios.b.inner_ms' 2 \
      'o.geometric_mean_of_ratios.c.inner_ms' null &&
    has_line out '^geometric mean +b +2\.00$' || return 1
  ! grep 'geometric mean *c' out
}

# Tables come in the order that was asked for, each once.
test_metrics_order() {
  run_timeit -r 1 -w 0 -m rss,wall,rss -- a true
  is tables "$(sed -n 's/  *median.*//p' out | tr '\n' '|')" \
    'peak RSS, KB|wall clock, ms|'
}

# One outlier, as another process on the machine makes, moves nothing.
test_outlier() {
  scripted a 10 10 10000 10 10
  scripted b 20 20 20 20 20
  run_timeit -r 5 -w 0 -m inner -j o.json -c x=x -- a ./a {} -- b ./b {}
  json_is 'o.cases.x.a.inner_ms.median' 10 \
      'o.cases.x.b.inner_ms.ratio_of_medians' 2 \
      'o.cases.x.b.inner_ms.ratio_by_round' 2
}

# What the kernel accounts is that of the command: 50 MB that it touched, a
# wall clock that ran, page faults.
test_kernel_figures() {
  run_timeit -r 3 -w 0 -j o.json -m wall,cpu,rss,minor,major \
    -- small true -- large dd if=/dev/zero of=/dev/null bs=50M count=1
  is status "$status" 0 &&
    json_is 'o.cases.run.large.peak_rss_kb.min > 48000' true \
      'o.cases.run.small.peak_rss_kb.max < 24000' true \
      'o.cases.run.small.wall_ms.min > 0' true \
      'o.cases.run.large.cpu_ms.min > 0' true \
      'o.cases.run.large.cpu_ms.runs.every((v, i) =>
      Math.abs(v - o.cases.run.large.user_ms.runs[i] -
        o.cases.run.large.sys_ms.runs[i]) < 0.002)' true \
      'o.cases.run.small.minor_faults.min > 0' true
}

# A failed run is named with its status and last words, the others go on, and
# nothing that the failed peer did before is reported.
test_failing_command() {
  scripted good 1 2 3
  cat >bad <<'EOF'
#!/bin/sh
echo "x 1"
[ -e ran ] && { echo 'first line' >&2; echo 'out of "luck"' >&2; exit 3; }
: >ran
EOF
  chmod +x bad
  run_timeit -r 3 -w 0 -m inner -j o.json -c x=x \
    -- good ./good {} -- bad ./bad {}
  is status "$status" 2 &&
    has_line out '^ +bad +failed: exit status 3: out of "luck"$' &&
    json_is 'o.cases.x.bad.error' 'failed: exit status 3: out of "luck"' \
      'o.cases.x.bad.inner_ms' undefined \
      'o.cases.x.good.inner_ms.runs' 1,2,3
}

test_signal() {
  run_timeit -r 1 -w 0 -- bad sh -c 'kill -SEGV $$'
  is status "$status" 2 && has_line out 'failed: signal 11 '
}

# A run over its time is killed with everything it started. On a machine that
# is busy the command may not have got to its first line by then: it gets more
# time until it has.
test_timeout() {
  cat >stuck <<'EOF'
#!/bin/sh
tail -f /dev/null &
echo "$! $$" >pids
exec tail -f /dev/null
EOF
  chmod +x stuck
  local limit
  for limit in 200 2000 20000; do
    run_timeit -r 1 -w 0 -t "$limit" -- stuck ./stuck
    is status "$status" 2 &&
      has_line out "failed: still running after $limit ms" || return 1
    [ ! -s pids ] || break
  done
  is 'has started' "$([ -s pids ] && echo yes)" yes && gone "$(cat pids)"
}

# What a command leaves in the background ends with it.
test_leftover() {
  cat >parent <<'EOF'
#!/bin/sh
tail -f /dev/null &
echo "$!" >pids
EOF
  chmod +x parent
  run_timeit -r 1 -w 0 -- parent ./parent
  is status "$status" 0 && gone "$(cat pids)"
}

# True once none of the processes runs; a zombie waits for init alone.
gone() { # PIDS
  local pid state tries=0
  for pid in $1; do
    while state=$(sed -n 's/^State:\t\(.\).*/\1/p' "/proc/$pid/status" \
      2>/dev/null) && [ -n "$state" ] && [ "$state" != Z ]; do
      tries=$((tries + 1))
      [ "$tries" -lt 1000 ] || {
        echo "process $pid is still there"
        return 1
      }
    done
  done
}

# A signal to the harness ends the command too, and leaves no file.
test_interrupted() {
  cat >stuck <<'EOF'
#!/bin/sh
echo "$$" >pid.new && mv pid.new pids
kill -TERM "$PPID"
exec tail -f /dev/null
EOF
  chmod +x stuck
  run_timeit -r 1 -w 0 -j o.json -- stuck ./stuck
  is status "$status" 143 && gone "$(cat pids)" || return 1
  [ ! -e o.json ] || echo 'o.json was written'
  [ ! -e o.json ]
}

# A peer that is not installed is reported; the others are measured.
test_missing_peer() {
  scripted a 1 2
  run_timeit -r 2 -w 0 -m inner -j o.json -c x=x \
    -- a ./a {} -- b ./not-there {} -- c no-such-program-anywhere {}
  is status "$status" 0 &&
    has_line out '^b: missing, there is no program \./not-there$' &&
    has_line out '^c: missing, there is no program no-such-program-any' &&
    has_line out '^ +b +missing$' &&
    json_is 'o.peers.b.missing' true \
      'o.peers.a.missing' false \
      'o.cases.x.a.inner_ms.runs' 1,2
}

test_limit_kept() {
  scripted a 10
  scripted b 15
  run_timeit -r 1 -w 0 -m inner -l x:b:inner:1.5 -c x=x \
    -- a ./a {} -- b ./b {}
  is status "$status" 0 &&
    has_line out '^limit: x of b, inner: 1\.50 times a, 1\.50 allowed: kept$'
}

test_limit_exceeded() {
  scripted a 10
  scripted b 16
  run_timeit -r 1 -w 0 -m inner -l x:b:inner:1.5 -c x=x \
    -- a ./a {} -- b ./b {}
  is status "$status" 1 &&
    has_line out '^limit: .* 1\.60 times a, 1\.50 allowed: EXCEEDED$'
}

# Without the base there is nothing to be faster than.
test_limit_without_base() {
  scripted b 16
  run_timeit -r 1 -w 0 -m inner -l x:b:inner:1.5 -c x=x \
    -- a ./not-there {} -- b ./b {}
  is status "$status" 1 && has_line out '^limit: .* cannot be judged'
}

# A script that printed something else did not do its work.
test_expected_output() {
  run_timeit -r 1 -w 0 -e hello -- a echo hello
  is status "$status" 0 || return 1
  run_timeit -r 1 -w 0 -e hello -- a echo hello, b
  is status "$status" 2 && has_line out 'failed: did not print "hello"' ||
    return 1
  run_timeit -r 1 -w 0 -e hello -- a printf hello
  is 'status without newline' "$status" 2
}

test_no_inner_line() {
  local printed
  for printed in 'y 5' 'x' 'x fast' 'x 5ms' 'x '; do
    run_timeit -r 1 -w 0 -m inner -c x=x -- a sh -c "echo '$printed' #{}"
    is "status of '$printed'" "$status" 2 &&
      has_line out 'failed: printed no line "x NUMBER"' || return 1
  done
}

# {} is filled in wherever it stands, and nothing goes through a shell.
test_arguments() {
  cat >show <<'EOF'
#!/bin/sh
printf '<%s>' "$@" >args
EOF
  chmod +x show
  run_timeit -r 1 -w 0 -c 'x=a $b' -- show ./show '{}-{}' '' '*'
  is status "$status" 0 && is arguments "$(cat args)" '<a $b-a $b><><*>'
}

test_versions() {
  printf '#!/bin/sh\nprintf "peer 1.2\\nmore\\n"\n' >peer
  chmod +x peer
  run_timeit -r 1 -w 0 -V -j o.json -- p ./peer
  json_is 'o.peers.p.version' 'peer 1.2' &&
    has_line out '^p: peer 1\.2$'
}

# A peer that a tool runs: its version is asked for, and it may be missing.
test_program() {
  printf '#!/bin/sh\nprintf "peer 1.2\\n"\n' >peer
  printf '#!/bin/sh\n"$@" >/dev/null\n' >tool
  chmod +x peer tool
  run_timeit -r 1 -w 0 -V -j o.json -P p=./peer -P q=./absent \
    -- p ./tool ./peer -- q ./tool ./absent
  is status "$status" 0 &&
    json_is 'o.peers.p.version' 'peer 1.2' \
      'o.peers.q.missing' true &&
    has_line out '^q: missing, there is no program ./absent$' || return 1
  run_timeit -P nobody=./peer -- p ./tool
  is status "$status" 64 && has_line err 'no peer "nobody"'
}

# What a command that measures many invocations prints about them.
test_invocation_figures() {
  printf '#!/bin/sh\nprintf "each 5.5\\np50 4\\np99 9.25\\nspent 3\\n"\n' >a
  chmod +x a
  run_timeit -r 1 -w 0 -m each,p50,p99,spent -j o.json -- a ./a
  is status "$status" 0 &&
    json_is 'o.cases.run.a.each_us.median' 5.5 \
      'o.cases.run.a.p50_us.median' 4 'o.cases.run.a.p99_us.median' 9.25 \
      'o.cases.run.a.spent_us.median' 3 || return 1
  run_timeit -r 1 -w 0 -m each -- a true
  is status "$status" 2 && has_line out 'printed no line "each NUMBER"'
}

# The machine is described, in particular how busy it was.
test_machine() {
  run_timeit -r 1 -w 0 -j o.json -- a true
  json_is 'o.machine.cores' "$(getconf _NPROCESSORS_ONLN)" \
      'o.machine.kernel' "$(uname -r)" \
      'o.machine.architecture' "$(uname -m)" \
      'o.machine.memory_kb' "$(awk '/^MemTotal/ { print $2 }' /proc/meminfo)" \
      'o.machine.other_processes_share >= 0 &&
      o.machine.other_processes_share <= 1' true
}

# Text of any kind ends as JSON, also what is no UTF-8.
test_json_text() {
  run_timeit -r 1 -w 0 -j o.json -- $'a"\\\n\x01b\xff' true
  json_is 'JSON.stringify(Object.keys(o.peers))' \
    $'["a\\"\\\\\\n\\u0001b\xef\xbf\xbd"]'
}

# A result that cannot be written is an error, and the old one stays.
test_json_unwritable() {
  mkdir o.json
  run_timeit -r 1 -w 0 -j o.json -- a true
  is status "$status" 2 && has_line err '^timeit: o\.json: ' &&
    is 'left behind' "$(ls)" $'err\no.json\nout'
}

# Every wrong command line is refused with 64, and says what is wrong.
test_usage() {
  local -a line
  while IFS='|' read -r message words; do
    read -ra line <<<"$words"
    run_timeit "${line[@]}"
    is "status of '$words'" "$status" 64 && has_line err "$message" || return 1
  done <<'EOF'
a peer is NAME COMMAND|
a peer is NAME COMMAND|-- a
a peer is NAME COMMAND|-- a true -- b
not a number from 1 to 1000|-r 0 -- a true
not a number from 1 to 1000|-r 1001 -- a true
not a number from 0 to 1000|-w -1 -- a true
not a number|-t 5s -- a true
no metric "speed"|-m wall,speed -- a true
no peer "c"|-b c -- a true
no case "y"|-c x=x -l y:a:wall:2 -- a true {}
no peer "b"|-c x=x -l x:b:wall:2 -- a true {}
does not end with a ratio|-c x=x -l x:a:wall:fast -- a true {}
is not CASE:PEER|-c x=x -l x:a:wall -- a true {}
is not NAME=ARG|-c x -- a true {}
has no \{\} for the case|-c x=x -- a true
unrecognized option|--frobnicate -- a true
more than 8 peers|-- a b -- a b -- a b -- a b -- a b -- a b -- a b -- a b -- a b
EOF
  run_timeit --help
  is 'status of --help' "$status" 0 && has_line out '^usage: timeit'
}

# Instructions by the kernel's counter where there is one, else by callgrind:
# in either case a number for a program that ran.
test_instructions() {
  command -v valgrind >/dev/null || {
    echo 'valgrind is not installed'
    return 77
  }
  run_timeit -r 1 -w 0 -m instructions -G valgrind -j o.json -- a /bin/true
  is status "$status" 0 &&
    json_is 'o.cases.run.a.instructions.median > 10000' true \
      'o.instructions_counted_by !== null' true
}

command -v node >/dev/null || {
  echo 'skip all: node, which reads the results, is not installed'
  exit 0
}
[ -x "$timeit" ] || {
  echo "skip all: $timeit is not built (make check builds it)"
  exit 0
}
run_tests "$@"
