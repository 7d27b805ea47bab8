/* SPDX-License-Identifier: MIT */
/*
 * Why the kernel refused this process memory, in words for those who set its
 * limits: a shell (ulimit), a service manager, a container.
 */
#ifndef WICK_REFUSAL_H
#define WICK_REFUSAL_H

#include "base.h"

/* A limit that nobody has set. */
#define WICK_NO_LIMIT SIZE_MAX

/* All in bytes, but for the count. */
struct wick_refusal {
    size_t wanted;        /* what was asked for, 0: no more than was there */
    size_t mapped;        /* address space in use; 0: not known */
    size_t address_limit; /* RLIMIT_AS */
    size_t data_limit;    /* RLIMIT_DATA */
    size_t mappings_max;  /* vm.max_map_count; 0: not known */
};

/* Fills @refusal for @wanted bytes, as far as the system tells. */
void wick_refusal_get(struct wick_refusal *refusal, size_t wanted);

/* The longest explanation with its NUL. */
#define WICK_REFUSAL_TEXT_SIZE 160

enum wick_refused {
    WICK_REFUSED_ADDRESSES,
    WICK_REFUSED_DATA,
    /* No limit of the process: too many mappings, or none left to give. */
    WICK_REFUSED_BY_KERNEL,
};

/*
 * Writes the reason to @text, without a full stop: the limit that was met and
 * what sets it. Returns which it was.
 */
enum wick_refused wick_refusal_explain(const struct wick_refusal *refusal,
                                       char text[WICK_REFUSAL_TEXT_SIZE]);

#endif
