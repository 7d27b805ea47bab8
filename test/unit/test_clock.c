/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <signal.h>

#include "child.h"
#include "test.h"

WICK_TEST(monotonic_never_goes_back)
{
    uint64_t last_ns = wick_clock_monotonic_ns();

    for (int i = 0; i < 1000; i++) {
        uint64_t now_ns = wick_clock_monotonic_ns();

        CHECK(now_ns >= last_ns);
        last_ns = now_ns;
    }
    CHECK(wick_clock_monotonic_ms() >= last_ns / WICK_NS_PER_MS);
}

WICK_TEST(units_agree)
{
    int64_t before_ns = wick_clock_real_ns();
    int64_t between_ms = wick_clock_real_ms();
    int64_t after_ns = wick_clock_real_ns();

    CHECK(between_ms >= before_ns / WICK_NS_PER_MS);
    CHECK(between_ms <= after_ns / WICK_NS_PER_MS);
    CHECK(wick_clock_cpu_ns() > 0);
}

/* Expectations: new Date(ms).toISOString(). */
WICK_TEST(iso_format)
{
    static const struct {
        int64_t ms;
        const char *text;
    } cases[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {1, "1970-01-01T00:00:00.001Z"},
        {-1, "1969-12-31T23:59:59.999Z"},
        {999, "1970-01-01T00:00:00.999Z"},
        {951782400000, "2000-02-29T00:00:00.000Z"},
        {951868799999, "2000-02-29T23:59:59.999Z"},
        {951868800000, "2000-03-01T00:00:00.000Z"},
        {1709164800000, "2024-02-29T00:00:00.000Z"},
        {1735689599999, "2024-12-31T23:59:59.999Z"},
        {253402300799999, "9999-12-31T23:59:59.999Z"},
        {253402300800000, "+010000-01-01T00:00:00.000Z"},
        {-62167219200000, "0000-01-01T00:00:00.000Z"},
        {-62167219200001, "-000001-12-31T23:59:59.999Z"},
        {8640000000000000, "+275760-09-13T00:00:00.000Z"},
        {-8640000000000000, "-271821-04-20T00:00:00.000Z"},
        {-62198755200000, "-000001-01-01T00:00:00.000Z"},
        {4107542400000, "2100-03-01T00:00:00.000Z"},
        {1780000000042, "2026-05-28T20:26:40.042Z"},
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char text[WICK_CLOCK_ISO_SIZE];

        wick_clock_format_iso(cases[i].ms, text);
        CHECK_STR(text, cases[i].text);
    }
}

static void format_beyond_date(void)
{
    char text[WICK_CLOCK_ISO_SIZE];

    wick_clock_format_iso(8640000000000001, text);
}

WICK_TEST(iso_refuses_what_no_date_holds)
{
    struct test_child child;

    test_child_run(&child, format_beyond_date);
    CHECK_INT(child.signal, SIGABRT);
}

WICK_TEST(watch_finds_a_freeze)
{
    struct wick_clock_watch watch;

    wick_clock_watch_init(&watch, 1000, 500000);
    CHECK_INT(wick_clock_watch_update(&watch, 1100, 500100), 0);
    CHECK_INT(wick_clock_watch_update(&watch, 1200, 507200), 7000);
    /* The reference has moved: the same freeze is not reported again. */
    CHECK_INT(wick_clock_watch_update(&watch, 1300, 507300), 0);
}

WICK_TEST(watch_ignores_a_clock_set_back)
{
    struct wick_clock_watch watch;

    wick_clock_watch_init(&watch, 1000, 500000);
    CHECK_INT(wick_clock_watch_update(&watch, 1100, 400000), 0);
    CHECK_INT(wick_clock_watch_update(&watch, 1200, 400150), 50);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(monotonic_never_goes_back),
    WICK_TEST_ENTRY(units_agree),
    WICK_TEST_ENTRY(iso_format),
    WICK_TEST_ENTRY(iso_refuses_what_no_date_holds),
    WICK_TEST_ENTRY(watch_finds_a_freeze),
    WICK_TEST_ENTRY(watch_ignores_a_clock_set_back),
};
WICK_TEST_MAIN(tests)
