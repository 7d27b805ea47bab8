/* SPDX-License-Identifier: MIT */
#include "summary.h"

#include <cJSON.h>
#include <stdlib.h>

#include "mem.h"

void wick_summary_init(struct wick_summary *summary, size_t capacity)
{
    *summary = (struct wick_summary){
        .durations_ms = wick_alloc_zero(capacity, sizeof(double)),
        .capacity = capacity};
}

void wick_summary_release(struct wick_summary *summary)
{
    wick_free(summary->durations_ms);
    *summary = (struct wick_summary){0};
}

void wick_summary_add(struct wick_summary *summary,
                      const struct wick_report *report)
{
    WICK_ASSERT(summary->count < summary->capacity);
    summary->durations_ms[summary->count++] = report->duration_ms;
    summary->errors += report->status ? 1 : 0;
    if (report->init_ms > 0) {
        summary->init_ms = report->init_ms;
        summary->restore_ms = report->restore_ms;
    }
    summary->last = *report;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

/* The nearest-rank percentile of the sorted durations. */
static double percentile(const struct wick_summary *summary, size_t percent)
{
    size_t rank = (summary->count * percent + 99) / 100;

    return summary->durations_ms[rank > 0 ? rank - 1 : 0];
}

static int add_durations(struct wick_summary *summary, struct wick_buf *out)
{
    double sum = 0;

    for (size_t i = 0; i < summary->count; i++) {
        sum += summary->durations_ms[i];
    }
    qsort(summary->durations_ms, summary->count, sizeof(double), compare);
    return wick_buf_printf(
        out,
        "\"durationMs\":{\"min\":%.3f,\"median\":%.3f,\"p90\":%.3f,"
        "\"p99\":%.3f,\"max\":%.3f,\"mean\":%.3f},",
        percentile(summary, 0), percentile(summary, 50),
        percentile(summary, 90), percentile(summary, 99),
        percentile(summary, 100), sum / (double)summary->count);
}

static bool is_json(struct wick_str text)
{
    const char *end = NULL;
    cJSON *root = cJSON_ParseWithLengthOpts(text.ptr, text.len, &end, false);
    bool is_parsed = root != NULL;

    cJSON_Delete(root);
    if (!is_parsed) {
        return false;
    }
    for (; end < text.ptr + text.len; end++) {
        if (*end != ' ' && *end != '\t' && *end != '\n' && *end != '\r') {
            return false;
        }
    }
    return true;
}

int wick_summary_json(struct wick_summary *summary, struct wick_str response,
                      struct wick_buf *out)
{
    WICK_ASSERT(summary->count > 0);
    int err = wick_buf_printf(out,
                              "{\"invocations\":%zu,\"errors\":%zu,"
                              "\"initDurationMs\":%.3f,"
                              "\"restoreDurationMs\":%.3f,",
                              summary->count, summary->errors, summary->init_ms,
                              summary->restore_ms);
    if (err == 0) {
        err = add_durations(summary, out);
    }
    if (err == 0) {
        err = wick_buf_append_cstr(out, "\"last\":");
    }
    if (err == 0) {
        err = wick_report_json(out, &summary->last);
    }
    if (err == 0) {
        err = wick_buf_append_cstr(out, ",\"response\":");
    }
    if (err == 0) {
        err = is_json(response) ? wick_buf_append_str(out, response)
                                : wick_encode_json(out, response);
    }
    return err == 0 ? wick_buf_append_cstr(out, "}\n") : err;
}
