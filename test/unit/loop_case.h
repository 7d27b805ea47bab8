/* SPDX-License-Identifier: MIT */
/*
 * Runs every test of the loop on both back ends. LOOP_TEST(name) { ... } gets
 * a fresh @loop; afterwards the loop is drained and freed, and the process
 * must have the descriptors that it had before.
 */
#ifndef WICK_TEST_LOOP_CASE_H
#define WICK_TEST_LOOP_CASE_H

#include <dirent.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "loop.h"
#include "loop_sys.h"
#include "test.h"

#define LOOP_TEST(name)                       \
    static void name(struct wick_loop *loop); \
    WICK_TEST(name##_uring)                   \
    {                                         \
        loop_case_run(WICK_LOOP_URING, name); \
    }                                         \
    WICK_TEST(name##_epoll)                   \
    {                                         \
        loop_case_run(WICK_LOOP_EPOLL, name); \
    }                                         \
    static void name(struct wick_loop *loop)
#define LOOP_TEST_ENTRIES(name) \
    WICK_TEST_ENTRY(name##_uring), WICK_TEST_ENTRY(name##_epoll)

/* The number of descriptors that are open, one for the count itself. */
static inline int loop_case_count_fds(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int count = 0;

    CHECK(dir);
    while (readdir(dir)) {
        count++;
    }
    (void)closedir(dir);
    return count;
}

/*
 * From here on @left more descriptors can be opened. Returns the former limit,
 * for loop_case_restore_fds().
 */
static inline struct rlimit loop_case_leave_fds(rlim_t left)
{
    struct rlimit before;
    int lowest = dup(STDIN_FILENO);

    CHECK(lowest >= 0);
    CHECK_INT(close(lowest), 0);
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &before), 0);
    struct rlimit limit = {(rlim_t)lowest + left, before.rlim_max};
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return before;
}

static inline void loop_case_restore_fds(struct rlimit before)
{
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static inline void loop_case_run(enum wick_loop_backend backend,
                                 void (*body)(struct wick_loop *loop))
{
    struct wick_loop_config config = {.backend = backend};
    char why[WICK_LOOP_WHY_SIZE];
    struct wick_loop *loop;
    int fds = loop_case_count_fds();

    int err = wick_loop_new(&loop, &config, why);
    if (err < 0 && backend == WICK_LOOP_URING) {
        SKIP(why);
    }
    CHECK_INT(err, 0);
    body(loop);
    wick_loop_drain(loop);
    wick_loop_free(loop);
    for (int kind = 0; kind < WICK_OP_KIND_COUNT; kind++) {
        wick_sys_fault_set((enum wick_op_kind)kind, 0, 0, 0);
    }
    CHECK_INT(loop_case_count_fds(), fds);
}

/* Lifetime: a test's. An operation that remembers its end. */
struct loop_case_op {
    struct wick_op op;
    int calls;
    int order; /* among all ends of the process, from 1 */
};

static int loop_case_order;

static void loop_case_on_done(struct wick_op *op)
{
    struct loop_case_op *end = container_of(op, struct loop_case_op, op);

    end->calls++;
    end->order = ++loop_case_order;
}

static inline void loop_case_start(struct wick_loop *loop,
                                   struct loop_case_op *end)
{
    end->calls = 0;
    CHECK_INT(wick_loop_start(loop, &end->op, loop_case_on_done), 0);
    CHECK_INT(end->calls, 0);
}

/* Turns until @end has ended. Returns its result. */
static inline int64_t loop_case_finish(struct wick_loop *loop,
                                       struct loop_case_op *end)
{
    while (end->calls == 0) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    CHECK_INT(end->calls, 1);
    return end->op.result;
}

static inline int64_t loop_case_await(struct wick_loop *loop,
                                      struct loop_case_op *end)
{
    loop_case_start(loop, end);
    return loop_case_finish(loop, end);
}

/* A connected pair of stream sockets. */
static inline void loop_case_pair(int ends[2])
{
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
}

static inline void loop_case_close_pair(const int ends[2])
{
    (void)close(ends[0]);
    (void)close(ends[1]);
}

#endif
