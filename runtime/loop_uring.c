/* SPDX-License-Identifier: MIT */
/*
 * The io_uring back end. What was started during a turn becomes entries of
 * the submission ring, which one io_uring_enter submits, sleeping in the same
 * call.
 *
 * user_data of an entry:
 *     0                                  nobody waits for it
 *     1                                  the read of the event descriptor
 *     with bit 63                        a part of a chain (loop_chain.h)
 *     a pointer                          the operation
 */
#include "loop_uring.h"

#include <errno.h>

#include "limits.h"
#include "loop_backend.h"
#include "loop_chain.h"
#include "loop_entry.h"
#include "loop_file.h"
#include "loop_probe.h"
#include "loop_sys.h"
#include "mem.h"

#define DATA_NOBODY 0u
#define DATA_EVENT  1u

/* Lifetime: that of the loop. */
struct uring_state {
    struct io_uring ring;
    struct wick_chains chains;
    uint64_t event_count; /* read from the event descriptor */
    bool must_arm_event;  /* the read has ended, or was never begun */
    unsigned quick_count; /* quick sends among this turn's entries */
};

/* After a system call that may have taken all entries. */
static void note_submitted(struct uring_state *state)
{
    if (io_uring_sq_ready(&state->ring) == 0) {
        wick_chains_submitted(&state->chains);
    }
}

/* Submits without a wait; what the kernel refuses so far stays queued. */
static int flush(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;
    int count = io_uring_submit(&state->ring);

    (void)wick_sys_fold(0);
    loop->stats.enters++;
    note_submitted(state);
    return count < 0 ? count : 0;
}

/* An entry, or NULL when the ring is full and the kernel takes nothing. */
static struct io_uring_sqe *get_entry(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;
    struct io_uring_sqe *entry = io_uring_get_sqe(&state->ring);

    if (!entry && flush(loop) == 0) {
        entry = io_uring_get_sqe(&state->ring);
    }
    return entry;
}

static bool moves_bytes(const struct wick_op *op)
{
    return op->kind == WICK_OP_SEND || op->kind == WICK_OP_RECV ||
           op->kind == WICK_OP_READ || op->kind == WICK_OP_WRITE;
}

/* One operation, one entry. False when the ring has no room for it. */
static bool prepare(struct wick_loop *loop, struct wick_op *op)
{
    struct uring_state *state = loop->state;
    struct io_uring_sqe *entry = get_entry(loop);
    int64_t fault = 0;

    if (!entry) {
        return false;
    }
    op->state = WICK_OP_ACTIVE;
    state->quick_count += op->is_quick && !op->is_waiting;
    if (op->is_waiting) {
        wick_entry_prepare_retry(entry, op);
    } else if (!wick_sys_fault_take(op->kind, &fault)) {
        wick_entry_prepare(entry, op);
    } else if (fault > 0 && moves_bytes(op)) {
        wick_entry_prepare_short(entry, op, (size_t)fault);
    } else {
        /* A close happens in any case: it only reports the fault. */
        if (op->kind == WICK_OP_CLOSE) {
            wick_entry_prepare(entry, op);
        } else {
            io_uring_prep_nop(entry);
        }
        op->result = fault;
        op->is_disturbed = true;
    }
    io_uring_sqe_set_data(entry, op);
    return true;
}

/* Room for @count entries, if need be after a submission. */
static bool has_room(struct wick_loop *loop, unsigned count)
{
    struct uring_state *state = loop->state;

    return io_uring_sq_space_left(&state->ring) >= count ||
           (flush(loop) == 0 && io_uring_sq_space_left(&state->ring) >= count);
}

/* The chain of a whole-file read, or what stands in for it. */
static bool prepare_file(struct wick_loop *loop, struct wick_op *op)
{
    struct uring_state *state = loop->state;

    if (!wick_chains_suit(&state->chains, &state->ring, op)) {
        wick_loop_run_file(loop, op);
        return true;
    }
    if (state->chains.free_count == 0) {
        wick_list_push_back(&state->chains.waiting, &op->queue);
        return true;
    }
    if (!has_room(loop, WICK_CHAIN_ENTRIES)) {
        return false;
    }
    op->state = WICK_OP_ACTIVE;
    wick_chains_prepare(&state->chains, &state->ring, op);
    return true;
}

static void arm_event(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;
    struct io_uring_sqe *entry = NULL;

    if (state->must_arm_event) {
        entry = get_entry(loop);
    }
    if (entry) {
        io_uring_prep_read(entry, loop->event_fd, &state->event_count,
                           sizeof(state->event_count),
                           (uint64_t)WICK_OFFSET_CURRENT);
        io_uring_sqe_set_data64(entry, DATA_EVENT);
        state->must_arm_event = false;
    }
}

static bool prepare_any(struct wick_loop *loop, struct wick_op *op)
{
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_READ_FILE:
        return prepare_file(loop, op);
    case WICK_OP_CALL:
        wick_loop_run_file(loop, op);
        return true;
    default:
        return prepare(loop, op);
    }
}

/* Frees slots for whole-file reads that wait for one. */
static void admit_waiting(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;

    wick_chains_prepare_closes(&state->chains, &state->ring);
    if (wick_list_is_empty(&state->chains.waiting)) {
        return;
    }
    if (state->chains.closing_count > 0) {
        (void)flush(loop);
    }
    if (state->chains.free_count > 0) {
        wick_list_splice_back(&loop->pending, &state->chains.waiting);
    }
}

/* Turns what is pending into entries, as many as the kernel takes. */
static void fill(struct wick_loop *loop)
{
    struct wick_list *node;

    admit_waiting(loop);
    while ((node = wick_list_pop_front(&loop->pending)) != NULL) {
        struct wick_op *op = container_of(node, struct wick_op, queue);

        if (!prepare_any(loop, op)) {
            wick_list_push_front(&loop->pending, node);
            return;
        }
    }
    /* Last: an operation given to a worker may have enabled posts. */
    arm_event(loop);
}

/* Has @op go through the ring once more, in the next turn. */
static void retry(struct wick_loop *loop, struct wick_op *op, bool is_waiting)
{
    if (op->is_canceled) {
        wick_loop_finish(loop, op, -ECANCELED);
        return;
    }
    op->is_waiting = is_waiting;
    op->state = WICK_OP_PENDING;
    wick_list_push_back(&loop->pending, &op->queue);
}

/* A send or a write has moved @count bytes. */
static void settle_written(struct wick_loop *loop, struct wick_op *op,
                           size_t count)
{
    bool is_whole = wick_op_advance(op, count);

    if (is_whole || count == 0) {
        wick_loop_finish(loop, op, (int64_t)op->done);
    } else {
        retry(loop, op, false);
    }
}

/*
 * A descriptor that is not ready, which the ring reports for non-blocking
 * ones before 6.x, or an interrupted kernel thread.
 */
static bool must_retry(const struct wick_op *op, int64_t result)
{
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_CONNECT:
        return result == -EINTR || result == -EINPROGRESS;
    case WICK_OP_ACCEPT:
    case WICK_OP_SEND:
    case WICK_OP_RECV:
    case WICK_OP_READ:
    case WICK_OP_WRITE:
        return result == -EINTR || result == -EAGAIN;
    case WICK_OP_OPEN:
    case WICK_OP_FSYNC:
    case WICK_OP_POLL:
        return result == -EINTR;
    default:
        return false;
    }
}

/* Ends @op with the kernel's @result, or has it go on. */
static void settle(struct wick_loop *loop, struct wick_op *op, int64_t result)
{
    if (must_retry(op, result)) {
        retry(loop, op, result != -EINTR || op->kind == WICK_OP_CONNECT);
        return;
    }
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_SEND:
    case WICK_OP_WRITE:
        if (result >= 0) {
            settle_written(loop, op, (size_t)result);
            return;
        }
        if (op->kind == WICK_OP_WRITE && op->done > 0) {
            result = (int64_t)op->done;
        }
        break;
    case WICK_OP_RECV:
    case WICK_OP_READ:
        op->done = result > 0 ? (size_t)result : 0;
        break;
    case WICK_OP_OPEN:
        wick_loop_finish_open(loop, op, result);
        return;
    case WICK_OP_CLOSE:
        /* The descriptor is gone all the same. */
        result = result == -EINTR ? 0 : result;
        break;
    default:
        break;
    }
    wick_loop_finish(loop, op, result);
}

/* The descriptor of @op has become ready, or the poll for it failed. */
static void settle_waiting(struct wick_loop *loop, struct wick_op *op,
                           int64_t result)
{
    op->is_waiting = false;
    if (result < 0 && result != -EINTR) {
        wick_loop_finish(loop, op, result);
    } else if (op->kind == WICK_OP_CONNECT && result >= 0) {
        wick_loop_finish(loop, op, wick_sys_socket_error(op->fd));
    } else {
        retry(loop, op, result == -EINTR);
    }
}

static void complete_chain(struct wick_loop *loop,
                           const struct io_uring_cqe *cqe)
{
    struct uring_state *state = loop->state;
    struct wick_op *op;

    switch (
        wick_chains_complete(&state->chains, cqe->user_data, cqe->res, &op)) {
    case WICK_CHAIN_GOES_ON:
        return;
    case WICK_CHAIN_DONE:
        wick_loop_finish(loop, op, op->result);
        return;
    case WICK_CHAIN_UNFIT:
        op->done = 0;
        wick_loop_run_file(loop, op);
        return;
    }
}

static void complete(struct wick_loop *loop, const struct io_uring_cqe *cqe)
{
    struct uring_state *state = loop->state;
    uint64_t data = cqe->user_data;

    if (data & WICK_CHAIN_DATA) {
        complete_chain(loop, cqe);
        return;
    }
    if (data == DATA_EVENT) {
        state->must_arm_event = true;
        return;
    }
    if (data == DATA_NOBODY) {
        return;
    }
    struct wick_op *op = io_uring_cqe_get_data(cqe);
    int64_t result = op->is_disturbed ? op->result : cqe->res;
    WICK_ASSERT(op->state == WICK_OP_ACTIVE);
    op->is_disturbed = false;
    if (op->is_waiting) {
        settle_waiting(loop, op, result);
    } else {
        settle(loop, op, result);
    }
}

static void harvest(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;
    struct io_uring_cqe *cqe;
    unsigned head;
    unsigned count = 0;

    io_uring_for_each_cqe(&state->ring, head, cqe)
    {
        complete(loop, cqe);
        count++;
    }
    io_uring_cq_advance(&state->ring, count);
}

/* Whether the kernel has completions that need a call to be seen. */
static bool has_hidden(const struct uring_state *state)
{
    unsigned flags = __atomic_load_n(state->ring.sq.kflags, __ATOMIC_RELAXED);

    return (flags & (IORING_SQ_CQ_OVERFLOW | IORING_SQ_TASKRUN)) != 0;
}

/* Submits, and takes what has completed. */
static int enter_awake(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;

    if (io_uring_sq_ready(&state->ring) == 0 && !has_hidden(state)) {
        return 0;
    }
    loop->stats.enters++;
    int count = io_uring_submit_and_get_events(&state->ring);
    (void)wick_sys_fold(0);
    return count;
}

/*
 * Submits and sleeps in one call, until there is one completion more than
 * those of quick sends, which are made while they are submitted: a request and
 * its answer are one call.
 */
static int enter_asleep(struct wick_loop *loop, uint64_t sleep_ns)
{
    struct uring_state *state = loop->state;
    struct __kernel_timespec time = {
        .tv_sec = (int64_t)(sleep_ns / WICK_NS_PER_S),
        .tv_nsec = (long long)(sleep_ns % WICK_NS_PER_S),
    };
    struct io_uring_cqe *cqe;

    if (io_uring_sq_ready(&state->ring) == 0 &&
        io_uring_cq_ready(&state->ring) > 0) {
        return 0;
    }
    loop->stats.enters++;
    loop->stats.waits++;
    int count = io_uring_submit_and_wait_timeout(
        &state->ring, &cqe, 1 + state->quick_count,
        sleep_ns == WICK_SLEEP_FOREVER ? NULL : &time, NULL);
    (void)wick_sys_fold(0);
    return count;
}

static int turn(struct wick_loop *loop, uint64_t sleep_ns)
{
    struct uring_state *state = loop->state;

    fill(loop);
    if (!wick_list_is_empty(&loop->done) ||
        !wick_list_is_empty(&loop->pending) || state->must_arm_event) {
        sleep_ns = 0;
    }
    int count =
        sleep_ns == 0 ? enter_awake(loop) : enter_asleep(loop, sleep_ns);
    note_submitted(state);
    state->quick_count = 0;
    harvest(loop);
    /*
     * Time is up; a signal; completions overflow or memory is short, for
     * which the harvest makes room.
     */
    if (count < 0 && count != -ETIME && count != -EINTR && count != -EBUSY &&
        count != -EAGAIN) {
        return count;
    }
    return 0;
}

static void cancel(struct wick_loop *loop, struct wick_op *op)
{
    struct uring_state *state = loop->state;
    bool is_chain = op->kind == WICK_OP_READ_FILE;

    if (!has_room(loop, is_chain ? WICK_CHAIN_ENTRIES : 1)) {
        /* The kernel is out of memory; the operation ends when it ends. */
        return;
    }
    if (is_chain) {
        wick_chains_prepare_cancel(&state->chains, &state->ring, op);
        return;
    }
    struct io_uring_sqe *entry = io_uring_get_sqe(&state->ring);
    WICK_ASSERT(entry);
    io_uring_prep_cancel64(entry, (uint64_t)(uintptr_t)op, 0);
    io_uring_sqe_set_data64(entry, DATA_NOBODY);
}

/* The kernel keeps the file, not its number, until an operation has ended. */
static void forget(WICK_UNUSED struct wick_loop *loop, WICK_UNUSED int fd)
{
}

static int watch_posts(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;

    state->must_arm_event = true;
    return 0;
}

static void release(struct wick_loop *loop)
{
    struct uring_state *state = loop->state;

    io_uring_queue_exit(&state->ring);
    wick_free(state);
}

static const struct wick_loop_backend_verbs verbs = {
    .name = "io_uring",
    .release = release,
    .turn = turn,
    .cancel = cancel,
    .forget = forget,
    .watch_posts = watch_posts,
};

int wick_loop_uring_init(struct wick_loop *loop, char *why)
{
    struct uring_state *state = wick_alloc_zero(1, sizeof(*state));
    bool has_chains;
    int err = wick_loop_probe(&state->ring, loop->config.ring_entries,
                              &has_chains, why);

    if (err < 0) {
        wick_free(state);
        return err;
    }
    wick_chains_init(&state->chains, has_chains);
    loop->state = state;
    loop->backend = &verbs;
    return 0;
}
