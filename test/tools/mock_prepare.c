/* SPDX-License-Identifier: MIT */
/* realpath(3). */
#define _GNU_SOURCE

#include "mock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mem.h"

struct wick_str mock_expand(struct mock *mock, struct wick_str text)
{
    wick_buf_reset(&mock->scratch);
    scn_expand(&mock->scratch, text, &mock->names);
    return wick_buf_get(&mock->scratch);
}

struct wick_str mock_expand_block(struct mock *mock, struct wick_str block,
                                  const char *end)
{
    wick_buf_reset(&mock->scratch);
    scn_expand_block(&mock->scratch, block, &mock->names, end);
    return wick_buf_get(&mock->scratch);
}

/* ---- The environment ---- */

static void add_word(struct mock_words *words, const char *word)
{
    WICK_ASSERT(words->count < MOCK_WORDS_MAX);
    words->list[words->count++] = wick_dup(word, strlen(word));
}

static void release_words(struct mock_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        wick_free(words->list[i]);
    }
    words->count = 0;
}

static void set_env(struct mock *mock, const char *entry)
{
    struct mock_words *words = &mock->environment;
    size_t name_len = strcspn(entry, "=") + 1;

    for (size_t i = 0; i < words->count; i++) {
        if (strncmp(words->list[i], entry, name_len) == 0) {
            wick_free(words->list[i]);
            words->list[i] = wick_dup(entry, strlen(entry));
            return;
        }
    }
    add_word(words, entry);
}

static void unset_env(struct mock *mock, struct wick_str name)
{
    struct mock_words *words = &mock->environment;

    for (size_t i = 0; i < words->count; i++) {
        if (strncmp(words->list[i], name.ptr, name.len) == 0 &&
            words->list[i][name.len] == '=') {
            wick_free(words->list[i]);
            words->list[i] = words->list[--words->count];
            words->list[words->count] = NULL;
            return;
        }
    }
    mock_fail(mock, "no such variable");
}

static void set_env_pair(struct mock *mock, const char *name, const char *value)
{
    char entry[512];

    (void)snprintf(entry, sizeof(entry), "%s=%s", name, value);
    set_env(mock, entry);
}

static void set_default_env(struct mock *mock)
{
    static const char *const lambda[] = {
        "PATH=/usr/local/bin:/usr/bin/:/bin:/opt/bin",
        "LANG=en_US.UTF-8",
        "TZ=:UTC",
        "_HANDLER=index.handler",
        "AWS_REGION=eu-central-1",
        "AWS_DEFAULT_REGION=eu-central-1",
        "AWS_LAMBDA_FUNCTION_NAME=test-function",
        "AWS_LAMBDA_FUNCTION_VERSION=$LATEST",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=128",
        "AWS_LAMBDA_INITIALIZATION_TYPE=on-demand",
        "AWS_LAMBDA_LOG_GROUP_NAME=/aws/lambda/test-function",
        "AWS_LAMBDA_LOG_STREAM_NAME=2026/11/30/[$LATEST]0",
        "LAMBDA_RUNTIME_DIR=/var/runtime",
    };
    static const char *const inherited[] = {"WICK_IO", "ASAN_OPTIONS",
                                            "LSAN_OPTIONS", "UBSAN_OPTIONS"};

    for (size_t i = 0; i < ARRAY_LEN(lambda); i++) {
        set_env(mock, lambda[i]);
    }
    set_env_pair(mock, "LAMBDA_TASK_ROOT", mock->root);
    set_env_pair(mock, "AWS_LAMBDA_RUNTIME_API", mock->host);
    for (size_t i = 0; i < ARRAY_LEN(inherited); i++) {
        if (getenv(inherited[i])) {
            set_env_pair(mock, inherited[i], getenv(inherited[i]));
        }
    }
}

void mock_prepare(struct mock *mock, char *const argv[])
{
    /* The function runs in another directory. */
    char *program = realpath(argv[0], NULL);

    if (!program) {
        mock_fail(mock, "%s: %s", argv[0], strerror(errno));
    }
    add_word(&mock->arguments, program);
    free(program);
    for (int i = 1; argv[i]; i++) {
        add_word(&mock->arguments, argv[i]);
    }
    set_default_env(mock);
}

void mock_prepare_release(struct mock *mock)
{
    release_words(&mock->arguments);
    release_words(&mock->environment);
}

/* ---- The task root ---- */

/* Makes the directories on the way to @path, which begins with the root. */
static void make_way(struct mock *mock, char *path)
{
    char *slash = path + strlen(mock->root) + 1;

    while ((slash = strchr(slash, '/')) != NULL) {
        *slash = '\0';
        if (mkdir(path, 0777) < 0 && errno != EEXIST) {
            mock_fail(mock, "cannot make %s: %s", path, strerror(errno));
        }
        *slash++ = '/';
    }
}

void mock_write_file(struct mock *mock, struct wick_str name,
                     struct wick_str bytes)
{
    char path[512];
    char hidden[512];

    (void)snprintf(path, sizeof(path), "%s/%.*s", mock->root,
                   WICK_STR_ARG(name));
    (void)snprintf(hidden, sizeof(hidden), "%s/.new", mock->root);
    make_way(mock, path);
    FILE *file = fopen(hidden, "we");
    if (!file || fwrite(bytes.ptr, 1, bytes.len, file) != bytes.len ||
        fclose(file) != 0 || rename(hidden, path) < 0) {
        mock_fail(mock, "cannot write %s", path);
    }
}

bool mock_prepare_step(struct mock *mock, const struct scn_step *step)
{
    if (wick_str_eq(step->verb, WICK_STR("env"))) {
        (void)mock_expand(mock, step->argument);
        set_env(mock, wick_buf_cstr(&mock->scratch));
    } else if (wick_str_eq(step->verb, WICK_STR("unset"))) {
        unset_env(mock, step->argument);
    } else if (wick_str_eq(step->verb, WICK_STR("argument"))) {
        (void)mock_expand(mock, step->argument);
        add_word(&mock->arguments, wick_buf_cstr(&mock->scratch));
    } else if (wick_str_eq(step->verb, WICK_STR("client"))) {
        mock_write_file(mock, WICK_STR("client"),
                        mock_expand_block(mock, step->block, "\n"));
    } else if (wick_str_eq(step->verb, WICK_STR("handler"))) {
        mock_write_file(mock,
                        step->argument.len > 0 ? step->argument
                                               : WICK_STR("index.mjs"),
                        mock_expand_block(mock, step->block, "\n"));
    } else if (wick_str_eq(step->verb, WICK_STR("file"))) {
        mock_write_file(mock, step->argument,
                        mock_expand_block(mock, step->block, "\n"));
    } else {
        return false;
    }
    return true;
}
