/* SPDX-License-Identifier: MIT */
#include "sizing.h"

#include "env.h"
#include "limits.h"
#include "str.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/sysinfo.h>
#include <unistd.h>

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

/* An explicit bound of the heap, which the memory must be able to hold. */
static int read_heap(struct wick_sizing *sizing, struct wick_env_error *error)
{
    uint64_t heap_mb = 0;
    size_t memory_mb = sizing->memory_bytes / WICK_MIB;
    int err =
        read_mb("WICK_HEAP_MB", WICK_HEAP_MB_MIN,
                wick_size_max(memory_mb, WICK_HEAP_MB_MIN), &heap_mb, error);

    sizing->heap_bytes = heap_mb * WICK_MIB;
    return err < 0 ? err : 0;
}

int wick_sizing_init(struct wick_sizing *sizing, size_t (*host_memory)(void),
                     struct wick_env_error *error)
{
    uint64_t jit_mb;
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
    sizing->resident_bytes =
        sizing->memory_bytes -
        wick_size_min(WICK_TEXT_RESIDENT, sizing->memory_bytes / 2);
    return read_heap(sizing, error);
}

/* What the file @path holds, cut at @size; its length, 0 without it. */
static size_t read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        return 0;
    }
    ssize_t got = read(fd, text, size);
    (void)close(fd);
    return got > 0 ? (size_t)got : 0;
}

/* A file that holds one number of bytes; 0 for "max" or no such file. */
static size_t read_limit(const char *path)
{
    char text[32];
    uint64_t bytes = 0;
    struct wick_str number = {text, read_text(path, text, sizeof(text))};

    if (number.len > 0 && text[number.len - 1] == '\n') {
        number.len--;
    }
    if (wick_str_parse_u64(number, UINT64_MAX, &bytes) < 0) {
        return 0;
    }
    return (size_t)bytes;
}

/* The least limit of the group @path below @root and of those it is in. */
static size_t least_limit(const char *root, struct wick_str path,
                          const char *file)
{
    char name[WICK_PATH_MAX];
    size_t least = 0;

    for (;;) {
        int len = snprintf(name, sizeof(name), "%s%.*s/%s", root,
                           WICK_STR_ARG(path), file);
        size_t limit =
            len > 0 && (size_t)len < sizeof(name) ? read_limit(name) : 0;
        if (limit > 0 && (least == 0 || limit < least)) {
            least = limit;
        }
        if (path.len == 0) {
            return least;
        }
        while (path.len > 0 && path.ptr[--path.len] != '/') {
        }
    }
}

size_t wick_sizing_group_limit(const char *root, const char *groups)
{
    char text[4096];
    char v1_root[WICK_PATH_MAX];
    struct wick_str rest = {text, read_text(groups, text, sizeof(text))};
    struct wick_str line;
    struct wick_str number;
    struct wick_str controller;
    struct wick_str v2 = WICK_STR("");
    struct wick_str v1 = WICK_STR("");

    (void)snprintf(v1_root, sizeof(v1_root), "%s/memory", root);
    while (wick_str_cut(rest, '\n', &line, &rest)) {
        if (!wick_str_cut(line, ':', &number, &line) ||
            !wick_str_cut(line, ':', &controller, &line)) {
            continue;
        }
        if (controller.len == 0) {
            v2 = line;
        } else if (wick_str_eq(controller, WICK_STR("memory"))) {
            v1 = line;
        }
    }
    size_t limit = least_limit(root, v2, "memory.max");
    return limit > 0 ? limit
                     : least_limit(v1_root, v1, "memory.limit_in_bytes");
}

size_t wick_sizing_host_memory(void)
{
    struct sysinfo info;
    size_t total = WICK_MEMORY_USED_MAX;
    size_t limit =
        wick_sizing_group_limit("/sys/fs/cgroup", "/proc/self/cgroup");

    if (sysinfo(&info) == 0) {
        total = (size_t)info.totalram * info.mem_unit;
    }
    return limit > 0 && limit < total ? limit : total;
}
