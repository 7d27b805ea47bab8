/* SPDX-License-Identifier: MIT */
/*
 * The deployed executable: which mode, in which order things start, and with
 * what status it ends. No logic.
 */
#include "base.h"
#include "env.h"
#include "err.h"
#include "file.h"
#include "js.h"
#include "js_code.h"
#include "js_lambda.h"
#include "js_memory.h"
#include "js_process.h"
#include "js_report.h"
#include "js_script.h"
#include "js_wraps.h"
#include "lambda_env.h"
#include "locale_data.h"
#include "loop.h"
#include "limits.h"
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
#include <sys/resource.h>
#include <unistd.h>

/* sysexits(3): the command line or the environment is wrong. */
#define EXIT_USAGE 64

/* Whether a start failed for want of descriptors; says so. */
static bool lacks_descriptors(int err)
{
    struct rlimit limit = {0};

    if (err == -EMFILE && getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        (void)fprintf(stderr,
                      "bootstrap: no descriptor to start with: a process is "
                      "limited to %llu of them here (ulimit -n); it takes "
                      "%d\n",
                      (unsigned long long)limit.rlim_cur, WICK_START_FDS);
    } else if (err == -ENFILE) {
        (void)fputs("bootstrap: no descriptor to start with: the system has "
                    "no more open files (fs.file-max)\n",
                    stderr);
    }
    return err == -EMFILE || err == -ENFILE;
}

/* The data of more locales; 0 or the status to exit with. */
static int map_locales(const void **locales)
{
    const char *folder = getenv("NODE_ICU_DATA");
    int err = wick_locale_data_map(folder, locales);

    if (err == 0) {
        return 0;
    }
    if (lacks_descriptors(err)) {
        return EXIT_FAILURE;
    }
    if (folder && folder[0]) {
        (void)fputs("bootstrap: NODE_ICU_DATA is not the folder of a "
                    "readable " WICK_LOCALE_DATA_FILE,
                    stderr);
    } else {
        (void)fputs("bootstrap: " WICK_LOCALE_DATA_LAYER
                    "/" WICK_LOCALE_DATA_FILE " cannot be used",
                    stderr);
    }
    (void)fprintf(stderr, ": %s\n", wick_err_message(err));
    return EXIT_USAGE;
}

/* Starts the engine as the environment says. 0 or the status to exit with. */
static int start_engine(struct wick_js *js)
{
    struct wick_sizing sizing;
    struct wick_env_error error;
    const void *locales;
    int status = map_locales(&locales);

    if (status != 0) {
        return status;
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
    if (err == -EINVAL) {
        (void)fputs("bootstrap: WICK_ENGINE_OPTIONS has an option that the "
                    "engine does not know\n",
                    stderr);
        return EXIT_USAGE;
    }
    if (err < 0) {
        (void)fprintf(stderr, "bootstrap: the engine does not start: %s\n",
                      wick_err_message(err));
        return EXIT_USAGE;
    }
    return 0;
}

/* The builtins of a start threw @exc, for which there is one reason. */
static void report_boot(struct wick_js *js, JSValueRef exc)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) == 0 &&
        limit.rlim_cur < WICK_START_STACK_KB * WICK_KIB) {
        (void)fprintf(stderr,
                      "bootstrap: no stack to start on: it is limited to "
                      "%zu KB here (ulimit -s); it takes %zu KB\n",
                      (size_t)limit.rlim_cur / WICK_KIB, WICK_START_STACK_KB);
        return;
    }
    wick_js_report(js, exc, STDERR_FILENO);
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
    int err = wick_loop_new(loop, &config, why);
    if (lacks_descriptors(err)) {
        return EXIT_FAILURE;
    }
    if (err < 0) {
        (void)fprintf(stderr, "bootstrap: no event loop: %s\n", why);
        return EXIT_USAGE;
    }
    if (wick_js_boot(js, *loop, arguments, &exc) < 0) {
        report_boot(js, exc);
        return EXIT_FAILURE;
    }
    wick_js_wraps_started();
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
    if (argc > 0 && strcmp(argv[0], "--") == 0) {
        argc--;
        argv++;
    } else if (argc > 0 && argv[0][0] == '-' && argv[0][1]) {
        (void)fprintf(stderr, "bootstrap: run has no option %s\n", argv[0]);
        return EXIT_USAGE;
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
