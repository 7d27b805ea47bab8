/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "loop_chain.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "loop_file.h"
#include "loop_sys.h"

enum part { PART_OPEN, PART_ADVISE, PART_READ, PART_CLOSE };

#define PART_BITS 2
#define SLOT_BITS 16

void wick_chains_init(struct wick_chains *chains, bool is_usable)
{
    *chains = (struct wick_chains){
        .is_usable = is_usable,
        .free_count = WICK_RING_SLOTS,
    };
    wick_list_init(&chains->waiting);
}

static uint64_t data_of(const struct wick_chains *chains, int slot,
                        enum part part)
{
    uint64_t generation = chains->slots[slot].generation;

    return WICK_CHAIN_DATA | generation << (SLOT_BITS + PART_BITS) |
           (uint64_t)slot << PART_BITS | part;
}

/* Sparse tables have a call of their own since 5.19. */
static bool register_table(struct io_uring *ring)
{
    int none[WICK_RING_SLOTS];
    int err = io_uring_register_files_sparse(ring, WICK_RING_SLOTS);

    (void)wick_sys_fold(0);
    if (err == 0) {
        return true;
    }
    memset(none, -1, sizeof(none));
    err = io_uring_register_files(ring, none, WICK_RING_SLOTS);
    (void)wick_sys_fold(0);
    return err == 0;
}

bool wick_chains_suit(struct wick_chains *chains, struct io_uring *ring,
                      const struct wick_op *op)
{
    size_t cap = op->args.file.cap;

    if (!chains->is_usable || cap == 0 || cap > INT32_MAX ||
        !wick_loop_is_plain_path(op->args.file.path)) {
        return false;
    }
    if (!chains->has_table) {
        chains->is_usable = register_table(ring);
        chains->has_table = chains->is_usable;
    }
    return chains->is_usable;
}

static int take_slot(struct wick_chains *chains, struct wick_op *op)
{
    int slot = 0;

    WICK_ASSERT(chains->free_count > 0);
    while (chains->slots[slot].state != WICK_SLOT_FREE) {
        slot++;
    }
    chains->free_count--;
    chains->slots[slot].state = WICK_SLOT_BUSY;
    chains->slots[slot].generation++;
    chains->slots[slot].op = op;
    return slot;
}

void wick_chains_prepare(struct wick_chains *chains, struct io_uring *ring,
                         struct wick_op *op)
{
    int slot = take_slot(chains, op);
    struct io_uring_sqe *entries[WICK_CHAIN_ENTRIES];

    for (int i = 0; i < WICK_CHAIN_ENTRIES; i++) {
        entries[i] = io_uring_get_sqe(ring);
        WICK_ASSERT(entries[i]);
    }
    op->args.file.slot = slot;
    /* A direct descriptor is never inherited; O_CLOEXEC is refused for it. */
    io_uring_prep_openat_direct(entries[0], AT_FDCWD, op->args.file.path,
                                O_RDONLY | O_NOFOLLOW, 0, (unsigned)slot);
    io_uring_sqe_set_flags(entries[0], IOSQE_IO_LINK | IOSQE_CQE_SKIP_SUCCESS);
    io_uring_sqe_set_data64(entries[0], data_of(chains, slot, PART_OPEN));

    io_uring_prep_fadvise(entries[1], slot, 0, 0, POSIX_FADV_SEQUENTIAL);
    io_uring_sqe_set_flags(entries[1], IOSQE_FIXED_FILE | IOSQE_IO_LINK |
                                           IOSQE_CQE_SKIP_SUCCESS);
    io_uring_sqe_set_data64(entries[1], data_of(chains, slot, PART_ADVISE));

    io_uring_prep_read(entries[2], slot, op->args.file.bytes,
                       (unsigned)op->args.file.cap, 0);
    io_uring_sqe_set_flags(entries[2], IOSQE_FIXED_FILE);
    io_uring_sqe_set_data64(entries[2], data_of(chains, slot, PART_READ));
}

void wick_chains_prepare_closes(struct wick_chains *chains,
                                struct io_uring *ring)
{
    for (int i = 0; i < WICK_RING_SLOTS && chains->to_close_count > 0; i++) {
        if (chains->slots[i].state != WICK_SLOT_TO_CLOSE) {
            continue;
        }
        struct io_uring_sqe *entry = io_uring_get_sqe(ring);
        if (!entry) {
            return;
        }
        io_uring_prep_close_direct(entry, (unsigned)i);
        io_uring_sqe_set_flags(entry, IOSQE_CQE_SKIP_SUCCESS);
        io_uring_sqe_set_data64(entry, data_of(chains, i, PART_CLOSE));
        chains->slots[i].state = WICK_SLOT_CLOSING;
        chains->to_close_count--;
        chains->closing_count++;
    }
}

static void free_slot(struct wick_chains *chains, struct wick_slot *slot)
{
    slot->state = WICK_SLOT_FREE;
    chains->free_count++;
}

/* The kernel closes direct descriptors while it takes the submission. */
void wick_chains_submitted(struct wick_chains *chains)
{
    for (int i = 0; i < WICK_RING_SLOTS && chains->closing_count > 0; i++) {
        if (chains->slots[i].state == WICK_SLOT_CLOSING) {
            chains->closing_count--;
            free_slot(chains, &chains->slots[i]);
        }
    }
}

void wick_chains_prepare_cancel(struct wick_chains *chains,
                                struct io_uring *ring, const struct wick_op *op)
{
    int slot = op->args.file.slot;

    for (int part = PART_OPEN; part <= PART_READ; part++) {
        struct io_uring_sqe *entry = io_uring_get_sqe(ring);

        WICK_ASSERT(entry);
        io_uring_prep_cancel64(entry, data_of(chains, slot, (enum part)part),
                               0);
        io_uring_sqe_set_data64(entry, 0);
    }
}

/* What the last completion of a chain means. */
static enum wick_chain_end judge(struct wick_op *op, enum part part,
                                 int32_t result)
{
    if (op->is_canceled && result < 0) {
        op->result = -ECANCELED;
        return WICK_CHAIN_DONE;
    }
    if (part == PART_READ && result >= 0) {
        op->done = (size_t)result;
        op->result = result;
        return op->done == op->args.file.cap ? WICK_CHAIN_UNFIT
                                             : WICK_CHAIN_DONE;
    }
    if (part == PART_ADVISE || result == -ELOOP || result == -EINTR ||
        result == -EAGAIN || result == -ECANCELED) {
        return WICK_CHAIN_UNFIT;
    }
    op->result = result;
    return WICK_CHAIN_DONE;
}

enum wick_chain_end wick_chains_complete(struct wick_chains *chains,
                                         uint64_t data, int32_t result,
                                         struct wick_op **op)
{
    enum part part = (enum part)(data & ((1u << PART_BITS) - 1));
    int index = (int)(data >> PART_BITS & ((1u << SLOT_BITS) - 1));
    uint16_t generation = (uint16_t)(data >> (SLOT_BITS + PART_BITS));
    struct wick_slot *slot = &chains->slots[index];

    WICK_ASSERT(index < WICK_RING_SLOTS);
    if (slot->state != WICK_SLOT_BUSY || slot->generation != generation ||
        (part != PART_READ && result >= 0)) {
        return WICK_CHAIN_GOES_ON;
    }
    *op = slot->op;
    slot->op = NULL;
    if (part == PART_OPEN) {
        free_slot(chains, slot);
    } else {
        slot->state = WICK_SLOT_TO_CLOSE;
        chains->to_close_count++;
    }
    return judge(*op, part, result);
}
