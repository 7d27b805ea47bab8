/* SPDX-License-Identifier: MIT */
/*
 * Opens an io_uring and finds out whether all that the loop needs works in
 * it. Containers refuse io_uring in many ways: by a filter on io_uring_setup,
 * with EPERM or ENOSYS; by a filter on io_uring_enter alone; by a sysctl; by
 * a limit on locked memory (kernels before 5.12). None of them is an error.
 */
#ifndef WICK_LOOP_PROBE_H
#define WICK_LOOP_PROBE_H

#include <liburing.h>

#include "base.h"

/*
 * Opens @ring with @entries submissions and the best flags that the kernel
 * takes, and makes one round trip through it. @has_chains: open and read may
 * be linked through a direct descriptor (Linux 5.17). 0, or a negative errno
 * with a sentence in @why (WICK_LOOP_WHY_SIZE bytes) and nothing left open.
 */
WICK_NODISCARD int wick_loop_probe(struct io_uring *ring, unsigned entries,
                                   bool *has_chains, char *why);

#endif
