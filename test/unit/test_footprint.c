/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memfd_create() */

#include "footprint.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "limits.h"
#include "test.h"

#define PART (8 * WICK_MIB)

static char *map(int flags, int fd)
{
    void *bytes = mmap(NULL, PART, PROT_READ | PROT_WRITE, flags, fd, 0);

    CHECK(bytes != MAP_FAILED);
    return bytes;
}

/* Equal but for what the process does beside it, a quarter at the most. */
static bool is_about(size_t actual, size_t expected)
{
    return actual > expected / 4 * 3 && actual < expected / 4 * 5;
}

WICK_TEST(what_is_touched_is_private)
{
    struct wick_footprint before;
    struct wick_footprint mapped;
    struct wick_footprint touched;

    CHECK_INT(wick_footprint_get(&before), 0);
    char *bytes = map(MAP_PRIVATE | MAP_ANONYMOUS, -1);
    CHECK_INT(wick_footprint_get(&mapped), 0);
    memset(bytes, 1, PART);
    CHECK_INT(wick_footprint_get(&touched), 0);
    CHECK(munmap(bytes, PART) == 0);
    CHECK(is_about(mapped.mapped_bytes - before.mapped_bytes, PART));
    CHECK(mapped.private_bytes < before.private_bytes + PART / 4);
    CHECK(is_about(touched.private_bytes - mapped.private_bytes, PART));
    CHECK(is_about(touched.resident_bytes - mapped.resident_bytes, PART));
}

WICK_TEST(pages_of_files_are_not)
{
    struct wick_footprint before;
    struct wick_footprint touched;
    int fd = memfd_create("wick-test", MFD_CLOEXEC);

    CHECK(fd >= 0);
    CHECK(ftruncate(fd, PART) == 0);
    char *bytes = map(MAP_SHARED, fd);
    CHECK_INT(wick_footprint_get(&before), 0);
    memset(bytes, 1, PART);
    CHECK_INT(wick_footprint_get(&touched), 0);
    CHECK(munmap(bytes, PART) == 0);
    CHECK(close(fd) == 0);
    CHECK(touched.private_bytes < before.private_bytes + PART / 4);
    CHECK(is_about(touched.resident_bytes - before.resident_bytes, PART));
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(what_is_touched_is_private),
    WICK_TEST_ENTRY(pages_of_files_are_not),
};

WICK_TEST_MAIN(tests)
