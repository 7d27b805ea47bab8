/* SPDX-License-Identifier: MIT */
/*
 * Whole-file reads in one submission: open into a direct descriptor, fadvise,
 * read, each linked to the next. Only the end of the chain posts a completion,
 * so that the sleep which submitted it ends once. The descriptor is closed in
 * passing, by an entry of the next submission.
 *
 * A read that falls short is taken for the end of the file, which holds for
 * regular files alone. So fadvise is there to refuse FIFOs, symbolic links are
 * not followed, and paths that may lead to the kernel's own file systems have
 * no chain. All these, and a file that fills the buffer to the last byte, are
 * read by loop_file.c instead.
 *
 * For loop_uring.c alone. Needs Linux 5.17 (LINKED_FILE, CQE_SKIP).
 */
#ifndef WICK_LOOP_CHAIN_H
#define WICK_LOOP_CHAIN_H

#include <liburing.h>

#include "base.h"
#include "limits.h"
#include "list.h"
#include "op.h"

/* Entries of one chain. */
#define WICK_CHAIN_ENTRIES 3
/* Set in the user_data of all entries here and of no other. */
#define WICK_CHAIN_DATA (1ull << 63)

enum wick_slot_state {
    WICK_SLOT_FREE,
    WICK_SLOT_BUSY,     /* its chain is in flight */
    WICK_SLOT_TO_CLOSE, /* its close has to be prepared */
    WICK_SLOT_CLOSING   /* its close lies in the submission ring */
};

/* Lifetime: that of the ring. */
struct wick_chains {
    bool is_usable;
    bool has_table; /* the ring knows of the direct descriptors */
    size_t free_count;
    size_t to_close_count;
    size_t closing_count;
    struct wick_list waiting; /* pending operations without a slot */
    struct wick_slot {
        struct wick_op *op;
        uint16_t generation; /* completions of older chains are ignored */
        uint8_t state;
    } slots[WICK_RING_SLOTS];
};

/* @is_usable: the ring has what chains need. */
void wick_chains_init(struct wick_chains *chains, bool is_usable);

/*
 * Whether @op may be read by a chain. The first call registers the table of
 * direct descriptors; where that fails there are no chains.
 */
bool wick_chains_suit(struct wick_chains *chains, struct io_uring *ring,
                      const struct wick_op *op);

/* Puts the entries of @op's chain, for which there is room and a free slot. */
void wick_chains_prepare(struct wick_chains *chains, struct io_uring *ring,
                         struct wick_op *op);

/* Puts entries that close what is to be closed, as far as there is room. */
void wick_chains_prepare_closes(struct wick_chains *chains,
                                struct io_uring *ring);

/* The ring's entries have been submitted: closing slots are free now. */
void wick_chains_submitted(struct wick_chains *chains);

/* Puts entries that cancel @op's chain, for which there is room. */
void wick_chains_prepare_cancel(struct wick_chains *chains,
                                struct io_uring *ring,
                                const struct wick_op *op);

enum wick_chain_end {
    WICK_CHAIN_GOES_ON, /* not an end */
    WICK_CHAIN_DONE,    /* the operation's result is in @result */
    WICK_CHAIN_UNFIT    /* it has to be read without a chain */
};

/* Takes a completion. On an end, @op is the chain's operation. */
enum wick_chain_end wick_chains_complete(struct wick_chains *chains,
                                         uint64_t data, int32_t result,
                                         struct wick_op **op);

#endif
