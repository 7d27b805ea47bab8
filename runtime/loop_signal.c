/* SPDX-License-Identifier: MIT */
#include "loop_signal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>

#include "limits.h"
#include "loop.h"
#include "loop_sys.h"

/* Lifetime: process, as that of a signal's action. */
static struct {
    struct wick_loop *loop;
    wick_loop_signal_fn on_signal;
    wick_loop_children_fn on_children;
    struct wick_post post;
    atomic_bool is_posted;
    atomic_uint came[WICK_SIGNALS_MAX + 1];
    struct sigaction before[WICK_SIGNALS_MAX + 1];
    /* Bit N - 1 is signal N. */
    uint64_t caught; /* has our handler */
    uint64_t watched;
    uint64_t held;
} signals;

static uint64_t bit_of(int number)
{
    return UINT64_C(1) << (number - 1);
}

static bool is_number(int number)
{
    return number >= 1 && number <= WICK_SIGNALS_MAX;
}

/* The kernel says that the instruction at hand cannot be executed. */
static bool is_fault(int number, const siginfo_t *info)
{
    return info->si_code > 0 &&
           (number == SIGSEGV || number == SIGBUS || number == SIGFPE ||
            number == SIGILL || number == SIGTRAP || number == SIGSYS);
}

/* Interrupts anything: async-signal-safe calls and lock-free atomics only. */
static void handle(int number, siginfo_t *info, void *context)
{
    const struct sigaction by_default = {.sa_handler = SIG_DFL};
    int saved = errno;

    (void)context;
    if (is_fault(number, info)) {
        /* The instruction is executed again, and ends the process. */
        (void)sigaction(number, &by_default, NULL);
    } else {
        atomic_fetch_add(&signals.came[number], 1);
        if (!atomic_exchange(&signals.is_posted, true)) {
            wick_loop_post(signals.loop, &signals.post);
        }
    }
    errno = saved;
}

static void tell(struct wick_post *post)
{
    (void)post;
    /* First: what comes from here on posts anew. */
    atomic_store(&signals.is_posted, false);
    for (int number = 1; number <= WICK_SIGNALS_MAX; number++) {
        unsigned count = atomic_exchange(&signals.came[number], 0);

        if (number == SIGCHLD && count > 0 && signals.on_children) {
            signals.on_children();
        }
        while (count-- > 0 && wick_loop_signal_is_watched(number)) {
            signals.on_signal(number);
        }
    }
}

/* Posts of @loop are ready, and @number has our handler. */
static int catch_signal(struct wick_loop *loop, int number)
{
    struct sigaction action = {.sa_sigaction = handle,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    WICK_ASSERT(signals.caught == 0 || signals.loop == loop);
    int err = wick_loop_enable_posts(loop);
    if (err < 0) {
        return err;
    }
    signals.loop = loop;
    signals.post.on_post = tell;
    if ((signals.caught & bit_of(number)) != 0) {
        return 0;
    }
    (void)sigemptyset(&action.sa_mask);
    err =
        (int)wick_sys_fold(sigaction(number, &action, &signals.before[number]));
    if (err == 0) {
        signals.caught |= bit_of(number);
    }
    return err;
}

/* @number is given back unless somebody still wants it. */
static void let_go(int number)
{
    if (wick_loop_signal_is_watched(number) ||
        (number == SIGCHLD && signals.on_children) ||
        (signals.caught & bit_of(number)) == 0) {
        return;
    }
    (void)sigaction(number, &signals.before[number], NULL);
    signals.caught &= ~bit_of(number);
    atomic_store(&signals.came[number], 0);
}

int wick_loop_signal_watch(struct wick_loop *loop, int number,
                           wick_loop_signal_fn on_signal)
{
    if (!is_number(number)) {
        return -EINVAL;
    }
    int err = catch_signal(loop, number);
    if (err == 0) {
        signals.on_signal = on_signal;
        signals.watched |= bit_of(number);
    }
    return err;
}

void wick_loop_signal_unwatch(int number)
{
    if (wick_loop_signal_is_watched(number) &&
        (signals.held & bit_of(number)) == 0) {
        signals.watched &= ~bit_of(number);
        let_go(number);
    }
}

int wick_loop_signal_watch_children(struct wick_loop *loop,
                                    wick_loop_children_fn on_children)
{
    int err = catch_signal(loop, SIGCHLD);

    if (err == 0) {
        signals.on_children = on_children;
    }
    return err;
}

void wick_loop_signal_unwatch_children(void)
{
    signals.on_children = NULL;
    let_go(SIGCHLD);
}

void wick_loop_signal_hold(int number)
{
    WICK_ASSERT(wick_loop_signal_is_watched(number));
    signals.held |= bit_of(number);
}

bool wick_loop_signal_is_watched(int number)
{
    return is_number(number) && (signals.watched & bit_of(number)) != 0;
}
