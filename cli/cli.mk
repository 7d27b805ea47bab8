# SPDX-License-Identifier: MIT
# wick, the developer's command: wick.c and cli/*.c over L1 and the HTTP
# parser of L2. Included by the Makefile.

CLI := \
	api \
	api_error \
	args \
	child \
	cmd_compile \
	cmd_event \
	cmd_invoke \
	cmd_manual \
	cmd_serve \
	commands \
	conn \
	conn_reply \
	encode \
	environment \
	extension \
	function \
	function_url \
	log \
	rapid \
	reactor \
	report \
	rie \
	sandbox \
	sandbox_end \
	server \
	signals \
	summary \
	term \
	url_event \
	url_response \
	watch
CLI_PARTS := wick $(CLI:%=cli/%)
CLI_RUNTIME := buf clock die err http1 http1_write json_escape mem str usage utf8

SAMPLES := $(sort $(wildcard test/events/*.json test/events/*.txt))

build/gen/samples.c: cli/embed-events $(SAMPLES)
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)cli/embed-events $(@:.c=) $(SAMPLES)

build/gen/samples.S: build/gen/samples.c ;

# What developers get: static, for musl, beside the bootstrap it looks for.
all: build/wick

build/obj/gen/samples.o: build/gen/samples.c $(DEPS_MK)
	$(call compile,$(CACHED) $(MUSL_CC) $(MUSL_CFLAGS) $(WICK_CFLAGS) \
		-iquote cli)

build/obj/gen/samples_bytes.o: build/gen/samples.S $(SAMPLES) $(DEPS_MK)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) $(MUSL_CFLAGS) -c $< -o $@

$(CLI_PARTS:%=build/obj/%.o): WICK_CFLAGS += -isystem $(DEP_cjson)/include

build/wick: $(CLI_PARTS:%=build/obj/%.o) $(CLI_RUNTIME:%=build/obj/runtime/%.o) \
		build/obj/gen/samples.o build/obj/gen/samples_bytes.o
	$(call say,LINK,$@)
	$(Q)$(MUSL_CC) $(LINK_FLAGS) $(DEP_mimalloc)/lib/mimalloc.o $^ \
		$(DEP_cjson)/lib/libcjson.a -o $@

# What is tested: the host's libc with sanitizers, the host's cJSON. The fake
# function goes without them, so that its start stays a matter of a moment.
build/unit/gen/samples.o: build/gen/samples.c
	$(call compile,$(CACHED) $(HOST_CC) $(UNIT_CFLAGS) $(SAN_CFLAGS) \
		-iquote cli)

build/unit/gen/samples_bytes.o: build/gen/samples.S $(SAMPLES)
	@mkdir -p $(@D)
	$(Q)$(HOST_CC) -c $< -o $@

# Debian's libcjson-dev.
$(CLI_PARTS:%=build/unit/%.o): UNIT_CFLAGS += -isystem /usr/include/cjson

build/unit/wick: $(CLI_PARTS:%=build/unit/%.o) build/unit/gen/samples.o \
		build/unit/gen/samples_bytes.o $(CLI_RUNTIME:%=build/unit/runtime/%.o)
	$(call say,LINK,$@)
	$(Q)$(HOST_LINK) $(SAN_CFLAGS) $^ -lcjson -o $@

build/unit-plain/test/tools/fake_function.o: UNIT_CFLAGS += -iquote cli

build/unit-plain/fake_function: build/unit-plain/test/tools/fake_function.o \
		build/unit-plain/cli/encode.o \
		$(CLI_RUNTIME:%=build/unit-plain/runtime/%.o)
	$(call say,LINK,$@)
	$(Q)$(HOST_LINK) $^ -o $@

WICK_TESTS := build/unit/wick build/unit-plain/fake_function

wick-test: $(WICK_TESTS) ## Tests of the developer's command
	$(Q)test/run wick

-include $(CLI_PARTS:%=build/obj/%.d) $(CLI_PARTS:%=build/unit/%.d)
-include build/unit-plain/test/tools/fake_function.d
