/* SPDX-License-Identifier: MIT */
#include "locale_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

static char folder[] = "/tmp/wick-locales-XXXXXX";
static char path[sizeof(folder) + sizeof("/" WICK_LOCALE_DATA_FILE)];

/* A new folder with a file of @text, or with none for NULL. */
static void make_folder(const char *text)
{
    memcpy(folder + sizeof(folder) - 1 - 6, "XXXXXX", 6);
    CHECK(mkdtemp(folder));
    (void)snprintf(path, sizeof(path), "%s/%s", folder, WICK_LOCALE_DATA_FILE);
    if (text) {
        FILE *file = fopen(path, "w");

        CHECK(file);
        CHECK(fputs(text, file) >= 0);
        CHECK(fclose(file) == 0);
    }
}

static void remove_folder(void)
{
    (void)unlink(path);
    (void)rmdir(path);
    CHECK(rmdir(folder) == 0);
}

WICK_TEST(maps_what_is_there)
{
    const void *data;

    make_folder("the data");
    CHECK_INT(wick_locale_data_map(folder, &data), 0);
    CHECK(data && memcmp(data, "the data", 8) == 0);
    remove_folder();
}

WICK_TEST(a_folder_that_is_named_has_it)
{
    const void *data;

    make_folder(NULL);
    CHECK_INT(wick_locale_data_map(folder, &data), -ENOENT);
    CHECK(!data);
    remove_folder();
}

WICK_TEST(no_file_is_no_data)
{
    const void *data;

    make_folder("");
    CHECK_INT(wick_locale_data_map(folder, &data), -EINVAL);
    CHECK(!data);
    CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
    CHECK_INT(wick_locale_data_map(folder, &data), -EINVAL);
    remove_folder();
}

WICK_TEST(nobody_asks)
{
    const void *data = folder;

    if (access("/opt/wick", F_OK) == 0) {
        SKIP("this machine has /opt/wick");
    }
    CHECK_INT(wick_locale_data_map(NULL, &data), 0);
    CHECK(!data);
    CHECK_INT(wick_locale_data_map("", &data), 0);
}

WICK_TEST(a_long_name)
{
    static char name[8192];
    const void *data;

    memset(name, 'a', sizeof(name) - 1);
    CHECK_INT(wick_locale_data_map(name, &data), -ENAMETOOLONG);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(maps_what_is_there),
    WICK_TEST_ENTRY(a_folder_that_is_named_has_it),
    WICK_TEST_ENTRY(no_file_is_no_data),
    WICK_TEST_ENTRY(nobody_asks),
    WICK_TEST_ENTRY(a_long_name),
};

WICK_TEST_MAIN(tests)
