/* SPDX-License-Identifier: MIT */
/*
 * The bookkeeping of chains: their entries are looked at in the ring, which
 * is never submitted, and completions are made up.
 */
#include "loop_chain.h"

#include <errno.h>

#include "test.h"

/* The parts of a chain in the order of their entries. */
enum { OPEN, ADVISE, READ };

static struct io_uring ring;
static struct wick_chains chains;
static char bytes[16];

static void begin(void)
{
    struct io_uring_params params = {0};

    if (io_uring_queue_init_params(8, &ring, &params) < 0) {
        SKIP("no io_uring here");
    }
    wick_chains_init(&chains, true);
}

static void end(void)
{
    io_uring_queue_exit(&ring);
}

static void describe(struct wick_op *op, const char *path)
{
    wick_op_read_file(op, path, bytes, sizeof(bytes));
}

/* Entry @index of those that have been prepared and not submitted. */
static struct io_uring_sqe *entry_at(unsigned index)
{
    unsigned head = ring.sq.sqe_head;

    return &ring.sq.sqes[(head + index) & ring.sq.ring_mask];
}

static uint64_t data_at(unsigned index)
{
    return entry_at(index)->user_data;
}

static enum wick_chain_end complete(unsigned index, int32_t result)
{
    struct wick_op *op = NULL;
    enum wick_chain_end found =
        wick_chains_complete(&chains, data_at(index), result, &op);

    CHECK((found == WICK_CHAIN_GOES_ON) == (op == NULL));
    return found;
}

WICK_TEST(a_chain_is_linked_and_posts_one_completion)
{
    struct wick_op op = {0};

    begin();
    describe(&op, "/tmp/f");
    CHECK(wick_chains_suit(&chains, &ring, &op));
    wick_chains_prepare(&chains, &ring, &op);
    CHECK_INT(io_uring_sq_ready(&ring), WICK_CHAIN_ENTRIES);
    CHECK(entry_at(OPEN)->flags & IOSQE_IO_LINK);
    CHECK(entry_at(OPEN)->flags & IOSQE_CQE_SKIP_SUCCESS);
    CHECK(entry_at(ADVISE)->flags & IOSQE_IO_LINK);
    CHECK(entry_at(ADVISE)->flags & IOSQE_CQE_SKIP_SUCCESS);
    CHECK(!(entry_at(READ)->flags & IOSQE_IO_LINK));
    CHECK(!(entry_at(READ)->flags & IOSQE_CQE_SKIP_SUCCESS));
    for (unsigned i = 0; i < WICK_CHAIN_ENTRIES; i++) {
        CHECK(data_at(i) & WICK_CHAIN_DATA);
    }
    CHECK_INT(chains.free_count, WICK_RING_SLOTS - 1);
    end();
}

WICK_TEST(paths_that_may_fall_short_have_no_chain)
{
    static const char *const paths[] = {
        "relative",
        "/proc/self/maps",
        "/sys/kernel",
        "/dev/stdin",
        "/tmp/../proc/self/maps",
        "/tmp/./f",
        "//proc/self/maps",
        "",
    };
    struct wick_op op = {0};

    begin();
    for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
        describe(&op, paths[i]);
        CHECK(!wick_chains_suit(&chains, &ring, &op));
    }
    wick_op_read_file(&op, "/tmp/f", bytes, 0);
    CHECK(!wick_chains_suit(&chains, &ring, &op));
    wick_op_read_file(&op, "/tmp/f", bytes, (size_t)INT32_MAX + 1);
    CHECK(!wick_chains_suit(&chains, &ring, &op));
    describe(&op, "/process");
    CHECK(wick_chains_suit(&chains, &ring, &op));
    wick_chains_init(&chains, false);
    CHECK(!wick_chains_suit(&chains, &ring, &op));
    end();
}

/* What one completion of a chain leads to. */
struct end_case {
    unsigned part;
    int32_t result;
    bool is_canceled;
    enum wick_chain_end end;
    int64_t expected;
};

WICK_TEST(ends_of_a_chain)
{
    static const struct end_case cases[] = {
        {OPEN, -ENOENT, false, WICK_CHAIN_DONE, -ENOENT},
        {OPEN, -EMFILE, false, WICK_CHAIN_DONE, -EMFILE},
        {OPEN, -ELOOP, false, WICK_CHAIN_UNFIT, 0},
        {OPEN, -EINTR, false, WICK_CHAIN_UNFIT, 0},
        {OPEN, -EINTR, true, WICK_CHAIN_DONE, -ECANCELED},
        {OPEN, -ECANCELED, true, WICK_CHAIN_DONE, -ECANCELED},
        {ADVISE, -ESPIPE, false, WICK_CHAIN_UNFIT, 0},
        {ADVISE, -ECANCELED, true, WICK_CHAIN_DONE, -ECANCELED},
        {READ, -EISDIR, false, WICK_CHAIN_DONE, -EISDIR},
        {READ, -EIO, false, WICK_CHAIN_DONE, -EIO},
        {READ, -EAGAIN, false, WICK_CHAIN_UNFIT, 0},
        {READ, -ECANCELED, false, WICK_CHAIN_UNFIT, 0},
        {READ, -ECANCELED, true, WICK_CHAIN_DONE, -ECANCELED},
        {READ, 0, false, WICK_CHAIN_DONE, 0},
        {READ, 15, false, WICK_CHAIN_DONE, 15},
        {READ, 15, true, WICK_CHAIN_DONE, 15},
        {READ, 16, false, WICK_CHAIN_UNFIT, 16},
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct wick_op op = {0};

        begin();
        describe(&op, "/tmp/f");
        wick_chains_prepare(&chains, &ring, &op);
        op.is_canceled = cases[i].is_canceled;
        CHECK_INT(complete(cases[i].part, cases[i].result), cases[i].end);
        CHECK_INT(op.result, cases[i].expected);
        /* A file that was not opened has nothing to close. */
        CHECK_INT(chains.to_close_count, cases[i].part != OPEN);
        CHECK_INT(chains.free_count, WICK_RING_SLOTS - (cases[i].part != OPEN));
        end();
    }
}

WICK_TEST(late_completions_are_ignored)
{
    struct wick_op op = {0};
    struct wick_op *found = NULL;

    begin();
    describe(&op, "/tmp/f");
    wick_chains_prepare(&chains, &ring, &op);
    CHECK_INT(complete(OPEN, 0), WICK_CHAIN_GOES_ON);
    CHECK_INT(complete(ADVISE, 0), WICK_CHAIN_GOES_ON);
    uint64_t read_data = data_at(READ);
    CHECK_INT(complete(OPEN, -ENOENT), WICK_CHAIN_DONE);
    CHECK_INT(complete(READ, -ECANCELED), WICK_CHAIN_GOES_ON);
    /* The slot has a new chain: it does not take the old one's end. */
    wick_chains_prepare(&chains, &ring, &op);
    CHECK_INT(wick_chains_complete(&chains, read_data, 5, &found),
              WICK_CHAIN_GOES_ON);
    CHECK(!found);
    end();
}

WICK_TEST(slots_are_free_when_their_close_was_submitted)
{
    struct wick_op op = {0};

    begin();
    describe(&op, "/tmp/f");
    wick_chains_prepare(&chains, &ring, &op);
    CHECK_INT(complete(READ, 5), WICK_CHAIN_DONE);
    CHECK_INT(chains.free_count, WICK_RING_SLOTS - 1);
    wick_chains_prepare_closes(&chains, &ring);
    CHECK_INT(io_uring_sq_ready(&ring), WICK_CHAIN_ENTRIES + 1);
    CHECK_INT(entry_at(WICK_CHAIN_ENTRIES)->opcode, IORING_OP_CLOSE);
    CHECK(entry_at(WICK_CHAIN_ENTRIES)->flags & IOSQE_CQE_SKIP_SUCCESS);
    CHECK_INT(chains.closing_count, 1);
    CHECK_INT(chains.free_count, WICK_RING_SLOTS - 1);
    wick_chains_submitted(&chains);
    CHECK_INT(chains.closing_count, 0);
    CHECK_INT(chains.free_count, WICK_RING_SLOTS);
    end();
}

WICK_TEST(closes_wait_for_room_in_the_ring)
{
    struct wick_op ops[2] = {0};

    begin();
    for (unsigned i = 0; i < 2; i++) {
        describe(&ops[i], "/tmp/f");
        wick_chains_prepare(&chains, &ring, &ops[i]);
        CHECK_INT(complete(i * WICK_CHAIN_ENTRIES + READ, 5), WICK_CHAIN_DONE);
    }
    while (io_uring_sq_space_left(&ring) > 1) {
        io_uring_prep_nop(io_uring_get_sqe(&ring));
    }
    wick_chains_prepare_closes(&chains, &ring);
    CHECK_INT(chains.closing_count, 1);
    CHECK_INT(chains.to_close_count, 1);
    end();
}

WICK_TEST(a_cancel_names_every_part)
{
    struct wick_op op = {0};

    begin();
    describe(&op, "/tmp/f");
    wick_chains_prepare(&chains, &ring, &op);
    wick_chains_prepare_cancel(&chains, &ring, &op);
    for (unsigned i = 0; i < WICK_CHAIN_ENTRIES; i++) {
        struct io_uring_sqe *cancel = entry_at(WICK_CHAIN_ENTRIES + i);

        CHECK_INT(cancel->opcode, IORING_OP_ASYNC_CANCEL);
        CHECK(cancel->addr == data_at(i));
        CHECK_INT(cancel->user_data, 0);
    }
    end();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(a_chain_is_linked_and_posts_one_completion),
    WICK_TEST_ENTRY(paths_that_may_fall_short_have_no_chain),
    WICK_TEST_ENTRY(ends_of_a_chain),
    WICK_TEST_ENTRY(late_completions_are_ignored),
    WICK_TEST_ENTRY(slots_are_free_when_their_close_was_submitted),
    WICK_TEST_ENTRY(closes_wait_for_room_in_the_ring),
    WICK_TEST_ENTRY(a_cancel_names_every_part),
};

WICK_TEST_MAIN(tests)
