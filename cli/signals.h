/* SPDX-License-Identifier: MIT */
/* Ctrl-C and its kin as an event of the reactor. */
#ifndef WICK_SIGNALS_H
#define WICK_SIGNALS_H

#include "base.h"
#include "reactor.h"

/* Lifetime: the command's. */
struct wick_signals {
    struct wick_reactor *reactor;
    struct wick_watch watch;
    /* SIGINT, SIGTERM or SIGHUP has come; a second one kills as ever. */
    void (*on_signal)(struct wick_signals *signals, int signal);
};

/* 0 or -errno. */
WICK_NODISCARD int
wick_signals_start(struct wick_signals *signals, struct wick_reactor *reactor,
                   void (*on_signal)(struct wick_signals *signals, int signal));
void wick_signals_stop(struct wick_signals *signals);

#endif
