/* SPDX-License-Identifier: MIT */
/*
 * Scenario files (test/contract/README.md): reading them, their escapes and
 * their patterns. Errors end the program with a message: a scenario that
 * cannot be read is a bug of the test.
 */
#ifndef WICK_SCN_H
#define WICK_SCN_H

#include "base.h"
#include "buf.h"
#include "str.h"

#define SCN_STEPS_MAX 512

/* "VERB: ARGUMENT" and the "| ..." lines behind it, borrowed from the file. */
struct scn_step {
    int line;
    struct wick_str verb;
    struct wick_str argument;
    struct wick_str block; /* whole lines, with their "|" */
};

struct scn {
    char *text;
    size_t count;
    struct scn_step steps[SCN_STEPS_MAX];
};

/* What stands for the peer's address in a scenario. */
struct scn_names {
    struct wick_str host; /* for $HOST: address and port */
    struct wick_str port; /* for $PORT */
    struct wick_str root; /* for $ROOT */
};

/* Ends the program with status 2 after "FILE:LINE: ...". */
WICK_NORETURN WICK_PRINTF(3, 4) void scn_die(const char *path, int line,
                                             const char *format, ...);

/* Reads @path; freed with scn_release(). */
void scn_load(struct scn *scn, const char *path);
void scn_release(struct scn *scn);

/* Appends @text with its escapes and names replaced. */
void scn_expand(struct wick_buf *out, struct wick_str text,
                const struct scn_names *names);

/*
 * Appends a block: "| TEXT" is a line that ends in @end, "|= TEXT" has no
 * end, "|N* TEXT" is TEXT N times without an end.
 */
void scn_expand_block(struct wick_buf *out, struct wick_str block,
                      const struct scn_names *names, const char *end);

/* @text matches @pattern, in which "*" stands for any bytes. */
bool scn_match(struct wick_str pattern, struct wick_str text);

#endif
