/* SPDX-License-Identifier: MIT */
/*
 * Lists the symbols that a run touches, in the order of their first use, for
 * the linker's --symbol-ordering-file. A run that touches few pages begins
 * sooner: the functions, constants and variables of a start lie side by side
 * instead of scattered over the file.
 *
 *   order SYMBOLS <TRACE
 *   order SYMBOLS LIST PROGRAM ARGUMENT...
 *
 * SYMBOLS is what `llvm-nm -n -S --defined-only` prints of the program. TRACE
 * is what Valgrind's lackey prints of a run with --trace-mem=yes: "I
 * 0401a2b0,3", " L 1ffeffe7a8,8"; data is in the list then, and the run takes
 * minutes. Without a trace PROGRAM runs at its own speed, with a breakpoint at
 * the begin of every function that is gone when it has been hit, and LIST gets
 * the functions (x86-64 alone).
 */
#define _GNU_SOURCE
#include "base.h"
#include "mem.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_USAGE = 64 };

/* A larger variable is a table of which a run touches little: it would part
 * what lies side by side. */
#define VARIABLE_SIZE_MAX 16384

#define SYMBOLS_MAX ((size_t)1 << 20)
/* Names of C++ are long; a longer one is cut, and the linker ignores it. */
#define LINE_SIZE 16384

struct symbol {
    uint64_t address;
    uint64_t size; /* 0: of assembly, up to the next symbol */
    char *name;
    char type;
    bool is_used;
    uint8_t byte; /* of a function, where the breakpoint is */
};

static struct symbol *symbols;
static size_t symbol_count;
/* What was looked up last: most accesses stay within one symbol. */
static size_t last;

/* "ADDRESS SIZE TYPE NAME"; absolute and undefined ones have no place. */
static void add_symbol(const char *line)
{
    char *end;
    uint64_t address = strtoull(line, &end, 16);
    uint64_t size = strtoull(end, &end, 16);
    size_t len = strcspn(line, "\n");

    if (*end != ' ' || !end[1] || end[2] != ' ' || strchr("aAuUN", end[1]) ||
        symbol_count == SYMBOLS_MAX) {
        return;
    }
    const char *name = end + 3;
    symbols[symbol_count++] = (struct symbol){
        .address = address,
        .size = size,
        .name = wick_dup(name, len - (size_t)(name - line)),
        .type = end[1],
    };
}

static bool load_symbols(const char *path)
{
    char line[LINE_SIZE];
    FILE *file = fopen(path, "r");

    if (!file) {
        return false;
    }
    symbols = wick_alloc_zero(SYMBOLS_MAX, sizeof(*symbols));
    while (fgets(line, sizeof(line), file)) {
        add_symbol(line);
    }
    return fclose(file) == 0 && symbol_count > 0;
}

static bool begins_before(size_t index, uint64_t address)
{
    return symbols[index].address <= address &&
           (index + 1 == symbol_count || address < symbols[index + 1].address);
}

/* The last symbol that does not begin after @address. */
static size_t find(uint64_t address)
{
    size_t low = 0;
    size_t high = symbol_count;

    if (begins_before(last, address)) {
        return last;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (symbols[middle].address <= address) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* One name of the place is enough: the linker folds what is equal before it
 * looks for the order. */
static void list(size_t index, FILE *out)
{
    symbols[index].is_used = true;
    while (index > 0 && symbols[index - 1].address == symbols[index].address) {
        index--;
        symbols[index].is_used = true;
    }
    (void)fprintf(out, "%s\n", symbols[index].name);
}

/* ---- A trace ---- */

static void use(uint64_t address)
{
    if (address < symbols[0].address) {
        return;
    }
    size_t index = find(address);
    last = index;
    const struct symbol *symbol = &symbols[index];
    /* What lies between symbols, as merged strings do, has no name. */
    if (symbol->is_used ||
        (symbol->size > 0 && address - symbol->address >= symbol->size) ||
        (strchr("bB", symbol->type) && symbol->size > VARIABLE_SIZE_MAX)) {
        return;
    }
    list(index, stdout);
}

static bool is_access(const char *line)
{
    return strncmp(line, "I  ", 3) == 0 || strncmp(line, " L ", 3) == 0 ||
           strncmp(line, " S ", 3) == 0 || strncmp(line, " M ", 3) == 0;
}

static void read_trace(void)
{
    char line[LINE_SIZE];

    while (fgets(line, sizeof(line), stdin)) {
        char *end;

        if (!is_access(line)) {
            continue;
        }
        uint64_t address = strtoull(line + 3, &end, 16);
        if (*end == ',') {
            use(address);
        }
    }
}

/* ---- Breakpoints ---- */

static bool is_function(const struct symbol *symbol)
{
    return strchr("tTwW", symbol->type) && symbol->size > 0;
}

/* Puts a breakpoint at every function, or says why not. */
static bool set_breakpoints(int memory)
{
    static const uint8_t breakpoint = 0xcc;

    for (size_t i = 0; i < symbol_count; i++) {
        struct symbol *symbol = &symbols[i];
        off_t at = (off_t)symbol->address;

        if (!is_function(symbol) ||
            (i > 0 && symbols[i - 1].address == symbol->address)) {
            continue;
        }
        if (pread(memory, &symbol->byte, 1, at) != 1 ||
            pwrite(memory, &breakpoint, 1, at) != 1) {
            perror("order: the program's memory");
            return false;
        }
    }
    return true;
}

/* Whether @pid stands behind a breakpoint of ours; it goes on before it. */
static bool take_breakpoint(pid_t pid, int memory, FILE *out)
{
    struct user_regs_struct registers;

    if (ptrace(PTRACE_GETREGS, pid, NULL, &registers) < 0) {
        return false;
    }
    uint64_t address = registers.rip - 1;
    size_t index = find(address);
    if (symbols[index].address != address) {
        return false;
    }
    size_t first = index;
    while (first > 0 && symbols[first - 1].address == address) {
        first--;
    }
    /* Another thread may have been here at the same time. */
    if (!symbols[index].is_used) {
        list(index, out);
        if (pwrite(memory, &symbols[first].byte, 1, (off_t)address) != 1) {
            return false;
        }
    }
    registers.rip = address;
    return ptrace(PTRACE_SETREGS, pid, NULL, &registers) == 0;
}

/* Follows the program that @child has become; its exit status. */
static int follow(pid_t child, int memory, FILE *out)
{
    int status;

    (void)ptrace(PTRACE_SETOPTIONS, child, NULL,
                 PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE);
    (void)ptrace(PTRACE_CONT, child, NULL, 0);
    for (;;) {
        pid_t pid = waitpid(-1, &status, __WALL);

        if (pid < 0) {
            return EXIT_FAILURE;
        }
        if (WIFSTOPPED(status)) {
            int number = WSTOPSIG(status);
            bool is_ours =
                status >> 16 != 0 || number == SIGSTOP ||
                (number == SIGTRAP && take_breakpoint(pid, memory, out));
            (void)ptrace(PTRACE_CONT, pid, NULL, is_ours ? 0L : (long)number);
        } else if (pid == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status)
                                     : 128 + WTERMSIG(status);
        }
    }
}

static int run(const char *path, char *command[])
{
    char place[64];
    int status;
    FILE *out = fopen(path, "w");
    pid_t child = fork();

    if (child == 0) {
        (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        (void)execvp(command[0], command);
        _exit(127);
    }
    if (!out || child < 0 || waitpid(child, &status, 0) < 0 ||
        !WIFSTOPPED(status)) {
        (void)fprintf(stderr, "order: cannot start %s\n", command[0]);
        return EXIT_FAILURE;
    }
    (void)snprintf(place, sizeof(place), "/proc/%d/mem", child);
    /* Who measures the program kills this one when it has seen enough. */
    (void)setvbuf(out, NULL, _IOLBF, 0);
    int memory = open(place, O_RDWR | O_CLOEXEC);
    if (memory < 0 || !set_breakpoints(memory)) {
        (void)kill(child, SIGKILL);
        return EXIT_FAILURE;
    }
    status = follow(child, memory, out);
    return fclose(out) == 0 ? status : EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
    if ((argc != 2 && argc < 4) || !load_symbols(argv[1])) {
        (void)fputs("usage: order SYMBOLS <TRACE\n"
                    "       order SYMBOLS LIST PROGRAM ARGUMENT...\n",
                    stderr);
        return EXIT_USAGE;
    }
    if (argc > 2) {
        return run(argv[2], argv + 3);
    }
    read_trace();
    return EXIT_SUCCESS;
}
