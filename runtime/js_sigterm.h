/* SPDX-License-Identifier: MIT */
/*
 * SIGTERM for a function: Lambda sends it before it ends an environment that
 * has an extension, and the runtime can register one in the function's name.
 * That costs a request, so it is done for functions that listen.
 */
#ifndef WICK_JS_SIGTERM_H
#define WICK_JS_SIGTERM_H

#include "base.h"

struct wick_api_config;

/*
 * Once, before the function's code runs. @config is borrowed to the end of
 * the process. Makes no system call.
 */
void wick_js_sigterm_init(const struct wick_api_config *config);

/*
 * Init is over, and nothing has been asked for yet: registers if the function
 * listens to SIGTERM by now, since registration closes with init. A failure is
 * logged; the function then is as one without an extension.
 */
void wick_js_sigterm_register(void);

/* Whether the answer to the registration has yet to come. */
bool wick_js_sigterm_is_registering(void);

/*
 * Whether the listeners of a SIGTERM have run: what they started is to be
 * finished, and nothing else begun.
 */
bool wick_js_sigterm_has_come(void);

#endif
