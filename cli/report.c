/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

uint64_t wick_report_billed_ms(const struct wick_report *report)
{
    double used_ms = report->init_ms + report->duration_ms;
    uint64_t whole_ms = (uint64_t)used_ms;

    return (double)whole_ms < used_ms ? whole_ms + 1 : whole_ms;
}

int wick_report_start(struct wick_buf *out, const char *id)
{
    return wick_buf_printf(out, "START RequestId: %s Version: $LATEST\n", id);
}

int wick_report_end(struct wick_buf *out, const char *id)
{
    return wick_buf_printf(out, "END RequestId: %s\n", id);
}

int wick_report_line(struct wick_buf *out, const struct wick_report *report)
{
    int err = wick_buf_printf(out, "REPORT RequestId: %s\t", report->id);

    if (err == 0 && report->init_ms > 0) {
        err = wick_buf_printf(out, "Init Duration: %.2f ms\t", report->init_ms);
    }
    if (err == 0 && report->restore_ms > 0) {
        err = wick_buf_printf(out, "Restore Duration: %.2f ms\t",
                              report->restore_ms);
    }
    if (err == 0) {
        err = wick_buf_printf(out,
                              "Duration: %.2f ms\tBilled Duration: %llu ms\t"
                              "Memory Size: %u MB\tMax Memory Used: %u MB\t",
                              report->duration_ms,
                              (unsigned long long)wick_report_billed_ms(report),
                              report->memory_mb, report->memory_used_mb);
    }
    if (err == 0 && report->status) {
        err = wick_buf_printf(out, "Status: %s\t", report->status);
    }
    if (err == 0 && report->error_type[0] != '\0') {
        err = wick_buf_printf(out, "Error Type: %s\t", report->error_type);
    }
    return err == 0 ? wick_buf_append_byte(out, '\n') : err;
}

int wick_report_json(struct wick_buf *out, const struct wick_report *report)
{
    int err = wick_buf_printf(
        out,
        "{\"requestId\":\"%s\",\"initDurationMs\":%.3f,"
        "\"restoreDurationMs\":%.3f,\"durationMs\":%.3f,"
        "\"billedDurationMs\":%llu,\"memorySizeMB\":%u,"
        "\"maxMemoryUsedMB\":%u,\"status\":\"%s\",\"errorType\":",
        report->id, report->init_ms, report->restore_ms, report->duration_ms,
        (unsigned long long)wick_report_billed_ms(report), report->memory_mb,
        report->memory_used_mb, report->status ? report->status : "success");

    if (err == 0) {
        err = report->error_type[0] == '\0'
                  ? wick_buf_append_cstr(out, "null")
                  : wick_encode_json(out, wick_str_from(report->error_type));
    }
    return err == 0 ? wick_buf_append_byte(out, '}') : err;
}

int wick_report_error(struct wick_buf *out, const char *type,
                      struct wick_str message)
{
    int err = wick_buf_append_cstr(out, "{\"errorType\":");

    if (err == 0) {
        err = wick_encode_json(out, wick_str_from(type));
    }
    if (err == 0) {
        err = wick_buf_append_cstr(out, ",\"errorMessage\":");
    }
    if (err == 0) {
        err = wick_encode_json(out, message);
    }
    return err == 0 ? wick_buf_append_byte(out, '}') : err;
}

static bool is_letter(char byte)
{
    char lower = wick_str_to_lower(byte);

    return lower >= 'a' && lower <= 'z';
}

/* @type contains @prefix, a capital and a letter. */
static bool has_name(struct wick_str type, struct wick_str prefix)
{
    size_t at = wick_str_find(type, prefix);

    while (at != WICK_STR_NONE) {
        struct wick_str name = wick_str_from_index(type, at + prefix.len);
        if (name.len >= 2 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z' &&
            is_letter(name.ptr[1])) {
            return true;
        }
        type = name;
        at = wick_str_find(type, prefix);
    }
    return false;
}

void wick_report_error_type(struct wick_str type, char *out, size_t size)
{
    struct wick_str kept = type;

    if (!has_name(type, WICK_STR("Runtime.")) &&
        !has_name(type, WICK_STR("Function."))) {
        kept = wick_str_starts_with(type, WICK_STR("Function."))
                   ? WICK_STR("Function.Unknown")
                   : WICK_STR("Runtime.Unknown");
    }
    size_t len = wick_size_min(kept.len, size - 1);
    memcpy(out, kept.ptr, len);
    out[len] = '\0';
}
