/* SPDX-License-Identifier: MIT */
/*
 * The invoke endpoints, as the Runtime Interface Emulator answers them:
 *
 *   POST /2015-03-31/functions/function/invocations
 *   POST /2021-11-15/functions/function/response-streaming-invocations
 *
 * The second passes a streamed response on as it comes, as plain chunks and
 * with an error in the middle as trailers; the first collects it.
 */
#ifndef WICK_RIE_H
#define WICK_RIE_H

#include "sandbox.h"

/* Starts a server whose owner is @sandbox. 0 or -errno. */
WICK_NODISCARD int wick_rie_start(struct wick_server *server,
                                  struct wick_sandbox *sandbox,
                                  in_addr_t address, uint16_t port);

#endif
