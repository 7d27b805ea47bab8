/* SPDX-License-Identifier: MIT */
#include "die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "limits.h"

/* A pipe may take a part; give up on any error but an interruption. */
static void write_all(const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t done = write(STDERR_FILENO, bytes, len);

        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return;
        }
        bytes += done;
        len -= (size_t)done;
    }
}

WICK_PRINTF(2, 0)
static void speak(const char *prefix, const char *format, va_list args)
{
    char line[WICK_DIE_TEXT_MAX];
    size_t len = strlen(prefix);

    memcpy(line, prefix, len);
    size_t room = sizeof(line) - len - 1;
    int wanted = vsnprintf(line + len, room, format, args);
    if (wanted > 0) {
        len += wick_size_min((size_t)wanted, room - 1);
    }
    line[len++] = '\n';
    write_all(line, len);
}

void wick_die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    speak("wick: fatal: ", format, args);
    va_end(args);
    _exit(WICK_DIE_STATUS);
}

WICK_NORETURN WICK_PRINTF(1, 2) static void abort_with(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    speak("wick: bug: ", format, args);
    va_end(args);
    abort();
}

void wick_assert_fail(const char *where, const char *expression)
{
    abort_with("%s: assertion failed: %s", where, expression);
}
