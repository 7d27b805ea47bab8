/* SPDX-License-Identifier: MIT */
#include "js_wraps.h"

#include "die.h"
#include "jsc/shim.h"
#include "limits.h"
#include "refusal.h"
#include "warm.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whether the program's own code may run. */
static bool has_started;

void wick_js_wraps_started(void)
{
    has_started = true;
}

/* What mmap() refused this thread when it was last called; 0: nothing. */
static _Thread_local size_t refused_bytes;

/* The kernel refused @wanted bytes, which nothing can go on without. */
WICK_NORETURN WICK_COLD static void end_for_want_of(size_t wanted)
{
    char why[WICK_REFUSAL_TEXT_SIZE];
    struct wick_refusal refusal;
    size_t needed_kb = 0;

    wick_refusal_get(&refusal, wanted);
    switch (wick_refusal_explain(&refusal, why)) {
    case WICK_REFUSED_ADDRESSES:
        needed_kb = WICK_START_ADDRESS_KB;
        break;
    case WICK_REFUSED_DATA:
        needed_kb = WICK_START_DATA_KB;
        break;
    case WICK_REFUSED_BY_KERNEL:
        break;
    }
    if (has_started) {
        wick_die("out of memory: %s", why);
    }
    (void)dprintf(STDERR_FILENO, "bootstrap: no memory to start in: %s", why);
    if (needed_kb > 0) {
        (void)dprintf(STDERR_FILENO, "; it takes %zu KB", needed_kb);
    }
    (void)dprintf(STDERR_FILENO, "\n");
    _exit(EXIT_FAILURE);
}

/* Ends the process where the system refused a page to write code to. */
static void check_code(int protection)
{
    if ((protection & PROT_EXEC) && (errno == EPERM || errno == EACCES)) {
        (void)dprintf(STDERR_FILENO,
                      "bootstrap: a policy of this system forbids memory that "
                      "is writable and executable, which the JIT needs; "
                      "WICK_ENGINE_OPTIONS=useJIT=0 does without\n");
        _exit(EXIT_FAILURE);
    }
}

/* The link has every call of mmap() come here, that of the allocator too. */
wick_warm_map_fn __real_mmap;
wick_warm_map_fn __wrap_mmap;

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset)
{
    static struct wick_warm warm;

    if (at) {
        wick_jsc_note_mapping(at, size);
    }
    void *got = wick_warm_map(&warm, __real_mmap, at, size, protection, flags,
                              fd, offset);
    if (got == MAP_FAILED) {
        check_code(protection);
    }
    bool is_refused = got == MAP_FAILED && errno == ENOMEM;
    if (is_refused && !has_started) {
        end_for_want_of(size);
    }
    refused_bytes = is_refused ? size : 0;
    return got;
}

/* Whether this thread was refused another when it last asked for one. */
static _Thread_local bool is_thread_refused;

typedef void *(*thread_fn)(void *arg);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_fn run, void *arg);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_fn run, void *arg);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_fn run, void *arg)
{
    int err = __real_pthread_create(thread, attributes, run, arg);

    is_thread_refused = err != 0;
    return err;
}

/* The engine calls this where it cannot go on: for want of what it asked for
 * last, or for a bug. */
WICK_NORETURN void __real_abort(void);
WICK_NORETURN void __wrap_abort(void);

void __wrap_abort(void)
{
    if (refused_bytes > 0) {
        end_for_want_of(refused_bytes);
    }
    if (is_thread_refused) {
        wick_die("the engine needs a thread and cannot have it (ulimit -u, "
                 "pids.max; WICK_SMOL=1 needs none)");
    }
    __real_abort();
}

/* Where it has no place for an object that it must have. Its own ends with a
 * status of its own and a line of its source. */
#define WICK_RESOURCE_EXHAUSTION \
    __wrap__ZN3JSC24handleResourceExhaustionEPKciS1_S1_NS_22ResourceExhau\
stionCodeES1_S1_
WICK_NORETURN void WICK_RESOURCE_EXHAUSTION(void);

void WICK_RESOURCE_EXHAUSTION(void)
{
    if (refused_bytes > 0) {
        end_for_want_of(refused_bytes);
    }
    wick_die("out of memory: the engine has no room for another object");
}

/*
 * The engine aborts where this fails. It keeps scripts off the part of a
 * growable buffer that is not in use yet, which it also checks each time.
 */
int __real_mprotect(void *at, size_t size, int protection);
int __wrap_mprotect(void *at, size_t size, int protection);

int __wrap_mprotect(void *at, size_t size, int protection)
{
    int err = __real_mprotect(at, size, protection);

    if (err == 0 && (protection & PROT_WRITE)) {
        wick_jsc_note_writable(size);
    }
    if (err == 0 || errno != ENOMEM) {
        return err;
    }
    if (!has_started || protection != PROT_NONE) {
        end_for_want_of(0);
    }
    wick_jsc_note_mappings_used_up();
    return 0;
}

/* As are those of the allocator: some of its callers take no refusal. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* How many bytes this thread may ask for until that is looked at again. */
static _Thread_local size_t allowance;

static void note_allocation(size_t bytes)
{
    if (bytes < allowance && bytes < WICK_JSC_LARGE) {
        allowance -= bytes;
    } else {
        allowance = wick_jsc_note_allocation(bytes);
    }
}

void *__wrap_malloc(size_t size)
{
    note_allocation(size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    size_t bytes;

    if (!__builtin_mul_overflow(count, size, &bytes)) {
        note_allocation(bytes);
    }
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    note_allocation(size);
    return __real_realloc(old, size);
}
