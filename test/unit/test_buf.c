/* SPDX-License-Identifier: MIT */
#include "buf.h"

#include <errno.h>

#include "err.h"
#include "mem.h"
#include "test.h"

WICK_TEST(empty_buffer_allocates_nothing)
{
    uint64_t made = wick_mem_alloc_count();
    struct wick_buf buf;

    wick_buf_init(&buf, 100);
    CHECK_INT(buf.len, 0);
    CHECK_STR(wick_buf_cstr(&buf), "");
    CHECK_INT(wick_buf_get(&buf).len, 0);
    wick_buf_release(&buf);
    CHECK_INT(wick_mem_alloc_count(), made);
}

WICK_TEST(appends_of_every_kind)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 1000);
    CHECK_INT(wick_buf_append(&buf, "ab\0c", 4), 0);
    CHECK_INT(wick_buf_append_str(&buf, WICK_STR("de")), 0);
    CHECK_INT(wick_buf_append_cstr(&buf, "fg"), 0);
    CHECK_INT(wick_buf_append_byte(&buf, 'h'), 0);
    CHECK_INT(wick_buf_append_u64(&buf, 0), 0);
    CHECK_INT(wick_buf_append_u64(&buf, UINT64_MAX), 0);
    CHECK_INT(wick_buf_printf(&buf, "[%s|%d]", "x", -3), 0);
    CHECK_INT(wick_buf_append(&buf, NULL, 0), 0);
    CHECK(wick_str_eq(wick_buf_get(&buf),
                      WICK_STR("ab\0cdefgh018446744073709551615[x|-3]")));
    CHECK(buf.data[buf.len] == '\0');
    wick_buf_release(&buf);
}

WICK_TEST(ceiling_is_exact)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 10);
    CHECK_INT(wick_buf_append_cstr(&buf, "0123456789"), 0);
    CHECK_STR(wick_buf_cstr(&buf), "0123456789");
    CHECK(buf.cap <= 11);
    CHECK_INT(wick_buf_append_byte(&buf, 'x'), -WICK_ETOOBIG);
    CHECK_INT(buf.len, 0);
    CHECK(!buf.data);
    wick_buf_release(&buf);
}

WICK_TEST(failure_is_remembered)
{
    struct wick_buf buf;
    char *room;

    wick_buf_init(&buf, 4);
    CHECK_INT(wick_buf_err(&buf), 0);
    CHECK_INT(wick_buf_append_cstr(&buf, "abcde"), -WICK_ETOOBIG);
    CHECK_INT(wick_buf_append_cstr(&buf, "a"), -WICK_ETOOBIG);
    CHECK_INT(wick_buf_append_u64(&buf, 1), -WICK_ETOOBIG);
    CHECK_INT(wick_buf_printf(&buf, "a"), -WICK_ETOOBIG);
    CHECK_INT(wick_buf_reserve(&buf, 1, &room), -WICK_ETOOBIG);
    CHECK(!wick_buf_take(&buf, NULL));
    CHECK_INT(wick_buf_err(&buf), -WICK_ETOOBIG);
    wick_buf_release(&buf);
    CHECK_INT(wick_buf_err(&buf), 0);
    CHECK_INT(wick_buf_append_cstr(&buf, "abcd"), 0);
    wick_buf_release(&buf);
}

WICK_TEST(failed_allocation_releases)
{
    uint64_t live = wick_mem_live_count();
    struct wick_buf buf;

    wick_buf_init(&buf, 1000);
    CHECK_INT(wick_buf_append_cstr(&buf, "kept"), 0);
    wick_mem_fail_at(1);
    CHECK_INT(wick_buf_append(&buf, (char[200]){0}, 200), -ENOMEM);
    CHECK_INT(wick_buf_err(&buf), -ENOMEM);
    CHECK_INT(wick_mem_live_count(), live);
}

WICK_TEST(length_that_wraps_is_too_big)
{
    struct wick_buf buf;
    char *room;

    wick_buf_init(&buf, 100);
    CHECK_INT(wick_buf_append_byte(&buf, 'x'), 0);
    CHECK_INT(wick_buf_reserve(&buf, SIZE_MAX, &room), -WICK_ETOOBIG);
}

WICK_TEST(reset_keeps_the_storage)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 1000);
    CHECK_INT(wick_buf_append(&buf, (char[500]){0}, 500), 0);
    char *data = buf.data;
    uint64_t made = wick_mem_alloc_count();
    wick_buf_reset(&buf);
    CHECK_INT(buf.len, 0);
    CHECK_INT(wick_buf_append(&buf, (char[400]){0}, 400), 0);
    CHECK(buf.data == data);
    CHECK_INT(wick_mem_alloc_count(), made);
    wick_buf_release(&buf);
}

WICK_TEST(growth_doubles)
{
    struct wick_buf buf;
    uint64_t made = wick_mem_alloc_count();

    wick_buf_init(&buf, 1u << 20);
    for (int i = 0; i < 100000; i++) {
        CHECK_INT(wick_buf_append_byte(&buf, (char)i), 0);
    }
    CHECK(wick_mem_alloc_count() - made < 15);
    for (int i = 0; i < 100000; i++) {
        CHECK(buf.data[i] == (char)i);
    }
    wick_buf_release(&buf);
}

WICK_TEST(reserve_and_commit)
{
    struct wick_buf buf;
    char *room;

    wick_buf_init(&buf, 100);
    CHECK_INT(wick_buf_append_cstr(&buf, "a"), 0);
    CHECK_INT(wick_buf_reserve(&buf, 99, &room), 0);
    memcpy(room, "bcd", 3);
    wick_buf_commit(&buf, 3);
    CHECK_STR(wick_buf_cstr(&buf), "abcd");
    wick_buf_commit(&buf, 0);
    CHECK_STR(wick_buf_cstr(&buf), "abcd");
    CHECK_INT(wick_buf_reserve(&buf, 97, &room), -WICK_ETOOBIG);
}

WICK_TEST(consume_and_truncate)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 100);
    wick_buf_consume(&buf, 0);
    wick_buf_truncate(&buf, 0);
    CHECK_INT(wick_buf_append_cstr(&buf, "abcdef"), 0);
    wick_buf_consume(&buf, 2);
    CHECK_STR(wick_buf_cstr(&buf), "cdef");
    wick_buf_truncate(&buf, 3);
    CHECK_STR(wick_buf_cstr(&buf), "cde");
    CHECK_INT(buf.len, 3);
    wick_buf_consume(&buf, 3);
    CHECK_STR(wick_buf_cstr(&buf), "");
    wick_buf_release(&buf);
}

WICK_TEST(take_moves_the_bytes)
{
    struct wick_buf buf;
    size_t len = 7;

    wick_buf_init(&buf, 100);
    CHECK_INT(wick_buf_append_cstr(&buf, "mine"), 0);
    char *bytes = wick_buf_take(&buf, &len);
    CHECK_STR(bytes, "mine");
    CHECK_INT(len, 4);
    CHECK(!buf.data);
    wick_free(bytes);
    bytes = wick_buf_take(&buf, &len);
    CHECK_STR(bytes, "");
    CHECK_INT(len, 0);
    wick_free(bytes);
    wick_mem_fail_at(1);
    CHECK(!wick_buf_take(&buf, &len));
    CHECK_INT(wick_buf_err(&buf), -ENOMEM);
}

WICK_TEST(printf_up_to_the_ceiling)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 200);
    CHECK_INT(wick_buf_printf(&buf, "%0*d", 200, 1), 0);
    CHECK_INT(buf.len, 200);
    CHECK(buf.data[199] == '1');
    wick_buf_reset(&buf);
    CHECK_INT(wick_buf_printf(&buf, "%0*d", 201, 1), -WICK_ETOOBIG);
    wick_buf_reset(&buf);
    CHECK_INT(wick_buf_append_byte(&buf, 'x'), 0);
    wick_buf_release(&buf);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(empty_buffer_allocates_nothing),
    WICK_TEST_ENTRY(appends_of_every_kind),
    WICK_TEST_ENTRY(ceiling_is_exact),
    WICK_TEST_ENTRY(failure_is_remembered),
    WICK_TEST_ENTRY(failed_allocation_releases),
    WICK_TEST_ENTRY(length_that_wraps_is_too_big),
    WICK_TEST_ENTRY(reset_keeps_the_storage),
    WICK_TEST_ENTRY(growth_doubles),
    WICK_TEST_ENTRY(reserve_and_commit),
    WICK_TEST_ENTRY(consume_and_truncate),
    WICK_TEST_ENTRY(take_moves_the_bytes),
    WICK_TEST_ENTRY(printf_up_to_the_ceiling),
};
WICK_TEST_MAIN(tests)
