# SPDX-License-Identifier: MIT
# Runs the steps, the longest chain first. One that leaves processors idle for
# long (SERIAL: unpacking of a large archive, generators) has another beside it,
# so that what does not wait for the chain is built in its gaps.

STEPS_AT_ONCE=2

# Of the current run: process id and start of each running step; the finished.
declare -gA STEP_PID=() STEP_START_S=() STEP_DONE=()
declare -ga STEPS_BY_CHAIN=()

# schedule NAME...: build the named recipes, which come in order of need.
schedule() {
    STEPS=("$@")
    local total_weight=0 name
    schedule_order
    for name in "${STEPS[@]}"; do
        ((total_weight += RECIPE[$name.WEIGHT]))
    done
    SCHEDULE_START_S=$SECONDS
    trap 'schedule_stop; exit 130' INT
    trap 'schedule_stop; exit 143' TERM HUP
    while ((${#STEP_DONE[@]} < ${#STEPS[@]})); do
        schedule_start
        schedule_progress "$total_weight"
        schedule_wait
        schedule_reap
    done
    trap - INT TERM HUP
    kill "$TICKER_PID" 2>/dev/null || true
    progress_clear
}

# schedule_order: set STEPS_BY_CHAIN to the steps, first what the longest chain
# of others waits for. In STEPS a step comes after what it needs.
schedule_order() {
    local -A chain=()
    local index name need
    for ((index = ${#STEPS[@]} - 1; index >= 0; index--)); do
        name=${STEPS[index]}
        chain[$name]=$((RECIPE[$name.WEIGHT] + ${chain[$name]:-0}))
        for need in ${RECIPE[$name.NEEDS]}; do
            ((${chain[$need]:-0} >= chain[$name])) ||
                chain[$need]=${chain[$name]}
        done
    done
    mapfile -t STEPS_BY_CHAIN < <(
        for name in "${STEPS[@]}"; do
            printf '%d %s\n' "${chain[$name]}" "$name"
        done | sort -srn | cut -d' ' -f2
    )
}

# schedule_has_room: may another step run beside those that do?
schedule_has_room() {
    local name
    ((${#STEP_PID[@]} < STEPS_AT_ONCE)) || return 1
    for name in "${!STEP_PID[@]}"; do
        [[ -n ${RECIPE[$name.SERIAL]} ]] || return 1
    done
}

# schedule_start: start what can be started.
schedule_start() {
    local name need ready
    for name in "${STEPS_BY_CHAIN[@]}"; do
        schedule_has_room || return 0
        [[ -z ${STEP_PID[$name]:-}${STEP_DONE[$name]:-} ]] || continue
        ready=1
        for need in ${RECIPE[$name.NEEDS]}; do
            [[ " ${STEPS[*]} " != *" $need "* || -n ${STEP_DONE[$need]:-} ]] ||
                ready=
        done
        [[ -n $ready ]] || continue
        # Its own process group, so that all of it can be stopped.
        set -m
        (
            trap - INT TERM HUP
            set -euo pipefail
            step_run "$name"
        ) >"$(step_log "$name")" 2>&1 </dev/null &
        STEP_PID[$name]=$!
        set +m
        STEP_START_S[$name]=$SECONDS
        STEP_NEW=$name
    done
}

# step_log NAME: where the output of the build goes.
step_log() {
    echo "$CACHE_DIR/log/$1-${KEY[$1]}.log"
}

# schedule_wait: until a step ends or the line of progress is due again.
schedule_wait() {
    local period=$PROGRESS_PERIOD_S
    [[ ! -t 1 ]] || period=1
    if [[ -z ${TICKER_PID:-} ]] || ! kill -0 "$TICKER_PID" 2>/dev/null; then
        sleep "$period" &
        TICKER_PID=$!
    fi
    wait -n "$TICKER_PID" "${STEP_PID[@]}" || true
}

# schedule_reap: collect the steps that have ended.
schedule_reap() {
    local name pid status
    for name in "${!STEP_PID[@]}"; do
        pid=${STEP_PID[$name]}
        ! kill -0 "$pid" 2>/dev/null || continue
        status=0
        wait "$pid" || status=$?
        unset "STEP_PID[$name]"
        ((status == 0)) || schedule_fail "$name" "$status"
        STEP_DONE[$name]=1
        say "$(printf '[%d/%d] %s %s: done in %ds' "${#STEP_DONE[@]}" \
            "${#STEPS[@]}" "$name" "${RECIPE[$name.VERSION]}" \
            $((SECONDS - STEP_START_S[$name])))"
    done
}

# schedule_fail NAME STATUS: stop the others and say what went wrong.
schedule_fail() {
    local name=$1 status=$2 log
    log=$(step_log "$name")
    schedule_stop
    progress_clear
    tail -n 25 "$log" >&2
    if disk_is_full "$log"; then
        die "$name: the disk that holds $CACHE_DIR is full. Make room or set" \
            "XDG_CACHE_HOME to another disk, and run this again: it goes on" \
            "where it stopped"
    fi
    die "$name: the build failed (status $status). All of its output: $log"
}

# schedule_stop: end the running steps with all their processes.
schedule_stop() {
    local name
    for name in "${!STEP_PID[@]}"; do
        kill -TERM -- "-${STEP_PID[$name]}" 2>/dev/null || true
    done
    kill "${TICKER_PID:-}" 2>/dev/null || true
    wait
}

# schedule_progress TOTAL_WEIGHT: the line of progress. Weights are seconds on
# two cores; the measured pace takes over from them as the build goes on.
schedule_progress() {
    local total=$1 name done_weight=0 elapsed left running= percent weight
    elapsed=$((SECONDS - SCHEDULE_START_S))
    for name in "${STEPS[@]}"; do
        weight=${RECIPE[$name.WEIGHT]}
        if [[ -n ${STEP_DONE[$name]:-} ]]; then
            ((done_weight += weight)) || true
        elif [[ -n ${STEP_PID[$name]:-} ]]; then
            percent=$(log_percent "$(step_log "$name")")
            ((done_weight += weight * percent / 100)) || true
            running+=" $name"
        fi
    done
    [[ -n $running ]] || return 0
    left=$(((total - done_weight) * 2 / JOBS))
    if ((done_weight * 10 > total)); then
        left=$(((total - done_weight) * elapsed / done_weight))
    fi
    progress_show ${STEP_NEW:+now} "$(printf '[%d/%d] building%s, time left ~%ds' \
        $((${#STEP_DONE[@]} + 1)) "${#STEPS[@]}" "$running" "$left")"
    STEP_NEW=
}
