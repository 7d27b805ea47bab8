/* SPDX-License-Identifier: MIT */
/*
 * The two sides that a scenario deals with: the connections of a server on a
 * loopback port, and the function as a child process. Whatever fails ends the
 * program through mock_fail(); nothing waits longer than MOCK_LIMIT_S, a
 * guard that no passing scenario comes near.
 */
#ifndef WICK_MOCK_H
#define WICK_MOCK_H

#include <sys/types.h>

#include "base.h"
#include "buf.h"
#include "http1.h"
#include "scn.h"

#define MOCK_LIMIT_S         300
#define MOCK_CONNECTIONS_MAX 8
#define MOCK_BYTES_MAX       (96 * WICK_MIB)
#define MOCK_WORDS_MAX       64

struct mock_connection {
    int fd; /* -1: closed */
    struct wick_http1 http;
    struct wick_buf input; /* received and not yet parsed */
    struct wick_buf raw;   /* of the current request, as received */
    struct wick_buf body;  /* of the current request, decoded */
    size_t body_seen;      /* of it, by "expect body" */
    bool is_head_done;
    bool is_done;
};

struct mock_child {
    pid_t pid; /* 0: not started or reaped */
    int stdin_fd;
    int output_fds[2]; /* stdout, stderr; -1 at their end */
    struct wick_buf output[2];
    int status; /* of waitpid(2), when reaped */
};

/* Arguments or environment, as execve(2) takes them. */
struct mock_words {
    char *list[MOCK_WORDS_MAX + 1];
    size_t count;
};

struct mock {
    const char *path;
    int line; /* of the step that is running */
    int listener;
    char host[32];
    char port[8];
    char root[64];
    struct scn_names names;
    uint64_t limit_ns;
    struct mock_connection connections[MOCK_CONNECTIONS_MAX];
    int connection_count;
    int current;                 /* -1: none */
    struct mock_words arguments; /* the first is the program */
    struct mock_words environment;
    struct mock_child child;
    int event_count;
    char event_id[32];
    struct wick_buf scratch;
};

/* Says what failed in which step, ends the child and the program. */
WICK_NORETURN WICK_PRINTF(2, 3) void mock_fail(struct mock *mock,
                                               const char *format, ...);

/* Listens on an ephemeral port of 127.0.0.1 and makes the task root. */
void mock_init(struct mock *mock, const char *path);
void mock_release(struct mock *mock);

/* @text or @block with escapes and names replaced, until the next call. */
struct wick_str mock_expand(struct mock *mock, struct wick_str text);
struct wick_str mock_expand_block(struct mock *mock, struct wick_str block,
                                  const char *end);

/* The program and arguments @argv, and Lambda's environment. */
void mock_prepare(struct mock *mock, char *const argv[]);
void mock_prepare_release(struct mock *mock);
/* A step that comes before the function is started; false: another one. */
bool mock_prepare_step(struct mock *mock, const struct scn_step *step);
/*
 * Writes a file below the task root, with the directories on its way. It is
 * there whole or not at all: the function may be looking for it.
 */
void mock_write_file(struct mock *mock, struct wick_str name,
                     struct wick_str bytes);

/* Waits for POLL* @events of @fd while reading the child's output. */
void mock_wait(struct mock *mock, int fd, short events, const char *what);

/* The connection that steps are about; the next one is taken if need be. */
struct mock_connection *mock_get(struct mock *mock);
struct mock_connection *mock_accept(struct mock *mock);

/* Reads on until the current request has its head, or all of it. */
void mock_read_head(struct mock *mock);
void mock_read_body(struct mock *mock, size_t len);
void mock_read_request(struct mock *mock);
/*
 * Waits until the peer closes. It may still send the rest of a request that
 * has begun, but no other.
 */
void mock_read_close(struct mock *mock);

/*
 * Sends all of @bytes in pieces of @every (0: one). Each piece is read by
 * the peer before the next is sent.
 */
void mock_send(struct mock *mock, struct wick_str bytes, size_t every);

enum mock_end { MOCK_CLOSE, MOCK_RESET, MOCK_SHUTDOWN };
void mock_close(struct mock *mock, enum mock_end end);

/* Starts the program in the task root. */
void mock_child_start(struct mock *mock);
/* Reads what the child says until it has ended; its status. */
int mock_child_end(struct mock *mock);
void mock_child_write(struct mock *mock, struct wick_str line);
/* Waits until a line that matches @pattern has been said. */
void mock_child_expect(struct mock *mock, struct wick_str pattern);
/* Whether such a line has been said so far. */
bool mock_child_has_said(const struct mock *mock, struct wick_str pattern);
void mock_child_signal(struct mock *mock, int number);

#endif
