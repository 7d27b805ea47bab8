/* SPDX-License-Identifier: MIT */
/*
 * The documents and header values by which Lambda is told of an error, made
 * from parts without JavaScript and without an allocation: for what goes
 * wrong before there is an engine, or when memory is out.
 *
 * Everything is written into the caller's array, always complete, always
 * valid: what does not fit is left out from the end of the least important
 * part.
 */
#ifndef WICK_ERROR_REPORT_H
#define WICK_ERROR_REPORT_H

#include "base.h"
#include "str.h"

/* Below this an array has no room for a useful document. */
#define WICK_ERROR_REPORT_SIZE_MIN 512

/* One frame of a stack for X-Ray. */
struct wick_error_frame {
    struct wick_str path;
    struct wick_str label;
    uint32_t line;
};

/* Lifetime: the caller's; all parts are borrowed for the call. */
struct wick_error_report {
    struct wick_str type;    /* "Runtime.ExitError", "TypeError" */
    struct wick_str message; /* UTF-8 of any quality */
    /* Lines of the stack as text, the first being "TYPE: MESSAGE". */
    const struct wick_str *trace;
    size_t trace_count;
    /* The same in parts, for X-Ray. */
    const struct wick_error_frame *frames;
    size_t frame_count;
    struct wick_str directory; /* the working directory, for X-Ray */
};

/*
 * {"errorType":..., "errorMessage":..., "trace":[...]} without blanks, as the
 * managed Node.js runtime posts it: keys in this order, DEL as "%7F". Writes
 * at most @size (at least WICK_ERROR_REPORT_SIZE_MIN) bytes with a NUL into
 * @out and returns the length without it.
 */
size_t wick_error_report_write(char *out, size_t size,
                               const struct wick_error_report *report);

/*
 * The cause document for Lambda-Runtime-Function-XRay-Error-Cause: one line
 * of ASCII, {"working_directory":..., "exceptions":[{"type":..., "message":
 * ..., "stack":[{"path":..., "line":..., "label":...}]}], "paths":[...]} with
 * each path once, in the order of the frames. Size as above.
 */
size_t wick_error_report_write_xray(char *out, size_t size,
                                    const struct wick_error_report *report);

/*
 * @type as the value of Lambda-Runtime-Function-Error-Type: DEL as "%7F" and
 * bytes beyond ASCII in the same way, other control characters left out, no
 * blanks around it. Cut to @size - 1 bytes; returns the length, 0 when
 * nothing is left, in which case no header should be sent.
 */
size_t wick_error_report_write_type(char *out, size_t size,
                                    struct wick_str type);

#endif
