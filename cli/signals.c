/* SPDX-License-Identifier: MIT */
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void fill(sigset_t *set)
{
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGINT);
    (void)sigaddset(set, SIGTERM);
    (void)sigaddset(set, SIGHUP);
}

static void on_ready(struct wick_watch *watch, uint32_t events)
{
    struct wick_signals *signals =
        container_of(watch, struct wick_signals, watch);
    struct signalfd_siginfo info;

    (void)events;
    if (read(watch->fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        /* Whoever presses the keys again is in a hurry. */
        sigset_t set;
        fill(&set);
        (void)sigprocmask(SIG_UNBLOCK, &set, NULL);
        signals->on_signal(signals, (int)info.ssi_signo);
    }
}

int wick_signals_start(struct wick_signals *signals,
                       struct wick_reactor *reactor,
                       void (*on_signal)(struct wick_signals *signals,
                                         int signal))
{
    sigset_t set;

    *signals = (struct wick_signals){
        .reactor = reactor, .watch.fd = -1, .on_signal = on_signal};
    fill(&set);
    (void)sigprocmask(SIG_BLOCK, &set, NULL);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0) {
        return -errno;
    }
    int err = wick_watch_start(reactor, &signals->watch, fd, EPOLLIN, on_ready);
    if (err < 0) {
        (void)close(fd);
    }
    return err;
}

void wick_signals_stop(struct wick_signals *signals)
{
    int fd = signals->watch.fd;

    if (fd >= 0) {
        wick_watch_stop(signals->reactor, &signals->watch);
        (void)close(fd);
    }
}
