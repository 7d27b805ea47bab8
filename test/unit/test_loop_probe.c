/* SPDX-License-Identifier: MIT */
/*
 * io_uring as containers refuse it, in children with seccomp filters and
 * limits of their own.
 */
#include "loop_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "child.h"
#include "loop.h"
#include "loop_case.h"
#include "poison.h"

/* From here on system call @number fails with @err in this process. */
static void refuse(long number, int err)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)err),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {ARRAY_LEN(code), code};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        _exit(77);
    }
}

/* In a child: 0 when @condition, else a message and an end. */
#define EXPECT(condition)                                           \
    do {                                                            \
        if (!(condition)) {                                         \
            (void)fprintf(stderr, "%s: %s", WICK_HERE, #condition); \
            _exit(1);                                               \
        }                                                           \
    } while (0)

static void count_end(struct wick_op *op)
{
    EXPECT(op->result == 1);
}

/* A loop of @config has the back end @name, and it works. */
static void expect_working(const struct wick_loop_config *config,
                           const char *name)
{
    struct wick_loop *loop;
    struct wick_op rx = {0};
    struct wick_op tx = {0};
    char why[WICK_LOOP_WHY_SIZE] = "";
    char byte = 'x';
    int ends[2];

    EXPECT(wick_loop_new(&loop, config, why) == 0);
    EXPECT(strcmp(wick_loop_backend_name(loop), name) == 0);
    EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    wick_op_recv(&rx, ends[0], &byte, 1);
    wick_op_send(&tx, ends[1], "y", 1);
    EXPECT(wick_loop_start(loop, &rx, count_end) == 0);
    EXPECT(wick_loop_start(loop, &tx, count_end) == 0);
    while (wick_loop_is_alive(loop)) {
        EXPECT(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    EXPECT(byte == 'y');
    EXPECT(close(ends[0]) == 0);
    EXPECT(close(ends[1]) == 0);
    wick_loop_free(loop);
}

static int count_fds(void)
{
    int count = 0;

    for (int fd = 0; fd < 64; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

/* io_uring does not work: unsaid by default, an error when asked for. */
static void expect_refused(int err, const char *what)
{
    struct wick_loop_config forced = {.backend = WICK_LOOP_URING};
    char why[WICK_LOOP_WHY_SIZE] = "";
    struct wick_loop *loop;
    int fds = count_fds();

    if (wick_is_on_valgrind()) {
        _exit(77);
    }
    EXPECT(wick_loop_new(&loop, &forced, why) == err);
    EXPECT(strstr(why, what));
    EXPECT(strstr(why, "io_uring is not usable here"));
    EXPECT(count_fds() == fds);
    expect_working(NULL, "epoll");
    EXPECT(count_fds() == fds);
}

static void setup_is_refused_with_eperm(void)
{
    refuse(SYS_io_uring_setup, EPERM);
    expect_refused(-EPERM, "io_uring_setup: operation not permitted (EPERM)");
}

static void setup_is_refused_with_enosys(void)
{
    refuse(SYS_io_uring_setup, ENOSYS);
    expect_refused(-ENOSYS, "io_uring_setup: function not implemented");
}

static void enter_is_refused(void)
{
    refuse(SYS_io_uring_enter, EPERM);
    expect_refused(-EPERM, "io_uring_enter: ");
}

static void register_is_refused(void)
{
    refuse(SYS_io_uring_register, EACCES);
    expect_refused(-EACCES, "io_uring_register: ");
}

static void descriptors_are_short(void)
{
    struct rlimit limit = {3, 3};

    /* Valgrind keeps descriptors of its own above the limit. */
    if (wick_is_on_valgrind()) {
        _exit(77);
    }
    /* Standard descriptors only: a ring cannot have one, nor can epoll. */
    for (int fd = 3; fd < 64; fd++) {
        (void)close(fd);
    }
    EXPECT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    struct wick_loop *loop;
    char why[WICK_LOOP_WHY_SIZE] = "";
    EXPECT(wick_loop_new(&loop, NULL, why) == -EMFILE);
    EXPECT(strstr(why, "epoll_create1: too many open files (EMFILE)"));
}

static void locked_memory_is_short(void)
{
    struct rlimit limit = {64 * 1024, 64 * 1024};
    struct wick_loop_config config = {.backend = WICK_LOOP_AUTO};
    struct wick_loop *loop;

    EXPECT(setrlimit(RLIMIT_MEMLOCK, &limit) == 0);
    EXPECT(wick_loop_new(&loop, &config, NULL) == 0);
    const char *name = wick_loop_backend_name(loop);
    wick_loop_free(loop);
    expect_working(&config, name);
}

static void epoll_is_forced(void)
{
    struct wick_loop_config config = {.backend = WICK_LOOP_EPOLL};

    /* It asks nothing of io_uring. */
    refuse(SYS_io_uring_setup, EPERM);
    expect_working(&config, "epoll");
}

static void uring_is_forced(void)
{
    struct wick_loop_config config = {.backend = WICK_LOOP_URING};
    struct wick_loop *loop;

    if (wick_loop_new(&loop, &config, NULL) < 0) {
        _exit(77);
    }
    wick_loop_free(loop);
    expect_working(&config, "io_uring");
    expect_working(NULL, "io_uring");
}

static void run_in_child(void (*body)(void))
{
    static struct test_child child;

    test_child_run(&child, body);
    if (child.status == 77) {
        SKIP("not possible on this kernel");
    }
    if (child.status != 0) {
        TEST_LEAVE(TEST_FAILED, "%.400s (status %d, signal %d)", child.text,
                   child.status, child.signal);
    }
}

#define CHILD_TEST(name)    \
    WICK_TEST(test_##name)  \
    {                       \
        run_in_child(name); \
    }

CHILD_TEST(setup_is_refused_with_eperm)
CHILD_TEST(setup_is_refused_with_enosys)
CHILD_TEST(enter_is_refused)
CHILD_TEST(register_is_refused)
CHILD_TEST(descriptors_are_short)
CHILD_TEST(locked_memory_is_short)
CHILD_TEST(epoll_is_forced)
CHILD_TEST(uring_is_forced)

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(test_setup_is_refused_with_eperm),
    WICK_TEST_ENTRY(test_setup_is_refused_with_enosys),
    WICK_TEST_ENTRY(test_enter_is_refused),
    WICK_TEST_ENTRY(test_register_is_refused),
    WICK_TEST_ENTRY(test_descriptors_are_short),
    WICK_TEST_ENTRY(test_locked_memory_is_short),
    WICK_TEST_ENTRY(test_epoll_is_forced),
    WICK_TEST_ENTRY(test_uring_is_forced),
};

WICK_TEST_MAIN(tests)
