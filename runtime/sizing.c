/* SPDX-License-Identifier: MIT */
#include "sizing.h"

#include "env.h"
#include "limits.h"
#include "str.h"

#include <fcntl.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* What the process needs beside the objects of JavaScript: text, generated
 * code, buffers, stack. bench/memory shows what remains of it. */
#define WICK_OVERHEAD_MIN (32 * WICK_MIB)

/* The largest function; a machine with more is treated as one of these, since
 * the engine's growth curve changes with what it believes to have. */
#define WICK_MEMORY_USED_MAX (10240 * WICK_MIB)

/* 64 MB, or 128 where a whole vCPU compiles concurrently. */
#define WICK_JIT_MB_SMOL 64
#define WICK_JIT_MB_FULL 128

/* The engine's region must be a power of two. */
static size_t round_to_power(uint64_t mb)
{
    uint64_t power = 1;

    while (power < mb) {
        power *= 2;
    }
    return power * WICK_MIB;
}

static size_t heap_for(size_t memory)
{
    size_t overhead = memory / 8;

    if (overhead < WICK_OVERHEAD_MIN) {
        overhead = WICK_OVERHEAD_MIN;
    }
    return memory >= 2 * overhead ? memory - overhead : memory / 2;
}

static int read_mb(const char *name, uint64_t min, uint64_t max, uint64_t *mb,
                   struct wick_env_error *error)
{
    const struct wick_env_range range = {min, max, "MB"};

    return wick_env_u64(name, &range, mb, error);
}

/* The function's memory, and whether it is one for the small engine. */
static int read_memory(struct wick_sizing *sizing, size_t (*host_memory)(void),
                       struct wick_env_error *error)
{
    uint64_t mb = 0;
    int found = read_mb("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", WICK_MEMORY_MB_MIN,
                        WICK_MEMORY_MB_MAX, &mb, error);

    if (found < 0) {
        return found;
    }
    sizing->is_smol = found == 0 || mb < WICK_SMOL_BELOW_MB;
    sizing->memory_bytes = found ? mb * WICK_MIB : host_memory();
    if (sizing->memory_bytes > WICK_MEMORY_USED_MAX) {
        sizing->memory_bytes = WICK_MEMORY_USED_MAX;
    }
    return wick_env_bool("WICK_SMOL", &sizing->is_smol, error);
}

int wick_sizing_init(struct wick_sizing *sizing, size_t (*host_memory)(void),
                     struct wick_env_error *error)
{
    uint64_t jit_mb;
    uint64_t heap_mb;
    int err = read_memory(sizing, host_memory, error);

    if (err < 0) {
        return err;
    }
    jit_mb = sizing->is_smol ? WICK_JIT_MB_SMOL : WICK_JIT_MB_FULL;
    err = read_mb("WICK_JIT_MB", WICK_JIT_MB_MIN, WICK_JIT_MB_MAX, &jit_mb,
                  error);
    if (err < 0) {
        return err;
    }
    sizing->jit_bytes = round_to_power(jit_mb);

    heap_mb = heap_for(sizing->memory_bytes) / WICK_MIB;
    err = read_mb("WICK_HEAP_MB", WICK_HEAP_MB_MIN, WICK_MEMORY_MB_MAX,
                  &heap_mb, error);
    sizing->heap_bytes = heap_mb * WICK_MIB;
    return err < 0 ? err : 0;
}

/* A file that holds one number of bytes; 0 for "max" or no such file. */
static size_t read_limit(const char *path)
{
    char text[32];
    uint64_t bytes = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        return 0;
    }
    ssize_t got = read(fd, text, sizeof(text));
    (void)close(fd);
    while (got > 0 && (text[got - 1] == '\n' || text[got - 1] == ' ')) {
        got--;
    }
    struct wick_str number = {text, got > 0 ? (size_t)got : 0};
    if (wick_str_parse_u64(number, UINT64_MAX, &bytes) < 0) {
        return 0;
    }
    return (size_t)bytes;
}

size_t wick_sizing_host_memory(void)
{
    struct sysinfo info;
    size_t total = WICK_MEMORY_USED_MAX;
    size_t limit = read_limit("/sys/fs/cgroup/memory.max");

    if (limit == 0) {
        limit = read_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    }
    if (sysinfo(&info) == 0) {
        total = (size_t)info.totalram * info.mem_unit;
    }
    return limit > 0 && limit < total ? limit : total;
}
