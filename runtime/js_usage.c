/* SPDX-License-Identifier: MIT */
#include "js_usage.h"

#include "clock.h"
#include "env.h"
#include "footprint.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "sizing.h"

#include <sys/resource.h>
#include <sys/sysinfo.h>

/* Lifetime: process. */
static uint64_t born_ns;

void wick_js_usage_init(void)
{
    born_ns = wick_clock_monotonic_ns();
}

/* hrtime() -> nanoseconds as a BigInt. */
WICK_JS_NATIVE(hrtime)
{
    WICK_JS_NATIVE_UNUSED();
    return JSBigIntCreateWithUInt64(ctx, wick_clock_monotonic_ns(), exc);
}

WICK_JS_NATIVE(born)
{
    WICK_JS_NATIVE_UNUSED();
    return JSBigIntCreateWithUInt64(ctx, born_ns, exc);
}

/* Resident bytes; 0 where there is no /proc. */
static double resident_bytes(void)
{
    struct wick_footprint footprint = {0};

    (void)!wick_footprint_get(&footprint);
    return (double)footprint.resident_bytes;
}

static JSValueRef make_numbers(JSContextRef ctx, const double numbers[],
                               size_t count, JSValueRef *exc)
{
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);

    for (size_t i = 0; list && i < count; i++) {
        JSObjectSetPropertyAtIndex(ctx, list, (unsigned)i,
                                   JSValueMakeNumber(ctx, numbers[i]), exc);
    }
    return list;
}

WICK_JS_NATIVE(rss)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, resident_bytes());
}

/* memory() -> [rss, heapTotal, heapUsed, external, arrayBuffers] */
WICK_JS_NATIVE(memory)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_jsc_memory m;

    wick_jsc_memory_get(ctx, &m);
    const double numbers[] = {
        resident_bytes(),
        (double)m.heap_capacity_bytes,
        (double)m.heap_used_bytes,
        (double)m.array_buffer_bytes,
        (double)m.array_buffer_bytes,
    };
    return make_numbers(ctx, numbers, ARRAY_LEN(numbers), exc);
}

/* limits() -> [what the process may use, what is left of it] */
WICK_JS_NATIVE(limits)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_sizing sizing = {.memory_bytes = 0};
    struct wick_env_error error;
    struct sysinfo machine = {.freeram = 0};

    /* What was said at the start, when it could be read, is said again. */
    (void)(wick_sizing_init(&sizing, wick_sizing_host_memory, &error) < 0);
    (void)sysinfo(&machine);
    double unused = (double)machine.freeram * (double)machine.mem_unit;
    double limit = (double)sizing.memory_bytes;
    double left = limit - resident_bytes();
    const double numbers[] = {limit, left < 0        ? 0
                                     : left < unused ? left
                                                     : unused};
    return make_numbers(ctx, numbers, ARRAY_LEN(numbers), exc);
}

static double microseconds(const struct timeval *time)
{
    return (double)time->tv_sec * 1e6 + (double)time->tv_usec;
}

/* resources() -> the fields of getrusage(2), in their order. */
WICK_JS_NATIVE(resources)
{
    WICK_JS_NATIVE_UNUSED();
    struct rusage u;

    (void)getrusage(RUSAGE_SELF, &u);
    const double numbers[] = {
        microseconds(&u.ru_utime), microseconds(&u.ru_stime),
        (double)u.ru_maxrss,       (double)u.ru_ixrss,
        (double)u.ru_idrss,        (double)u.ru_isrss,
        (double)u.ru_minflt,       (double)u.ru_majflt,
        (double)u.ru_nswap,        (double)u.ru_inblock,
        (double)u.ru_oublock,      (double)u.ru_msgsnd,
        (double)u.ru_msgrcv,       (double)u.ru_nsignals,
        (double)u.ru_nvcsw,        (double)u.ru_nivcsw,
    };
    return make_numbers(ctx, numbers, ARRAY_LEN(numbers), exc);
}

void wick_js_usage_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"born", born},     {"hrtime", hrtime},       {"limits", limits},
        {"memory", memory}, {"resources", resources}, {"rss", rss},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
