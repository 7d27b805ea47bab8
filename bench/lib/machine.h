/* SPDX-License-Identifier: MIT */
/*
 * What the figures were measured on, and how much else the machine had to do
 * meanwhile. All of it is read from the kernel.
 */
#ifndef WICK_BENCH_MACHINE_H
#define WICK_BENCH_MACHINE_H

#include "base.h"

#define WICK_MACHINE_TEXT_MAX 128

/* Lifetime: the caller's storage. Texts are "" when the kernel has none. */
struct wick_machine {
    char cpu[WICK_MACHINE_TEXT_MAX];
    char kernel[WICK_MACHINE_TEXT_MAX];
    char architecture[WICK_MACHINE_TEXT_MAX];
    char governor[WICK_MACHINE_TEXT_MAX];
    char huge_pages[WICK_MACHINE_TEXT_MAX]; /* transparent ones: the mode */
    bool is_virtual;
    unsigned cores; /* online */
    uint64_t memory_kb;
};

/* Reads what does not change. */
void wick_machine_init(struct wick_machine *machine);

/* Readings of the load since @start. Lifetime: the caller's storage. */
struct wick_machine_load {
    uint64_t start_ns;
    double start_busy_s;  /* CPU seconds of all processes since boot */
    double start_steal_s; /* that the hypervisor gave to others */
    double start_own_s;   /* CPU seconds of our children */
};

/* Begins a measurement of the load. */
void wick_machine_load_start(struct wick_machine_load *load);

/*
 * The shares (0 to 1) of the machine's CPU time since the start that went to
 * processes other than ours, and that the hypervisor withheld. 0 where the
 * kernel does not tell.
 */
void wick_machine_load_read(const struct wick_machine_load *load,
                            double *others, double *stolen);

#endif
