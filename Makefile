# SPDX-License-Identifier: MIT
# The only entry point. GNU make 4.3, non-recursive; everything that is made
# lies below build/. `make help` lists the targets, V=1 shows the commands.

# `make -n`: the letters come first, and only there.
IS_DRY_RUN := $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
# A -j of the command line goes before this one.
MAKEFLAGS += --no-builtin-rules --no-builtin-variables -j$(shell nproc)
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

ifeq ($(V),1)
Q :=
else
Q := @
endif
say = $(if $(Q),@printf '  %-6s %s\n' '$(1)' '$(2)')

include sources.mk
# The libraries: written by deps/build --mk; sets MUSL_CC, MUSL_CFLAGS,
# MUSL_LDFLAGS and DEP_<name>.
# DEPS_MK names another such file, of libraries that were built elsewhere.
# What these goals make needs none, and `make -n` builds none.
DEPS_MK ?= build/deps.mk
NEEDS_LIBRARIES := $(filter-out clean deps format help lint outdated \
	unit-valgrind build/unit-plain/%,\
	$(or $(MAKECMDGOALS),all))
ifneq ($(IS_DRY_RUN),)
NEEDS_LIBRARIES :=
endif
ifneq ($(NEEDS_LIBRARIES),)
include $(DEPS_MK)
else
-include $(DEPS_MK)
endif

# ---- Flags of our own C -----------------------------------------------------

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wimplicit-fallthrough -Wundef \
	-Wwrite-strings -Wcast-align -Wformat=2 -Wunused-result -Werror
# A format that a wrapper hands on is checked where the wrapper is called.
WARNINGS += -Wno-format-nonliteral
# No path of this machine in an object: two clones give the same bytes, and the
# build id, which covers the debug information, is the same too.
# What is tested names the libraries' folders, and no checkout.
DEPS_OUT := $(patsubst %/,%,$(dir $(DEP_musl)))
PREFIX_MAP := -ffile-compilation-dir=. \
	$(if $(DEPS_OUT),-ffile-prefix-map=$(DEPS_OUT)=deps)
base_cflags = -std=gnu11 $(WARNINGS) -fno-common -fvisibility=hidden \
	-ffunction-sections -fdata-sections $(1) -iquote runtime
BASE_CFLAGS := $(call base_cflags,-ffile-compilation-dir=.)
WICK_CFLAGS := $(call base_cflags,$(PREFIX_MAP)) -O2 -g

# Compiles $< by the command $(1) to $@, with its .d beside it. ccache and the
# compiler write where they are told to: both files have other names, of this
# shell's, until they are whole, and what a kill leaves is not taken for more.
# (The name of the object is not in ccache's key, and -MT would be.)
define compile
@mkdir -p $(@D)
$(Q)new=$(basename $@).$$$$; \
if $(1) -MMD -MP -MF $$new.d -c $< -o $$new.o && \
	sed -i "1s,^[^:]*:,$@:," $$new.d && mv $$new.d $(basename $@).d; then \
	mv $$new.o $@; \
else \
	status=$$?; rm -f $$new.d $$new.o; exit $$status; \
fi
endef

HOST_CC := clang-19
HOST_LINK := $(HOST_CC) -fuse-ld=lld
HOST_AR := llvm-ar-19
CLANG_FORMAT := clang-format

# ---- Objects that are known -------------------------------------------------
# What was compiled before, in any checkout, is taken from the cache directory
# where the libraries are. ccache's key is the text with all that it includes,
# the flags, and what is written here: the version of the compiler and the
# folders of its two wrappers, which are named for a hash of what is in them.
# No flag and no object holds the name of the checkout.

ifneq ($(shell command -v ccache),)
CACHED := ccache
export CCACHE_DIR := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/wick/objects
export CCACHE_MAXSIZE := 512M
export CCACHE_COMPILERTYPE := clang
export CCACHE_COMPILERCHECK := string:$(shell $(HOST_CC) --version | head -n 1) \
	$(DEP_musl) $(DEP_libcxx)
export CCACHE_NOHASHDIR := 1
endif

# ---- The executables: static, musl ------------------------------------------

all: build/bootstrap build/wick ## Build everything

# Objects of the runtime for musl. RUNTIME_OBJ is what the executables link.
RUNTIME := $(L1) $(L2) $(L3) $(L4)
RUNTIME_OBJ := $(RUNTIME:%=build/obj/runtime/%.o)

build/obj/%.o: %.c Makefile sources.mk $(DEPS_MK)
	$(call say,CC,$<)
	$(call compile,$(CACHED) $(MUSL_CC) $(MUSL_CFLAGS) $(WICK_CFLAGS))

include link.mk

# ---- Unit tests: a name a source file, no JavaScript ------------------------
# One program holds them all; it is told by its name which file to run, since
# linking each alone took longer than running it.
# build/unit: host libc with AddressSanitizer and UBSan (which static musl
# cannot carry), and marked for the fuzzer, which links the same objects.
# build/unit-plain: for Valgrind. build/unit-musl: the libc
# that the executables have, where build/deps.mk names it.

UNIT_FILES := $(L1) $(L2) dns_channel $(filter-out js_%,$(L4))
UNIT_TESTS := $(patsubst test/unit/%.c,%,$(wildcard test/unit/test_*.c))
# package.json is read by cJSON: Debian's libcjson-dev for the host.
HOST_CJSON := -isystem /usr/include/cjson
UNIT_CFLAGS := $(BASE_CFLAGS) $(HOST_CJSON) -iquote test/unit -DWICK_FAULTS -g
# c-ares is stood in for by the test; its header is that of the library.
UNIT_ARES := $(foreach v,unit unit-plain,build/$(v)/runtime/dns_channel.o \
	build/$(v)/test/unit/test_dns_channel.o)
$(UNIT_ARES): UNIT_CFLAGS += -isystem $(DEP_cares)/include
SAN ?= address,undefined
SAN_CFLAGS := $(if $(findstring undefined,$(SAN)),-DWICK_UBSAN) \
	-O1 -fno-omit-frame-pointer \
	-fsanitize=$(SAN),fuzzer-no-link -fno-sanitize-recover=all

# Valgrind finds what the sanitizers do not look for, the use of bytes that were
# never written. make check runs it where bytes are taken apart and put together;
# the others are system calls, and take their time: VALGRIND=all runs those too.
ifeq ($(VALGRIND),all)
VALGRIND_TESTS := $(UNIT_TESTS)
else
VALGRIND_TESTS := $(addprefix test_,api_answer api_event api_request arena buf \
	endpoint env error_report heap http1 http1_client http1_write \
	json_escape lambda_env map mem str utf8)
endif

# $(1) directory below build, $(2) compiler, $(3) flags, $(4) linker,
# $(5) libraries, $(6) what the compiler comes from, $(7) files of tests
define UNIT_VARIANT
# Of a list of flags with commas, written there, a call would take the head.
FLAGS_$(1) := $(3)
build/$(1)/%.o: %.c Makefile sources.mk $(6)
	$$(call say,CC,$$< ($(1)))
	$$(call compile,$(CACHED) $(2) $$(UNIT_CFLAGS) $$(FLAGS_$(1)))

build/$(1)/runtime.a: $$(UNIT_FILES:%=build/$(1)/runtime/%.o)
	$$(call say,AR,$$@)
	@rm -f $$@
	$$(Q)$$(HOST_AR) rcs $$@ $$^

build/$(1)/tests: $(7:%=build/$(1)/test/unit/%.o) \
		build/$(1)/test/unit/main.o build/$(1)/runtime.a
	$$(call say,LINK,$$@)
	$$(Q)$(4) $(3) $$^ $(5) -o $$@

build/$(1)/test_%: build/$(1)/tests
	$$(Q)ln -f $$< $$@
endef
# The host's libraries for the host's libc.
HOST_LIBS := -luring -lcjson -lpthread
$(eval $(call UNIT_VARIANT,unit,$(HOST_CC),$(SAN_CFLAGS),$(HOST_LINK),\
	$(HOST_LIBS),,$(UNIT_TESTS)))
# Valgrind 3.19 cannot read clang 19's DWARF 5.
$(eval $(call UNIT_VARIANT,unit-plain,$(HOST_CC),-O1 -gdwarf-4 \
	-DWICK_VALGRIND,$(HOST_LINK),$(HOST_LIBS),,$(VALGRIND_TESTS)))
$(eval $(call UNIT_VARIANT,unit-musl,$(MUSL_CC),$(MUSL_CFLAGS) -O2,\
	$(MUSL_CC),$(LINK_FLAGS) $(DEP_mimalloc)/lib/mimalloc.o \
	$(DEP_liburing)/lib/liburing.a $(DEP_cjson)/lib/libcjson.a,\
	$(DEPS_MK),$(UNIT_TESTS)))
.SECONDARY:

unit-build: $(UNIT_TESTS:%=build/unit/%)

unit: unit-build ## Unit tests under AddressSanitizer and UBSan
	$(Q)test/run unit

unit-valgrind: $(VALGRIND_TESTS:%=build/unit-plain/%) ## The same under Valgrind
	$(Q)test/run unit-valgrind

unit-musl: $(UNIT_TESTS:%=build/unit-musl/%) ## The same on musl, static
	$(Q)test/run unit-musl

# ---- Fuzzing: libFuzzer on the parsers and containers ----------------------

FUZZ_TARGETS := $(patsubst test/fuzz/%.c,%,$(wildcard test/fuzz/fuzz_*.c))
FUZZ_S ?= 30

build/fuzz/fuzz_%: build/unit/test/fuzz/fuzz_%.o build/unit/runtime.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(HOST_LINK) $(SAN_CFLAGS) -fsanitize=fuzzer $^ -lcjson -o $@

fuzz: $(FUZZ_TARGETS:%=build/fuzz/%) build/bootstrap ## Every fuzz target for FUZZ_S seconds
	$(Q)FUZZ_S=$(FUZZ_S) test/run fuzz

# ---- Contract: scripted exchanges with a mock of the Runtime API ------------
# The function without JavaScript has the sanitizers, the mock, which starts a
# thousand times, has not: their start and leak check cost it 80 ms each time.

TEST_TOOLS := build/test/mock_api build/test/api_client \
	build/test/without_uring

build/test/mock_api: $(patsubst %,build/unit-plain/test/tools/%.o,\
	mock_api mock_child mock_net mock_prepare scn) \
	build/unit-plain/runtime.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(HOST_LINK) $^ $(HOST_LIBS) -o $@
build/test/without_uring: build/unit-plain/test/tools/without_uring.o
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(HOST_LINK) $^ -o $@
build/test/api_client: build/unit/test/tools/api_client.o build/unit/runtime.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(HOST_LINK) $(SAN_CFLAGS) $^ $(HOST_LIBS) -o $@

contract: $(TEST_TOOLS) build/bootstrap ## Scripted exchanges with a mock of the Runtime API
	$(Q)test/run contract

contract-all: $(TEST_TOOLS) build/bootstrap ## Each of them on each back end of the loop
	$(Q)WICK_CONTRACT=all test/run contract

conform: build/bootstrap ## Node's own tests, fetched, with expectation lists
	$(Q)test/node/run

# ---- wick, the developer's command ------------------------------------------

include cli/cli.mk

# ---- Endurance: bootstrap behind wick, the whole of it ----------------------

N ?= 100000
SEED ?= 1

endurance: build/bootstrap build/wick ## N invocations in a row, each checked
	$(Q)WICK=build/wick N=$(N) SEED=$(SEED) node test/endurance/endurance.js
	$(Q)WICK_LONG=1 node test/endurance/test_streams.js

# ---- Measurements of the base -----------------------------------------------

build/bench/%.o: %.c Makefile sources.mk
	$(call say,CC,$< (bench))
	$(call compile,$(CACHED) $(HOST_CC) $(WICK_CFLAGS) $(HOST_CJSON))

build/bench/arena: build/bench/bench/memory/arena.o \
		$(patsubst %,build/bench/runtime/%.o,$(filter-out version,$(L1)))
	$(Q)$(HOST_LINK) $^ -lcjson -o $@

bench-arena: build/bench/arena ## What the request arena costs an invocation
	$(Q)build/bench/arena

# ---- Form -------------------------------------------------------------------

C_FILES = $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.cc')

# The headers of the engine, for the check of ours.
lint check: export WICK_LINT_CFLAGS = -isystem $(ENGINE)/include

lint: build/unit-plain/runtime.a ## Form, layers, banned functions, analysis
	$(Q)test/run lint lint-self

format: ## Rewrite the C files in the project's form
	$(Q)$(CLANG_FORMAT) -i $(C_FILES)

# ---- Benchmarks --------------------------------------------------------------

include bench/bench.mk

# ---- What is deployed --------------------------------------------------------

include layer/layer.mk

# ---- Everything -------------------------------------------------------------

# What test/run looks for; the musl tests where there is a musl compiler, else
# they count as skipped.
CHECK_BUILDS := $(foreach v,unit $(if $(MUSL_CC),unit-musl),\
	$(UNIT_TESTS:%=build/$(v)/%)) $(VALGRIND_TESTS:%=build/unit-plain/%) \
	$(FUZZ_TARGETS:%=build/fuzz/%) \
	build/bootstrap build/wick $(TEST_TOOLS) $(WICK_TESTS)

check-build: $(CHECK_BUILDS) ## Build what make check runs

check: check-build ## Everything that can be run here; before a commit
	$(Q)test/run

clean: ## Remove build/
	rm -rf build

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-15s %s\n", $$1, $$2 }' \
		$(MAKEFILE_LIST)

.PHONY: all unit unit-build unit-valgrind unit-musl fuzz contract contract-all conform \
	endurance wick-test bench-arena lint format check-build check clean help

-include $(RUNTIME_OBJ:.o=.d)
-include $(FUZZ_TARGETS:%=build/unit/test/fuzz/%.d)
-include $(wildcard build/unit/test/tools/*.d build/unit-plain/test/tools/*.d)
-include build/bench/bench/memory/arena.d $(L1:%=build/bench/runtime/%.d)
-include $(foreach v,unit unit-plain unit-musl,\
	$(UNIT_FILES:%=build/$(v)/runtime/%.d)\
	$(patsubst %,build/$(v)/test/unit/%.d,main $(UNIT_TESTS)))
