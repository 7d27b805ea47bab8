/* SPDX-License-Identifier: MIT */
/*
 * The data of ICU for the languages that the executable leaves out, from a
 * file: what the layer wick-icu holds.
 */
#ifndef WICK_LOCALE_DATA_H
#define WICK_LOCALE_DATA_H

#include "base.h"

/* The name that ICU 72 gives it; jsc/shim.cc holds it to that. */
#define WICK_LOCALE_DATA_FILE "icudt72l.dat"
/* Where a layer puts it. */
#define WICK_LOCALE_DATA_LAYER "/opt/wick"

/*
 * Maps the file of that name in @folder, or for NULL or "" in the layer, to
 * the end of the process: pages are read when ICU looks at them, and are the
 * file's. 0 with @data, which is NULL where @folder is not given and there is
 * none. -EINVAL where it is no regular file or has no bytes, or the errno of
 * open(2), fstat(2) or mmap(2).
 */
WICK_NODISCARD int wick_locale_data_map(const char *folder, const void **data);

#endif
