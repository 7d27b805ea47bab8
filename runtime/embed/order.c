/* SPDX-License-Identifier: MIT */
/*
 * Lists the symbols that a run touches, in the order of their first use, for
 * lld's --symbol-ordering-file:
 *
 *   order SYMBOLS <TRACE
 *
 * SYMBOLS is what `llvm-nm -n --defined-only` prints; TRACE what Valgrind's
 * lackey prints with --trace-mem=yes: "I  0401a2b0,3", " L 1ffeffe7a8,8". A run
 * that touches few pages begins sooner: the functions, constants and variables
 * of a start lie side by side instead of scattered over the file.
 */
#include "base.h"
#include "buf.h"
#include "mem.h"
#include "str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 64 };

#define SYMBOLS_MAX ((size_t)1 << 20)
#define LINE_MAX    8192

struct symbol {
    uint64_t address;
    char *name;
    bool is_used;
};

static struct symbol *symbols;
static size_t symbol_count;
/* What was looked up last: most accesses stay within one symbol. */
static size_t last;

/* "ADDRESS TYPE NAME"; absolute and undefined ones have no place. */
static void add_symbol(const char *line)
{
    char *end;
    uint64_t address = strtoull(line, &end, 16);
    size_t len = strcspn(line, "\n");

    if (end == line || *end != ' ' || end[1] == '\0' || end[2] != ' ' ||
        strchr("aAuUN", end[1]) || symbol_count == SYMBOLS_MAX) {
        return;
    }
    const char *name = end + 3;
    symbols[symbol_count++] = (struct symbol){
        address, wick_dup(name, len - (size_t)(name - line)), false};
}

static bool load_symbols(const char *path)
{
    char line[LINE_MAX];
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

static bool is_in(size_t index, uint64_t address)
{
    return symbols[index].address <= address &&
           (index + 1 == symbol_count || address < symbols[index + 1].address);
}

/* The last symbol that does not begin after @address. */
static size_t find(uint64_t address)
{
    size_t low = 0;
    size_t high = symbol_count;

    if (is_in(last, address)) {
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

/* Every name of the place: which one the linker knows is not said. */
static void use(uint64_t address)
{
    if (address < symbols[0].address ||
        address > symbols[symbol_count - 1].address) {
        return;
    }
    size_t index = find(address);
    last = index;
    if (symbols[index].is_used) {
        return;
    }
    for (;;) {
        symbols[index].is_used = true;
        (void)puts(symbols[index].name);
        if (index == 0 ||
            symbols[index - 1].address != symbols[index].address) {
            return;
        }
        index--;
    }
}

int main(int argc, char *argv[])
{
    char line[LINE_MAX];

    if (argc != 2 || !load_symbols(argv[1])) {
        (void)fputs("usage: order SYMBOLS <TRACE\n", stderr);
        return EXIT_USAGE;
    }
    while (fgets(line, sizeof(line), stdin)) {
        char *end;

        if (strncmp(line, "I  ", 3) != 0 && strncmp(line, " L ", 3) != 0 &&
            strncmp(line, " S ", 3) != 0 && strncmp(line, " M ", 3) != 0) {
            continue;
        }
        uint64_t address = strtoull(line + 3, &end, 16);
        if (*end == ',') {
            use(address);
        }
    }
    return EXIT_SUCCESS;
}
