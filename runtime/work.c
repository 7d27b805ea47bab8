/* SPDX-License-Identifier: MIT */
#include "work.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "err.h"
#include "limits.h"
#include "mem.h"

/* Lifetime: on the heap, until wick_work_pool_free(). */
struct wick_work_pool {
    struct wick_loop *loop;
    unsigned threads_max;
    /* The loop's thread alone. */
    size_t in_flight;
    unsigned thread_count;
    pthread_t threads[WICK_WORKERS_MAX];
    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t has_work;
    struct wick_list queue;
    size_t queued;
    unsigned idle_count;
    bool is_ending;
};

struct wick_work_pool *wick_work_pool_new(struct wick_loop *loop,
                                          unsigned threads_max)
{
    struct wick_work_pool *pool = wick_alloc_zero(1, sizeof(*pool));

    WICK_ASSERT(threads_max >= 1);
    WICK_ASSERT(threads_max <= WICK_WORKERS_MAX);
    pool->loop = loop;
    pool->threads_max = threads_max;
    wick_list_init(&pool->queue);
    /* Neither fails on Linux with default attributes. */
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->has_work, NULL);
    return pool;
}

void wick_work_pool_free(struct wick_work_pool *pool)
{
    if (!pool) {
        return;
    }
    WICK_ASSERT(pool->in_flight == 0);

    (void)pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    (void)pthread_cond_broadcast(&pool->has_work);
    (void)pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++) {
        (void)pthread_join(pool->threads[i], NULL);
    }
    (void)pthread_cond_destroy(&pool->has_work);
    (void)pthread_mutex_destroy(&pool->lock);
    wick_free(pool);
}

bool wick_work_pool_is_busy(const struct wick_work_pool *pool)
{
    return pool->in_flight > 0;
}

unsigned wick_work_pool_threads(const struct wick_work_pool *pool)
{
    return pool->thread_count;
}

/* The next work, or NULL when the pool ends. Waits. */
static struct wick_work *take_work(struct wick_work_pool *pool)
{
    struct wick_list *node;

    (void)pthread_mutex_lock(&pool->lock);
    while ((node = wick_list_pop_front(&pool->queue)) == NULL &&
           !pool->is_ending) {
        pool->idle_count++;
        (void)pthread_cond_wait(&pool->has_work, &pool->lock);
        pool->idle_count--;
    }
    pool->queued -= node != NULL;
    (void)pthread_mutex_unlock(&pool->lock);
    return node ? container_of(node, struct wick_work, queue) : NULL;
}

static void *run_worker(void *context)
{
    struct wick_work_pool *pool = context;
    struct wick_work *work;

    while ((work = take_work(pool)) != NULL) {
        work->result = work->run(work);
        wick_loop_post(pool->loop, &work->post);
    }
    return NULL;
}

/* Starts one more thread, with all signals left to the loop's thread. */
static int start_thread(struct wick_work_pool *pool)
{
    pthread_attr_t attributes;
    sigset_t all;
    sigset_t old;

    (void)sigfillset(&all);
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setstacksize(&attributes, WICK_WORKER_STACK);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    int err = pthread_create(&pool->threads[pool->thread_count], &attributes,
                             run_worker, pool);
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    (void)pthread_attr_destroy(&attributes);
    pool->thread_count += err == 0;
    return -err;
}

/* Back on the loop's thread. */
static void on_work_post(struct wick_post *post)
{
    struct wick_work *work = container_of(post, struct wick_work, post);
    struct wick_work_pool *pool = work->pool;

    work->pool = NULL;
    pool->in_flight--;
    wick_loop_unref(pool->loop);
    work->on_done(work);
}

/* More threads only when all are busy; the first must start. */
static int ready_thread(struct wick_work_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
    bool has_idle = pool->idle_count > pool->queued;
    (void)pthread_mutex_unlock(&pool->lock);

    if (has_idle || pool->thread_count == pool->threads_max) {
        return 0;
    }
    int err = start_thread(pool);
    return pool->thread_count > 0 ? 0 : err;
}

int wick_work_start(struct wick_work_pool *pool, struct wick_work *work,
                    wick_work_run_fn run, wick_work_done_fn on_done)
{
    WICK_ASSERT(run);
    WICK_ASSERT(on_done);
    WICK_ASSERT(!work->pool);

    if (pool->in_flight >= WICK_WORK_QUEUE_MAX) {
        return -WICK_ETOOMANY;
    }
    int err = wick_loop_enable_posts(pool->loop);
    if (err < 0) {
        return err;
    }
    err = ready_thread(pool);
    if (err < 0) {
        return err;
    }
    *work = (struct wick_work){
        .post = {.on_post = on_work_post},
        .pool = pool,
        .run = run,
        .on_done = on_done,
    };
    pool->in_flight++;
    wick_loop_ref(pool->loop);

    (void)pthread_mutex_lock(&pool->lock);
    wick_list_push_back(&pool->queue, &work->queue);
    pool->queued++;
    (void)pthread_cond_signal(&pool->has_work);
    (void)pthread_mutex_unlock(&pool->lock);
    return 0;
}

/* Under the lock: @work, which is in the queue, ends without a run. */
static void end_queued(struct wick_work_pool *pool, struct wick_work *work)
{
    wick_list_remove(&work->queue);
    pool->queued--;
    work->result = -ECANCELED;
    wick_loop_post(pool->loop, &work->post);
}

void wick_work_cancel(struct wick_work *work)
{
    struct wick_work_pool *pool = work->pool;

    if (!pool) {
        return;
    }
    (void)pthread_mutex_lock(&pool->lock);
    /* A worker that took it has taken it out of the queue. */
    if (!wick_list_is_empty(&work->queue)) {
        end_queued(pool, work);
    }
    (void)pthread_mutex_unlock(&pool->lock);
}

void wick_work_pool_cancel(struct wick_work_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
    WICK_LIST_EACH_SAFE (node, &pool->queue) {
        end_queued(pool, container_of(node, struct wick_work, queue));
    }
    (void)pthread_mutex_unlock(&pool->lock);
}
