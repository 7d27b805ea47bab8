# SPDX-License-Identifier: MIT
# What is particular to x86-64.

# Debian's name of the architecture and of its multiarch directory.
DEBIAN_ARCH=amd64
DEBIAN_MULTIARCH=x86_64-linux-gnu

# Lambda's x86 fleet is mixed and AVX2 is not promised on all of it: v2 is the
# highest level that every host has (SSE4.2, POPCNT). Wider code is chosen at
# run time by those who have it.
ARCH_CFLAGS="-march=x86-64-v2"

# Names that build systems use for this target.
OPENSSL_TARGET=linux-x86_64
CMAKE_PROCESSOR=x86_64
