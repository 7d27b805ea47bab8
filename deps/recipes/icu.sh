# SPDX-License-Identifier: MIT
# Unicode and locales: Intl, normalize, \p{...} of regular expressions, IDNA.
#
# Debian's source has the data as one built file and not what it is built from,
# so ICU's own data filter has no effect on it; icupkg cuts it instead.
VERSION=72.1
SOURCE=icu
SOURCE_VERSION=72.1-3+deb12u1
DSC_SHA256=8fd50a21664422b2dd5df4e20175dce3396c89a3a85363db26dd4529bba62a92
SERIES='72.1-*'
LICENSE=Unicode-DFS-2016
LICENSE_FILES=LICENSE
NEEDS='musl mimalloc libcxx'
WEIGHT=130

# What consumers have to see too; it goes into the installed uconfig.h.
# Transliteration, regular expressions and legacy converters are not used by
# Intl. (TextDecoder's legacy encodings are not ICU's converters in any case.)
# U_CHARSET_IS_UTF8: no lookup of the machine's default converter.
ICU_CONFIG='UCONFIG_NO_TRANSLITERATION UCONFIG_NO_REGULAR_EXPRESSIONS
UCONFIG_NO_LEGACY_CONVERSION U_CHARSET_IS_UTF8 U_STATIC_IMPLEMENTATION'

build() {
    icu_headers
    icu_libraries
    icu_data
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
    local flags speed size file common=() fast=() small=()
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
        *)
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
    ninja_objects common "$speed" "${common[@]}"
    ninja_objects fast "$speed" "${fast[@]}"
    ninja_objects small "$size" "${small[@]}"
    ninja_archive lib/libicuuc.a common
    ninja_archive lib/libicui18n.a fast small
    ninja_run
    install_to lib lib/libicuuc.a lib/libicui18n.a
}

# lib/libicudata.a: the data of English and the root locale with all time zones,
# under 4 MB; share/icu/icudt72l.dat: all of it, 30 MB, for those who map it.
icu_data() {
    local full=$SRC/source/data/in/icudt72l.dat tree trees
    rm -rf data
    mkdir -p data/items lib "$PREFIX/share/icu"
    icupkg -l "$full" | icu_data_wanted >data/keep.txt
    icupkg -d data/items -x data/keep.txt "$full" >/dev/null
    trees=$(cd data/items && find . -name res_index.res -printf '%h\n')
    for tree in $trees; do
        icu_data_index "data/items/$tree"
    done
    # The names of the items take their prefix from that of the file. The break
    # iterator's root names dictionaries that are left out (ignore-deps): without
    # them Thai, Khmer, Lao and Burmese text is not broken into words.
    (cd data/items && find . -type f -printf '%P\n' | sort) >data/items.txt
    icupkg --ignore-deps -tl -c -s data/items -a data/items.txt new \
        data/icudt72l.dat >/dev/null
    cat >data/icudata.S <<'DATA'
        .section .rodata.icudt72_dat, "a", %progbits
        .balign 16
        .globl icudt72_dat
        .type icudt72_dat, %object
icudt72_dat:
        .incbin "data/icudt72l.dat"
        .size icudt72_dat, . - icudt72_dat
        .section .note.GNU-stack, "", %progbits
DATA
    $CC -c data/icudata.S -o data/icudata.o
    rm -f lib/libicudata.a
    "$AR" rcsD lib/libicudata.a data/icudata.o
    install_to lib lib/libicudata.a
    install_to share/icu "$full"
}

# icu_data_wanted: of a list of items, those that are kept.
icu_data_wanted() {
    awk -F/ '
        # Converters, StringPrep profiles of old IDNA, spelled-out numbers,
        # transliterators, character names, confusables, dictionaries, Windows
        # zone names, line breaking of locales that are not kept.
        /\.(cnv|spp|dict)$/ || /^(rbnf|translit)\// { next }
        /^(cnvalias|unames)\.icu$/ || /^confusables\.cfu$/ { next }
        /^windowsZones\.res$/ || /_(cj|el|fi_sv)\.brk$/ { next }
        {
            name = $NF
            sub(/\.res$/, "", name)
            if (name != $NF && name != "res_index" &&
                name ~ /^[a-z][a-z][a-z]?(_.*)?$/ &&
                name !~ /^en(_.*)?$/)
                next
            print
        }'
}

# icu_data_index TREE: the list of installed locales of a tree. The one that
# comes with it names all of them, and Intl would offer what is not there.
icu_data_index() {
    local tree=$1 locale
    rm "$tree/res_index.res"
    {
        echo 'res_index:table(nofallback){'
        echo "  CLDRVersion{\"42\"}"
        echo '  InstalledLocales{'
        for locale in "$tree"/en*.res; do
            printf '    %s{""}\n' "$(basename "$locale" .res)"
        done
        echo '  }'
        echo '  AliasLocales{}'
        echo '}'
    } >data/res_index.txt
    genrb -q -s data -d "$tree" res_index.txt
}
