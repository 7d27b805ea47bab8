# SPDX-License-Identifier: MIT
# Unicode and locales: Intl, normalize, \p{...} of regular expressions, IDNA.
# The code; the data is a recipe of its own (icudata), which the engine does not
# wait for.
VERSION=72.1
SOURCE=icu
SOURCE_VERSION=72.1-3+deb12u1
DSC_SHA256=8fd50a21664422b2dd5df4e20175dce3396c89a3a85363db26dd4529bba62a92
SERIES='72.1-*'
LICENSE=Unicode-DFS-2016
LICENSE_FILES=LICENSE
NEEDS='musl mimalloc libcxx'
WEIGHT=110

# What consumers have to see too; it goes into the installed uconfig.h.
# Transliteration, regular expressions and legacy converters are not used by
# Intl. (TextDecoder's legacy encodings are not ICU's converters in any case.)
# U_CHARSET_IS_UTF8: no lookup of the machine's default converter.
ICU_CONFIG='UCONFIG_NO_TRANSLITERATION UCONFIG_NO_REGULAR_EXPRESSIONS
UCONFIG_NO_LEGACY_CONVERSION U_CHARSET_IS_UTF8 U_STATIC_IMPLEMENTATION'

build() {
    icu_headers
    icu_libraries
}

icu_headers() {
    local name
    install_to include/unicode "$SRC"/source/common/unicode/*.h \
        "$SRC"/source/i18n/unicode/*.h
    {
        for name in $ICU_CONFIG; do
            printf '#ifndef %s\n#define %s 1\n#endif\n' "$name" "$name"
        done
        cat "$SRC/source/common/unicode/uconfig.h"
    } >"$PREFIX/include/unicode/uconfig.h"
}

# libicuuc.a and libicui18n.a. Of the second, what Intl uses in loops (collation,
# number formatting's digits) is compiled for speed, the rest, which formats a
# date or two, for size: it is the larger part.
icu_libraries() {
    local flags speed size file common=() fast=() small=() plain=()
    # ICU uses typeid, so RTTI stays; it throws nothing.
    flags="-std=c++17 $BASE_CFLAGS -fno-exceptions -fvisibility-inlines-hidden"
    flags+=" -w -DU_ATTRIBUTE_DEPRECATED= -DU_COMMON_IMPLEMENTATION"
    flags+=" -DU_I18N_IMPLEMENTATION -DU_ENABLE_DYLOAD=0 -DU_ENABLE_TRACING=0"
    flags+=" -I$SRC/source/common -I$SRC/source/i18n"
    for file in $ICU_CONFIG; do
        flags+=" -D$file=1"
    done
    speed=$flags
    size=${flags/-O2/-Os}
    for file in "$SRC"/source/common/*.cpp "$SRC"/source/i18n/*.cpp; do
        case ${file##*/} in
        # Windows; plug-ins; what the configuration above leaves empty.
        wintz* | windtfmt* | winnmfmt* | icuplug* | anytrans* | *trn.cpp) ;;
        brktrans* | nortrans* | remtrans* | transreg* | translit* | utrans*) ;;
        rbt.cpp | rbt_* | cpdtrans* | funcrepl* | name2uni* | uni2name*) ;;
        quant.cpp | strmatch* | strrepl* | tridpars* | nultrans*) ;;
        regex* | rematch* | repattrn* | uregex*) ;;
        # Guessing of character sets, confusable names, index tabs of address
        # books, conversions of Arabic shaping: neither Intl nor Node has them.
        csdetect* | csmatch* | csr*.cpp | inputext* | ucsdet*) ;;
        uspoof* | scriptset* | alphaindex* | ucnvsel* | ushape*) ;;
        # Formats and search of which Intl has no part; iCalendar's zones;
        # matching of locales, which the engine does itself.
        currfmt* | gender.cpp | measfmt.cpp | scientificnumber* | tmut*) ;;
        tmunit* | umsg* | utmscale* | displayoptions* | fmtable_cnv*) ;;
        search.cpp | stsearch* | usearch* | vzone* | zrule* | ztrans*) ;;
        localematcher* | localeprio* | locdistance* | loclikelysubtags*) ;;
        lsr.cpp) ;;
        # What makes data or turns it for other machines; bidirectional layout;
        # interfaces of old; converters of what the configuration leaves out.
        collationdatawriter* | *_swp.cpp | *swap.cpp | udataswp* | rbbir* | \
            rbbis*) ;;
        rbbitblb* | rbbinode* | restrace* | utrace*) ;;
        ubidi.cpp | ubidiln* | ubiditransform* | ubidiwrt*) ;;
        normlzr* | unorm.cpp | unormcmp* | ucat.cpp | usc_impl* | cstr.cpp) ;;
        ucnv2022* | ucnv_lmb* | ucnvhz* | ucnvisci* | ucnvscsu* | ucnvbocu*) ;;
        # The switch of a header, or of the C library, comes before it.
        putil.cpp) plain+=("$file") ;;
        *)
            if grep -qE '^#define [A-Z0-9_]+ *(//.*)?$' "$file"; then
                plain+=("$file")
                continue
            fi
            case $file in
            */common/*) common+=("$file") ;;
            */coll*.cpp | */ucol*.cpp | */utf*collationiterator.cpp | \
                */rulebasedcollator.cpp | */double-conversion* | \
                */number_decimalquantity.cpp | */decNumber.cpp)
                fast+=("$file")
                ;;
            *) small+=("$file") ;;
            esac
            ;;
        esac
    done
    ninja_begin
    ninja_objects common "$speed $(icu_prefix speed "$speed")" "${common[@]}"
    ninja_objects fast "$speed $(icu_prefix speed "$speed")" "${fast[@]}"
    ninja_objects small "$size $(icu_prefix size "$size")" "${small[@]}"
    ninja_objects plain "$size" "${plain[@]}"
    ninja_archive lib/libicuuc.a common
    ninja_archive lib/libicui18n.a fast small plain
    ninja_run
    install_to lib lib/libicuuc.a lib/libicui18n.a
}

# icu_prefix NAME FLAGS: make NAME.pch of the headers that most sources begin
# with, unless it is there, and print the flags that use it: a third off the
# compilation.
icu_prefix() {
    local header
    [[ -s $1.pch ]] || {
        for header in unicode/unistr unicode/uniset unicode/ustring \
            unicode/locid unicode/ures unicode/brkiter \
            unicode/numberformatter unicode/decimfmt unicode/smpdtfmt cmemory \
            cstring charstr uhash hash uvector umutex uresimp; do
            echo "#include \"$header.h\""
        done >"$1.h"
        # shellcheck disable=SC2086
        "$CXX" $2 -c -x c++-header "$1.h" -o "$1.pch.new" >&2
        mv "$1.pch.new" "$1.pch"
    }
    echo "-Xclang -include-pch -Xclang $BUILD/$1.pch"
}
