/* SPDX-License-Identifier: MIT */
/*
 * The allocator of compile_builtins, in the place of mimalloc: one block after
 * the other at fixed addresses, zeroed, never freed. What the engine writes has
 * padding, and tables that are ordered by where their keys lie; so the bytes
 * depend on the allocator, and must not depend on the day.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HEAP_BASE  ((uintptr_t)0x200000000000)
#define HEAP_SIZE  ((size_t)16 << 30) /* of address space */
#define BLOCK_UNIT ((size_t)16)
#define MAP_BASE   ((uintptr_t)0x300000000000)
#define MAP_STEP   ((size_t)8 << 30)

/* Before each block; the block is aligned, so is this. */
struct block {
    size_t size;
    size_t unused;
};

static uintptr_t top;

void mi_collect(bool is_forced);
long mi_option_get(int option);
void mi_option_set(int option, long value);

/*
 * The engine's mappings at fixed addresses too, since what it keeps by address
 * grows and shrinks with them; the link has every call of mmap() come here.
 */
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset);

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset)
{
    static uintptr_t next = MAP_BASE;

    if (!at && size < MAP_STEP) {
        at = (void *)next;
        flags |= MAP_FIXED_NOREPLACE;
        next += MAP_STEP;
    }
    return __real_mmap(at, size, protection, flags, fd, offset);
}

static bool start(void)
{
    void *wanted = (void *)HEAP_BASE;

    if (mmap(wanted, HEAP_SIZE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0) != wanted) {
        return false;
    }
    top = HEAP_BASE;
    return true;
}

static void *take(size_t alignment, size_t size)
{
    size_t unit = alignment < BLOCK_UNIT ? BLOCK_UNIT : alignment;

    if ((top == 0 && !start()) || size > HEAP_SIZE || unit > HEAP_SIZE) {
        errno = ENOMEM;
        return NULL;
    }
    uintptr_t at = (top + sizeof(struct block) + unit - 1) / unit * unit;
    size_t rounded = (size + BLOCK_UNIT - 1) / BLOCK_UNIT * BLOCK_UNIT;
    if (rounded > HEAP_BASE + HEAP_SIZE - at) {
        errno = ENOMEM;
        return NULL;
    }
    ((struct block *)at)[-1].size = size;
    top = at + rounded;
    return (void *)at;
}

void *malloc(size_t size)
{
    return take(BLOCK_UNIT, size);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return take(BLOCK_UNIT, bytes);
}

void *realloc(void *old, size_t size)
{
    size_t old_size = old ? malloc_usable_size(old) : 0;

    if (size <= old_size) {
        return old;
    }
    void *new = take(BLOCK_UNIT, size);
    if (new &&old) {
        memcpy(new, old, old_size);
    }
    return new;
}

void free(void *old)
{
    (void)old;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return take(alignment, size);
}

int posix_memalign(void **at, size_t alignment, size_t size)
{
    *at = take(alignment, size);
    return *at ? 0 : ENOMEM;
}

size_t malloc_usable_size(void *at)
{
    return at ? ((struct block *)at)[-1].size : 0;
}

void *memalign(size_t alignment, size_t size)
{
    return take(alignment, size);
}

/* The operators new and delete of C++, by their mangled names. */
#define OPERATOR_NEW(id, name)           \
    void *id(size_t size) __asm__(name); \
    void *id(size_t size)                \
    {                                    \
        return take(BLOCK_UNIT, size);   \
    }
#define OPERATOR_NEW_ALIGNED(id, name)                     \
    void *id(size_t size, size_t alignment) __asm__(name); \
    void *id(size_t size, size_t alignment)                \
    {                                                      \
        return take(alignment, size);                      \
    }
#define OPERATOR_DELETE(id, name)     \
    void id(void *old) __asm__(name); \
    void id(void *old)                \
    {                                 \
        (void)old;                    \
    }
OPERATOR_NEW(new_one, "_Znwm")
OPERATOR_NEW(new_array, "_Znam")
OPERATOR_NEW_ALIGNED(new_aligned, "_ZnwmSt11align_val_t")
OPERATOR_NEW_ALIGNED(new_array_aligned, "_ZnamSt11align_val_t")
OPERATOR_DELETE(delete_one, "_ZdlPv")
OPERATOR_DELETE(delete_sized, "_ZdlPvm")
OPERATOR_DELETE(delete_array, "_ZdaPv")
OPERATOR_DELETE(delete_array_sized, "_ZdaPvm")
OPERATOR_DELETE(delete_aligned, "_ZdlPvmSt11align_val_t")
OPERATOR_DELETE(delete_array_aligned, "_ZdaPvSt11align_val_t")

/* What the engine and the shim ask of mimalloc beyond the standard. */
void mi_collect(bool is_forced)
{
    (void)is_forced;
}

long mi_option_get(int option)
{
    (void)option;
    return 0;
}

void mi_option_set(int option, long value)
{
    (void)option;
    (void)value;
}
