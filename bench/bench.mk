# SPDX-License-Identifier: MIT
# Benchmarks beside Bun and Node. Included by Makefile; bench/README.md tells
# what they measure. Never part of the tests, but for the harness itself.

BENCH_ARCH := $(patsubst x86_64,x64,$(shell uname -m))
NODE ?= node
# What is measured is what the sources are, unless another build is named.
ifeq ($(origin BOOTSTRAP),undefined)
BOOTSTRAP := build/bootstrap
BENCH_PEERS += build/bootstrap
endif
# Who names a Bun needs no network.
ifeq ($(origin BUN),undefined)
BUN := build/bench/node_modules/@oven/bun-linux-$(BENCH_ARCH)/bin/bun
BENCH_PEERS += bench-peers
endif
# Who names a client for Node has compiled it.
ifeq ($(origin RIC),undefined)
RIC := build/bench/node_modules/aws-lambda-ric
BENCH_INVOKE_PEERS := bench-ric
endif
BENCH_ENGINE_ROUNDS ?= 7
BENCH_SCRIPT_ROUNDS ?= 30
BENCH_INVOKE_ROUNDS ?= 7
BENCH_INVOKE_COUNT ?= 2000
BENCH_MEMORY_COUNT ?= 1000000

# ---- The harness: host libc -------------------------------------------------

TIMEIT_FILES := $(addprefix runtime/,buf clock die err json_escape mem str \
	utf8) $(addprefix bench/lib/,machine metric plan report report_json \
	results run stats timeit)

# A Runtime API and a runtime under load; the server is that of cli/.
INVOKE_FILES := $(addprefix runtime/,buf clock die err http1 http1_write \
	json_escape mem str utf8) $(addprefix cli/,child conn conn_reply \
	reactor server) bench/invoke/invoke bench/invoke/load bench/lib/lambda

# $(1) directory below build, $(2) flags
define TOOLS_VARIANT
FLAGS_$(1) := $(2)
build/$(1)/%.o: %.c Makefile sources.mk bench/bench.mk
	$$(call say,CC,$$< ($(1)))
	$$(call compile,$$(CACHED) $$(HOST_CC) $$(BASE_CFLAGS) -iquote bench/lib \
		-g $$(FLAGS_$(1)) -iquote cli)

build/$(1)/timeit: $$(TIMEIT_FILES:%=build/$(1)/%.o)
	$$(call say,LINK,$$@)
	$$(Q)$$(HOST_LINK) $(2) $$^ -lm -o $$@

build/$(1)/invoke: $$(INVOKE_FILES:%=build/$(1)/%.o)
	$$(call say,LINK,$$@)
	$$(Q)$$(HOST_LINK) $(2) $$^ -o $$@

-include $$(patsubst %,build/$(1)/%.d,$$(sort $$(TIMEIT_FILES) $$(INVOKE_FILES)))
endef
# Static and small: its own memory is the floor of what it can measure.
$(eval $(call TOOLS_VARIANT,tools,-O2 -static))
# What the tests of the harness run.
$(eval $(call TOOLS_VARIANT,tools-san,$(SAN_CFLAGS)))

check-build: build/tools-san/timeit build/tools-san/invoke

# ---- The benchmarks ---------------------------------------------------------

bench-peers: ## Install Bun, aws-lambda-ric and esbuild below build/bench
	$(Q)bench/setup

BENCH_ENGINES = wick $(BOOTSTRAP) run {} -- bun $(BUN) {} -- node $(NODE) {}
BENCH_CASES = $(foreach file,$(sort $(wildcard bench/$(1)/*.js)),\
	--case $(basename $(notdir $(file)))=$(file))

# CPU-bound scripts.
bench-engine: build/tools/timeit $(BENCH_PEERS) ## Engine beside Bun and Node
	$(Q)build/tools/timeit --versions --rounds $(BENCH_ENGINE_ROUNDS) \
		--timeout-ms 300000 --base bun --metrics inner,cpu,rss \
		--limit churn:wick:inner:1.5 --json build/bench/engine.json \
		$(call BENCH_CASES,engine) -- $(BENCH_ENGINES)

# From the start to the end of a small script.
bench-script: build/tools/timeit $(BENCH_PEERS) ## Start beside Bun and Node
	$(Q)build/tools/timeit --versions --rounds $(BENCH_SCRIPT_ROUNDS) \
		--warmup 3 --base bun --expect hello \
		--metrics wall,cpu,rss,minor,major,instructions \
		--valgrind valgrind --json build/bench/script.json \
		$(call BENCH_CASES,script) -- $(BENCH_ENGINES)

# Invocations: throughput and latency. The two back ends of the loop, Bun with
# a small runtime of its own, Node with the client that Lambda uses and with one
# of our own, which is there where that does not compile.
BENCH_INVOKE = build/tools/invoke -n $(BENCH_INVOKE_COUNT) {}

bench-invoke: build/tools/timeit build/tools/invoke $(BENCH_PEERS) \
		$(BENCH_INVOKE_PEERS) ## Invocations beside Bun and Node
	$(Q)build/tools/timeit --versions --rounds $(BENCH_INVOKE_ROUNDS) \
		--timeout-ms 300000 --base bun \
		--metrics each,p50,p99,spent,rss --json build/bench/invoke.json \
		--case hello=hello --case echo=echo --case stream=stream \
		--program uring=$(BOOTSTRAP) --program epoll=$(BOOTSTRAP) \
		--program bun=$(BUN) --program node=$(NODE) \
		--program node-http=$(NODE) -- \
		uring $(BENCH_INVOKE) WICK_IO=uring $(BOOTSTRAP) -- \
		epoll $(BENCH_INVOKE) WICK_IO=epoll $(BOOTSTRAP) -- \
		bun $(BENCH_INVOKE) $(BUN) bench/invoke/bun.mjs -- \
		node $(BENCH_INVOKE) $(NODE) $(RIC)/index.mjs {}.handler -- \
		node-http $(BENCH_INVOKE) $(NODE) bench/invoke/node.mjs

# System calls of an invocation. strace stops each of them, so that the times
# of such a run mean nothing.
bench-syscalls: build/tools/invoke $(BENCH_PEERS) \
		$(BENCH_INVOKE_PEERS) ## System calls beside Bun and Node
	$(Q)NODE=$(NODE) bench/syscalls hello file tcp -- uring WICK_IO=uring $(BOOTSTRAP) -- \
		epoll WICK_IO=epoll $(BOOTSTRAP) -- \
		bun $(BUN) bench/invoke/bun.mjs -- \
		node $(NODE) $(RIC)/index.mjs {}.handler

bench-ric: bench-peers
	$(Q)bench/setup --ric || echo 'the others are measured without it'

# Memory: budgets, control groups of 128 MB, a million invocations.
bench-memory: $(BENCH_PEERS) $(BENCH_INVOKE_PEERS) ## Memory of functions
	$(Q)$(NODE) bench/memory/memory.js --count $(BENCH_MEMORY_COUNT) \
		--out build/bench/memory.json wick $(BOOTSTRAP) -- \
		bun $(BUN) bench/memory/bun.mjs -- node $(NODE) \
		$(RIC)/index.mjs {}

.PHONY: bench-peers bench-ric bench-engine bench-script bench-invoke \
	bench-memory bench-syscalls

include bench/coldstart/coldstart.mk
