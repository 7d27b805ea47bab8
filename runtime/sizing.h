/* SPDX-License-Identifier: MIT */
/*
 * How large the engine may be, from the environment: the memory of the
 * function decides, WICK_SMOL, WICK_JIT_MB and WICK_HEAP_MB override.
 * Knows nothing of the engine itself.
 */
#ifndef WICK_SIZING_H
#define WICK_SIZING_H

#include "base.h"

struct wick_env_error;

/* Lifetime: the caller's. All sizes in bytes. */
struct wick_sizing {
    bool is_smol;
    size_t memory_bytes; /* what the process may use in all */
    size_t jit_bytes;    /* region for generated code */
    size_t heap_bytes; /* live objects at the most; 0: what there is room for */
    /* Private pages at the most: memory_bytes without what files hold. */
    size_t resident_bytes;
};

/*
 * Fills @sizing. @host_memory is asked for bytes where
 * AWS_LAMBDA_FUNCTION_MEMORY_SIZE (MB) does not say, which saves a start on
 * Lambda its system calls. Returns 0, or the negative code of env.h with its
 * sentence in @error.
 */
WICK_NODISCARD int wick_sizing_init(struct wick_sizing *sizing,
                                    size_t (*host_memory)(void),
                                    struct wick_env_error *error);

/*
 * The least limit of memory of the control group of this process and of those
 * that it lies in: version 2 mounted at @root, else version 1 at @root/memory.
 * @groups is the file that names the group, as proc(5) has it; in a container
 * that does not see its own path, the root of the mount is its group. Bytes; 0
 * for no limit.
 */
size_t wick_sizing_group_limit(const char *root, const char *groups);

/*
 * The bytes of memory that this process may use: the control group's limit, or
 * the machine's memory where there is none.
 */
size_t wick_sizing_host_memory(void);

#endif
