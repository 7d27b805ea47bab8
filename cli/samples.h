/* SPDX-License-Identifier: MIT */
/*
 * The sample events of test/events, embedded at build time: the table is
 * written by cli/embed-events.
 */
#ifndef WICK_SAMPLES_H
#define WICK_SAMPLES_H

#include "base.h"

/* Lifetime: process, constant. */
struct wick_sample {
    const char *name; /* the file's name without its suffix */
    const char *bytes;
    const char *end; /* one past the last byte */
};

/* Sorted by name. */
extern const struct wick_sample wick_samples[];
extern const size_t wick_samples_count;

#endif
