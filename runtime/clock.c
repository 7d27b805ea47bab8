/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <time.h>

#define MS_PER_DAY 86400000
/* ECMA-262, 21.4.1.1: a time value is within 8.64e15 ms of the epoch. */
#define DATE_MS_MAX 8640000000000000

static int64_t read_clock_ns(clockid_t id)
{
    struct timespec now;

    /* Fails only for an unknown clock. */
    int err = clock_gettime(id, &now);
    WICK_ASSERT(err == 0);
    return (int64_t)now.tv_sec * WICK_NS_PER_S + now.tv_nsec;
}

uint64_t wick_clock_monotonic_ns(void)
{
    return (uint64_t)read_clock_ns(CLOCK_MONOTONIC);
}

uint64_t wick_clock_monotonic_ms(void)
{
    return wick_clock_monotonic_ns() / WICK_NS_PER_MS;
}

int64_t wick_clock_real_ns(void)
{
    return read_clock_ns(CLOCK_REALTIME);
}

/* Division that rounds down for negative numbers too. */
static int64_t floor_div(int64_t value, int64_t divisor)
{
    int64_t quotient = value / divisor;

    return value % divisor < 0 ? quotient - 1 : quotient;
}

int64_t wick_clock_real_ms(void)
{
    return floor_div(wick_clock_real_ns(), WICK_NS_PER_MS);
}

uint64_t wick_clock_cpu_ns(void)
{
    return (uint64_t)read_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

struct date {
    int64_t year;
    int64_t month; /* 1 to 12 */
    int64_t day;   /* 1 to 31 */
};

/*
 * The proleptic Gregorian date of a day number. Years are counted from March
 * so that the leap day is the last of its year; an era is 400 years, 146,097
 * days.
 */
static struct date date_of_day(int64_t days_since_1970)
{
    int64_t days = days_since_1970 + 719468; /* since 0000-03-01 */
    int64_t era = floor_div(days, 146097);
    int64_t day_of_era = days - era * 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
                           day_of_era / 146096) /
                          365;
    int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t march_month = (5 * day_of_year + 2) / 153; /* 0 is March */
    int64_t month = march_month < 10 ? march_month + 3 : march_month - 9;

    return (struct date){
        .year = era * 400 + year_of_era + (month <= 2),
        .month = month,
        .day = day_of_year - (153 * march_month + 2) / 5 + 1,
    };
}

/* Writes @value as exactly @count digits and returns the place behind. */
static char *put_digits(char *at, int64_t value, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        at[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return at + count;
}

void wick_clock_format_iso(int64_t real_ms, char text[WICK_CLOCK_ISO_SIZE])
{
    WICK_ASSERT(real_ms >= -DATE_MS_MAX && real_ms <= DATE_MS_MAX);

    int64_t days = floor_div(real_ms, MS_PER_DAY);
    int64_t ms = real_ms - days * MS_PER_DAY;
    struct date date = date_of_day(days);
    char *at = text;

    if (date.year >= 0 && date.year <= 9999) {
        at = put_digits(at, date.year, 4);
    } else {
        *at++ = date.year < 0 ? '-' : '+';
        at = put_digits(at, date.year < 0 ? -date.year : date.year, 6);
    }
    *at++ = '-';
    at = put_digits(at, date.month, 2);
    *at++ = '-';
    at = put_digits(at, date.day, 2);
    *at++ = 'T';
    at = put_digits(at, ms / 3600000, 2);
    *at++ = ':';
    at = put_digits(at, ms / 60000 % 60, 2);
    *at++ = ':';
    at = put_digits(at, ms / 1000 % 60, 2);
    *at++ = '.';
    at = put_digits(at, ms % 1000, 3);
    *at++ = 'Z';
    *at = '\0';
}

void wick_clock_watch_init(struct wick_clock_watch *watch,
                           uint64_t monotonic_ns, int64_t real_ns)
{
    *watch = (struct wick_clock_watch){monotonic_ns, real_ns};
}

uint64_t wick_clock_watch_update(struct wick_clock_watch *watch,
                                 uint64_t monotonic_ns, int64_t real_ns)
{
    WICK_ASSERT(monotonic_ns >= watch->monotonic_ns);

    int64_t ran_ns = (int64_t)(monotonic_ns - watch->monotonic_ns);
    int64_t passed_ns = real_ns - watch->real_ns;
    wick_clock_watch_init(watch, monotonic_ns, real_ns);
    return passed_ns > ran_ns ? (uint64_t)(passed_ns - ran_ns) : 0;
}
