/* SPDX-License-Identifier: MIT */
#include "err.h"

#include <errno.h>
#include <string.h>

static const struct wick_err entries[] = {
#define WICK_ERRNO(code, message) {-(code), #code, #code, message},
#define WICK_ERRNO_OWN(code, value, node_code, message) \
    {-(code), #code, node_code, message},
#include "errno.def"
#undef WICK_ERRNO
#undef WICK_ERRNO_OWN
};

/* A scan: about 80 entries, and only an error pays for it. */
const struct wick_err *wick_err_find(int err)
{
    for (size_t i = 0; i < ARRAY_LEN(entries); i++) {
        if (entries[i].err == err) {
            return &entries[i];
        }
    }
    return NULL;
}

const struct wick_err *wick_err_find_name(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(entries); i++) {
        if (strcmp(entries[i].name, name) == 0) {
            return &entries[i];
        }
    }
    return NULL;
}

const struct wick_err *wick_err_at(size_t index)
{
    return index < ARRAY_LEN(entries) ? &entries[index] : NULL;
}

const char *wick_err_name(int err)
{
    const struct wick_err *entry = wick_err_find(err);

    return entry ? entry->name : "UNKNOWN";
}

const char *wick_err_node_code(int err)
{
    const struct wick_err *entry = wick_err_find(err);

    return entry ? entry->node_code : "UNKNOWN";
}

const char *wick_err_message(int err)
{
    const struct wick_err *entry = wick_err_find(err);

    return entry ? entry->message : "unknown error";
}
