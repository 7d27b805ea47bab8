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
    struct wick_post post;
    atomic_bool is_posted;
    atomic_uint came[WICK_SIGNALS_MAX + 1];
    struct sigaction before[WICK_SIGNALS_MAX + 1];
    /* Bit N - 1 is signal N. */
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

        while (count-- > 0 && wick_loop_signal_is_watched(number)) {
            signals.on_signal(number);
        }
    }
}

int wick_loop_signal_watch(struct wick_loop *loop, int number,
                           wick_loop_signal_fn on_signal)
{
    struct sigaction action = {.sa_sigaction = handle,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    if (!is_number(number)) {
        return -EINVAL;
    }
    WICK_ASSERT(signals.watched == 0 || signals.loop == loop);
    int err = wick_loop_enable_posts(loop);
    if (err < 0) {
        return err;
    }
    signals.loop = loop;
    signals.on_signal = on_signal;
    signals.post.on_post = tell;
    if (wick_loop_signal_is_watched(number)) {
        return 0;
    }
    (void)sigemptyset(&action.sa_mask);
    err =
        (int)wick_sys_fold(sigaction(number, &action, &signals.before[number]));
    if (err == 0) {
        signals.watched |= bit_of(number);
    }
    return err;
}

void wick_loop_signal_unwatch(int number)
{
    if (!wick_loop_signal_is_watched(number) ||
        (signals.held & bit_of(number)) != 0) {
        return;
    }
    (void)sigaction(number, &signals.before[number], NULL);
    signals.watched &= ~bit_of(number);
    atomic_store(&signals.came[number], 0);
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
