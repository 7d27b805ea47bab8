/* SPDX-License-Identifier: MIT */
/*
 * What the functions of this folder are given to do, and what they have to
 * answer: one event, over and over, and the response that it must bring.
 */
#ifndef WICK_BENCH_LOAD_H
#define WICK_BENCH_LOAD_H

#include "base.h"
#include "buf.h"

/* Bytes of the echoed event; the stream has STREAM_CHUNKS of STREAM_CHUNK. */
#define WICK_LOAD_ECHO_BYTES    10240
#define WICK_LOAD_STREAM_CHUNK  4096
#define WICK_LOAD_STREAM_CHUNKS 16

/* Lifetime: process; the buffers are owned. */
struct wick_load {
    struct wick_buf event;
    struct wick_buf response;
};

/*
 * Fills @load with the case called @name, one of wick_load_names(). 0, or
 * -ENOENT when there is none of that name.
 */
WICK_NODISCARD int wick_load_init(struct wick_load *load, const char *name);
void wick_load_release(struct wick_load *load);

/* The names of all cases, for a message. */
const char *wick_load_names(void);

#endif
