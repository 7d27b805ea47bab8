# SPDX-License-Identifier: MIT
# Messages and the one line of progress.

die() {
    progress_clear
    printf 'deps/build: %s\n' "$*" >&2
    exit 1
}

# shout TEXT...: a warning that nobody should miss.
shout() {
    progress_clear
    printf 'deps/build: WARNING: %s\n' "$*" >&2
}

# say TEXT...: a line of its own, whatever the progress line does.
say() {
    progress_clear
    printf '%s\n' "$*"
}

# At most one line in this many seconds where the output is not a terminal.
PROGRESS_PERIOD_S=10
PROGRESS_DRAWN=
PROGRESS_LAST_S=-$PROGRESS_PERIOD_S

# progress_clear: remove the progress line from a terminal.
progress_clear() {
    [[ -z $PROGRESS_DRAWN ]] || printf '\r\033[K'
    PROGRESS_DRAWN=
}

# progress_show [now] TEXT: rewrite the line on a terminal; elsewhere print it
# as a line if it is a new step ("now") or the last one is old enough.
progress_show() {
    local now=
    if [[ $1 == now ]]; then
        now=1
        shift
    fi
    if [[ -t 1 ]]; then
        printf '\r\033[K%.*s' "${COLUMNS:-79}" "$*"
        PROGRESS_DRAWN=1
    elif [[ -n $now ]] || ((SECONDS - PROGRESS_LAST_S >= PROGRESS_PERIOD_S)); then
        printf '%s\n' "$*"
        PROGRESS_LAST_S=$SECONDS
    fi
}

# log_percent LOG: how far a build is by the last "[done/all]" that ninja has
# written to its log; 0 where it has none.
log_percent() {
    local line
    line=$(tail -c 4096 "$1" 2>/dev/null |
        grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1)
    [[ $line =~ ([0-9]+)/([0-9]+) ]] && ((BASH_REMATCH[2] > 0)) || {
        echo 0
        return 0
    }
    echo $((BASH_REMATCH[1] * 100 / BASH_REMATCH[2]))
}
