/* SPDX-License-Identifier: MIT */
#include "random.h"

#include "die.h"
#include "limits.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* What was drawn and not yet handed out: the last @left bytes. */
static uint8_t pool[WICK_RANDOM_POOL];
static size_t left;

static void draw(uint8_t *out, size_t len)
{
    size_t at = 0;

    while (at < len) {
        ssize_t got = getrandom(out + at, len - at, 0);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            wick_die("getrandom: no random bytes");
        }
        at += (size_t)got;
    }
}

void wick_random_fill(void *out, size_t len)
{
    if (len > sizeof(pool) / 4) {
        draw(out, len);
        return;
    }
    if (len > left) {
        draw(pool, sizeof(pool));
        left = sizeof(pool);
    }
    uint8_t *taken = pool + sizeof(pool) - left;
    memcpy(out, taken, len);
    /* What was given out is not there to be read a second time. */
    memset(taken, 0, len);
    left -= len;
}

void wick_random_reset(void)
{
    memset(pool, 0, sizeof(pool));
    left = 0;
}
