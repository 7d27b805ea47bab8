/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include "footprint.h"
#include "limits.h"
#include "str.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static size_t soft_limit(int resource)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY) {
        return WICK_NO_LIMIT;
    }
    return (size_t)limit.rlim_cur;
}

static size_t read_mappings_max(void)
{
    char text[32];
    uint64_t count = 0;
    struct wick_str line = {text, 0};
    struct wick_str number;
    int fd = open("/proc/sys/vm/max_map_count", O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        return 0;
    }
    ssize_t len = read(fd, text, sizeof(text));
    (void)close(fd);
    line.len = len > 0 ? (size_t)len : 0;
    if (!wick_str_cut(line, '\n', &number, &line) ||
        wick_str_parse_u64(number, SIZE_MAX, &count) < 0) {
        return 0;
    }
    return (size_t)count;
}

void wick_refusal_get(struct wick_refusal *refusal, size_t wanted)
{
    struct wick_footprint footprint;

    *refusal = (struct wick_refusal){
        .wanted = wanted,
        .address_limit = soft_limit(RLIMIT_AS),
        .data_limit = soft_limit(RLIMIT_DATA),
        .mappings_max = read_mappings_max(),
    };
    if (wick_footprint_get(&footprint) == 0) {
        refusal->mapped = footprint.mapped_bytes;
    }
}

/* Whether the limit on addresses was in the way of what was wanted. */
static bool is_of_addresses(const struct wick_refusal *refusal)
{
    size_t after;

    if (refusal->address_limit == WICK_NO_LIMIT) {
        return false;
    }
    return refusal->mapped == 0 ||
           !wick_size_add(refusal->mapped, refusal->wanted, &after) ||
           after > refusal->address_limit;
}

enum wick_refused wick_refusal_explain(const struct wick_refusal *refusal,
                                       char text[WICK_REFUSAL_TEXT_SIZE])
{
    size_t size = WICK_REFUSAL_TEXT_SIZE;

    if (is_of_addresses(refusal)) {
        (void)snprintf(text, size,
                       "the address space of a process is limited to %zu KB "
                       "here (ulimit -v)",
                       refusal->address_limit / WICK_KIB);
        return WICK_REFUSED_ADDRESSES;
    }
    if (refusal->data_limit != WICK_NO_LIMIT) {
        (void)snprintf(text, size,
                       "the data of a process is limited to %zu KB here "
                       "(ulimit -d)",
                       refusal->data_limit / WICK_KIB);
        return WICK_REFUSED_DATA;
    }
    int len = snprintf(text, size, "the kernel has none left");
    if (refusal->mappings_max > 0) {
        (void)snprintf(text + len, size - (size_t)len,
                       ", or the process has all of the %zu mappings that it "
                       "may have (vm.max_map_count)",
                       refusal->mappings_max);
    }
    return WICK_REFUSED_BY_KERNEL;
}
