# SPDX-License-Identifier: MIT
# Cold starts beside Node and Bun. Included by bench/bench.mk.

COLDSTART_FILES := $(addprefix runtime/,buf clock die err file http1 \
	http1_write json_escape mem str utf8) \
	$(addprefix cli/,child conn conn_reply reactor server) \
	bench/lib/lambda bench/coldstart/coldstart bench/coldstart/trace

build/tools/coldstart: $(COLDSTART_FILES:%=build/tools/%.o)
	$(call say,LINK,$@)
	$(Q)$(HOST_CC) -O2 -static $^ -lm -o $@

-include $(COLDSTART_FILES:%=build/tools/%.d)

check: build/tools/coldstart

BENCH_COLDSTART_ROUNDS ?= 30
# hello, cpu: one file; rest, bundle: by esbuild; tree: as npm lays it out.
BENCH_COLDSTART_CASES ?= hello rest bundle tree cpu
COLDSTART_AT := build/bench/coldstart

bench-functions: bench-peers ## Lay out the functions of bench-coldstart
	$(Q)bench/coldstart/functions

# Wick twice: with bytecode that was compiled before, and from the sources.
bench-compiled: bench-functions build/bootstrap
	$(Q)rm -rf $(COLDSTART_AT)-compiled
	$(Q)cp -r $(COLDSTART_AT) $(COLDSTART_AT)-compiled
	$(Q)find $(COLDSTART_AT)-compiled \( -name '*.js' -o -name '*.mjs' \
		-o -name '*.cjs' \) -print0 | xargs -0 -n 500 \
		$(BOOTSTRAP) compile

bench-coldstart: build/tools/timeit build/tools/coldstart $(BENCH_PEERS) \
		$(BENCH_INVOKE_PEERS) bench-compiled ## Cold starts beside Node and Bun
	$(Q)build/tools/timeit --versions --rounds $(BENCH_COLDSTART_ROUNDS) \
		--warmup 2 --base bun --metrics \
		next,first,total,waiting-rss,private,vsz,faults,pages,calls,opens,threads \
		--json build/bench/coldstart.json \
		$(foreach name,$(BENCH_COLDSTART_CASES),--case $(name)=$(name)) \
		--program compiled=$(BOOTSTRAP) --program source=$(BOOTSTRAP) \
		--program bun=$(BUN) --program node=$(NODE) \
		-- compiled build/tools/coldstart $(COLDSTART_AT)-compiled/{} \
			$(BOOTSTRAP) \
		-- source build/tools/coldstart $(COLDSTART_AT)/{} $(BOOTSTRAP) \
		-- node build/tools/coldstart $(COLDSTART_AT)/{} $(NODE) \
			$(RIC)/index.mjs index.handler \
		-- bun build/tools/coldstart $(COLDSTART_AT)/{} $(BUN) \
			bench/coldstart/bun.mjs
	$(Q)$(NODE) bench/coldstart/plot.js build/bench/coldstart.json \
		>build/bench/coldstart.svg
	@echo written: build/bench/coldstart.svg

.PHONY: bench-functions bench-compiled bench-coldstart
