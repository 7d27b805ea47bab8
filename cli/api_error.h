/* SPDX-License-Identifier: MIT */
/* The error document that carries its own X-Ray cause. */
#ifndef WICK_API_ERROR_H
#define WICK_API_ERROR_H

#include "base.h"
#include "buf.h"

#define WICK_API_ERROR_CAUSE_TYPE "application/vnd.aws.lambda.error.cause+json"

/*
 * What the invoker gets of the document @body: errorMessage, errorType and
 * stackTrace, in this order, where they are there. A body that is no such
 * document becomes the JSON string "Invalid error body" and @content_type,
 * otherwise JSON, octets; both as RAPID does it.
 */
void wick_api_error_document(struct wick_buf *out, struct wick_str body,
                             struct wick_str *content_type);

#endif
