/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2() */
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "limits.h"
#include "loop_case.h"

static char *const no_env[] = {NULL};

/* Its exit status, or 128 and its signal. */
static int end_of(int pid)
{
    int status;

    CHECK(pid > 0);
    CHECK_INT(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Runs @what with @script as that of a shell, whose output is @text. */
static void run_shell(struct wick_spawn *what, const char *script, char *text,
                      size_t cap)
{
    char *args[] = {(char *)"sh", (char *)"-c", (char *)(uintptr_t)script,
                    NULL};
    int stdio[] = {WICK_SPAWN_IGNORE, -1, -1};
    int ends[2];
    size_t len = 0;
    ssize_t count;

    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    stdio[1] = ends[1];
    stdio[2] = ends[1];
    what->file = "sh";
    what->args = args;
    what->env = what->env ? what->env : no_env;
    what->stdio = stdio;
    what->stdio_count = ARRAY_LEN(stdio);
    int pid = wick_spawn(what);
    (void)close(ends[1]);
    while ((count = read(ends[0], text + len, cap - 1 - len)) > 0) {
        len += (size_t)count;
    }
    text[len] = '\0';
    (void)close(ends[0]);
    CHECK_INT(end_of(pid), 0);
}

WICK_TEST(output_environment_and_directory)
{
    char *const env[] = {(char *)"PATH=/nowhere:/bin:/usr/bin",
                         (char *)"COLOUR=red", NULL};
    struct wick_spawn what = {.env = env, .cwd = "/usr"};
    char text[256];
    int fds = loop_case_count_fds();

    run_shell(&what, "echo $COLOUR; pwd; cat", text, sizeof(text));
    CHECK_STR(text, "red\n/usr\n");
    CHECK_INT(loop_case_count_fds(), fds);
}

WICK_TEST(what_fails_is_told)
{
    char *args[] = {(char *)"x", NULL};
    struct wick_spawn what = {.file = "/bin/true", .args = args, .env = no_env};
    char *const env[] = {(char *)"PATH=/etc/passwd:/usr:/dev/null/x", NULL};
    const struct {
        const char *file;
        const char *cwd;
        int err;
    } cases[] = {
        {"/nowhere/true", NULL, -ENOENT},
        {"nowhere-true", NULL, -ENOENT},
        {"", NULL, -ENOENT},
        {"/etc/passwd", NULL, -EACCES},
        {"/bin/true", "/nowhere", -ENOENT},
        {"/bin/true", "/etc/passwd", -ENOTDIR},
    };
    int fds = loop_case_count_fds();

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        what.file = cases[i].file;
        what.cwd = cases[i].cwd;
        CHECK_INT(wick_spawn(&what), cases[i].err);
    }
    what = (struct wick_spawn){.file = "bin", .args = args, .env = env};
    CHECK_INT(wick_spawn(&what), -EACCES);
    what.stdio_count = WICK_SPAWN_STDIO_MAX + 1;
    CHECK_INT(wick_spawn(&what), -EINVAL);
    /* Nothing is left to be waited for. */
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_INT(loop_case_count_fds(), fds);
}

/* What the child needs on its way to the program. */
WICK_TEST(descriptors_that_run_out)
{
    char *args[] = {(char *)"true", NULL};
    int fds = loop_case_count_fds();
    const int ignored[] = {WICK_SPAWN_IGNORE};
    const int crossed[] = {STDERR_FILENO, STDIN_FILENO};
    struct wick_spawn what = {.file = "/bin/true",
                              .args = args,
                              .env = no_env,
                              .stdio = ignored,
                              .stdio_count = ARRAY_LEN(ignored)};
    struct rlimit before = loop_case_leave_fds(0);
    int ends[2] = {-1, -1};
    int opened = wick_spawn(&what);
    what.stdio = crossed;
    what.stdio_count = ARRAY_LEN(crossed);
    int lifted = wick_spawn(&what);
    int paired = wick_spawn_pair(ends);
    loop_case_restore_fds(before);
    CHECK_INT(opened, -EMFILE);
    CHECK_INT(lifted, -EMFILE);
    CHECK_INT(paired, -EMFILE);
    /* One of two is none. */
    before = loop_case_leave_fds(1);
    paired = wick_spawn_pair(ends);
    loop_case_restore_fds(before);
    CHECK_INT(paired, -EMFILE);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_INT(loop_case_count_fds(), fds);
}

WICK_TEST(descriptors_may_trade_places)
{
    struct wick_spawn what = {.file = "/bin/sh", .env = no_env};
    char *args[] = {(char *)"sh", (char *)"-c",
                    (char *)"read a; echo $a >&1; read b <&3; echo $b >&4; "
                            "test ! -e /proc/self/fd/5",
                    NULL};
    char text[16] = "";
    int in[2];
    int out[2];

    CHECK_INT(pipe2(in, O_CLOEXEC), 0);
    CHECK_INT(pipe2(out, O_CLOEXEC), 0);
    const int stdio[] = {in[0], out[1], WICK_SPAWN_IGNORE, in[0], out[1]};
    CHECK_INT(write(in[1], "one\ntwo\n", 8), 8);
    what.args = args;
    what.stdio = stdio;
    what.stdio_count = ARRAY_LEN(stdio);
    CHECK_INT(end_of(wick_spawn(&what)), 0);
    CHECK_INT(read(out[0], text, sizeof(text) - 1), 8);
    CHECK_STR(text, "one\ntwo\n");
    loop_case_close_pair(in);
    loop_case_close_pair(out);
}

/* A program expects to wait in read(2). */
WICK_TEST(standard_descriptors_wait)
{
    struct wick_spawn what = {.file = "/bin/sh", .env = no_env};
    char *args[] = {(char *)"sh", (char *)"-c", (char *)"cat >&1", NULL};
    int ends[2];
    int theirs[2];

    CHECK_INT(wick_spawn_pair(ends), 0);
    CHECK_INT(pipe2(theirs, O_CLOEXEC | O_NONBLOCK), 0);
    const int stdio[] = {ends[0], theirs[1]};
    what.args = args;
    what.stdio = stdio;
    what.stdio_count = ARRAY_LEN(stdio);
    int pid = wick_spawn(&what);
    CHECK(pid > 0);
    CHECK_INT(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
    CHECK_INT(fcntl(theirs[1], F_GETFL) & O_NONBLOCK, 0);
    loop_case_close_pair(ends);
    CHECK_INT(end_of(pid), 0);
    loop_case_close_pair(theirs);
}

/* The table's numbers are used crosswise: 3 becomes 4, 4 becomes 3. */
WICK_TEST(descriptors_may_cross)
{
    struct wick_spawn what = {.file = "/bin/sh", .env = no_env};
    char *args[] = {(char *)"sh", (char *)"-c",
                    (char *)"echo up >&100; echo down >&101", NULL};
    int stdio[102];
    int up[2];
    int down[2];
    char text[16] = "";

    for (size_t i = 0; i < ARRAY_LEN(stdio); i++) {
        stdio[i] = WICK_SPAWN_IGNORE;
    }
    CHECK_INT(pipe2(up, O_CLOEXEC), 0);
    CHECK_INT(pipe2(down, O_CLOEXEC), 0);
    stdio[100] = fcntl(up[1], F_DUPFD_CLOEXEC, 101);
    stdio[101] = fcntl(down[1], F_DUPFD_CLOEXEC, 100);
    CHECK_INT(stdio[100], 101);
    CHECK_INT(stdio[101], 100);
    args[2] = (char *)"exec 5>&1; echo up >/proc/self/fd/100; "
                      "echo down >/proc/self/fd/101";
    what.args = args;
    what.stdio = stdio;
    what.stdio_count = ARRAY_LEN(stdio);
    CHECK_INT(end_of(wick_spawn(&what)), 0);
    CHECK_INT(read(up[0], text, sizeof(text) - 1), 3);
    CHECK_STR(text, "up\n");
    CHECK_INT(read(down[0], text, sizeof(text) - 1), 5);
    (void)close(100);
    (void)close(101);
    loop_case_close_pair(up);
    loop_case_close_pair(down);
}

static void never(WICK_UNUSED int number)
{
}

/* Signals 32 to 34 are the C libraries' own: sigaction() refuses them, and what
 * started the tests may have left them ignored. */
static const unsigned long long of_libc = 7ULL << 31;

WICK_TEST(signals_are_as_the_system_has_them)
{
    struct wick_spawn what = {0};
    char text[512];
    sigset_t set;

    CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    CHECK(signal(SIGUSR1, never) != SIG_ERR);
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGUSR2);
    CHECK_INT(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    run_shell(&what, "grep -E '^Sig(Blk|Ign)' /proc/self/status", text,
              sizeof(text));
    unsigned long long blocked = 1;
    unsigned long long ignored = 1;
    CHECK_INT(sscanf(text, "SigBlk: %llx SigIgn: %llx", &blocked, &ignored), 2);
    CHECK_INT(blocked, 0);
    CHECK_INT(ignored & ~of_libc, 0);
    CHECK_INT(sigprocmask(SIG_BLOCK, NULL, &set), 0);
    CHECK(sigismember(&set, SIGUSR2));
    CHECK(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
    CHECK(signal(SIGUSR1, SIG_DFL) == never);
    CHECK_INT(sigprocmask(SIG_UNBLOCK, &set, NULL), 0);
}

WICK_TEST(a_session_of_its_own)
{
    struct wick_spawn what = {.is_detached = true};
    char text[64];

    run_shell(&what, "cut -d' ' -f1,6 /proc/$$/stat", text, sizeof(text));
    char *end;
    long pid = strtol(text, &end, 10);
    CHECK_INT(strtol(end, NULL, 10), pid);
}

WICK_TEST(another_user)
{
    struct wick_spawn what = {
        .has_uid = true, .uid = 12345, .has_gid = true, .gid = 23456};
    char *args[] = {(char *)"true", NULL};
    char text[64];

    if (geteuid() != 0) {
        what.file = "/bin/true";
        what.args = args;
        what.env = no_env;
        CHECK_INT(wick_spawn(&what), -EPERM);
        return;
    }
    run_shell(&what, "id -u; id -g; id -G", text, sizeof(text));
    CHECK_STR(text, "12345\n23456\n23456\n");
    CHECK_INT(geteuid(), 0);
}

/* A file without #! is the shell's. */
WICK_TEST(a_script_that_does_not_say)
{
    char path[] = "/tmp/wick-spawn-XXXXXX";
    int file = mkstemp(path);
    char *args[] = {path, (char *)"7", NULL};
    struct wick_spawn what = {.file = path, .args = args, .env = no_env};

    CHECK(file >= 0);
    CHECK_INT(write(file, "exit $1\n", 8), 8);
    CHECK_INT(fchmod(file, 0700), 0);
    (void)close(file);
    int status = end_of(wick_spawn(&what));
    (void)unlink(path);
    CHECK_INT(status, 7);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(output_environment_and_directory),
    WICK_TEST_ENTRY(what_fails_is_told),
    WICK_TEST_ENTRY(descriptors_that_run_out),
    WICK_TEST_ENTRY(descriptors_may_trade_places),
    WICK_TEST_ENTRY(standard_descriptors_wait),
    WICK_TEST_ENTRY(descriptors_may_cross),
    WICK_TEST_ENTRY(signals_are_as_the_system_has_them),
    WICK_TEST_ENTRY(a_session_of_its_own),
    WICK_TEST_ENTRY(another_user),
    WICK_TEST_ENTRY(a_script_that_does_not_say),
};

WICK_TEST_MAIN(tests)
