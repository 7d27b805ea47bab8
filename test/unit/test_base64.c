/* SPDX-License-Identifier: MIT */
#include "base64.h"

#include "str.h"
#include "test.h"

#include <errno.h>

static struct wick_chars latin1(const char *text)
{
    return (struct wick_chars){text, strlen(text), true};
}

static const char *encoded(const char *bytes, enum wick_base64_alphabet a)
{
    static char out[64];
    size_t len = wick_base64_text_len(strlen(bytes), a);

    CHECK(len < sizeof(out));
    memset(out, '!', sizeof(out));
    wick_base64_encode((const uint8_t *)bytes, strlen(bytes), a,
                       (uint8_t *)out);
    CHECK_INT(out[len], '!');
    out[len] = '\0';
    return out;
}

static const char *decoded(struct wick_chars text)
{
    static char out[64];
    size_t most = wick_base64_bytes_len(text);

    CHECK(most < sizeof(out));
    size_t len = wick_base64_decode(text, (uint8_t *)out, most);
    CHECK(len <= most);
    out[len] = '\0';
    return out;
}

/* RFC 4648, section 10. */
WICK_TEST(vectors)
{
    static const char *const pairs[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };

    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        CHECK_STR(encoded(pairs[i][0], WICK_BASE64_PLAIN), pairs[i][1]);
        CHECK_STR(decoded(latin1(pairs[i][1])), pairs[i][0]);
    }
}

WICK_TEST(url_alphabet_has_no_padding)
{
    CHECK_STR(encoded("\xFB\xFF", WICK_BASE64_URL), "-_8");
    CHECK_STR(encoded("\xFB\xFF", WICK_BASE64_PLAIN), "+/8=");
    CHECK_STR(encoded("f", WICK_BASE64_URL), "Zg");
    CHECK_STR(decoded(latin1("-_8")), "\xFB\xFF");
    CHECK_STR(decoded(latin1("+_8=")), "\xFB\xFF");
}

WICK_TEST(lenient_decoder_passes_over_others)
{
    CHECK_STR(decoded(latin1("Zm9v\r\n YmFy")), "foobar");
    CHECK_STR(decoded(latin1("Z*m9v")), "foo");
    CHECK_STR(decoded(latin1("Zm8=Zm8=")), "fo");
    CHECK_STR(decoded(latin1("=Zm8")), "");
    CHECK_STR(decoded(latin1("Zm9vY")), "foo");
}

WICK_TEST(units_of_utf16)
{
    static const uint16_t units[] = {'Z', 'm', '9', 'v'};
    static const uint16_t wide[] = {'Z', 0x16D, '9', 'v'};

    CHECK_STR(decoded((struct wick_chars){units, 4, false}), "foo");
    CHECK_STR(decoded((struct wick_chars){wide, 4, false}), "foo");
}

WICK_TEST(room_is_a_bound)
{
    uint8_t out[4] = {0, 0, 0xAA, 0xAA};

    CHECK_INT(wick_base64_decode(latin1("Zm9vYmFy"), out, 2), 2);
    CHECK(out[0] == 'f' && out[1] == 'o' && out[2] == 0xAA);
    CHECK_INT(wick_base64_decode(latin1("Zm9v"), out, 0), 0);
}

static int forgiving(const char *text, const char **bytes)
{
    static char out[64];
    size_t len = 0;
    int err = wick_base64_decode_forgiving(latin1(text), (uint8_t *)out, &len);

    out[len] = '\0';
    *bytes = out;
    return err;
}

WICK_TEST(forgiving_decoder)
{
    const char *bytes;

    CHECK_INT(forgiving("", &bytes), 0);
    CHECK_INT(forgiving(" Zm 9v\t\n", &bytes), 0);
    CHECK_STR(bytes, "foo");
    CHECK_INT(forgiving("Zg==", &bytes), 0);
    CHECK_STR(bytes, "f");
    CHECK_INT(forgiving("Zg = = ", &bytes), 0);
    CHECK_STR(bytes, "f");
    CHECK_INT(forgiving("Zg", &bytes), 0);
    CHECK_STR(bytes, "f");
    CHECK_INT(forgiving("Zh", &bytes), 0);
    CHECK_STR(bytes, "f");
}

WICK_TEST(forgiving_decoder_refuses)
{
    const char *bytes;

    CHECK_INT(forgiving("Zg=", &bytes), -EINVAL);
    CHECK_INT(forgiving("=", &bytes), -EINVAL);
    CHECK_INT(forgiving("Z===", &bytes), -EINVAL);
    CHECK_INT(forgiving("Zm9v=", &bytes), -EINVAL);
    CHECK_INT(forgiving("Zm-v", &bytes), -EINVAL);
    CHECK_INT(forgiving("Z\xC3m9", &bytes), -EINVAL);
    CHECK_INT(forgiving("Zm9vY", &bytes), -EBADMSG);
    CHECK_INT(forgiving("Z", &bytes), -EBADMSG);
    CHECK_INT(forgiving("====", &bytes), -EINVAL);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(vectors),
    WICK_TEST_ENTRY(url_alphabet_has_no_padding),
    WICK_TEST_ENTRY(lenient_decoder_passes_over_others),
    WICK_TEST_ENTRY(units_of_utf16),
    WICK_TEST_ENTRY(room_is_a_bound),
    WICK_TEST_ENTRY(forgiving_decoder),
    WICK_TEST_ENTRY(forgiving_decoder_refuses),
};
WICK_TEST_MAIN(tests)
