/* SPDX-License-Identifier: MIT */
#include "js_sigterm.h"

#include "api_extension.h"
#include "err.h"
#include "js_signal.h"
#include "loop_signal.h"
#include "runtime_api.h"

#include <signal.h>
#include <stdio.h>

/* Lifetime: process. */
static struct {
    const struct wick_api_config *config;
    struct wick_api_extension extension;
    bool is_registering;
    bool has_come;
} sigterm;

static void after_signal(int number)
{
    sigterm.has_come = sigterm.has_come || number == SIGTERM;
}

void wick_js_sigterm_init(const struct wick_api_config *config)
{
    sigterm.config = config;
    wick_js_signal_set_hook(after_signal);
}

static void on_registered(void *context, const struct wick_api_answer *answer)
{
    (void)context;
    sigterm.is_registering = false;
    if (answer->text[0]) {
        (void)fprintf(stderr, "%s\n", answer->text);
    }
}

void wick_js_sigterm_register(void)
{
    struct wick_api_caller caller = {.on_answer = on_registered};

    if (!wick_loop_signal_is_watched(SIGTERM)) {
        return;
    }
    /* A second one must not cut short what the first has begun. */
    wick_loop_signal_hold(SIGTERM);
    int err =
        wick_api_extension_start(&sigterm.extension, sigterm.config, caller);
    if (err < 0) {
        (void)fprintf(stderr, "Failed to register for SIGTERM: %s\n",
                      wick_err_message(err));
    }
    sigterm.is_registering = err == 0;
}

bool wick_js_sigterm_is_registering(void)
{
    return sigterm.is_registering;
}

bool wick_js_sigterm_has_come(void)
{
    return sigterm.has_come;
}
