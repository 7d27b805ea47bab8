# SPDX-License-Identifier: MIT
# What is particular to 64-bit ARM.

# Debian's name of the architecture and of its multiarch directory.
DEBIAN_ARCH=arm64
DEBIAN_MULTIARCH=aarch64-linux-gnu

# Lambda's arm64 is Graviton2 or newer: Neoverse N1, ARMv8.2 with LSE atomics.
# Outline atomics would ask at run time for what is always there.
ARCH_CFLAGS="-mcpu=neoverse-n1 -mno-outline-atomics"

# Names that build systems use for this target.
OPENSSL_TARGET=linux-aarch64
CMAKE_PROCESSOR=aarch64
