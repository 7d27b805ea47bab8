/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "warm.h"

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define RW   (PROT_READ | PROT_WRITE)
#define ANON (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)

static struct {
    void *at;
    size_t size;
    int flags;
} calls[4];
static size_t call_count;
static char segment[1];

static void *note(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset)
{
    CHECK_INT(protection, RW);
    CHECK_INT(fd, -1);
    CHECK_INT(offset, 0);
    calls[call_count].at = at;
    calls[call_count].size = size;
    calls[call_count].flags = flags;
    call_count++;
    return segment;
}

static void *fail(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset)
{
    (void)note(at, size, protection, flags, fd, offset);
    return MAP_FAILED;
}

WICK_TEST(first_segment_is_populated_once)
{
    struct wick_warm warm = {0};
    void *hint = &warm;

    call_count = 0;
    CHECK(wick_warm_map(&warm, note, hint, WICK_WARM_SEGMENT, RW, ANON, -1,
                        0) == segment);
    CHECK_INT(call_count, 2);
    CHECK(calls[0].at == hint);
    CHECK_INT(calls[0].size, WICK_WARM_SEGMENT);
    CHECK_INT(calls[0].flags, ANON);
    CHECK(calls[1].at == segment);
    CHECK_INT(calls[1].size, WICK_WARM_BYTES);
    CHECK_INT(calls[1].flags, ANON | MAP_FIXED | MAP_POPULATE);
    CHECK(wick_warm_map(&warm, note, NULL, WICK_WARM_SEGMENT, RW, ANON, -1,
                        0) == segment);
    CHECK_INT(call_count, 3);
}

WICK_TEST(other_mappings_are_left_alone)
{
    struct wick_warm warm = {0};

    call_count = 0;
    (void)wick_warm_map(&warm, note, NULL, 4096, RW, ANON, -1, 0);
    (void)wick_warm_map(&warm, note, NULL, WICK_WARM_SEGMENT, RW, MAP_SHARED,
                        -1, 0);
    CHECK_INT(call_count, 2);
    CHECK(!warm.is_done);
}

WICK_TEST(refused_segment_is_asked_for_again)
{
    struct wick_warm warm = {0};

    call_count = 0;
    CHECK(wick_warm_map(&warm, fail, NULL, WICK_WARM_SEGMENT, RW, ANON, -1,
                        0) == MAP_FAILED);
    CHECK_INT(call_count, 1);
    CHECK(!warm.is_done);
}

WICK_TEST(memory_is_there_and_zero)
{
    struct wick_warm warm = {0};
    unsigned char resident[WICK_WARM_BYTES / 4096];
    char *at =
        wick_warm_map(&warm, mmap, NULL, WICK_WARM_SEGMENT, RW, ANON, -1, 0);

    CHECK(at != MAP_FAILED);
    CHECK(mincore(at, WICK_WARM_BYTES, resident) == 0);
    for (size_t i = 0; i < sizeof(resident); i++) {
        CHECK(resident[i] & 1);
        CHECK_INT(at[i * 4096], 0);
    }
    CHECK(munmap(at, WICK_WARM_SEGMENT) == 0);
}

WICK_TEST(pages_of_a_range_are_populated)
{
    enum { PAGES = 8 };
    unsigned char resident[PAGES];
    char *at = mmap(NULL, PAGES * 4096, RW, ANON, -1, 0);

    CHECK(at != MAP_FAILED);
    int err = wick_warm_populate(at + 4096 + 100, at + 3 * 4096 + 1);
    CHECK(err == 0 || err == -EINVAL);
    CHECK(mincore(at, PAGES * 4096, resident) == 0);
    for (int i = 0; i < PAGES; i++) {
        CHECK_INT(resident[i] & 1, err == 0 && i >= 1 && i <= 3);
    }
    CHECK(munmap(at, PAGES * 4096) == 0);
}

WICK_TEST(range_that_is_not_there_is_an_error)
{
    char *at = mmap(NULL, 4096, RW, ANON, -1, 0);

    CHECK(at != MAP_FAILED && munmap(at, 4096) == 0);
    int err = wick_warm_populate(at, at + 1);
    CHECK(err == -ENOMEM || err == -EINVAL);
}

/* Of @count pages from @at, which are the process's; by bit. */
static unsigned mapped_pages(const char *at, size_t count)
{
    uint64_t entries[8];
    unsigned pages = 0;
    int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    off_t offset = (off_t)((uintptr_t)at / 4096 * sizeof(*entries));

    CHECK(fd >= 0 && count <= ARRAY_LEN(entries));
    ssize_t got = pread(fd, entries, count * sizeof(*entries), offset);
    CHECK(close(fd) == 0);
    CHECK_INT(got, (ssize_t)(count * sizeof(*entries)));
    for (size_t i = 0; i < count; i++) {
        pages |= (unsigned)(entries[i] >> 63) << i;
    }
    return pages;
}

WICK_TEST(whole_pages_of_a_range_are_released)
{
    enum { PAGES = 8 };
    FILE *file = tmpfile();
    CHECK(file && ftruncate(fileno(file), (off_t)PAGES * 4096) == 0);
    CHECK(pwrite(fileno(file), "x", 1, 3 * 4096) == 1);
    char *at =
        mmap(NULL, PAGES * 4096, PROT_READ, MAP_PRIVATE, fileno(file), 0);

    CHECK(at != MAP_FAILED);
    for (int i = 0; i < PAGES; i++) {
        CHECK_INT(((volatile char *)at)[i * 4096], i == 3 ? 'x' : 0);
    }
    CHECK_INT(mapped_pages(at, PAGES), 0xff);
    CHECK_INT(wick_warm_release(at + 4096 + 1, at + 5 * 4096 + 1), 0);
    CHECK_INT(mapped_pages(at, PAGES), 0xe3);
    CHECK_INT(((volatile char *)at)[3 * 4096], 'x');
    CHECK_INT(wick_warm_release(at + 1, at + 4095), 0);
    CHECK_INT(mapped_pages(at, 1), 1);
    CHECK(munmap(at, PAGES * 4096) == 0 && fclose(file) == 0);
}

/* As it is when the linker had no order. */
WICK_TEST(range_of_no_length_is_left_alone)
{
    char here[1];

    CHECK_INT(wick_warm_populate(here + 1, here), 0);
    CHECK_INT(wick_warm_populate(here, here), 0);
    wick_warm_executable();
    wick_warm_release_executable();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(first_segment_is_populated_once),
    WICK_TEST_ENTRY(other_mappings_are_left_alone),
    WICK_TEST_ENTRY(refused_segment_is_asked_for_again),
    WICK_TEST_ENTRY(memory_is_there_and_zero),
    WICK_TEST_ENTRY(pages_of_a_range_are_populated),
    WICK_TEST_ENTRY(range_that_is_not_there_is_an_error),
    WICK_TEST_ENTRY(whole_pages_of_a_range_are_released),
    WICK_TEST_ENTRY(range_of_no_length_is_left_alone),
};
WICK_TEST_MAIN(tests)
