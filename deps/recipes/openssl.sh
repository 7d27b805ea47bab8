# SPDX-License-Identifier: MIT
# TLS for fetch and node:https, and all of node:crypto and WebCrypto.
VERSION=3.0.20
SOURCE=openssl
SOURCE_VERSION=3.0.20-1~deb12u2
DSC_SHA256=a614474a2773c23b10c0d65f4eccbcf93fdac4749afb7c26d76e1b0340154d3d
SERIES='3.0.*'
LICENSE=Apache-2.0
LICENSE_FILES=LICENSE.txt
NEEDS=musl
WEIGHT=75
SERIAL=1

# Kept: RSA, DH, EC over primes, Ed25519, X25519; AES in all modes, ChaCha20,
# DES (encrypted PEM keys of old); SHA-1, 2, 3, MD5, RIPEMD-160, BLAKE2; HMAC,
# HKDF, PBKDF2, scrypt; X.509; TLS 1.2 and 1.3.
OPENSSL_OPTIONS=(
    no-shared no-pic no-tests no-makedepend
    # Nothing is loaded at run time, no configuration file is read: a static
    # executable cannot, and looking for them costs system calls.
    no-dso no-module no-engine no-afalgeng no-autoload-config no-fips no-legacy
    # Stacks of its own for asynchronous engines; locked memory, which Lambda
    # does not grant; TLS in the kernel, likewise.
    no-async no-secure-memory no-ktls
    # Protocols that nobody speaks, or nobody speaks over TCP.
    no-ssl3 no-ssl3-method no-tls1 no-tls1-method no-tls1_1 no-tls1_1-method
    no-dtls no-dtls1-method no-dtls1_2-method no-dgram no-srtp
    # Extensions of TLS and X.509 that fetch does not use. (Compression inside
    # TLS is unsafe.)
    no-comp no-ct no-srp no-psk no-nextprotoneg no-ocsp no-rfc3779
    # Document formats and their protocols.
    no-cms no-cmp no-ts
    # Ciphers, hashes and curves that WebCrypto and the npm packages of Lambda
    # functions do not use.
    no-idea no-seed no-camellia no-aria no-sm2 no-sm3 no-sm4 no-rc2 no-rc4
    no-md4 no-mdc2 no-whirlpool no-bf no-cast no-gost no-siphash no-siv
    no-ec2m no-dsa
    # Prompts on a terminal; dumps of TLS records; file names of OpenSSL's own
    # sources in error records (the reasons stay: Node's messages have them).
    no-ui-console no-ssl-trace no-filenames
)

build() {
    # OPENSSLDIR is a path for certificates that nobody sets up in Lambda.
    [[ -f Makefile ]] || CFLAGS="$BASE_CFLAGS -w" perl "$SRC/Configure" \
        "$OPENSSL_TARGET" "${OPENSSL_OPTIONS[@]}" --prefix=/usr \
        --openssldir=/etc/ssl
    openssl_generated
    openssl_libraries
    install_to lib libcrypto.a libssl.a
    install_to include/openssl "$SRC"/include/openssl/*.h include/openssl/*.h
}

# What its makefile generates: headers, assembly and some C.
openssl_generated() {
    local generated
    make -n libcrypto.a libssl.a >plan
    mapfile -t generated < <(
        awk '/ -c -o / && $NF !~ /^\.\.\/src\// { print $NF }
            / > [a-z][^ ]*\.h$/ { print $NF }' plan | sort -u
    )
    make -j "$JOBS" build_generated "${generated[@]}"
}

# The makefile's compilations, in batches: its one compiler process a file would
# take three times as long. "make -n" gives each with its flags.
openssl_libraries() {
    local line flags source object level group index=0 name members
    local -A groups=() sources=() path=()
    make -n libcrypto.a libssl.a >plan
    while IFS= read -r line; do
        flags=${line%% -c -o *}
        flags=${flags#*bin/cc }
        read -r object source <<<"${line##* -c -o }"
        openssl_source "$source"
        flags="$flags $level"
        group=${groups[$flags]:-}
        if [[ -z $group ]]; then
            group=g$((++index))
            groups[$flags]=$group
        fi
        sources[$group]+="$source "
        path[$object]=${source%.*}.o
    done < <(grep -- ' -c -o ' plan)
    ninja_begin
    for flags in "${!groups[@]}"; do
        group=${groups[$flags]}
        # shellcheck disable=SC2086
        ninja_objects "$group" "$flags" ${sources[$group]}
    done
    for name in libcrypto.a libssl.a; do
        members=
        for object in $(sed -n "s/^[^ ]*ar qc $name //p" plan); do
            members+=" ${path[$object]}"
        done
        NINJA_GROUP[$name]=$members
        ninja_archive "$name" "$name"
    done
    ninja_run
}

# openssl_source FILE: set source to the absolute path of what the plan names,
# and level to its optimization: arithmetic and ciphers for speed; the rest, which
# reads certificates and walks tables of names, for size.
openssl_source() {
    case $1 in
    ../src/*) source=$SRC/${1#../src/} ;;
    /*) source=$1 ;;
    *) source=$BUILD/$1 ;;
    esac
    case $source in
    */crypto/bn/* | */crypto/ec/* | */crypto/modes/* | */crypto/aes/* | \
        */crypto/sha/* | */crypto/chacha/* | */crypto/poly1305/* | \
        */crypto/md5/* | */crypto/des/* | */crypto/evp/*) level=-O2 ;;
    *) level=-Os ;;
    esac
}
