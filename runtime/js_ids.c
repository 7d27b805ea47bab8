/* SPDX-License-Identifier: MIT */
#include "js_ids.h"

#include "buf.h"
#include "js_value.h"
#include "limits.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Argument @index as UTF-8 in @text, which the caller releases. */
static int take_text(struct wick_js *js, JSValueRef value,
                     struct wick_buf *text, JSValueRef *exc)
{
    wick_buf_init(text, WICK_PATH_MAX);
    return wick_js_to_utf8(js, value, text, exc);
}

/* 0 or a negative errno, for the caller to throw. */
static JSValueRef make_result(JSContextRef ctx, int result)
{
    return JSValueMakeNumber(ctx, result < 0 ? -errno : 0);
}

#define WICK_ID_NATIVE(name, call)                     \
    WICK_JS_NATIVE(name)                               \
    {                                                  \
        WICK_JS_NATIVE_UNUSED();                       \
        return JSValueMakeNumber(ctx, (double)call()); \
    }
WICK_ID_NATIVE(get_uid, getuid)
WICK_ID_NATIVE(get_euid, geteuid)
WICK_ID_NATIVE(get_gid, getgid)
WICK_ID_NATIVE(get_egid, getegid)
#undef WICK_ID_NATIVE

/* getgroups() -> [gid, ...], with the effective one, as Node has it. */
WICK_JS_NATIVE(get_groups)
{
    WICK_JS_NATIVE_UNUSED();
    gid_t groups[WICK_GROUPS_MAX];
    int count = getgroups(WICK_GROUPS_MAX, groups);
    gid_t own = getegid();
    bool has_own = false;
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    unsigned at = 0;

    for (; (int)at < count; at++) {
        has_own = has_own || groups[at] == own;
        JSObjectSetPropertyAtIndex(ctx, list, at,
                                   JSValueMakeNumber(ctx, groups[at]), exc);
    }
    if (!has_own) {
        JSObjectSetPropertyAtIndex(ctx, list, at, JSValueMakeNumber(ctx, own),
                                   exc);
    }
    return list;
}

/* set(call, id) -> 0 or a negative errno. */
WICK_JS_NATIVE(set_id)
{
    WICK_JS_NATIVE_UNUSED();
    static const struct {
        const char *name;
        int (*call)(unsigned id);
    } calls[] = {
        {"setegid", setegid},
        {"seteuid", seteuid},
        {"setgid", setgid},
        {"setuid", setuid},
    };
    struct wick_js *js = wick_js_get();
    unsigned id = (unsigned)JSValueToNumber(ctx, argv[1], exc);
    struct wick_buf name;
    int result = -1;

    if (take_text(js, argv[0], &name, exc) == 0) {
        errno = EINVAL;
        for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
            if (strcmp(wick_buf_cstr(&name), calls[i].name) == 0) {
                result = calls[i].call(id);
            }
        }
    }
    JSValueRef made = make_result(ctx, result);
    wick_buf_release(&name);
    return made;
}

/* setgroups([gid, ...]) -> 0 or a negative errno. */
WICK_JS_NATIVE(set_groups)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    gid_t groups[WICK_GROUPS_MAX];
    JSObjectRef list = (JSObjectRef)(uintptr_t)argv[0];
    double count = JSValueToNumber(
        ctx, wick_js_get_property(js, list, "length", exc), exc);

    if (count > WICK_GROUPS_MAX) {
        return JSValueMakeNumber(ctx, -EINVAL);
    }
    for (unsigned i = 0; i < (unsigned)count; i++) {
        JSValueRef group = JSObjectGetPropertyAtIndex(ctx, list, i, exc);
        groups[i] = (gid_t)JSValueToNumber(ctx, group, exc);
    }
    return make_result(ctx, setgroups((size_t)count, groups));
}

/* initgroups(user, gid) -> 0 or a negative errno. */
WICK_JS_NATIVE(init_groups)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_buf user;
    gid_t group = (gid_t)JSValueToNumber(ctx, argv[1], exc);
    int result = -1;

    if (take_text(wick_js_get(), argv[0], &user, exc) == 0) {
        result = initgroups(wick_buf_cstr(&user), group);
    }
    JSValueRef made = make_result(ctx, result);
    wick_buf_release(&user);
    return made;
}

/* findUser(name) -> its number, or -1. */
WICK_JS_NATIVE(find_user)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_buf name;
    double id = -1;

    if (take_text(wick_js_get(), argv[0], &name, exc) == 0) {
        const struct passwd *user = getpwnam(wick_buf_cstr(&name));
        id = user ? (double)user->pw_uid : -1;
    }
    wick_buf_release(&name);
    return JSValueMakeNumber(ctx, id);
}

WICK_JS_NATIVE(find_group)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_buf name;
    double id = -1;

    if (take_text(wick_js_get(), argv[0], &name, exc) == 0) {
        const struct group *group = getgrnam(wick_buf_cstr(&name));
        id = group ? (double)group->gr_gid : -1;
    }
    wick_buf_release(&name);
    return JSValueMakeNumber(ctx, id);
}

/* userName(id) -> the name, or "". */
WICK_JS_NATIVE(user_name)
{
    WICK_JS_NATIVE_UNUSED();
    uid_t id = (uid_t)JSValueToNumber(ctx, argv[0], exc);
    const struct passwd *user = getpwuid(id);

    return wick_js_string(wick_js_get(), user ? user->pw_name : "");
}

/* umask(mask) -> the one before; without @mask it stays as it is. */
WICK_JS_NATIVE(set_umask)
{
    WICK_JS_NATIVE_UNUSED();
    mode_t before;

    if (argc > 0) {
        before = umask((mode_t)JSValueToNumber(ctx, argv[0], exc));
    } else {
        before = umask(0);
        (void)umask(before);
    }
    return JSValueMakeNumber(ctx, before);
}

/* chdir(path) -> 0 or a negative errno. */
WICK_JS_NATIVE(change_directory)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_buf path;
    int err = take_text(wick_js_get(), argv[0], &path, exc);
    JSValueRef result = JSValueMakeNumber(ctx, -ENAMETOOLONG);

    if (err == 0) {
        result = make_result(ctx, chdir(wick_buf_cstr(&path)));
    }
    wick_buf_release(&path);
    return result;
}

void wick_js_ids_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"chdir", change_directory}, {"findGroup", find_group},
        {"findUser", find_user},     {"getegid", get_egid},
        {"geteuid", get_euid},       {"getgid", get_gid},
        {"getgroups", get_groups},   {"getuid", get_uid},
        {"initgroups", init_groups}, {"set", set_id},
        {"setgroups", set_groups},   {"umask", set_umask},
        {"userName", user_name},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
