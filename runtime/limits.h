/* SPDX-License-Identifier: MIT */
/*
 * Every bound of the program, one line each, with its reason or source.
 * Sizes are bytes unless the name says otherwise.
 *
 * "AWS" is the Lambda developer guide (quotas, Runtime API); "RAPID" is the
 * server side of the Runtime API as the open emulator implements it.
 */
#ifndef WICK_LIMITS_H
#define WICK_LIMITS_H

#define WICK_KIB ((size_t)1024)
#define WICK_MIB (WICK_KIB * 1024)

/* The service. */
/* RAPID enforces 6 MiB and 100 bytes on buffered payloads. */
#define WICK_EVENT_MAX (6 * WICK_MIB + 100)
/* The same bound for a response; above it RAPID answers 413. */
#define WICK_RESPONSE_MAX (6 * WICK_MIB + 100)
/* Posted all the same up to here: only RAPID's 413 names it to the caller. */
#define WICK_RESPONSE_POST_MAX (16 * WICK_MIB)
/* A streamed response: AWS, 200 MB. */
#define WICK_STREAM_RESPONSE_MAX (200 * WICK_MIB)
/* AWS: request line and headers together 1 MB. */
#define WICK_HTTP_HEAD_MAX (1 * WICK_MIB)
/* One line of it: the longest is an X-Ray cause (64 KiB) with its name. */
#define WICK_HTTP_LINE_MAX (128 * WICK_KIB)
/* RAPID sends about ten; a peer that sends more than this is broken. */
#define WICK_HTTP_HEADERS_MAX 128
/* A chunk-size line: 16 hex digits and a short extension. */
#define WICK_HTTP_CHUNK_LINE_MAX 256
/* Connecting to loopback or link-local: contract of the managed runtimes. */
#define WICK_HTTP_CONNECT_MS_MAX 1000
/* The answer to a POST is a few dozen bytes of JSON; more is not kept. */
#define WICK_HTTP_STATUS_BODY_MAX 512
/* A streamed response: bytes taken from the handler and not yet sent, twice. */
#define WICK_STREAM_BUFFER_MAX (64 * WICK_KIB)
/* The error document in the trailer of a stream; servers limit headers. */
#define WICK_STREAM_ERROR_MAX (64 * WICK_KIB)
/* Opaque; a UUID in practice. Its percent-encoding is three times this. */
#define WICK_REQUEST_ID_MAX 1024
/* RAPID compacts a longer X-Ray cause header; stay below. */
#define WICK_XRAY_CAUSE_MAX (64 * WICK_KIB - 1)
/* Message and stack of an error document; no reader wants more. */
#define WICK_ERROR_BODY_MAX (256 * WICK_KIB)
/* AWS: a function runs at most 900 s. */
#define WICK_TIMEOUT_S_MAX 900
/* AWS: 10 s of initialisation before the platform starts it again. */
#define WICK_INIT_S_MAX 10
/* CloudWatch Logs: an event of 1 MiB; a longer line is cut with a mark. */
#define WICK_LOG_LINE_MAX (1 * WICK_MIB)
/* One record of console, with its continuation lines: four such events. */
#define WICK_LOG_TEXT_MAX (4 * WICK_LOG_LINE_MAX)
/* AWS: handler strings have 128 characters; emulators pass longer paths. */
#define WICK_HANDLER_NAME_MAX 4096

/* The environment. */
/* MAX_ARG_STRLEN of Linux: one string of the environment, with its name. */
#define WICK_ENV_VALUE_MAX (128 * WICK_KIB)
/* AWS: 4 KB of variables; everything Linux lets through is taken. */
#define WICK_ENV_COUNT_MAX 65536
/* AWS: 128 MB to 10,240 MB of memory; local runs may say less or more. */
#define WICK_MEMORY_MB_MIN 16
#define WICK_MEMORY_MB_MAX 1048576
/* AWS gives a whole vCPU from here on: non-smol by default. */
#define WICK_SMOL_BELOW_MB 1769
/* The engine's smallest useful JIT region, and its branch range on x86-64. */
#define WICK_JIT_MB_MIN 1
#define WICK_JIT_MB_MAX 1024
/* Below this the engine does not hold its own objects. */
#define WICK_HEAP_MB_MIN 4
/*
 * Pages of the executable that a busy function needs in memory. They can be
 * dropped and read again, but a function that lives at its limit would do
 * nothing else.
 */
#define WICK_TEXT_RESIDENT (10 * WICK_MIB)
/* A script or module: several times the largest bundle in use. */
#define WICK_SOURCE_MAX (64 * WICK_MIB)
/* Its bytecode: five times the text was the most that was seen. */
#define WICK_CODE_MAX (8 * WICK_SOURCE_MAX)
/* Rejected promises that nobody listens to, within one turn. */
#define WICK_REJECTIONS_MAX 10000

/* The operating system. */
/* PATH_MAX of Linux with its NUL. */
#define WICK_PATH_MAX 4096
/* AWS: 1,024 descriptors and 1,024 processes and threads. */
#define WICK_FDS_MAX     1024
#define WICK_THREADS_MAX 1024

/* One file as a whole: Node's own bound, 2 GiB less one byte. */
#define WICK_FS_FILE_MAX ((size_t)INT32_MAX)

/* Memory. */
/*
 * What a start takes, with some to spare for a script: address space (ulimit
 * -v), data (-d), stack (-s), descriptors (-n). Below, it ends with a message
 * that names these; test/engine/test_limits.sh holds it to them. Below some 32
 * MB, 1.2 MB and 32 KB the kernel does not let the executable begin.
 */
#define WICK_START_ADDRESS_KB ((size_t)100 * 1024)
#define WICK_START_DATA_KB    ((size_t)64 * 1024)
#define WICK_START_STACK_KB   ((size_t)256)
#define WICK_START_FDS        16
/*
 * The request arena: event, its headers, response, error document and their
 * copies while they are built, with as much again to spare.
 */
#define WICK_ARENA_MAX (64 * WICK_MIB)
/*
 * Where it begins: 1 TiB behind the collector's blocks (patch 0007), and far
 * from what the kernel places by itself.
 */
#define WICK_ARENA_ADDRESS 0x110000000000
/*
 * The part of it that an idle process keeps. Whatever fits needs neither a
 * page fault nor a call (`make bench-arena`: 0.5 us for 64 KiB, and 630 us
 * without the head, on a busy virtual machine of 2 cores); typical events and
 * answers are a few KiB. It costs 16 pages of RSS once they were touched.
 */
#define WICK_ARENA_WARM (64 * WICK_KIB)
/*
 * The heap has grown by this, and by half of what it was, since it was last
 * collected between two invocations: it is again. The engine collects as often,
 * but in the middle of an invocation, when most of it is alive.
 */
#define WICK_SETTLE_MIN (4 * WICK_MIB)
/* Free blocks that stay resident then, for the next invocation's objects. */
#define WICK_SETTLE_KEEP (1 * WICK_MIB)
/* An object of the arena is never aligned to more than a page. */
#define WICK_ARENA_ALIGN_MAX 4096
/* Work to do when the invocation ends: descriptors and mappings. */
#define WICK_ARENA_DEFERS_MAX 4096
/* The last words: one line of a log, small enough for any stack. */
#define WICK_DIE_TEXT_MAX 1024
/* One growable buffer whose owner has no smaller bound of its own. */
#define WICK_BUF_MAX (256 * WICK_MIB)
/* Entries of one hash map: module cache, environment. */
#define WICK_MAP_MAX (1u << 24)

/*
 * Random bytes drawn in advance: 256 UUIDs a system call. Requests of more
 * than a quarter of it go to the kernel.
 */
#define WICK_RANDOM_POOL 4096

/* The loop. */
/* Timers alive at once: 96 bytes each, so 96 MiB at the wall. */
#define WICK_TIMERS_MAX (1u << 20)
/* HTML and Node: a longer delay becomes 1 ms; a signed 32-bit number. */
#define WICK_TIMER_DELAY_MS_MAX 2147483647
/* Operations in flight: far above what 1,024 descriptors can occupy. */
#define WICK_OPS_MAX 65536
/* IOV_MAX of Linux: pieces of one vectored read, write or send. */
#define WICK_IOV_MAX 1024
/*
 * Submission ring: a hundred whole-file reads (three entries each) in one
 * call, and with its completion ring below 64 KiB of locked memory, which
 * kernels before 5.12 charge.
 */
#define WICK_RING_ENTRIES 512
/* The least that a socket with nothing to send takes: tcp_wmem's default. */
#define WICK_QUICK_SEND_MAX (16 * WICK_KIB)
/* Files that chained reads may have open at once, outside the 1,024. */
#define WICK_RING_SLOTS 128
/* libuv's default of four threads; more only steals from each other. */
#define WICK_WORKERS_DEFAULT 4
#define WICK_WORKERS_MAX     64
/* Work that waits for a thread. */
#define WICK_WORK_QUEUE_MAX 65536
/* A worker's stack: getaddrinfo needs about 100 KiB on musl. */
#define WICK_WORKER_STACK (256 * WICK_KIB)
/* What a pipe holds at the most unless somebody enlarged it. */
#define WICK_INPUT_STEP (64 * WICK_KIB)
/* NGROUPS_MAX of Linux is 65,536; no more than this of them are looked at. */
#define WICK_GROUPS_MAX 1024
/* Descriptors that a child process is given; the standard ones and a few. */
#define WICK_SPAWN_STDIO_MAX 256
/* Its arguments and its environment: Linux takes 6 MiB of both. */
#define WICK_SPAWN_TEXT_MAX (8 * WICK_MIB)
/* What a pipe of a child that is waited for is read with. */
#define WICK_SPAWN_STEP (64 * WICK_KIB)
/* _NSIG - 1 of Linux: the numbers of signals, real-time ones included. */
#define WICK_SIGNALS_MAX 64
/* Clocks that drift apart by less than this were not frozen. */
#define WICK_FREEZE_LEAST_NS 1000000000u

/* dns.Resolver objects alive at once; each may have a few sockets. */
#define WICK_DNS_CHANNELS_MAX 256
/* A name has 255 bytes, a list of servers a few dozen addresses. */
#define WICK_DNS_TEXT_MAX (64 * WICK_KIB)
/* DNS over TCP: a message has a length of 16 bits; as text it is longer. */
#define WICK_DNS_ANSWER_MAX (1 * WICK_MIB)
/* Addresses of os.networkInterfaces(): a sandbox has a few. */
#define WICK_NETWORK_ADDRESSES_MAX 1024

/* Modules. */
/* AWS: 250 MB unzipped for everything; one source text is less. */
#define WICK_SOURCE_MAX (64 * WICK_MIB)
/* package.json files of npm stay below 1 MiB. */
#define WICK_PACKAGE_JSON_MAX (4 * WICK_MIB)
/* Nesting of the runtime's own small JSON documents. */
#define WICK_JSON_DEPTH_MAX 1000

#endif
