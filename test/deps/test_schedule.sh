#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deps/build: which step runs when.
. "$(dirname "$0")/lib.sh"

# steps NAME:NEEDS:WEIGHT:SERIAL...: the recipes of a schedule, set by hand.
steps() {
    local step name needs weight serial
    declare -gA RECIPE=() STEP_PID=()
    # shellcheck disable=SC1091
    . "$ROOT/deps/lib/schedule.sh"
    STEPS=()
    for step; do
        IFS=: read -r name needs weight serial <<<"$step"
        STEPS+=("$name")
        RECIPE[$name.NEEDS]=${needs//,/ }
        RECIPE[$name.WEIGHT]=$weight
        RECIPE[$name.SERIAL]=$serial
    done
    schedule_order
}

# Wrong if: what the longest chain waits for does not come first.
test_longest_chain_first() {
    steps libc::20: heavy:libc:90: cxx:libc:10: engine:cxx:800: alone::50:
    expect 'another order' is "${STEPS_BY_CHAIN[*]}" \
        'libc cxx engine heavy alone'
}

# Wrong if: a step that fills the processors gets company, or one that does not
# is left alone, or there are three.
test_company_for_serial_steps() {
    steps full::1: serial::1:1 other::1:1
    expect 'nothing may start' schedule_has_room
    STEP_PID=(["full"]=1)
    expect 'company for a full step' not schedule_has_room
    STEP_PID=(["serial"]=1)
    expect 'no company for a serial step' schedule_has_room
    STEP_PID=(["serial"]=1 ["other"]=2)
    expect 'three at once' not schedule_has_room
}

run_tests "$@"
