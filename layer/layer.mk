# SPDX-License-Identifier: MIT
# What a person downloads: the layers, the bill of materials, the image.
# Included by the Makefile.

LAYER_ARCH := $(or $(ARCH),$(shell uname -m))
LAYER := build/wick-layer-$(LAYER_ARCH).zip
ICU_LAYER := build/wick-icu-layer.zip

# The folder build/layer is the root of the layer and what SAM builds from.
build/layer.stamp: build/bootstrap build/sbom.cdx.json layer/stage \
		layer/Makefile LICENSE NOTICE
	$(call say,STAGE,build/layer)
	$(Q)layer/stage runtime build/layer
	@touch $@

$(LAYER): build/layer.stamp layer/pack
	$(call say,ZIP,$@)
	$(Q)layer/pack $@ build/layer bootstrap wick

# The data of all locales: the same bytes for every architecture.
$(ICU_LAYER): $(DEPS_MK) layer/stage layer/pack
	$(call say,ZIP,$@)
	$(Q)DEP_icudata=$(DEP_icudata) layer/stage icu build/layer-icu
	$(Q)layer/pack $@ build/layer-icu wick

layer: $(LAYER) ## The layer, to be published: a zip
	@printf '%10d  %s\n' $$(stat -c %s $(LAYER)) $(LAYER)

layer-icu: $(ICU_LAYER) ## A second layer, with the locales of all languages
	@printf '%10d  %s\n' $$(stat -c %s $(ICU_LAYER)) $(ICU_LAYER)

# Schemas, parsers and a compiler from npm: too slow for make check, which runs
# what needs none of them. Where they cannot be had their tests are skipped.
ship-check: $(LAYER) build/wick ## Tests of what is published: needs npm
	$(Q)test/ship/setup || echo 'tests that need npm are skipped' >&2
	$(Q)test/run test/ship/test_*

image: build/layer.stamp ## An image of Wick, by docker, podman or buildah
	$(Q)layer/image $(STAGE)

man: build/wick ## Manual pages, to build/man
	@mkdir -p build/man
	$(Q)build/wick manual wick >build/man/wick.1
	$(Q)build/wick manual bootstrap >build/man/bootstrap.1
	@ls build/man/*.1

# ---- What it is made of -----------------------------------------------------

build/sbom.cdx.json: build/bootstrap deps/sbom deps/shipped $(DEPS_MK)
	$(call say,SBOM,$@)
	$(Q)deps/sbom build/bootstrap build/bootstrap.map >$@.tmp
	@mv $@.tmp $@

sbom: build/sbom.cdx.json ## A bill of materials of bootstrap (CycloneDX)
	@echo $<

compatibility: build/bootstrap ## What of Node passes: build/COMPATIBILITY.md
	$(Q)test/node/compatibility >build/COMPATIBILITY.md.tmp
	@mv build/COMPATIBILITY.md.tmp build/COMPATIBILITY.md
	@echo build/COMPATIBILITY.md

outdated: build/bootstrap ## Libraries of which the archive has a newer version
	$(Q)deps/outdated build/bootstrap.map

.PHONY: compatibility layer layer-icu image man ship-check sbom outdated
