/* SPDX-License-Identifier: MIT */
/*
 * What JavaScriptCore's C interface cannot do, behind a C header. Implemented
 * by shim.cc, the only C++ file of the project, which holds no policy: sizes,
 * modules and errors are decided by its callers (js*.c).
 *
 * One engine a process, on the thread that started it, whose lock is held from
 * wick_jsc_start() to the end: no call of the C interface drains microtasks
 * by the way, and the collector's thread never comes to be.
 *
 * JSValueRef results and parameters follow the C interface: borrowed, alive as
 * long as they are reachable from a root or from the C stack.
 */
#ifndef WICK_JSC_SHIM_H
#define WICK_JSC_SHIM_H

#include "base.h"
#include "chars.h"

#include <JavaScriptCore/JavaScript.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes of the engine, decided before it starts and fixed afterwards. */
struct wick_jsc_config {
    /* Small: compile and collect on this thread, give memory back early. */
    bool is_smol;
    /* Bytes of the region for generated code; a power of two. */
    size_t jit_bytes;
    /* Bytes of memory the process may use: shapes the heap's growth. */
    size_t ram_bytes;
    /* Live objects after which a call is ended (memory_limit.h); 0: none. */
    size_t heap_limit_bytes;
    /* Private pages of the process, from which the same follows; 0: none. */
    size_t resident_limit_bytes;
    /* ICU's data, to the end of the process, or NULL: that of the executable.
     */
    const void *locale_data;
    /* Engine options "name=value ...", for developers; NULL is none. */
    const char *options;
};

/*
 * Starts the engine. Returns 0 with the global context in @ctx, which lives to
 * the end of the process; -EINVAL when @config->options has an option that the
 * engine does not know, -EBADMSG when @config->locale_data is not ICU's data,
 * -ENOMEM when its regions cannot be mapped, -EALREADY when called twice.
 */
WICK_NODISCARD int wick_jsc_start(const struct wick_jsc_config *config,
                                  JSGlobalContextRef *ctx);

/* The engine's version, of static storage: "webkit2gtk 2.50.6 (1a2b3c4d)". */
const char *wick_jsc_version(void);

/* Turns. */

/* Runs microtasks until none is left; FinalizationRegistry jobs come due. */
void wick_jsc_checkpoint(JSContextRef ctx);

/*
 * Runs what engine threads and timers have made ready (WebAssembly
 * compilation, Atomics.waitAsync, finalizers). Call once a turn of the loop.
 */
void wick_jsc_run_deferred(JSContextRef ctx);

/*
 * @wake(@arg) is called, on any thread, when wick_jsc_run_deferred() has
 * something to do. One at a time; NULL takes it away.
 */
void wick_jsc_set_wake(void (*wake)(void *arg), void *arg);

/* True while the engine waits for work of its own that will settle promises. */
bool wick_jsc_has_deferred(JSContextRef ctx);

/*
 * Called when @promise is rejected without a handler (@is_handled false), and
 * when such a promise gets one after all (true). Inside the engine: it may
 * keep @promise (JSValueProtect), and must not run JavaScript.
 */
typedef void (*wick_jsc_rejection_fn)(JSContextRef ctx, JSObjectRef promise,
                                      bool is_handled);
void wick_jsc_set_rejection(wick_jsc_rejection_fn on_rejection);

/* Asynchronous context. */

/*
 * The object whose property "current" is the context of what runs; undefined
 * is none. Who enters one sets it, and sets it back. A reaction of a promise,
 * an await included, runs in the context in which it was asked for, any other
 * microtask in the one in which it was queued; the end of a turn begins in
 * none. Borrowed; lives as long as the engine.
 */
JSObjectRef wick_jsc_async_context(JSContextRef ctx);

/*
 * From now on microtasks keep their context. Until then it costs them nothing,
 * and must not be set.
 */
void wick_jsc_async_context_track(void);

/* Sources, bytecode, modules. */

enum wick_jsc_source_kind {
    WICK_JSC_SCRIPT,
    WICK_JSC_MODULE,
    WICK_JSC_JSON,
};

/* A text to run. Borrowed for the call unless a field says otherwise. */
struct wick_jsc_source {
    enum wick_jsc_source_kind kind;
    /* UTF-8, or Latin-1 when is_latin1 is set. */
    const char *text;
    size_t len;
    bool is_latin1;
    /* The text outlives the process's use of it and is not copied. */
    bool is_static;
    /* file: URL of modules, path or builtin: name for stack traces. */
    const char *url;
    /* Bytecode of this text, alive to the end of the process, or NULL. */
    const uint8_t *bytecode;
    size_t bytecode_len;
    /* Any number that follows from the text; 0 has the engine hash it. */
    uint32_t hash;
    /* Of wick_jsc_compile: how many levels of functions in functions are
     * compiled, 0 for all. The others are when they are first called. */
    unsigned depth;
};

/*
 * Evaluates a script in the global scope. Returns its completion value, or
 * NULL with @exc set.
 */
JSValueRef wick_jsc_evaluate(JSContextRef ctx,
                             const struct wick_jsc_source *source,
                             JSValueRef *exc);

/*
 * Compiles @source and the functions in it (depth). @sink(@arg) gets the
 * bytecode once, borrowed. Returns 0, or -EINVAL with a SyntaxError in @exc.
 * The bytes are of use to an engine of the same build only and carry no digest
 * of the text: whoever stores them adds both.
 */
WICK_NODISCARD int
wick_jsc_compile(JSContextRef ctx, const struct wick_jsc_source *source,
                 void (*sink)(void *arg, const uint8_t *bytes, size_t len),
                 void *arg, JSValueRef *exc);

/*
 * How often the engine has taken the text of a source that came with bytecode:
 * to parse it, for the text of a function, for a message. 0 proves that all of
 * it ran from bytecode.
 */
uint64_t wick_jsc_text_reads(void);

/* What the module loader asks of its embedder. All run inside the engine. */
struct wick_jsc_modules {
    /*
     * The key, a URL, of @specifier as @referrer (NULL: the program) imports
     * it; the caller releases it. NULL with @exc set: it cannot be resolved.
     * @type is the type attribute of an import() ("": none), which is asked
     * for before the engine is; NULL when the engine asks.
     */
    JSStringRef (*resolve)(JSContextRef ctx, JSStringRef specifier,
                           JSStringRef referrer, const char *type,
                           JSValueRef *exc);
    /*
     * Fills @source for @key, imported with the type attribute @type ("json",
     * NULL: none). What @source points to stays until release_source(). -1
     * with @exc set: it cannot be had.
     */
    int (*fetch)(JSContextRef ctx, JSStringRef key, const char *type,
                 struct wick_jsc_source *source, JSValueRef *exc);
    void (*release_source)(struct wick_jsc_source *source);
    /* Gives @meta, an empty object, the properties of import.meta of @key. */
    void (*fill_meta)(JSContextRef ctx, JSStringRef key, JSObjectRef meta);
    /*
     * The code of the module @key threw @error. The engine does not keep it: a
     * second import would find a module that seems to have run.
     */
    void (*failed)(JSContextRef ctx, JSStringRef key, JSValueRef error);
};

/* @modules is borrowed to the end of the process. */
void wick_jsc_set_modules(const struct wick_jsc_modules *modules);

/*
 * import(@specifier) as if from the program. Returns a promise of the
 * namespace, or NULL with @exc set.
 */
JSObjectRef wick_jsc_import(JSContextRef ctx, JSStringRef specifier,
                            JSValueRef *exc);

/*
 * The namespace of the module @specifier, loaded and run before this returns;
 * microtasks that were queued stay queued. Undefined when a module of its
 * graph awaits at its top level (what was not waiting has run then), or is
 * being loaded by an import. NULL with @exc set.
 */
JSValueRef wick_jsc_require(JSContextRef ctx, JSStringRef specifier,
                            JSValueRef *exc);

/* Whether @source parses as an ES module. */
bool wick_jsc_module_parses(JSContextRef ctx,
                            const struct wick_jsc_source *source);

/* Strings and JSON. */

/*
 * A string over @len Latin-1 bytes at @bytes. When it dies @release(@arg,
 * @bytes) is called, on this thread; NULL for bytes that live for ever.
 */
JSValueRef wick_jsc_string_external(JSContextRef ctx, const char *bytes,
                                    size_t len,
                                    void (*release)(void *arg, void *bytes),
                                    void *arg);

/* A string of @len bytes of UTF-8; what is not UTF-8 becomes U+FFFD. */
JSValueRef wick_jsc_string_utf8(JSContextRef ctx, const char *bytes,
                                size_t len);

/*
 * @string as UTF-8, lone surrogates as U+FFFD: @sink(@arg) gets it once,
 * borrowed. False with @exc set when it cannot be flattened.
 */
bool wick_jsc_string_write(JSContextRef ctx, JSValueRef string,
                           void (*sink)(void *arg, const char *bytes,
                                        size_t len),
                           void *arg, JSValueRef *exc);

/*
 * The characters of @string, flat, for use as long as it is reachable. False
 * with a TypeError or RangeError in @exc when it is no string or too long to
 * flatten.
 */
bool wick_jsc_string_get(JSContextRef ctx, JSValueRef string,
                         struct wick_chars *chars, JSValueRef *exc);

/* What a new string is made of; @fill(@arg, @room) writes its characters. */
struct wick_jsc_filler {
    size_t count; /* of characters */
    bool is_latin1;
    void (*fill)(void *arg, void *room);
    void *arg;
};

/*
 * A string of @filler->count characters, which @filler->fill writes in place:
 * bytes, or UTF-16 units. NULL with a RangeError in @exc when it is too long.
 */
JSValueRef wick_jsc_string_make(JSContextRef ctx,
                                const struct wick_jsc_filler *filler,
                                JSValueRef *exc);

/*
 * JSON.parse of @len bytes of UTF-8, without a copy when they are ASCII.
 * NULL with a SyntaxError in @exc. @bytes are not kept.
 */
JSValueRef wick_jsc_json_parse(JSContextRef ctx, const char *bytes, size_t len,
                               JSValueRef *exc);

/* URLs. */

/*
 * Where the parts of a serialised URL lie in it, in characters (URL standard,
 * 4.5). Parts that are not there are empty.
 */
struct wick_jsc_url {
    uint32_t protocol_end; /* behind the ':' */
    uint32_t user_start;
    uint32_t user_end;
    uint32_t password_start;
    uint32_t password_end;
    uint32_t host_start;
    uint32_t host_end;
    uint32_t path_start;
    uint32_t path_end;
    uint32_t query_end; /* where the '#' stands */
    int32_t port;       /* -1: none, or the scheme's own */
    bool has_opaque_path;
    bool is_special;
};

/*
 * The basic URL parser. Returns the serialisation of @input against @base
 * (NULL: none), with its parts in @url, or NULL when either is no URL. Both
 * are strings.
 */
JSValueRef wick_jsc_url_parse(JSContextRef ctx, JSValueRef input,
                              JSValueRef base, struct wick_jsc_url *url);

/*
 * The Unicode form of the domain @name, a string (UTS 46), "" when it has
 * none.
 */
JSValueRef wick_jsc_domain_to_unicode(JSContextRef ctx, JSValueRef name);

/* Bytes of ArrayBuffers and of views on them. */

struct wick_jsc_bytes {
    uint8_t *ptr;
    size_t len;
    /* Opaque; of a pin. */
    void *buffer;
};

/*
 * The bytes of @value, an ArrayBuffer or a view, for use before JavaScript
 * runs again. False when it is neither, or is detached.
 */
bool wick_jsc_bytes_get(JSContextRef ctx, JSValueRef value,
                        struct wick_jsc_bytes *bytes);

/*
 * The same, kept alive and in place until wick_jsc_bytes_unpin(): for input
 * and output in flight. A transfer of the buffer meanwhile copies.
 */
bool wick_jsc_bytes_pin(JSContextRef ctx, JSValueRef value,
                        struct wick_jsc_bytes *bytes);
void wick_jsc_bytes_unpin(struct wick_jsc_bytes *bytes);

/* Limits and memory. */

enum wick_jsc_end {
    WICK_JSC_RUNNING,
    /* wick_jsc_terminate() asked for it. */
    WICK_JSC_TERMINATED,
    /* Live objects passed the heap's limit. */
    WICK_JSC_OUT_OF_MEMORY,
};

/* Asks the engine to end what runs, at its next loop or call. Any thread. */
void wick_jsc_terminate(void);

/* Of WICK_JSC_OUT_OF_MEMORY, in bytes. */
struct wick_jsc_excess {
    /* In the heap when its limit was passed, and the limit at that time. */
    size_t live_bytes;
    size_t limit_bytes;
    /* So much is alive still that the next call would be ended too. */
    bool is_stuck;
    /* It was ended for what wick_jsc_note_mappings_used_up() was told. */
    bool is_of_mappings;
};

/*
 * After a call came back: whether it was ended from outside and why. Ends that
 * state, so that the next call runs. For want of memory it fills @excess and
 * collects what the call has left behind.
 */
enum wick_jsc_end wick_jsc_take_end(JSContextRef ctx,
                                    struct wick_jsc_excess *excess);

/* From so many bytes on an allocation is looked at by itself. */
#define WICK_JSC_LARGE ((size_t)1024 * 1024)

/*
 * Before the allocator is called for @bytes, on any thread, when those and all
 * that this thread asked for since are more than was returned last time, or at
 * least WICK_JSC_LARGE. At the first call of a thread 0 was returned.
 *
 * Nearly all of it cannot be refused: the engine's own tables, its parser, ICU.
 * Little of it is the heap's, so that the collector does not come for it. When
 * what the process may have runs short everything is collected; the call that
 * runs is ended when that did not help, or when a table that grows, to up to
 * twice what was asked for last, could not do so again; and the process ends
 * with a message where no code comes along that could be ended.
 */
size_t wick_jsc_note_allocation(size_t bytes);

/*
 * Before @size bytes are mapped at @at. The engine maps code, and blocks of the
 * shapes of objects, where they are to lie. The range for the latter is fixed:
 * the call that runs is ended before it is used up.
 */
void wick_jsc_note_mapping(const void *at, size_t size);

/*
 * The @size bytes that a growable buffer has grown by can be written to, which
 * its owner does next, to clear them: the call that runs is ended where they
 * do not fit.
 */
void wick_jsc_note_writable(size_t size);

/*
 * The kernel refuses to change the protection of pages, since the process has
 * as many mappings as it may have: the call that runs is ended, which frees its
 * own. After the start.
 */
void wick_jsc_note_mappings_used_up(void);

/* Changes heap_limit_bytes of wick_jsc_config; 0 takes it away. */
void wick_jsc_set_heap_limit(JSContextRef ctx, size_t bytes);

/* In bytes. */
struct wick_jsc_memory {
    /* Objects with the strings they own: since the last collection, all. */
    size_t heap_used_bytes;
    /* The same with what is free in the blocks of the heap. */
    size_t heap_capacity_bytes;
    /* What may be alive, as of the last collection; SIZE_MAX is no limit. */
    size_t heap_limit_bytes;
    /* Not of the heap: bytes of ArrayBuffers and of typed arrays. */
    size_t array_buffer_bytes;
    /* Generated code. */
    size_t jit_used_bytes;
    /* The collector's blocks: mapped, and free but resident. */
    size_t blocks_mapped_bytes;
    size_t blocks_free_bytes;
};
void wick_jsc_memory_get(JSContextRef ctx, struct wick_jsc_memory *memory);

/* Objects and what they own, garbage included, as counted: costs nothing. */
size_t wick_jsc_heap_bytes(JSContextRef ctx);

/* Collects now: everything, or only what is young. */
void wick_jsc_collect(JSContextRef ctx, bool is_full);

/* Gives what is free back to the kernel: all but @keep_bytes of blocks. */
void wick_jsc_trim(JSContextRef ctx, size_t keep_bytes);

/*
 * Both, with the pages of what dies: for the time between two calls, when much
 * has died and little is alive.
 */
void wick_jsc_settle(JSContextRef ctx, size_t keep_bytes);

/* Seeds Math.random() anew, as a process must after it was restored. */
void wick_jsc_reseed(JSContextRef ctx);

/*
 * TZ has changed: dates are shown in the zone that it says now, but for a Date
 * that has been asked for its fields before, which keeps them.
 */
void wick_jsc_time_zone_changed(JSContextRef ctx);

/* Objects that make their properties when they are first looked at. */

/* Which object: there is one of each, since the engine has a class for it. */
enum wick_jsc_lazy_kind {
    WICK_JSC_LAZY_PROCESS,
    WICK_JSC_LAZY_EMITTER,
    WICK_JSC_LAZY_KINDS,
};

struct wick_jsc_lazy {
    /* ASCII, of static storage; at most 1,000. */
    const char *const *names;
    size_t count;
    /* The value of names[@index], or NULL with @exc set: asked again then. */
    JSValueRef (*make)(JSContextRef ctx, size_t index, JSValueRef *exc);
};

/*
 * A new plain object that has all of @lazy->names, enumerable, writable and
 * configurable, each without a value until it is read. To JavaScript they are
 * data properties all the time; one that is assigned before is never made.
 * @lazy is borrowed to the end of the process. Once for each @kind.
 */
JSObjectRef wick_jsc_lazy_object(JSContextRef ctx, enum wick_jsc_lazy_kind kind,
                                 const struct wick_jsc_lazy *lazy);

/* Looking inside, for util.inspect and for tests. */

enum wick_jsc_promise_state {
    WICK_JSC_PENDING,
    WICK_JSC_FULFILLED,
    WICK_JSC_REJECTED,
};
/* False when @value is no promise; @result is set when it is settled. */
bool wick_jsc_promise_get(JSContextRef ctx, JSValueRef value,
                          enum wick_jsc_promise_state *state,
                          JSValueRef *result);

/* False when @value is no proxy. Both are null of a revoked one. */
bool wick_jsc_proxy_get(JSContextRef ctx, JSValueRef value, JSValueRef *target,
                        JSValueRef *handler);

/*
 * What a Map, Set, WeakMap or WeakSet holds, or what an iterator of a Map or
 * Set has left, as an array: keys and values in turn when @is_pairs is set. The
 * iterator does not move. NULL when @value is none of these.
 */
JSObjectRef wick_jsc_entries_get(JSContextRef ctx, JSValueRef value,
                                 bool *is_pairs);

/*
 * The engine's own word for what @value is, whatever its prototype says:
 * "Map", "Set Iterator", "AsyncFunction", "Proxy", "Arguments", "Module",
 * "Uint8Array", a boxed primitive's type, "Error", and so on; "" of plain
 * objects and of what is no object.
 */
const char *wick_jsc_class(JSContextRef ctx, JSValueRef value);

/* "none", "llint", "baseline", "dfg" or "ftl": the code of a function. */
const char *wick_jsc_tier(JSContextRef ctx, JSObjectRef function);

#ifdef __cplusplus
}
#endif

#endif
