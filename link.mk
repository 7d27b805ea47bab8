# SPDX-License-Identifier: MIT
# The executables: libraries, engine shim, builtins, link. Included by Makefile.

# ---- Libraries --------------------------------------------------------------

# Where the libraries lie, and a hash of them all. The recipe is cheap when
# nothing has changed, and leaves the file alone then. What is missing is built
# here and not by a rule for it, since only then is it known where it lies: where
# the archive no longer has the version that is pinned, it is another's folder.
# make reads the file again once it is made.
build/deps.mk: FORCE
	@deps/build --mk $@
ifneq ($(NEEDS_LIBRARIES),)
	@grep -qx 'DEPS_MISSING :=' $@ || { deps/build && deps/build --mk $@; }
endif
FORCE:
.PHONY: FORCE deps endless faults gc-stress hello order size

deps: ## Build the third-party libraries (cached outside the checkout)
	$(Q)deps/build

MUSL_CC := $(DEP_musl)/bin/cc
MUSL_CXX := $(DEP_libcxx)/bin/c++
LLVM := /usr/lib/llvm-19/bin
ENGINE := $(DEP_javascriptcore)

MUSL_CFLAGS = -march=x86-64-v2 -fno-pic -fno-pie -ftls-model=local-exec \
	-fno-asynchronous-unwind-tables -fno-unwind-tables -faddrsig \
	-fno-plt -fomit-frame-pointer -fstack-protector-strong \
	-isystem $(ENGINE)/include -isystem $(DEP_liburing)/include \
	-isystem $(DEP_cares)/include -isystem $(DEP_cjson)/include \
	-iquote build/gen
ifeq ($(ARCH),aarch64)
MUSL_CFLAGS := $(subst -march=x86-64-v2,-mcpu=neoverse-n1,$(MUSL_CFLAGS))
endif

# ---- The shim: the one C++ file ---------------------------------------------

SHIM_FLAGS = $(filter-out -fstack-protector-strong,$(MUSL_CFLAGS)) \
	-std=c++23 -O2 -fno-exceptions -fno-rtti -fno-strict-aliasing \
	-ffunction-sections -fdata-sections -fvisibility=hidden \
	-DHAVE_CONFIG_H=1 -DBUILDING_WITH_CMAKE=1 -DBUILDING_JSCONLY__ \
	-DSTATICALLY_LINKED_WITH_JavaScriptCore -DSTATICALLY_LINKED_WITH_WTF \
	-DNDEBUG -isystem $(ENGINE)/include/JavaScriptCore \
	-isystem $(DEP_icu)/include -isystem $(DEP_mimalloc)/include \
	-iquote runtime -iquote runtime/jsc \
	-DSTRUCTURE_HEAP_ADDRESS_SIZE_IN_MB=128 $(PREFIX_MAP) \
	-Wall -Wextra -Werror -Wno-unused-parameter \
	-DWICK_ENGINE_VERSION='"$(DEP_javascriptcore_VERSION)"'

build/obj/runtime/jsc/shim.o: runtime/jsc/shim.cc runtime/jsc/shim.h \
		runtime/jsc/options.def link.mk $(DEPS_MK)
	$(call say,CXX,$<)
	$(call compile,$(CACHED) $(MUSL_CXX) $(SHIM_FLAGS))

# ---- Builtins and the version -----------------------------------------------

BUILTINS := $(shell sed -e 's/\#.*//' -e 's/[[:space:]].*//' -e '/^$$/d' \
	runtime/js/manifest)
# Those of Node's own library are in the output of its recipe.
NODELIB_FILES := $(patsubst nodelib/%,$(DEP_nodelib)/js/%.js,\
	$(filter nodelib/%,$(BUILTINS)))
BUILTIN_FILES := $(NODELIB_FILES) $(patsubst %,runtime/js/%.js,\
	$(filter-out nodelib/%,$(BUILTINS)))

# Not there yet for make -n.
$(NODELIB_FILES): ;

build/gen/builtins.c build/gen/builtins.S build/gen/builtins.list &: \
		runtime/js/manifest runtime/embed/embed.sh \
		$(BUILTIN_FILES)
	$(call say,EMBED,runtime/js)
	@mkdir -p $(@D)
	$(Q)runtime/embed/embed.sh runtime/js/manifest runtime/js $(DEP_nodelib) \
		build/gen/builtins.S build/gen/builtins.c build/gen/builtins.list

# Bytecode of the builtins, by a program that holds the same engine: it is made
# again when a builtin, the shim or a library changes, not for the rest of the
# runtime. For another architecture it runs under an emulator, which
# RUN_ON_TARGET names.
ifneq ($(or $(ARCH),$(shell uname -m)),$(shell uname -m))
RUN_ON_TARGET ?= qemu-$(ARCH)
endif

build/gen/bytecode.S build/gen/bytecode.bin &: build/tools/compile_builtins \
		build/gen/builtins.list $(BUILTIN_FILES)
	$(call say,BYTES,runtime/js)
	$(Q)$(RUN_ON_TARGET) $< build/gen/bytecode.S build/gen/bytecode.bin \
		<build/gen/builtins.list

build/gen/libraries.c: $(DEPS_MK) deps/libraries.sh $(wildcard bootstrap.c runtime/*.[ch] \
		runtime/jsc/* runtime/js/*/*.js)
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)deps/libraries.sh $(DEPS_HASH) >$@.$$$$ && mv $@.$$$$ $@

build/obj/gen/%.o: build/gen/%.c $(DEPS_MK)
	$(call say,CC,$<)
	$(call compile,$(CACHED) $(MUSL_CC) $(MUSL_CFLAGS) $(WICK_CFLAGS))

build/obj/gen/builtins_text.o: build/gen/builtins.S \
		$(BUILTIN_FILES) $(DEPS_MK)
	$(call say,AS,$<)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) -c $< -o $@

build/obj/gen/bytecode.o: build/gen/bytecode.S build/gen/bytecode.bin
	$(call say,AS,$<)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) -c $< -o $@

# ---- Link -------------------------------------------------------------------

# mimalloc first: its allocator is the one that everything resolves to.
BOOTSTRAP_OBJ := build/obj/bootstrap.o $(RUNTIME_OBJ) \
	build/obj/runtime/jsc/shim.o build/obj/gen/builtins.o \
	build/obj/gen/builtins_text.o build/obj/gen/bytecode.o \
	build/obj/gen/libraries.o
LINK_LIBS = $(ENGINE)/lib/libJavaScriptCore.a $(ENGINE)/lib/libWTF.a \
	$(DEP_icu)/lib/libicui18n.a $(DEP_icu)/lib/libicuuc.a \
	$(DEP_icudata)/lib/libicudata.a $(DEP_liburing)/lib/liburing.a \
	$(DEP_cares)/lib/libcares.a $(DEP_cjson)/lib/libcjson.a \
	$(DEP_nodelib)/lib/libnodelib.a
LINK_FLAGS = -static -no-pie -Wl,--gc-sections -Wl,--icf=safe \
	-Wl,-z,noexecstack -Wl,--build-id=sha1 -Wl,-O2
# Calls that js_wraps.c looks at first. The last is the engine's, where it has
# no place for an object that it must have.
BOOTSTRAP_WRAPS = $(patsubst %,-Wl$(,)--wrap=%,mmap mprotect malloc \
	calloc realloc abort pthread_create \
	_ZN3JSC24handleResourceExhaustionEPKciS1_S1_NS_22$(RESOURCE))
RESOURCE := ResourceExhaustionCodeES1_S1_
, := ,

# What a start touches lies side by side (runtime/embed/README.md). A name that
# is no longer there is no error: the order is then a little worse.
ORDER := runtime/embed/order.txt
# Not at a multiple of 2 MB, where a page cache of large folios would map all of
# the constants when the first of them is read.
IMAGE_BASE := 0x210000

build/bootstrap.debug: $(BOOTSTRAP_OBJ) $(ORDER) link.mk
	$(call say,LINK,$@)
	$(Q)$(MUSL_CXX) $(LINK_FLAGS) $(BOOTSTRAP_WRAPS) \
		-Wl,--image-base=$(IMAGE_BASE) \
		-Wl,--symbol-ordering-file=$(ORDER) \
		-Wl,--no-warn-symbol-ordering -Wl,-Map=build/bootstrap.map \
		$(DEP_mimalloc)/lib/mimalloc.o $(BOOTSTRAP_OBJ) $(LINK_LIBS) \
		-o $@

build/tools/order: build/tools/runtime/embed/order.o \
		$(patsubst %,build/tools/runtime/%.o,die err mem str)
	$(call say,LINK,$@)
	$(Q)$(HOST_CC) $^ -o $@

order: build/bootstrap build/tools/order build/tools/invoke ## The order of functions and constants anew
	$(Q)runtime/embed/order.sh build/bootstrap build/bootstrap.debug \
		>build/order.txt
	$(Q)mv build/order.txt $(ORDER)

COMPILE_OBJ := build/obj/runtime/embed/compile.o \
	build/obj/runtime/embed/compile_heap.o \
	build/obj/runtime/jsc/shim.o \
	$(patsubst %,build/obj/runtime/%.o,buf die err file footprint mem \
	memory_limit str utf8)

build/tools/compile_builtins: $(COMPILE_OBJ) link.mk
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CXX) $(LINK_FLAGS) -Wl,--wrap=mmap $(COMPILE_OBJ) \
		$(LINK_LIBS) -o $@

-include $(patsubst %,build/obj/runtime/embed/%.d,compile compile_heap)

build/bootstrap: build/bootstrap.debug
	$(call say,STRIP,$@)
	$(Q)$(LLVM)/llvm-strip -s $< -o $@

# The same with allocations that fail when they are told to (mem.h).
FAULTS_OBJ := $(patsubst build/obj/%,build/faults/%,\
	build/obj/bootstrap.o $(RUNTIME_OBJ))

build/faults/%.o: %.c Makefile sources.mk
	$(call say,CC,$< (faults))
	$(call compile,$(MUSL_CC) $(MUSL_CFLAGS) $(WICK_CFLAGS) -DWICK_FAULTS)

build/faults/bootstrap: $(FAULTS_OBJ) \
		$(filter-out build/obj/bootstrap.o $(RUNTIME_OBJ),$(BOOTSTRAP_OBJ))
	$(call say,LINK,$@)
	$(Q)$(MUSL_CXX) $(LINK_FLAGS) $(BOOTSTRAP_WRAPS) \
		$(DEP_mimalloc)/lib/mimalloc.o $^ $(LINK_LIBS) -o $@

-include $(FAULTS_OBJ:.o=.d)

faults: build/faults/bootstrap ## Each allocation of init and a call fails once
	$(Q)node test/memory/faults.js

endless: build/bootstrap ## A hundred ways to allocate without end, in 128 MB
	$(Q)node test/memory/test_endless.js --all

gc-stress: build/bootstrap ## Tests while everything is collected all the time
	$(Q)test/memory/gc_stress.sh

hello: build/bootstrap build/wick ## Build, and invoke a handler with an event
	$(Q)build/wick invoke --handler-root examples/hello \
		--event test/events/apigateway-v2.json index.handler

size: build/bootstrap ## The sizes of the executable by part
	$(Q)test/tools/size.sh build/bootstrap build/bootstrap.map
