/* SPDX-License-Identifier: MIT */
#include "footprint.h"

#include "err.h"
#include "str.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Opened by the first call: a start that never asks pays nothing. */
static int statm_fd = -1;

/* Takes the first number, of pages, from @rest. */
static int take_pages(struct wick_str *rest, size_t page_size, size_t *bytes)
{
    struct wick_str word;
    uint64_t pages = 0;

    if (!wick_str_cut(*rest, ' ', &word, rest)) {
        return -WICK_ESYNTAX;
    }
    int err = wick_str_parse_u64(word, SIZE_MAX / page_size, &pages);
    *bytes = (size_t)pages * page_size;
    return err;
}

int wick_footprint_get(struct wick_footprint *footprint)
{
    char text[128];
    struct wick_footprint now = {0};
    size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
    size_t file_bytes = 0;

    if (statm_fd < 0) {
        statm_fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    }
    if (statm_fd < 0) {
        return -errno;
    }
    ssize_t len = pread(statm_fd, text, sizeof(text), 0);
    if (len < 0) {
        return -errno;
    }
    struct wick_str rest = {text, (size_t)len};
    int err = take_pages(&rest, page_size, &now.mapped_bytes);
    if (err == 0) {
        err = take_pages(&rest, page_size, &now.resident_bytes);
    }
    if (err == 0) {
        err = take_pages(&rest, page_size, &file_bytes);
    }
    if (err < 0 || file_bytes > now.resident_bytes) {
        return -WICK_ESYNTAX;
    }
    now.private_bytes = now.resident_bytes - file_bytes;
    *footprint = now;
    return 0;
}
