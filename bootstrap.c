/* SPDX-License-Identifier: MIT */
/*
 * The deployed executable: which mode, in which order things start, and with
 * what status it ends. No logic.
 */
#include "base.h"
#include "env.h"
#include "file.h"
#include "js.h"
#include "js_code.h"
#include "js_lambda.h"
#include "js_memory.h"
#include "js_process.h"
#include "js_report.h"
#include "js_script.h"
#include "jsc/shim.h"
#include "lambda_env.h"
#include "locale_data.h"
#include "loop.h"
#include "mem.h"
#include "sizing.h"
#include "usage.h"
#include "version.h"
#include "warm.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* sysexits(3): the command line or the environment is wrong. */
#define EXIT_USAGE 64

/* The link has every call of mmap() come here, that of the allocator too. */
wick_warm_map_fn __real_mmap;
wick_warm_map_fn __wrap_mmap;

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd,
                  off_t offset)
{
    static struct wick_warm warm;

    if (at) {
        wick_jsc_note_mapping(at, size);
    }
    return wick_warm_map(&warm, __real_mmap, at, size, protection, flags, fd,
                         offset);
}

/*
 * The engine aborts where this fails. It keeps scripts off the part of a
 * growable buffer that is not in use yet, which it also checks each time.
 */
int __real_mprotect(void *at, size_t size, int protection);
int __wrap_mprotect(void *at, size_t size, int protection);

int __wrap_mprotect(void *at, size_t size, int protection)
{
    int err = __real_mprotect(at, size, protection);

    if (err == 0 || errno != ENOMEM) {
        return err;
    }
    wick_jsc_note_mappings_used_up(protection != PROT_NONE);
    return 0;
}

/* As are those of the allocator: some of its callers take no refusal. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* How many bytes this thread may ask for until that is looked at again. */
static _Thread_local size_t allowance;

static void note_allocation(size_t bytes)
{
    if (bytes < allowance && bytes < WICK_JSC_LARGE) {
        allowance -= bytes;
    } else {
        allowance = wick_jsc_note_allocation(bytes);
    }
}

void *__wrap_malloc(size_t size)
{
    note_allocation(size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    size_t bytes;

    if (!__builtin_mul_overflow(count, size, &bytes)) {
        note_allocation(bytes);
    }
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    note_allocation(size);
    return __real_realloc(old, size);
}

/* Starts the engine as the environment says. 0 or the status to exit with. */
static int start_engine(struct wick_js *js)
{
    struct wick_sizing sizing;
    struct wick_env_error error;
    const void *locales;

    if (wick_locale_data_map(getenv("NODE_ICU_DATA"), &locales) < 0) {
        (void)fputs("bootstrap: NODE_ICU_DATA is not the folder of a "
                    "readable " WICK_LOCALE_DATA_FILE "\n",
                    stderr);
        return EXIT_USAGE;
    }
    if (wick_sizing_init(&sizing, wick_sizing_host_memory, &error) < 0) {
        (void)fprintf(stderr, "bootstrap: %s\n", error.text);
        return EXIT_USAGE;
    }
    int err = wick_js_init(js, &sizing, locales, getenv("WICK_ENGINE_OPTIONS"));
    if (err == -EBADMSG) {
        (void)fputs("bootstrap: " WICK_LOCALE_DATA_FILE
                    " is not the data of ICU 72\n",
                    stderr);
        return EXIT_USAGE;
    }
    if (err < 0) {
        (void)fprintf(stderr,
                      "bootstrap: the engine does not start: an unknown "
                      "option in WICK_ENGINE_OPTIONS, or no memory for a JIT "
                      "region of %zu MB (WICK_JIT_MB)\n",
                      sizing.jit_bytes >> 20);
        return EXIT_USAGE;
    }
    return 0;
}

/* Starts everything; 0 or the status to exit with. */
static int start(struct wick_js *js, struct wick_loop **loop,
                 const struct wick_js_arguments *arguments)
{
    JSValueRef exc = NULL;
    char why[WICK_LOOP_WHY_SIZE];
    struct wick_loop_config config = {0};
    int status = start_engine(js);

    if (status != 0) {
        return status;
    }
    if (wick_loop_backend_parse(getenv("WICK_IO"), &config.backend) < 0) {
        (void)fputs("bootstrap: WICK_IO takes uring, epoll or auto\n", stderr);
        return EXIT_USAGE;
    }
    if (wick_loop_new(loop, &config, why) < 0) {
        (void)fprintf(stderr, "bootstrap: no event loop: %s\n", why);
        return EXIT_USAGE;
    }
    if (wick_js_boot(js, *loop, arguments, &exc) < 0) {
        wick_js_report(js, exc, STDERR_FILENO);
        return EXIT_FAILURE;
    }
    return 0;
}

static int run_script(const char *argv0, int argc, char *argv[])
{
    struct wick_js_script_options options = {0};
    struct wick_js_arguments arguments;
    struct wick_loop *loop;
    struct wick_js js;

    if (argc > 0 && strcmp(argv[0], "--expose-internals") == 0) {
        options.has_internals = true;
        argc--;
        argv++;
    }
    if (argc < 1) {
        (void)fputs("bootstrap: run takes a file\n", stderr);
        return EXIT_USAGE;
    }
    arguments = (struct wick_js_arguments){argv0, argv[0], argc - 1, argv + 1};
    int status = start(&js, &loop, &arguments);
    return status != 0 ? status : wick_js_script_run(&js, argv[0], &options);
}

static int compile(int argc, char *argv[])
{
    struct wick_js_arguments arguments = {0};
    struct wick_loop *loop;
    struct wick_js js;

    if (argc < 1) {
        (void)fputs("bootstrap: compile takes files\n", stderr);
        return EXIT_USAGE;
    }
    int status = start(&js, &loop, &arguments);
    return status != 0 ? status : wick_js_code_run(&js, argv, argc);
}

/*
 * The environment names the handler: an emulator that overrides the last word
 * of an image's command does so there. LAMBDA_HANDLER is for images that
 * cannot set _HANDLER.
 */
static struct wick_str choose_handler(const struct wick_lambda_env *env,
                                      const char *argument)
{
    const char *chosen = getenv("LAMBDA_HANDLER");

    if (chosen && chosen[0]) {
        return wick_str_from(chosen);
    }
    return env->handler.len > 0 || !argument ? env->handler
                                             : wick_str_from(argument);
}

static int serve(const char *argv0, const char *argument)
{
    struct wick_js_arguments arguments = {.argv0 = argv0};
    struct wick_lambda_env env;
    struct wick_env_error error;
    struct wick_loop *loop;
    struct wick_js js;
    bool has_memory_stats = false;

    if (wick_lambda_env_init(&env, &error) < 0) {
        (void)fprintf(stderr, "bootstrap: %s\n", error.text);
        return EXIT_FAILURE;
    }
    if (wick_env_bool("WICK_MEMSTATS", &has_memory_stats, &error) < 0) {
        (void)fprintf(stderr, "bootstrap: %s\n", error.text);
        return EXIT_USAGE;
    }
    wick_lambda_env_note(stderr);
    if (has_memory_stats) {
        wick_js_memory_write_stats();
    }
    int status = start(&js, &loop, &arguments);
    if (status != 0) {
        return status;
    }
    struct wick_js_lambda_config config = {
        .loop = loop,
        .env = &env,
        .handler = choose_handler(&env, argument),
    };
    return wick_js_lambda_run(&js, &config);
}

/* A log or a peer that nobody reads any more is an error of the write. */
static void ignore_broken_pipes(void)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};

    (void)sigaction(SIGPIPE, &ignore, NULL);
}

int main(int argc, char *argv[])
{
    const char *command = argc > 1 ? argv[1] : "";

    wick_warm_executable();
    wick_file_open_standard();
#ifdef WICK_FAULTS
    wick_mem_fail_from_env();
#endif
    ignore_broken_pipes();

    if (strcmp(command, "--help") == 0) {
        return wick_usage_print(stdout) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    if (strcmp(command, "--version") == 0) {
        return wick_version_print(stdout) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    if (strcmp(command, "run") == 0) {
        return run_script(argv[0], argc - 2, argv + 2);
    }
    if (strcmp(command, "compile") == 0) {
        return compile(argc - 2, argv + 2);
    }
    if (command[0] == '-') {
        (void)fprintf(stderr, "bootstrap: there is no option %s\n\n", command);
        (void)!wick_usage_print(stderr);
        return EXIT_USAGE;
    }
    return serve(argv[0], argc > 1 ? argv[argc - 1] : NULL);
}
