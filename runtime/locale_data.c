/* SPDX-License-Identifier: MIT */
#include "locale_data.h"

#include "limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int map_file(int fd, const void **data)
{
    struct stat status;

    if (fstat(fd, &status) < 0) {
        return -errno;
    }
    if (!S_ISREG(status.st_mode) || status.st_size <= 0) {
        return -EINVAL;
    }
    void *bytes =
        mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) {
        return -errno;
    }
    *data = bytes;
    return 0;
}

int wick_locale_data_map(const char *folder, const void **data)
{
    char path[WICK_PATH_MAX];
    bool is_named = folder && folder[0];

    *data = NULL;
    int len = snprintf(path, sizeof(path), "%s/" WICK_LOCALE_DATA_FILE,
                       is_named ? folder : WICK_LOCALE_DATA_LAYER);
    if (len < 0 || (size_t)len >= sizeof(path)) {
        return -ENAMETOOLONG;
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return is_named || errno != ENOENT ? -errno : 0;
    }
    int err = map_file(fd, data);
    (void)close(fd);
    return err;
}
