# SPDX-License-Identifier: MIT
# The data of ICU: what Intl knows of locales, zones, currencies and scripts.
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
NEEDS=musl
WEIGHT=5

# lib/libicudata.a: the data of English and the root locale with all time zones,
# under 4 MB; share/icu/icudt72l.dat: all of it, 30 MB, for those who map it.
build() {
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
        echo '}'
    } >data/res_index.txt
    genrb -q -s data -d "$tree" res_index.txt
}
