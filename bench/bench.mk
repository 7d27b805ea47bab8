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
BENCH_ENGINE_ROUNDS ?= 7
BENCH_SCRIPT_ROUNDS ?= 30
BENCH_MEMORY_COUNT ?= 1000000

# ---- The harness: host libc -------------------------------------------------

TIMEIT_FILES := $(addprefix runtime/,buf clock die err json_escape mem str \
	utf8) $(addprefix bench/lib/,machine metric plan report report_json \
	results run stats timeit)

# $(1) directory below build, $(2) flags
define TOOLS_VARIANT
build/$(1)/%.o: %.c Makefile sources.mk bench/bench.mk
	$$(call say,CC,$$< ($(1)))
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) $$(BASE_CFLAGS) -iquote bench/lib -g $(2) \
		$$(DEPFLAGS) -c $$< -o $$@

build/$(1)/timeit: $$(TIMEIT_FILES:%=build/$(1)/%.o)
	$$(call say,LINK,$$@)
	$$(Q)$$(HOST_CC) $(2) $$^ -lm -o $$@

-include $$(TIMEIT_FILES:%=build/$(1)/%.d)
endef
# Static and small: its own memory is the floor of what it can measure.
$(eval $(call TOOLS_VARIANT,tools,-O2 -static))
# What the tests of the harness run.
$(eval $(call TOOLS_VARIANT,tools-san,$(SAN_CFLAGS)))

check: build/tools-san/timeit

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

# Memory: budgets, control groups of 128 MB, a million invocations.
bench-memory: $(BENCH_PEERS) ## Memory of functions beside Bun and Node
	$(Q)bench/setup --ric
	$(Q)$(NODE) bench/memory/memory.js --count $(BENCH_MEMORY_COUNT) \
		--out build/bench/memory.json wick $(BOOTSTRAP) -- \
		bun $(BUN) bench/memory/bun.mjs -- node $(NODE) \
		build/bench/node_modules/aws-lambda-ric/bin/index.mjs {}

.PHONY: bench-peers bench-engine bench-script bench-memory
