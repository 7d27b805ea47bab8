/* SPDX-License-Identifier: MIT */
/*
 * Compiles the builtins to the engine's bytecode, at build time:
 *
 *   compile_builtins TABLE.S BYTES < LIST
 *
 * LIST has a line a builtin, "FILE HASH DEPTH URL", in the order of the table
 * that embed.sh writes; DEPTH is that of wick_jsc_compile. BYTES gets the
 * bytecode of all, TABLE.S a table of where each lies in it:
 * wick_builtin_bytecode[] of js_builtin.h.
 *
 * The program holds the same shim and engine as the executable that it works
 * for, and an allocator of its own (compile_heap.c), with which the same
 * sources make the same bytes. It runs on the machine that builds, under an
 * emulator when the target is another one.
 */
#include "base.h"
#include "buf.h"
#include "err.h"
#include "file.h"
#include "js_builtin.h"
#include "jsc/shim.h"
#include "limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytecode is read in place: what the engine aligns its records to. */
#define BYTECODE_ALIGN 16

/* Written under a name of this process's until it is whole: a kill leaves
 * nothing that make would take for it. */
struct file {
    FILE *stream;
    const char *path;
    char new_path[WICK_PATH_MAX];
};

struct output {
    struct file table;
    struct file bytes;
    const char *url; /* of the builtin at hand */
    size_t offset;
    bool is_failed;
};

static _Noreturn void die(const char *what, const char *why)
{
    (void)fprintf(stderr, "compile_builtins: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* "builtin:node/a-b.js" as a part of a symbol: "node_a_b". */
static void name_of(const char *url, char name[WICK_PATH_MAX])
{
    size_t len = strcspn(url, ":") + 1;

    (void)snprintf(name, WICK_PATH_MAX, "%.*s", (int)strcspn(url + len, "."),
                   url + len);
    for (char *at = strpbrk(name, "/-"); at; at = strpbrk(at, "/-")) {
        *at = '_';
    }
}

/* A section each, so that the linker can lay those of a start side by side. */
static void write_bytes(void *arg, const uint8_t *bytes, size_t len)
{
    static const char padding[BYTECODE_ALIGN];
    struct output *out = arg;
    size_t rest = (BYTECODE_ALIGN - len % BYTECODE_ALIGN) % BYTECODE_ALIGN;
    char name[WICK_PATH_MAX];

    name_of(out->url, name);
    out->is_failed = out->is_failed ||
                     fprintf(out->table.stream,
                             ".quad wick_bytecode_%s, %zu\n"
                             ".pushsection .rodata.wick_bytecode_%s,"
                             "\"a\",@progbits\n"
                             ".balign %d\n"
                             "wick_bytecode_%s: .incbin \"%s\", %zu, %zu\n"
                             ".popsection\n",
                             name, len, name, BYTECODE_ALIGN, name,
                             out->bytes.path, out->offset, len) < 0 ||
                     fwrite(bytes, 1, len, out->bytes.stream) != len ||
                     fwrite(padding, 1, rest, out->bytes.stream) != rest;
    out->offset += len + rest;
}

static void compile(JSContextRef ctx, struct output *out, const char *path,
                    const char *url, uint32_t hash, unsigned depth)
{
    struct wick_buf text;
    JSValueRef exc = NULL;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    int err = wick_file_read(path, &text);
    if (err < 0) {
        die(path, wick_err_message(err));
    }
    /* The same as js_builtin.c runs. */
    struct wick_jsc_source source = {
        .kind = WICK_JSC_SCRIPT,
        .text = wick_buf_get(&text).ptr,
        .len = wick_buf_get(&text).len,
        .is_latin1 = true,
        .url = url,
        .hash = hash,
        .depth = depth,
    };
    out->url = url;
    if (wick_jsc_compile(ctx, &source, write_bytes, out, &exc) < 0) {
        char why[256] = "";
        JSStringRef string = JSValueToStringCopy(ctx, exc, NULL);
        if (string) {
            (void)JSStringGetUTF8CString(string, why, sizeof(why));
        }
        die(path, why);
    }
    wick_buf_release(&text);
}

static void create(struct file *file, const char *path)
{
    file->path = path;
    (void)snprintf(file->new_path, sizeof(file->new_path), "%s.%d", path,
                   (int)getpid());
    file->stream = fopen(file->new_path, "wb");
    if (!file->stream) {
        die(path, "cannot be written");
    }
}

static bool finish(struct file *file)
{
    return fclose(file->stream) == 0 && rename(file->new_path, file->path) == 0;
}

static void compile_all(JSContextRef ctx, struct output *out)
{
    char line[2 * WICK_PATH_MAX];

    while (fgets(line, sizeof(line), stdin)) {
        char *hash = strchr(line, ' ');
        char *depth = hash ? strchr(hash + 1, ' ') : NULL;
        char *url = depth ? strchr(depth + 1, ' ') : NULL;
        if (!url) {
            die("a line of the list", "is not \"FILE HASH DEPTH URL\"");
        }
        *hash++ = '\0';
        *depth++ = '\0';
        *url++ = '\0';
        url[strcspn(url, "\n")] = '\0';
        compile(ctx, out, line, url, (uint32_t)strtoumax(hash, NULL, 10),
                (unsigned)strtoumax(depth, NULL, 10));
    }
}

int main(int argc, char *argv[])
{
    /* Sizes do not shape bytecode; options would, and are those of shim.cc. */
    struct wick_jsc_config config = {
        .is_smol = true,
        .jit_bytes = 64 * WICK_MIB,
        .ram_bytes = 512 * WICK_MIB,
    };
    JSGlobalContextRef ctx;

    if (argc != 3) {
        die("usage", "compile_builtins TABLE.S BYTES <LIST");
    }
    if (wick_jsc_start(&config, &ctx) < 0) {
        die("the engine", "does not start");
    }
    static struct output out;
    create(&out.table, argv[1]);
    create(&out.bytes, argv[2]);
    (void)fputs("/* Generated by runtime/embed/compile.c. */\n"
                ".section .rodata.wick_bytecode,\"a\",@progbits\n"
                ".balign 16\n"
                ".globl wick_builtin_bytecode\n"
                ".hidden wick_builtin_bytecode\n"
                "wick_builtin_bytecode:\n",
                out.table.stream);
    compile_all(ctx, &out);
    if (out.is_failed || !finish(&out.bytes) || !finish(&out.table)) {
        die("the output", "cannot be written");
    }
    return EXIT_SUCCESS;
}
