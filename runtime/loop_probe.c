/* SPDX-License-Identifier: MIT */
#include "loop_probe.h"

#include <errno.h>
#include <stdio.h>

#include "err.h"
#include "limits.h"
#include "loop.h"
#include "loop_sys.h"
#include "poison.h"

/* Best first. Each line stands for the kernel that brought its first flag. */
static const unsigned flag_sets[] = {
    /*
     * 6.1: completions are made in our own io_uring_enter, in one batch, and
     * interrupt nothing else.
     */
    IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SINGLE_ISSUER |
        IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_SUBMIT_ALL |
        IORING_SETUP_CLAMP,
    /* 5.19: no interrupt when a completion is ready. */
    IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG |
        IORING_SETUP_SUBMIT_ALL | IORING_SETUP_CLAMP,
    /* 5.18: a submission that fails does not stop those behind it. */
    IORING_SETUP_SUBMIT_ALL | IORING_SETUP_CLAMP,
    /* 5.6. */
    IORING_SETUP_CLAMP,
};

/*
 * NODROP: completions are never lost. FAST_POLL: sockets wait without kernel
 * threads. EXT_ARG: the wait takes a time-out. RW_CUR_POS: pipes. All are
 * there from 5.11 on, and in the 5.15 code that late 5.10 kernels carry.
 */
static const unsigned features_needed =
    IORING_FEAT_NODROP | IORING_FEAT_FAST_POLL | IORING_FEAT_EXT_ARG |
    IORING_FEAT_RW_CUR_POS | IORING_FEAT_SUBMIT_STABLE;

static const unsigned features_of_chains =
    IORING_FEAT_LINKED_FILE | IORING_FEAT_CQE_SKIP;

static const unsigned char opcodes_needed[] = {
    IORING_OP_NOP,     IORING_OP_CONNECT,  IORING_OP_ACCEPT,
    IORING_OP_SEND,    IORING_OP_SENDMSG,  IORING_OP_RECV,
    IORING_OP_READ,    IORING_OP_READV,    IORING_OP_WRITE,
    IORING_OP_WRITEV,  IORING_OP_OPENAT,   IORING_OP_CLOSE,
    IORING_OP_FSYNC,   IORING_OP_POLL_ADD, IORING_OP_ASYNC_CANCEL,
    IORING_OP_FADVISE,
};

static int explain(char *why, const char *what, int err)
{
    (void)snprintf(why, WICK_LOOP_WHY_SIZE,
                   "io_uring is not usable here: %s: %s (%s)", what,
                   wick_err_message(err), wick_err_name(err));
    return err;
}

static int open_ring(struct io_uring *ring, unsigned entries)
{
    int err = -EINVAL;

    for (size_t i = 0; i < ARRAY_LEN(flag_sets) && err == -EINVAL; i++) {
        struct io_uring_params params = {.flags = flag_sets[i]};

        err = io_uring_queue_init_params(entries, ring, &params);
        (void)wick_sys_fold(0);
    }
    return err;
}

static int check_opcodes(struct io_uring *ring)
{
    enum { OPS_MAX = 256 };
    union {
        struct io_uring_probe probe;
        char room[sizeof(struct io_uring_probe) +
                  OPS_MAX * sizeof(struct io_uring_probe_op)];
    } all = {0};
    int err = io_uring_register_probe(ring, &all.probe, OPS_MAX);

    (void)wick_sys_fold(0);
    if (err < 0) {
        return err;
    }
    for (size_t i = 0; i < ARRAY_LEN(opcodes_needed); i++) {
        if (!io_uring_opcode_supported(&all.probe, opcodes_needed[i])) {
            return -ENOSYS;
        }
    }
    return 0;
}

/* One NOP: io_uring_enter may be refused where io_uring_setup is not. */
static int make_round_trip(struct io_uring *ring)
{
    struct io_uring_cqe *cqe;
    struct io_uring_sqe *sqe = io_uring_get_sqe(ring);

    if (!sqe) {
        return -ENOMEM;
    }
    io_uring_prep_nop(sqe);
    int count = io_uring_submit_and_wait(ring, 1);
    (void)wick_sys_fold(0);
    if (count < 0) {
        return count;
    }
    int err = io_uring_peek_cqe(ring, &cqe);
    if (err < 0) {
        return err;
    }
    err = cqe->res;
    io_uring_cqe_seen(ring, cqe);
    return err;
}

int wick_loop_probe(struct io_uring *ring, unsigned entries, bool *has_chains,
                    char *why)
{
    const char *what = "io_uring_setup";

    /*
     * Valgrind 3.19 keeps all other threads waiting during io_uring_enter,
     * and does not see what the kernel writes for a ring.
     */
    if (wick_is_on_valgrind()) {
        return explain(why, "Valgrind", -ENOSYS);
    }
    int err = open_ring(ring, entries);

    if (err < 0) {
        return explain(why, what, err);
    }
    if ((ring->features & features_needed) != features_needed) {
        what = "features of this kernel";
        err = -ENOSYS;
        goto fail;
    }
    what = "io_uring_register";
    err = check_opcodes(ring);
    if (err < 0) {
        goto fail;
    }
    what = "io_uring_enter";
    err = make_round_trip(ring);
    if (err < 0) {
        goto fail;
    }
    *has_chains = (ring->features & features_of_chains) == features_of_chains;
    return 0;

fail:
    io_uring_queue_exit(ring);
    return explain(why, what, err);
}
