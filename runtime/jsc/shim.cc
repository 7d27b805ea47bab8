/* SPDX-License-Identifier: MIT */
/*
 * See shim.h. README.md says of each function why the C interface cannot do
 * it.
 */
/* What every source of the engine begins with. */
#include <cmakeconfig.h>

#include <JavaScriptCore/JSExportMacros.h>
#include <wtf/FastMalloc.h>
#include <wtf/TZoneMalloc.h>

#include "shim.h"

extern "C" {
#include "die.h"
#include "footprint.h"
#include "memory_limit.h"
}

#include "locale_data.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <unistd.h>

#include <mimalloc.h>

#include <JavaScriptCore/APICast.h>
#include <JavaScriptCore/ArrayBuffer.h>
#include <JavaScriptCore/BlockArena.h>
#include <JavaScriptCore/BytecodeCacheError.h>
#include <JavaScriptCore/BigIntObject.h>
#include <JavaScriptCore/CachedBytecode.h>
#include <JavaScriptCore/CodeBlock.h>
#include <JavaScriptCore/Completion.h>
#include <JavaScriptCore/DateInstance.h>
#include <JavaScriptCore/DeferredWorkTimer.h>
#include <JavaScriptCore/ExecutableAllocator.h>
#include <JavaScriptCore/FunctionCodeBlock.h>
#include <JavaScriptCore/GCActivityCallback.h>
#include <JavaScriptCore/GlobalObjectMethodTable.h>
#include <JavaScriptCore/HeapIterationScope.h>
#include <JavaScriptCore/HeapObserver.h>
#include <JavaScriptCore/HeapSoftLimit.h>
#include <JavaScriptCore/InitializeThreading.h>
#include <JavaScriptCore/IsoCellSetInlines.h>
#include <JavaScriptCore/JSArrayBuffer.h>
#include <JavaScriptCore/JSArrayBufferViewInlines.h>
#include <JavaScriptCore/JSBasePrivate.h>
#include <JavaScriptCore/JSCInlines.h>
#include <JavaScriptCore/JSInternalPromise.h>
#include <JavaScriptCore/JSLock.h>
#include <JavaScriptCore/JSLockHold.h>
#include <JavaScriptCore/JSMapIterator.h>
#include <JavaScriptCore/JSMicrotask.h>
#include <JavaScriptCore/JSModuleLoader.h>
#include <JavaScriptCore/JSONObject.h>
#include <JavaScriptCore/JSPromise.h>
#include <JavaScriptCore/JSScriptFetchParameters.h>
#include <JavaScriptCore/JSSetIterator.h>
#include <JavaScriptCore/JSSourceCode.h>
#include <JavaScriptCore/JSWeakMap.h>
#include <JavaScriptCore/JSWeakSet.h>
#include <JavaScriptCore/LazyPropertyInlines.h>
#include <JavaScriptCore/Lookup.h>
#include <JavaScriptCore/MicrotaskQueueInlines.h>
#include <JavaScriptCore/ObjectConstructor.h>
#include <JavaScriptCore/OpaqueJSString.h>
#include <JavaScriptCore/Options.h>
#include <JavaScriptCore/ParserError.h>
#include <JavaScriptCore/ProxyObject.h>
#include <JavaScriptCore/SourceProvider.h>
#include <JavaScriptCore/SubspaceInlines.h>
#include <JavaScriptCore/SymbolObject.h>
#include <JavaScriptCore/UnlinkedModuleProgramCodeBlock.h>
#include <JavaScriptCore/UnlinkedProgramCodeBlock.h>
#include <JavaScriptCore/WeakMapImplInlines.h>
#include <unicode/udata.h>
#include <wtf/FileHandle.h>
#include <wtf/MainThread.h>
#include <wtf/RunLoop.h>
#include <wtf/URL.h>
#include <wtf/URLParser.h>
#include <wtf/text/ExternalStringImpl.h>
#include <wtf/text/MakeString.h>

namespace JSC
{

/* The engine's, of a header that it does not install. */
UnlinkedFunctionExecutable *
createBuiltinExecutable(VM &, const SourceCode &, const Identifier &,
                        ImplementationVisibility, ConstructorKind,
                        ConstructAbility, InlineAttribute);

/* As in SourceCodeKey.h and CodeCache.h, which are not installed. */
enum class SourceCodeType { EvalType, ProgramType, FunctionType, ModuleType };
UnlinkedProgramCodeBlock *recursivelyGenerateUnlinkedCodeBlockForProgram(
    VM &, const SourceCode &, LexicallyScopedFeatures, JSParserScriptMode,
    OptionSet<CodeGenerationMode>, ParserError &, EvalContextType);
UnlinkedModuleProgramCodeBlock *
recursivelyGenerateUnlinkedCodeBlockForModuleProgram(
    VM &, const SourceCode &, LexicallyScopedFeatures, JSParserScriptMode,
    OptionSet<CodeGenerationMode>, ParserError &, EvalContextType);
RefPtr<CachedBytecode>
serializeBytecode(VM &, UnlinkedCodeBlock *, const SourceCode &, SourceCodeType,
                  LexicallyScopedFeatures, JSParserScriptMode,
                  FileSystem::FileHandle &, BytecodeCacheError &,
                  OptionSet<CodeGenerationMode>);

} // namespace JSC

using namespace JSC;

namespace
{

/* What outlives every call: one engine a process. */
struct Engine {
    VM *vm;
    /* Microtasks of the loader alone, during wick_jsc_require(). */
    MicrotaskQueue *loader_tasks;
    JSGlobalObject *global;
    wick_jsc_rejection_fn on_rejection;
    const struct wick_jsc_modules *modules;
    struct wick_memory_limit limit;
    /* The call that runs is being ended for want of memory. Any thread. */
    std::atomic<bool> has_passed_limit;
    /* What it left behind is being collected. */
    bool is_forgiving;
    struct wick_jsc_excess excess;
    /* Where shapes may lie before the next collection; 0: not decided yet. */
    size_t shapes_mark;
    /* What was resident when a collection was last wanted for it; else 0. */
    size_t collected_at;
    /* One collection has left too much; what it freed was still there. */
    bool is_over;
    /* The object of wick_jsc_async_context(), alive by enqueueJob. */
    JSObject *context;
    const Identifier *context_name;
    bool tracks_context;
    uint64_t text_reads;
};
Engine engine;

/* A text with the bytecode that was compiled from it. */
class TextProvider final : public StringSourceProvider
{
  public:
    static Ref<TextProvider> create(const struct wick_jsc_source &source);

    unsigned hash() const final
    {
        return m_hash ? m_hash : StringSourceProvider::hash();
    }

    StringView source() const final
    {
        /* Its length is asked for, and whether a script happens to be JSONP. */
        engine.text_reads += !m_bytecode.empty() && m_looks >= 2;
        m_looks++;
        return StringSourceProvider::source();
    }

    RefPtr<CachedBytecode> cachedBytecode() const final
    {
        if (m_bytecode.empty()) {
            return nullptr;
        }
        return CachedBytecode::createStatic(m_bytecode);
    }

  private:
    TextProvider(String &&text, URL &&origin, String &&url,
                 const struct wick_jsc_source &source,
                 SourceProviderSourceType type)
        : StringSourceProvider(WTFMove(text), SourceOrigin{WTFMove(origin)},
                               SourceTaintedOrigin::Untainted, WTFMove(url),
                               TextPosition(), type),
          m_bytecode(source.bytecode, source.bytecode_len), m_hash(source.hash)
    {
    }

    std::span<const uint8_t> m_bytecode;
    unsigned m_hash;
    mutable uint32_t m_looks = 0;
};

String text_of(const struct wick_jsc_source &source)
{
    std::span bytes(reinterpret_cast<const LChar *>(source.text), source.len);
    if (!source.is_latin1) {
        return String::fromUTF8ReplacingInvalidSequences(bytes);
    }
    if (source.is_static) {
        return String(StringImpl::createWithoutCopying(bytes));
    }
    return String(bytes);
}

Ref<TextProvider> TextProvider::create(const struct wick_jsc_source &source)
{
    static constexpr SourceProviderSourceType types[] = {
        SourceProviderSourceType::Program,
        SourceProviderSourceType::Module,
        SourceProviderSourceType::JSON,
    };
    String url = String::fromUTF8(source.url ? source.url : "");
    URL origin = url.startsWith('/') ? URL::fileURLWithFileSystemPath(url)
                                     : URL({}, url);
    /* Stack traces of files show paths, as Node's CommonJS ones do. */
    if (source.kind != WICK_JSC_MODULE && origin.protocolIsFile()) {
        url = origin.fileSystemPath();
    }
    return adoptRef(*new TextProvider(text_of(source), WTFMove(origin),
                                      WTFMove(url), source,
                                      types[source.kind]));
}

SourceCode source_code(const struct wick_jsc_source &source)
{
    return SourceCode(TextProvider::create(source), 1, 1);
}

/* An exception that a hook of the embedder left, as the engine's own. */
void throw_value(JSGlobalObject *global, ThrowScope &scope, JSValueRef value)
{
    throwException(global, scope,
                   value ? toJS(global, value)
                         : createError(global, "module hook failed"_s));
}

JSInternalPromise *rejected(JSGlobalObject *global, ThrowScope &scope)
{
    VM &vm = global->vm();
    auto *promise =
        JSInternalPromise::create(vm, global->internalPromiseStructure());
    return promise->rejectWithCaughtException(global, scope);
}

/* The key of the module that @key means to @referrer; @type as in shim.h. */
Identifier resolve_key(JSGlobalObject *global, JSValue key, JSValue referrer,
                       const char *type)
{
    VM &vm = global->vm();
    auto scope = DECLARE_THROW_SCOPE(vm);
    if (key.isSymbol()) {
        return Identifier::fromUid(asSymbol(key)->privateName());
    }
    String specifier = key.toWTFString(global);
    RETURN_IF_EXCEPTION(scope, {});
    RefPtr<OpaqueJSString> from;
    if (referrer.isString()) {
        String text = referrer.toWTFString(global);
        RETURN_IF_EXCEPTION(scope, {});
        from = OpaqueJSString::tryCreate(text);
    }
    RefPtr<OpaqueJSString> wanted = OpaqueJSString::tryCreate(specifier);
    JSValueRef exc = nullptr;
    JSStringRef found =
        engine.modules ? engine.modules->resolve(toRef(global), wanted.get(),
                                                 from.get(), type, &exc)
                       : nullptr;
    if (!found) {
        throw_value(global, scope, exc);
        return {};
    }
    Identifier result = found->identifier(&vm);
    JSStringRelease(found);
    return result;
}

Identifier module_resolve(JSGlobalObject *global, JSModuleLoader *, JSValue key,
                          JSValue referrer, JSValue)
{
    return resolve_key(global, key, referrer, nullptr);
}

const char *type_of(JSValue parameters)
{
    auto *value = jsDynamicCast<JSScriptFetchParameters *>(parameters);
    if (!value) {
        return nullptr;
    }
    switch (value->parameters().type()) {
    case ScriptFetchParameters::Type::JSON:
        return "json";
    case ScriptFetchParameters::Type::WebAssembly:
        return "webassembly";
    default:
        return nullptr;
    }
}

JSInternalPromise *module_fetch(JSGlobalObject *global, JSModuleLoader *,
                                JSValue key, JSValue parameters, JSValue)
{
    VM &vm = global->vm();
    auto scope = DECLARE_THROW_SCOPE(vm);
    String text = key.toWTFString(global);
    RETURN_IF_EXCEPTION(scope, rejected(global, scope));
    RefPtr<OpaqueJSString> name = OpaqueJSString::tryCreate(text);
    struct wick_jsc_source source = {};
    JSValueRef exc = nullptr;
    if (!engine.modules ||
        engine.modules->fetch(toRef(global), name.get(), type_of(parameters),
                              &source, &exc) < 0) {
        throw_value(global, scope, exc);
        RELEASE_AND_RETURN(scope, rejected(global, scope));
    }
    auto *code = JSSourceCode::create(vm, source_code(source));
    engine.modules->release_source(&source);
    auto *promise =
        JSInternalPromise::create(vm, global->internalPromiseStructure());
    scope.release();
    promise->resolve(global, code);
    return promise;
}

JSInternalPromise *module_import(JSGlobalObject *global, JSModuleLoader *,
                                 JSString *specifier, JSValue parameters,
                                 const SourceOrigin &origin)
{
    VM &vm = global->vm();
    auto scope = DECLARE_THROW_SCOPE(vm);
    auto name = specifier->value(global);
    RETURN_IF_EXCEPTION(scope, rejected(global, scope));
    auto attributes = retrieveImportAttributesFromDynamicImportOptions(
        global, parameters, {vm.propertyNames->type.impl()});
    RETURN_IF_EXCEPTION(scope, rejected(global, scope));
    auto type = retrieveTypeImportAttribute(global, attributes);
    RETURN_IF_EXCEPTION(scope, rejected(global, scope));
    JSValue fetch = jsUndefined();
    if (type) {
        fetch = JSScriptFetchParameters::create(
            vm, ScriptFetchParameters::create(type.value()));
    }
    JSString *referrer = jsString(vm, origin.url().string());
    const char *wanted = type_of(fetch);
    resolve_key(global, specifier, referrer, wanted ? wanted : "");
    RETURN_IF_EXCEPTION(scope, rejected(global, scope));
    auto *result = importModule(global, Identifier::fromString(vm, name),
                                referrer, fetch, jsUndefined());
    RETURN_IF_EXCEPTION(scope, rejected(global, scope));
    return result;
}

JSObject *module_meta(JSGlobalObject *global, JSModuleLoader *, JSValue key,
                      JSModuleRecord *, JSValue)
{
    VM &vm = global->vm();
    JSObject *meta =
        constructEmptyObject(vm, global->nullPrototypeObjectStructure());
    if (engine.modules && key.isString()) {
        RefPtr<OpaqueJSString> name =
            OpaqueJSString::tryCreate(asString(key)->tryGetValue());
        engine.modules->fill_meta(toRef(global), name.get(), toRef(meta));
    }
    return meta;
}

void track_rejection(JSGlobalObject *global, JSPromise *promise,
                     JSPromiseRejectionOperation operation)
{
    if (engine.on_rejection) {
        engine.on_rejection(toRef(global), toRef(promise),
                            operation == JSPromiseRejectionOperation::Handle);
    }
}

String default_language()
{
    return "en-US"_s;
}

JSValue module_evaluate(JSGlobalObject *global, JSModuleLoader *loader,
                        JSValue key, JSValue record, JSValue fetcher,
                        JSValue sent, JSValue mode)
{
    VM &vm = global->vm();
    auto scope = DECLARE_THROW_SCOPE(vm);
    JSValue result =
        loader->evaluateNonVirtual(global, key, record, fetcher, sent, mode);
    Exception *exception = scope.exception();
    if (exception && engine.modules && key.isString() &&
        !vm.isTerminationException(exception)) {
        JSValue error = exception->value();
        scope.clearException();
        RefPtr<OpaqueJSString> name =
            OpaqueJSString::tryCreate(asString(key)->tryGetValue());
        engine.modules->failed(toRef(global), name.get(), toRef(global, error));
        throwException(global, scope, exception);
    }
    return result;
}

/* While a module is loaded for wick_jsc_require(): its own queue. */
void queue_for_loader(JSGlobalObject &, QueuedTask &&task)
{
    engine.loader_tasks->enqueue(WTFMove(task));
}

/*
 * Asynchronous context. The engine's own functions that keep a reaction of a
 * promise, and that queue its job, know of no context; these stand in their
 * places and do. A reaction remembers the context in which it was asked for,
 * and its job is queued in that context, where queue_microtask() finds it.
 * enqueueJob carries the object, for it is a constant of all such functions.
 */
constexpr auto push_reaction_text =
    R"JS((function (thenable, reactions, promiseOrCapability, onFulfilled, onRejected, context)
{
    "use strict";

    var asyncContext = @enqueueJob.asyncContext.current;
    if (!reactions) {
        reactions = {
            @promiseOrCapability: promiseOrCapability,
            @onFulfilled: onFulfilled,
            @onRejected: onRejected,
            @context: context,
            @outOfLineReactionCounts: 0,
            asyncContext: asyncContext,
        };
        @putPromiseInternalField(thenable, @promiseFieldReactionsOrResult, reactions);
        return;
    }
    var count = reactions.@outOfLineReactionCounts;
    @putByValDirect(reactions, count++, promiseOrCapability);
    @putByValDirect(reactions, count++, onFulfilled);
    @putByValDirect(reactions, count++, onRejected);
    @putByValDirect(reactions, count++, context);
    @putByValDirect(reactions, count++, asyncContext);
    reactions.@outOfLineReactionCounts = count;
}))JS"_s;

constexpr auto trigger_reactions_text =
    R"JS((function (state, reactions, argument)
{
    "use strict";

    if (!reactions)
        return;

    var holder = @enqueueJob.asyncContext;
    var before = holder.current;
    var isResolved = state === @promiseStateFulfilled;
    var handler = isResolved ? reactions.@onFulfilled : reactions.@onRejected;
    holder.current = reactions.asyncContext;
    @enqueueJob(@promiseReactionJob, reactions.@promiseOrCapability, handler, argument, handler ? reactions.@context : state);

    for (var i = 0, count = reactions.@outOfLineReactionCounts; i < count; i += 5) {
        handler = isResolved ? reactions[i + 1] : reactions[i + 2];
        holder.current = reactions[i + 4];
        @enqueueJob(@promiseReactionJob, reactions[i], handler, argument, handler ? reactions[i + 3] : state);
    }
    holder.current = before;
}))JS"_s;

/* Of an await of what is no promise but has a then: whoever calls the two back
 * may be in another context. */
constexpr auto resolving_functions_text =
    R"JS((function (onFulfilled, onRejected, context)
{
    "use strict";

    var holder = @enqueueJob.asyncContext;
    var asyncContext = holder.current;
    var alreadyResolved = false;

    var resolve = (0, (resolution) => {
        if (alreadyResolved)
            return @undefined;
        alreadyResolved = true;

        var before = holder.current;
        holder.current = asyncContext;
        @resolveWithoutPromise(resolution, onFulfilled, onRejected, context);
        holder.current = before;
    });

    var reject = (0, (reason) => {
        if (alreadyResolved)
            return @undefined;
        alreadyResolved = true;

        var before = holder.current;
        holder.current = asyncContext;
        @rejectWithoutPromise(reason, onFulfilled, onRejected, context);
        holder.current = before;
    });

    return { resolve, reject };
}))JS"_s;

using LinkTimeConstants =
    FixedVector<LazyProperty<JSGlobalObject, JSCell>> JSGlobalObject::*;

/* The table of those constants is private to the engine's class; an explicit
 * instantiation may name it all the same ([temp.spec.general] 6). */
LinkTimeConstants link_time_constants();
template <LinkTimeConstants Member> struct Opened {
    friend LinkTimeConstants link_time_constants()
    {
        return Member;
    }
};
template struct Opened<&JSGlobalObject::m_linkTimeConstants>;

JSObject *context_holder()
{
    if (!engine.context) {
        VM &vm = *engine.vm;
        JSObject *holder = constructEmptyObject(engine.global);
        engine.context_name =
            new Identifier(Identifier::fromString(vm, "current"_s));
        holder->putDirect(vm, *engine.context_name, jsUndefined());
        asObject(engine.global->linkTimeConstant(LinkTimeConstant::enqueueJob))
            ->putDirect(vm, Identifier::fromString(vm, "asyncContext"_s),
                        holder);
        engine.context = holder;
    }
    return engine.context;
}

JSValue context_get()
{
    return engine.context->getDirect(*engine.vm, *engine.context_name);
}

void context_set(JSValue value)
{
    engine.context->putDirect(*engine.vm, *engine.context_name, value);
}

JSFunction *make_builtin(VM &vm, JSGlobalObject *global, ASCIILiteral name,
                         ASCIILiteral text)
{
    SourceCode source =
        makeSource(String(text), {}, SourceTaintedOrigin::Untainted);
    UnlinkedFunctionExecutable *executable = createBuiltinExecutable(
        vm, source, Identifier::fromString(vm, name),
        ImplementationVisibility::Private, ConstructorKind::None,
        ConstructAbility::CannotConstruct, InlineAttribute::None);
    (void)context_holder();
    return JSFunction::create(vm, global, executable->link(vm, nullptr, source),
                              global);
}

/* Each is made when it is first needed, as the engine's are. */
void replace_reactions(JSGlobalObject *global)
{
    auto &constants = global->*link_time_constants();
    using Init = LazyProperty<JSGlobalObject, JSCell>::Initializer;
    auto at = [&](LinkTimeConstant constant) -> auto &
    {
        return constants[static_cast<unsigned>(constant)];
    };
    at(LinkTimeConstant::pushNewPromiseReaction).initLater([](const Init &i) {
        i.set(make_builtin(i.vm, i.owner, "pushNewPromiseReaction"_s,
                           push_reaction_text));
    });
    at(LinkTimeConstant::triggerPromiseReactions).initLater([](const Init &i) {
        i.set(make_builtin(i.vm, i.owner, "triggerPromiseReactions"_s,
                           trigger_reactions_text));
    });
    at(LinkTimeConstant::createResolvingFunctionsWithoutPromise)
        .initLater([](const Init &i) {
            i.set(make_builtin(i.vm, i.owner,
                               "createResolvingFunctionsWithoutPromise"_s,
                               resolving_functions_text));
        });
}

/*
 * JSON.parse with a reviver keeps where each value stands in the text, in a
 * tree that native code destroys by recursion and without a look at the stack.
 * Text that nests deeper than this stack is for is refused beforehand, as the
 * reviver's walk would refuse it.
 */
JSValue json_parse;

template <typename Char> size_t nesting_of(std::span<const Char> text)
{
    size_t depth = 0;
    size_t deepest = 0;
    bool is_string = false;

    for (size_t i = 0; i < text.size(); i++) {
        Char at = text[i];
        if (at == '"') {
            is_string = !is_string;
        } else if (is_string) {
            i += at == '\\';
        } else if (at == '[' || at == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (at == ']' || at == '}') {
            depth -= depth > 0;
        }
    }
    return deepest;
}

bool has_stack_for(VM &vm, size_t levels)
{
    /* The destructors take 64 to 72 on x86-64. */
    constexpr size_t level_bytes = 96;
    auto here = reinterpret_cast<uintptr_t>(currentStackPointer());
    auto end = reinterpret_cast<uintptr_t>(vm.softStackLimit());

    return here > end && levels <= (here - end) / level_bytes;
}

JSC_DEFINE_HOST_FUNCTION(parseJSON, (JSGlobalObject * global, CallFrame *frame))
{
    VM &vm = global->vm();
    auto scope = DECLARE_THROW_SCOPE(vm);
    auto *original = jsCast<JSFunction *>(json_parse);

    if (frame->argument(1).isCallable()) {
        JSString *text = frame->argument(0).toString(global);
        RETURN_IF_EXCEPTION(scope, {});
        /* It is converted once, as the language has it. */
        frame->addressOfArgumentsStart()[0] = text;
        auto view = text->view(global);
        RETURN_IF_EXCEPTION(scope, {});
        size_t levels = view->is8Bit() ? nesting_of(view->span8())
                                       : nesting_of(view->span16());
        if (!has_stack_for(vm, levels)) {
            throwStackOverflowError(global, scope);
            return {};
        }
    }
    RELEASE_AND_RETURN(scope, original->nativeFunction()(global, frame));
}

void replace_json_parse(VM &vm, JSGlobalObject *global)
{
    Identifier parse = Identifier::fromString(vm, "parse"_s);
    JSObject *json =
        asObject(global->get(global, Identifier::fromString(vm, "JSON"_s)));

    json_parse = json->get(global, parse);
    gcProtect(json_parse);
    json->putDirectNativeFunction(
        vm, global, parse, 2, parseJSON, ImplementationVisibility::Public,
        NoIntrinsic, static_cast<unsigned>(PropertyAttribute::DontEnum));
}

/* Runs microtasks in one context. */
class ContextDispatcher final : public MicrotaskDispatcher
{
  public:
    explicit ContextDispatcher(JSValue context)
        : MicrotaskDispatcher(Type::None), context_(*engine.vm, context)
    {
    }

    JSValue context() const
    {
        return context_.get();
    }

    QueuedTask::Result run(QueuedTask &task) final
    {
        context_set(context_.get());
        runJSMicrotask(task.globalObject(), task.identifier(), task.job(),
                       task.arguments());
        context_set(jsUndefined());
        return QueuedTask::Result::Executed;
    }

    bool isRunnable() const final
    {
        return true;
    }

  private:
    Strong<Unknown> context_;
};

void queue_microtask(JSGlobalObject &global, QueuedTask &&task)
{
    if (engine.tracks_context) {
        /* Most microtasks are queued in the context of the one before. */
        static NeverDestroyed<RefPtr<ContextDispatcher>> last;
        JSValue context = context_get();
        if (!last.get() || last.get()->context() != context) {
            last.get() = adoptRef(*new ContextDispatcher(context));
        }
        task.setDispatcher(RefPtr<MicrotaskDispatcher>(last.get()));
    }
    global.vm().queueMicrotask(WTFMove(task));
}

GlobalObjectMethodTable method_table = {
    .supportsRichSourceInfo = JSGlobalObject::supportsRichSourceInfo,
    .shouldInterruptScript = JSGlobalObject::shouldInterruptScript,
    .javaScriptRuntimeFlags = JSGlobalObject::javaScriptRuntimeFlags,
    .queueMicrotaskToEventLoop = queue_microtask,
    .shouldInterruptScriptBeforeTimeout =
        JSGlobalObject::shouldInterruptScriptBeforeTimeout,
    .moduleLoaderImportModule = module_import,
    .moduleLoaderResolve = module_resolve,
    .moduleLoaderFetch = module_fetch,
    .moduleLoaderCreateImportMetaProperties = module_meta,
    .moduleLoaderEvaluate = module_evaluate,
    .promiseRejectionTracker = track_rejection,
    .reportUncaughtExceptionAtEventLoop =
        JSGlobalObject::reportUncaughtExceptionAtEventLoop,
    .currentScriptExecutionOwner = JSGlobalObject::currentScriptExecutionOwner,
    .scriptExecutionStatus = JSGlobalObject::scriptExecutionStatus,
    .reportViolationForUnsafeEval =
        JSGlobalObject::reportViolationForUnsafeEval,
    .defaultLanguage = default_language,
    .compileStreaming = nullptr,
    .instantiateStreaming = nullptr,
    .deriveShadowRealmGlobalObject =
        JSGlobalObject::deriveShadowRealmGlobalObject,
    .codeForEval = JSGlobalObject::codeForEval,
    .canCompileStrings = JSGlobalObject::canCompileStrings,
    .trustedScriptStructure = JSGlobalObject::trustedScriptStructure,
};

/*
 * What the heap counts and does not tell, through the one gate that the
 * language has: an explicit instantiation may name a private member.
 */
template <typename Tag, typename Tag::type member> struct Gate {
    friend typename Tag::type member_of(Tag)
    {
        return member;
    }
};
struct ArrayBuffers {
    using type = GCIncomingRefCountedSet<ArrayBuffer> Heap::*;
    friend type member_of(ArrayBuffers);
};
template struct Gate<ArrayBuffers, &Heap::m_arrayBuffers>;
struct BuffersOfSet {
    using type = Vector<ArrayBuffer *> GCIncomingRefCountedSet<ArrayBuffer>::*;
    friend type member_of(BuffersOfSet);
};
template struct Gate<BuffersOfSet,
                     &GCIncomingRefCountedSet<ArrayBuffer>::m_vector>;
struct DateData {
    using type = RefPtr<DateInstanceData> DateInstance::*;
    friend type member_of(DateData);
};
template struct Gate<DateData, &DateInstance::m_data>;
struct SizeAfterCollection {
    using type = size_t Heap::*;
    friend type member_of(SizeAfterCollection);
};
template struct Gate<SizeAfterCollection, &Heap::m_sizeAfterLastCollect>;
struct AllocatedSince {
    using type = size_t (Heap::*)();
    friend type member_of(AllocatedSince);
};
template struct Gate<AllocatedSince, &Heap::totalBytesAllocatedThisCycle>;
struct EdenSize {
    using type = size_t Heap::*;
    friend type member_of(EdenSize);
};
template struct Gate<EdenSize, &Heap::m_maxEdenSize>;
struct IsNextFull {
    using type = bool Heap::*;
    friend type member_of(IsNextFull);
};
template struct Gate<IsNextFull, &Heap::m_shouldDoFullCollection>;

/* What was alive after the last collection, and all that came since. */
size_t heap_size_now(Heap &heap)
{
    return heap.*member_of(SizeAfterCollection()) +
           (heap.*member_of(AllocatedSince()))();
}

/* Bytes of the typed arrays of one kind that have no ArrayBuffer yet. */
size_t bytes_without_buffer(IsoSubspace *space)
{
    size_t bytes = 0;

    if (space) {
        space->forEachLiveCell([&](HeapCell *cell, HeapCell::Kind) {
            auto *view = static_cast<JSArrayBufferView *>(cell);
            bytes += view->hasArrayBuffer() ? 0 : view->byteLength();
        });
    }
    return bytes;
}

/*
 * Bytes of all buffers that have not been collected. The heap's own sum has
 * the engine's objects in it, what was transferred, and no typed array that
 * nobody asked for its buffer.
 */
size_t buffer_bytes(Heap &heap)
{
    constexpr auto there = SubspaceAccess::Concurrently;
    HeapIterationScope scope(heap);
    size_t bytes = 0;

    for (ArrayBuffer *buffer :
         heap.*member_of(ArrayBuffers()).*member_of(BuffersOfSet())) {
        bytes += buffer->byteLength();
    }
    IsoSubspace *spaces[] = {
        heap.int8ArraySpace<there>(),         heap.uint8ArraySpace<there>(),
        heap.uint8ClampedArraySpace<there>(), heap.int16ArraySpace<there>(),
        heap.uint16ArraySpace<there>(),       heap.int32ArraySpace<there>(),
        heap.uint32ArraySpace<there>(),       heap.float16ArraySpace<there>(),
        heap.float32ArraySpace<there>(),      heap.float64ArraySpace<there>(),
        heap.bigInt64ArraySpace<there>(),     heap.bigUint64ArraySpace<there>(),
    };
    for (IsoSubspace *space : spaces) {
        bytes += bytes_without_buffer(space);
    }
    return bytes;
}

/* Private pages now; @fallback where the kernel does not say. */
size_t resident_bytes(size_t fallback)
{
    struct wick_footprint footprint;

    return wick_footprint_get(&footprint) < 0 ? fallback
                                              : footprint.private_bytes;
}

/*
 * The last allocation that check_allocation() has judged, until the allocator
 * is called for it: wick_jsc_note_allocation() has nothing to add.
 */
thread_local size_t judged_bytes;

/* Whether @bytes more fit beside what is there, as far as this thread knows. */
bool has_room_for(size_t bytes)
{
    const struct wick_memory_limit *limit = &engine.limit;
    /* The heap's counters are the main thread's; others see what is resident.
     */
    size_t heap = isMainThread() ? heap_size_now(engine.vm->heap) : 0;
    size_t fallback = limit->base + heap;

    if (wick_memory_limit_has_room(limit, resident_bytes(fallback), heap,
                                   bytes)) {
        return true;
    }
    WTF::releaseFastMallocFreeMemory();
    return wick_memory_limit_has_room(limit, resident_bytes(fallback), heap,
                                      bytes);
}

/* Ends the call that runs: what it asked for could not be refused. */
void end_for_want_of_memory()
{
    if (!engine.is_forgiving) {
        engine.has_passed_limit = true;
        engine.vm->notifyNeedTermination();
    }
}

/* The allocator asks, on any thread. What must succeed does in any case. */
bool check_allocation(size_t bytes, bool must_succeed)
{
    judged_bytes = bytes;
    if (bytes <= engine.limit.single || has_room_for(bytes)) {
        return true;
    }
    if (must_succeed) {
        end_for_want_of_memory();
    }
    return false;
}

/* The next allocation that looks whether to collect does, and everything. */
void collect_soon()
{
    Heap &heap = engine.vm->heap;

    heap.*member_of(EdenSize()) = 0;
    heap.*member_of(IsNextFull()) = true;
}

/* @bytes more are about to be written, whatever is left. */
void end_if_lost(size_t resident, size_t bytes)
{
    if (wick_memory_limit_is_lost(&engine.limit, resident + bytes)) {
        wick_die("out of memory: %zu MB are in use, and what runs cannot be "
                 "ended",
                 (resident + bytes) / MB);
    }
}

/* As many private bytes are resident, and the allocator has none to spare. */
void look_at_shortage(size_t resident, size_t left)
{
    /* Between two collections for want of memory. */
    constexpr size_t step = 4 * MB;

    end_if_lost(resident, 0);
    if (!isMainThread() || engine.is_forgiving) {
        return;
    }
    if (resident >= engine.collected_at + step) {
        engine.collected_at = resident;
        collect_soon();
    } else if (left == 0) {
        end_for_want_of_memory();
    }
}

/* Looks at what is resident; how much may be asked for until the next time. */
size_t look_at_memory()
{
    size_t resident = resident_bytes(0);
    size_t left = wick_memory_limit_left(&engine.limit, resident);

    if (wick_memory_limit_is_short(&engine.limit, left)) {
        WTF::releaseFastMallocFreeMemory();
        resident = resident_bytes(0);
        left = wick_memory_limit_left(&engine.limit, resident);
    }
    if (wick_memory_limit_is_short(&engine.limit, left)) {
        look_at_shortage(resident, left);
    } else {
        engine.collected_at = 0;
    }
    return std::clamp(left / 4, WICK_JSC_LARGE, 16 * WICK_JSC_LARGE);
}

/*
 * Shapes of objects lie in a range of addresses of their own, whatever memory
 * there is, and the engine aborts at its end. A block is put at the lowest free
 * address: where it is says how much is used. Each eighth of the range is a
 * reason to collect, and three quarters are one to end the call; the rest is
 * for what native code makes until it looks.
 */
void note_shapes(size_t offset)
{
    const size_t size = g_jscConfig.sizeOfStructureHeap;

    if (engine.shapes_mark == 0) {
        engine.shapes_mark = std::max(size / 4, offset + size / 8);
    }
    if (offset < engine.shapes_mark) {
        return;
    }
    engine.shapes_mark += size / 8;
    collect_soon();
    if (offset >= size / 4 * 3) {
        end_for_want_of_memory();
    }
}

/* Hands the limit to the collector; the allocator asks for its own. */
void apply_limit()
{
    setHeapSoftLimit(engine.limit.heap);
}

/* The heap accounts for @size bytes now. */
void measure(size_t size)
{
    size_t resident = resident_bytes(engine.limit.base + size);
    wick_memory_limit_measure(&engine.limit, resident, size);
}

/*
 * A full collection left more alive than the limit allows: the call is ended.
 * After one of the young the engine makes the next a full one by itself
 * (patch 0010).
 */
class LimitObserver final : public HeapObserver
{
  public:
    void willGarbageCollect() final
    {
        Heap &heap = engine.vm->heap;
        if (!engine.limit.resident_max) {
            return;
        }
        size_t size = *heap.collectionScope() == CollectionScope::Full
                          ? heap.sizeBeforeLastFullCollection()
                          : heap.sizeBeforeLastEdenCollection();
        measure(size);
        if (wick_memory_limit_is_near(&engine.limit, size)) {
            WTF::releaseFastMallocFreeMemory();
            measure(size);
        }
        apply_limit();
    }

    void didGarbageCollect(CollectionScope scope) final
    {
        Heap &heap = engine.vm->heap;
        bool is_full = scope == CollectionScope::Full;
        size_t live = is_full ? heap.sizeAfterLastFullCollection()
                              : heap.sizeAfterLastEdenCollection();
        bool is_over = wick_memory_limit_judge(&engine.limit, live, is_full);
        engine.shapes_mark = 0;
        apply_limit();
        if (!is_over || engine.is_forgiving) {
            engine.is_over = false;
            return;
        }
        /* What died is given back after this: it is measured once more. */
        if (!engine.is_over) {
            engine.is_over = true;
            collect_soon();
            return;
        }
        engine.excess = {live, engine.limit.heap, false, false};
        engine.has_passed_limit = true;
        engine.vm->notifyNeedTermination();
    }
};

/* Returns false when an option of the developer's does not exist. */
/* Before anything asks ICU: what is set first is what it looks into first. */
bool use_locale_data(const void *data)
{
    static_assert(std::string_view(U_ICUDATA_NAME ".dat") ==
                  WICK_LOCALE_DATA_FILE);
    UErrorCode status = U_ZERO_ERROR;

    if (data) {
        udata_setCommonData(data, &status);
    }
    return U_SUCCESS(status);
}

bool set_options(const struct wick_jsc_config &config)
{
    Options::AllowUnfinalizedAccessScope scope;
#define WICK_JSC_OPTION(name, smol, otherwise, reason) \
    Options::name() = config.is_smol ? (smol) : (otherwise);
#include "options.def"
#undef WICK_JSC_OPTION
    Options::jitMemoryReservationSize() =
        static_cast<unsigned>(config.jit_bytes);
    Options::forceRAMSize() = config.ram_bytes;
    bool is_ok = !config.options || Options::setOptions(config.options);
    Options::notifyOptionsChanged();
    return is_ok;
}

/* The heap is next to empty: what is resident now stays beside it. */
void start_limit(const struct wick_jsc_config &config)
{
    wick_memory_limit_init(&engine.limit, config.heap_limit_bytes,
                           config.resident_limit_bytes, resident_bytes(0));
    apply_limit();
    engine.vm->heap.addObserver(new LimitObserver);
    WTF::fastSetAllocationCheck(WICK_JSC_LARGE, check_allocation);
}

WTF::Function<void()> wake_function(void (*wake)(void *arg), void *arg)
{
    if (!wake) {
        return nullptr;
    }
    return [wake, arg] { wake(arg); };
}

} // namespace

int wick_jsc_start(const struct wick_jsc_config *config,
                   JSGlobalContextRef *ctx)
{
    if (engine.vm) {
        return -EALREADY;
    }
    /*
     * For threads that the engine would stop while it looks at their stacks,
     * of which there are none. The default, SIGUSR1, is the function's, and the
     * last one is Valgrind's.
     */
    JSConfigureSignalForGC(SIGRTMAX - 1);
    if (!use_locale_data(config->locale_data)) {
        return -EBADMSG;
    }
    WTF::initializeMainThread();
    Options::initialize();
    if (!set_options(*config)) {
        return -EINVAL;
    }
    JSC::initialize();
    GCActivityCallback::s_shouldCreateGCTimer = false;
    RefPtr<VM> vm =
        VM::tryCreate(config->is_smol ? HeapType::Medium : HeapType::Large,
                      &RunLoop::currentSingleton());
    if (!vm) {
        return -ENOMEM;
    }
    engine.vm = vm.leakRef();
    engine.vm->apiLock().lock();
    holdJSLockForGood();
    engine.vm->heap.disableStopIfNecessaryTimer();
    engine.vm->ensureTerminationException();
    engine.global = JSGlobalObject::createWithCustomMethodTable(
        *engine.vm, JSGlobalObject::createStructure(*engine.vm, jsNull()),
        &method_table);
    start_limit(*config);
    replace_reactions(engine.global);
    replace_json_parse(*engine.vm, engine.global);
    *ctx = JSGlobalContextRetain(toGlobalRef(engine.global));
    return 0;
}

const char *wick_jsc_version(void)
{
    return WICK_ENGINE_VERSION;
}

void wick_jsc_checkpoint(JSContextRef ctx)
{
    if (engine.tracks_context) {
        context_set(jsUndefined());
    }
    toJS(ctx)->vm().drainMicrotasks();
}

JSObjectRef wick_jsc_async_context(JSContextRef ctx)
{
    (void)ctx;
    return toRef(context_holder());
}

void wick_jsc_async_context_track(void)
{
    (void)context_holder();
    engine.tracks_context = true;
}

void wick_jsc_run_deferred(JSContextRef)
{
    RunLoop::cycle();
}

void wick_jsc_set_wake(void (*wake)(void *arg), void *arg)
{
    RunLoop::setWakeUpCallback(wake_function(wake, arg));
}

bool wick_jsc_has_deferred(JSContextRef ctx)
{
    return toJS(ctx)->vm().deferredWorkTimer->hasAnyPendingWork();
}

void wick_jsc_set_rejection(wick_jsc_rejection_fn on_rejection)
{
    engine.on_rejection = on_rejection;
}

JSValueRef wick_jsc_evaluate(JSContextRef ctx,
                             const struct wick_jsc_source *source,
                             JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    NakedPtr<Exception> exception;
    JSValue result =
        evaluate(global, source_code(*source), jsUndefined(), exception);
    if (exception) {
        *exc = toRef(global, exception->value());
        /* It came through a native: those beneath it have to end as well. */
        if (engine.vm->isTerminationException(exception.get())) {
            engine.vm->notifyNeedTermination();
        }
        return nullptr;
    }
    return toRef(global, result);
}

/* A class, or a function that by its name is meant to be called with new. */
static bool is_constructor(UnlinkedFunctionExecutable *function)
{
    if (function->constructAbility() != ConstructAbility::CanConstruct) {
        return false;
    }
    const String &name = function->ecmaName().string();
    return function->isClassConstructorFunction() ||
           (!name.isEmpty() && isASCIIUpper(name[0]));
}

/*
 * Code for the functions below @block, for calls and where it is likely for
 * new; the engine's own generation leaves the latter out. What lies more than
 * @depth levels below has none.
 */
static void compile_functions(VM &vm, UnlinkedCodeBlock *block,
                              const SourceCode &parent, unsigned depth)
{
    auto compile = [&](UnlinkedFunctionExecutable *function) {
        if (depth == 0) {
            function->clearCode(vm);
            return;
        }
        SourceCode code = function->linkedSourceCode(parent);
        for (auto kind : {CodeSpecializationKind::CodeForCall,
                          CodeSpecializationKind::CodeForConstruct}) {
            ParserError error;
            if (kind == CodeSpecializationKind::CodeForConstruct &&
                !is_constructor(function)) {
                continue;
            }
            auto *inner = function->unlinkedCodeBlockFor(
                vm, code, kind, {}, error, function->parseMode());
            if (inner) {
                compile_functions(vm, inner, code, depth - 1);
            }
        }
    };
    for (unsigned i = 0; i < block->numberOfFunctionDecls(); i++) {
        compile(block->functionDecl(i));
    }
    for (unsigned i = 0; i < block->numberOfFunctionExprs(); i++) {
        compile(block->functionExpr(i));
    }
}

static RefPtr<CachedBytecode> bytecode_of(VM &vm, const SourceCode &code,
                                          bool is_module, unsigned depth)
{
    ParserError problem;
    BytecodeCacheError error;
    FileSystem::FileHandle no_file;
    auto mode =
        is_module ? JSParserScriptMode::Module : JSParserScriptMode::Classic;
    LexicallyScopedFeatures features = is_module
                                           ? StrictModeLexicallyScopedFeature
                                           : NoLexicallyScopedFeatures;
    UnlinkedCodeBlock *block = nullptr;
    if (is_module) {
        block = recursivelyGenerateUnlinkedCodeBlockForModuleProgram(
            vm, code, features, mode, {}, problem, EvalContextType::None);
    } else {
        block = recursivelyGenerateUnlinkedCodeBlockForProgram(
            vm, code, features, mode, {}, problem, EvalContextType::None);
    }
    if (!block || problem.isValid()) {
        return nullptr;
    }
    compile_functions(vm, block, code, depth > 0 ? depth : UINT_MAX);
    auto type =
        is_module ? SourceCodeType::ModuleType : SourceCodeType::ProgramType;
    auto bytecode = serializeBytecode(vm, block, code, type, features, mode,
                                      no_file, error, {});
    return error.isValid() ? nullptr : bytecode;
}

int wick_jsc_compile(JSContextRef ctx, const struct wick_jsc_source *source,
                     void (*sink)(void *arg, const uint8_t *bytes, size_t len),
                     void *arg, JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    SourceCode code = source_code(*source);
    bool is_module = source->kind == WICK_JSC_MODULE;
    RefPtr<CachedBytecode> bytecode =
        bytecode_of(vm, code, is_module, source->depth);
    if (!bytecode) {
        ParserError problem;
        bool is_bad = is_module ? !checkModuleSyntax(global, code, problem)
                                : !checkSyntax(vm, code, problem);
        *exc = toRef(global, is_bad ? problem.toErrorObject(global, code)
                                    : createError(global, "no bytecode"_s));
        return -EINVAL;
    }
    sink(arg, bytecode->span().data(), bytecode->size());
    return 0;
}

uint64_t wick_jsc_text_reads(void)
{
    return engine.text_reads;
}

void wick_jsc_set_modules(const struct wick_jsc_modules *modules)
{
    engine.modules = modules;
}

JSObjectRef wick_jsc_import(JSContextRef ctx, JSStringRef specifier,
                            JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    auto scope = DECLARE_CATCH_SCOPE(vm);
    auto *promise = importModule(global, specifier->identifier(&vm),
                                 jsUndefined(), jsUndefined(), jsUndefined());
    if (scope.exception()) {
        *exc = toRef(global, scope.exception()->value());
        scope.clearException();
        return nullptr;
    }
    return toRef(promise);
}

namespace
{

/* Runs the loader's tasks until @promise is settled or none is left. */
void run_loader_tasks(VM &vm)
{
    while (!engine.loader_tasks->isEmpty()) {
        engine.loader_tasks->performMicrotaskCheckpoint(
            vm, [](QueuedTask &task) {
                runJSMicrotask(task.globalObject(), task.identifier(),
                               task.job(), task.arguments());
                return QueuedTask::Result::Executed;
            });
    }
}

/*
 * What @start's promise comes to when nothing but the loader's own tasks run:
 * empty while it is pending, or with @exc set.
 */
template <typename Start>
JSValue settle(JSGlobalObject *global, Start start, JSValueRef *exc)
{
    VM &vm = global->vm();
    auto scope = DECLARE_CATCH_SCOPE(vm);
    auto *before = method_table.queueMicrotaskToEventLoop;
    method_table.queueMicrotaskToEventLoop = queue_for_loader;
    JSPromise *promise = start();
    if (!scope.exception()) {
        run_loader_tasks(vm);
    }
    method_table.queueMicrotaskToEventLoop = before;
    if (scope.exception()) {
        *exc = toRef(global, scope.exception()->value());
        scope.clearException();
        return {};
    }
    switch (promise->status(vm)) {
    case JSPromise::Status::Fulfilled:
        return promise->result(vm);
    case JSPromise::Status::Rejected:
        promise->markAsHandled(global);
        *exc = toRef(global, promise->result(vm));
        return {};
    default:
        return {};
    }
}

} // namespace

JSValueRef wick_jsc_require(JSContextRef ctx, JSStringRef specifier,
                            JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    auto scope = DECLARE_CATCH_SCOPE(vm);
    if (!engine.loader_tasks) {
        engine.loader_tasks = new MicrotaskQueue(vm);
    }
    Identifier name = specifier->identifier(&vm);
    JSValue key = settle(
        global,
        [&] { return loadModule(global, name, jsUndefined(), jsUndefined()); },
        exc);
    if (!key) {
        return *exc ? nullptr : toRef(global, jsUndefined());
    }
    /* The code itself runs with the queue that everything else has. */
    JSValue started =
        linkAndEvaluateModule(global, key.toPropertyKey(global), jsUndefined());
    if (scope.exception()) {
        *exc = toRef(global, scope.exception()->value());
        scope.clearException();
        return nullptr;
    }
    if (started.isObject()) {
        return toRef(global, jsUndefined());
    }
    JSValue result = settle(
        global,
        [&] {
            return importModule(global, name, jsUndefined(), jsUndefined(),
                                jsUndefined());
        },
        exc);
    return result || *exc ? toRef(global, result)
                          : toRef(global, jsUndefined());
}

bool wick_jsc_module_parses(JSContextRef ctx,
                            const struct wick_jsc_source *source)
{
    ParserError problem;
    return checkModuleSyntax(toJS(ctx), source_code(*source), problem);
}

JSValueRef wick_jsc_string_external(JSContextRef ctx, const char *bytes,
                                    size_t len,
                                    void (*release)(void *arg, void *bytes),
                                    void *arg)
{
    JSGlobalObject *global = toJS(ctx);
    std::span<const LChar> span(reinterpret_cast<const LChar *>(bytes), len);
    if (!release) {
        return toRef(global,
                     jsString(global->vm(),
                              String(StringImpl::createWithoutCopying(span))));
    }
    auto impl = ExternalStringImpl::create(
        span, [release, arg](ExternalStringImpl *, void *buffer, unsigned) {
            release(arg, buffer);
        });
    return toRef(
        global, jsString(global->vm(), String(Ref<StringImpl>(WTFMove(impl)))));
}

JSValueRef wick_jsc_string_utf8(JSContextRef ctx, const char *bytes, size_t len)
{
    JSGlobalObject *global = toJS(ctx);
    std::span span(reinterpret_cast<const char8_t *>(bytes), len);
    return toRef(global,
                 jsString(global->vm(),
                          String::fromUTF8ReplacingInvalidSequences(span)));
}

bool wick_jsc_string_write(JSContextRef ctx, JSValueRef string,
                           void (*sink)(void *arg, const char *bytes,
                                        size_t len),
                           void *arg, JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    auto scope = DECLARE_CATCH_SCOPE(vm);
    String text = toJS(global, string).toWTFString(global);
    if (scope.exception()) {
        *exc = toRef(global, scope.exception()->value());
        (void)scope.clearExceptionExceptTermination();
        return false;
    }
    if (text.is8Bit() && text.containsOnlyASCII()) {
        auto span = text.span8();
        sink(arg, reinterpret_cast<const char *>(span.data()), span.size());
        return true;
    }
    auto utf8 =
        text.tryGetUTF8(StrictConversionReplacingUnpairedSurrogatesWithFFFD);
    if (!utf8) {
        *exc = toRef(global, createOutOfMemoryError(global));
        return false;
    }
    sink(arg, utf8->data(), utf8->length());
    return true;
}

bool wick_jsc_string_get(JSContextRef ctx, JSValueRef string,
                         struct wick_chars *chars, JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    auto scope = DECLARE_CATCH_SCOPE(vm);
    auto *cell = jsDynamicCast<JSString *>(toJS(global, string));
    if (!cell) {
        *exc = toRef(global, createTypeError(global, "not a string"_s));
        return false;
    }
    auto owned = cell->value(global);
    const String &text = owned.data;
    if (scope.exception()) {
        *exc = toRef(global, scope.exception()->value());
        scope.clearException();
        return false;
    }
    if (text.is8Bit()) {
        *chars = {text.span8().data(), text.length(), true};
    } else {
        *chars = {text.span16().data(), text.length(), false};
    }
    return true;
}

template <typename Character>
static String string_filled(const struct wick_jsc_filler *filler)
{
    std::span<Character> room;
    auto impl = StringImpl::tryCreateUninitialized(filler->count, room);
    if (impl) {
        filler->fill(filler->arg, room.data());
    }
    return String(WTFMove(impl));
}

JSValueRef wick_jsc_string_make(JSContextRef ctx,
                                const struct wick_jsc_filler *filler,
                                JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    if (filler->count == 0) {
        return toRef(global, jsEmptyString(global->vm()));
    }
    String text;
    if (filler->count <= String::MaxLength) {
        text = filler->is_latin1 ? string_filled<LChar>(filler)
                                 : string_filled<char16_t>(filler);
    }
    if (text.isNull()) {
        *exc = toRef(global, createOutOfMemoryError(global));
        return nullptr;
    }
    return toRef(global, jsString(global->vm(), WTFMove(text)));
}

JSValueRef wick_jsc_json_parse(JSContextRef ctx, const char *bytes, size_t len,
                               JSValueRef *exc)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    auto scope = DECLARE_CATCH_SCOPE(vm);
    std::span<const LChar> latin1(reinterpret_cast<const LChar *>(bytes), len);
    JSValue value;
    if (charactersAreAllASCII(latin1)) {
        value = JSONParseWithException(global, StringView(latin1));
    } else {
        String text = String::fromUTF8ReplacingInvalidSequences(latin1);
        value = JSONParseWithException(global, text);
    }
    if (scope.exception()) {
        *exc = toRef(global, scope.exception()->value());
        (void)scope.clearExceptionExceptTermination();
        return nullptr;
    }
    return toRef(global, value);
}

static String string_of(JSGlobalObject *global, JSValueRef value)
{
    return asString(toJS(global, value))->value(global);
}

static void url_parts(const URL &url, struct wick_jsc_url *parts)
{
    const LChar *start = url.string().span8().data();
    auto at = [start](StringView view, uint32_t otherwise) {
        return view.isNull()
                   ? otherwise
                   : static_cast<uint32_t>(view.span8().data() - start);
    };
    auto end = [at](StringView view, uint32_t otherwise) {
        return at(view, otherwise) + view.length();
    };
    uint32_t path = url.pathStart();
    parts->protocol_end = url.protocol().length() + 1;
    parts->host_start = at(url.host(), path);
    parts->host_end = end(url.host(), path);
    parts->user_start = at(url.encodedUser(), parts->host_start);
    parts->user_end = end(url.encodedUser(), parts->host_start);
    parts->password_start = at(url.encodedPassword(), parts->user_end);
    parts->password_end = end(url.encodedPassword(), parts->user_end);
    parts->path_start = path;
    parts->path_end = url.pathEnd();
    parts->query_end = url.string().length() -
                       url.fragmentIdentifierWithLeadingNumberSign().length();
    parts->port = url.port() ? *url.port() : -1;
    parts->has_opaque_path = url.hasOpaquePath();
    parts->is_special = url.hasSpecialScheme();
}

JSValueRef wick_jsc_url_parse(JSContextRef ctx, JSValueRef input,
                              JSValueRef base, struct wick_jsc_url *parts)
{
    JSGlobalObject *global = toJS(ctx);
    URL from;
    if (base) {
        from = URL(string_of(global, base));
        if (!from.isValid()) {
            return nullptr;
        }
    }
    URL url(from, string_of(global, input));
    if (!url.isValid()) {
        return nullptr;
    }
    /* A URL is ASCII, but may be the very string that came in. */
    if (!url.string().is8Bit()) {
        url = URL(String::make8Bit(url.string().span16()));
    }
    url_parts(url, parts);
    return toRef(global, jsString(global->vm(), url.string()));
}

JSValueRef wick_jsc_domain_to_unicode(JSContextRef ctx, JSValueRef name)
{
    JSGlobalObject *global = toJS(ctx);
    String text = string_of(global, name);
    Vector<char16_t> in(text.length());
    for (unsigned i = 0; i < text.length(); i++) {
        in[i] = text[i];
    }
    std::array<char16_t, WTF::URLParser::hostnameBufferLength> out;
    UErrorCode error = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    int32_t count = uidna_nameToUnicode(
        &WTF::URLParser::internationalDomainNameTranscoder(), in.span().data(),
        static_cast<int32_t>(in.size()), out.data(), out.size(), &info, &error);
    if (U_FAILURE(error) || count > static_cast<int32_t>(out.size())) {
        return toRef(global, jsEmptyString(global->vm()));
    }
    return toRef(global,
                 jsString(global->vm(), String(std::span(out).first(
                                            static_cast<size_t>(count)))));
}

/*
 * False when @value has no bytes. With @buffer the bytes of a small view, which
 * lie in the heap, move to a buffer of their own, which it gets.
 */
static bool bytes_find(JSContextRef ctx, JSValueRef value,
                       struct wick_jsc_bytes *bytes, ArrayBuffer **buffer)
{
    JSValue object = toJS(toJS(ctx), value);
    if (auto *holder = jsDynamicCast<JSArrayBuffer *>(object)) {
        ArrayBuffer *impl = holder->impl();
        *bytes = {static_cast<uint8_t *>(impl->data()), impl->byteLength(),
                  nullptr};
        if (buffer) {
            *buffer = impl;
        }
        return !impl->isDetached();
    }
    auto *view = jsDynamicCast<JSArrayBufferView *>(object);
    if (!view || view->isDetached() || view->isOutOfBounds()) {
        return false;
    }
    if (buffer) {
        *buffer = view->possiblySharedBuffer();
    }
    *bytes = {static_cast<uint8_t *>(view->vector()), view->byteLength(),
              nullptr};
    return true;
}

bool wick_jsc_bytes_get(JSContextRef ctx, JSValueRef value,
                        struct wick_jsc_bytes *bytes)
{
    /* What an empty view points to: never NULL, never read. */
    static uint8_t nothing;
    *bytes = {nullptr, 0, nullptr};
    bool is_found = bytes_find(ctx, value, bytes, nullptr);
    if (is_found && !bytes->ptr) {
        bytes->ptr = &nothing;
    }
    return is_found;
}

bool wick_jsc_bytes_pin(JSContextRef ctx, JSValueRef value,
                        struct wick_jsc_bytes *bytes)
{
    *bytes = {nullptr, 0, nullptr};
    ArrayBuffer *impl = nullptr;
    if (!bytes_find(ctx, value, bytes, &impl) || !impl) {
        return false;
    }
    impl->ref();
    impl->pin();
    bytes->buffer = impl;
    return true;
}

void wick_jsc_bytes_unpin(struct wick_jsc_bytes *bytes)
{
    auto *impl = static_cast<ArrayBuffer *>(bytes->buffer);
    impl->unpin();
    impl->deref();
    *bytes = {nullptr, 0, nullptr};
}

void wick_jsc_terminate(void)
{
    engine.vm->notifyNeedTermination();
}

/* One allocation of at least WICK_JSC_LARGE. */
static void note_large(size_t bytes)
{
    static thread_local size_t previous;
    bool is_judged = bytes == judged_bytes;
    bool is_growing = bytes > previous && bytes / 2 <= previous;

    judged_bytes = 0;
    previous = bytes;
    if (is_judged) {
        return;
    }
    /* It will be copied again, into twice as much, from half of what is. */
    size_t next = is_growing ? 2 * bytes - bytes / 2 : 0;
    if (!has_room_for(bytes + next)) {
        end_for_want_of_memory();
        /* Half of it is a copy, or is written to before the call has ended. */
        end_if_lost(resident_bytes(0), bytes / 2);
    }
}

size_t wick_jsc_note_allocation(size_t bytes)
{
    if (!engine.vm) {
        return WICK_JSC_LARGE;
    }
    if (bytes >= WICK_JSC_LARGE) {
        note_large(bytes);
    }
    return look_at_memory();
}

/* @size bytes more may come to be used, of what is no allocation. */
static void note_pages(size_t size)
{
    static size_t allowance;

    if (size < allowance) {
        allowance -= size;
    } else if (isMainThread()) {
        allowance = look_at_memory();
    }
}

void wick_jsc_note_mapping(const void *at, size_t size)
{
    uintptr_t offset = reinterpret_cast<uintptr_t>(at) - startOfStructureHeap();

    if (!engine.vm) {
        return;
    }
    if (offset < g_jscConfig.sizeOfStructureHeap) {
        note_shapes(offset);
    }
    note_pages(size);
}

void wick_jsc_note_writable(size_t size)
{
    if (!engine.vm) {
        return;
    }
    if (size >= WICK_JSC_LARGE && !has_room_for(size)) {
        end_for_want_of_memory();
        end_if_lost(resident_bytes(0), size);
    }
    note_pages(size);
}

/* Collects what an ended call has left behind, and gives it back. */
static void forgive(JSContextRef ctx)
{
    engine.is_forgiving = true;
    wick_jsc_settle(ctx, 0);
    engine.is_forgiving = false;
    size_t live = engine.vm->heap.sizeAfterLastFullCollection();
    measure(live);
    wick_memory_limit_forgive(&engine.limit, live);
    apply_limit();
    engine.excess.is_stuck = wick_memory_limit_is_stuck(&engine.limit, live);
}

void wick_jsc_note_mappings_used_up(void)
{
    engine.excess.is_of_mappings = true;
    end_for_want_of_memory();
}

enum wick_jsc_end wick_jsc_take_end(JSContextRef ctx,
                                    struct wick_jsc_excess *excess)
{
    VM &vm = toJS(ctx)->vm();
    if (!vm.hasTerminationRequest() && !engine.has_passed_limit) {
        return WICK_JSC_RUNNING;
    }
    vm.clearHasTerminationRequest();
    vm.traps().clearTrap(VMTraps::NeedTermination);
    auto scope = DECLARE_CATCH_SCOPE(vm);
    scope.clearException();
    if (!engine.has_passed_limit) {
        return WICK_JSC_TERMINATED;
    }
    engine.has_passed_limit = false;
    /* Ended by an allocation: nobody has counted what is alive. */
    if (engine.excess.limit_bytes == 0) {
        engine.excess.live_bytes = heap_size_now(vm.heap);
        engine.excess.limit_bytes = engine.limit.heap;
    }
    forgive(ctx);
    *excess = engine.excess;
    engine.excess = {};
    return WICK_JSC_OUT_OF_MEMORY;
}

void wick_jsc_set_heap_limit(JSContextRef, size_t bytes)
{
    wick_memory_limit_set_heap(&engine.limit, bytes);
    apply_limit();
}

static size_t without(size_t bytes, size_t part)
{
    return bytes > part ? bytes - part : 0;
}

void wick_jsc_memory_get(JSContextRef ctx, struct wick_jsc_memory *memory)
{
    Heap &heap = toJS(ctx)->vm().heap;
    auto blocks = BlockArena::statistics();
    *memory = {};
    memory->array_buffer_bytes = buffer_bytes(heap);
    memory->heap_used_bytes =
        without(heap_size_now(heap), memory->array_buffer_bytes);
    memory->heap_capacity_bytes =
        std::max(without(heap.capacity(), memory->array_buffer_bytes),
                 memory->heap_used_bytes);
    memory->heap_limit_bytes = engine.limit.heap;
    memory->jit_used_bytes =
        ExecutableAllocator::singleton().committedByteCount();
    memory->blocks_mapped_bytes = blocks.mappedBytes;
    memory->blocks_free_bytes = blocks.residentFreeBytes;
}

size_t wick_jsc_heap_bytes(JSContextRef ctx)
{
    return heap_size_now(toJS(ctx)->vm().heap);
}

void wick_jsc_collect(JSContextRef ctx, bool is_full)
{
    toJS(ctx)->vm().heap.collectNow(Sync, is_full ? CollectionScope::Full
                                                  : CollectionScope::Eden);
}

void wick_jsc_trim(JSContextRef, size_t keep_bytes)
{
    BlockArena::trim(keep_bytes);
    WTF::releaseFastMallocFreeMemory();
}

void wick_jsc_settle(JSContextRef ctx, size_t keep_bytes)
{
    /* The allocator keeps pages for a while; what dies now does not return. */
    static const mi_option_t delays[] = {mi_option_decommit_delay,
                                         mi_option_segment_decommit_delay};
    long kept[std::size(delays)];

    for (size_t i = 0; i < std::size(delays); i++) {
        kept[i] = mi_option_get(delays[i]);
        mi_option_set(delays[i], 0);
    }
    wick_jsc_collect(ctx, true);
    wick_jsc_trim(ctx, keep_bytes);
    for (size_t i = 0; i < std::size(delays); i++) {
        mi_option_set(delays[i], kept[i]);
    }
}

void wick_jsc_reseed(JSContextRef ctx)
{
    /*
     * Not WTF's generator: its state is part of the snapshot, and says the
     * same to every process that is restored from it.
     */
    unsigned seed;
    RELEASE_ASSERT(getentropy(&seed, sizeof(seed)) == 0);
    toJS(ctx)->weakRandom().setSeed(seed);
}

void wick_jsc_time_zone_changed(JSContextRef ctx)
{
    VM &vm = toJS(ctx)->vm();

    vm.dateCache.resetIfNecessarySlow();
    /* What each Date keeps of its fields is of the zone that was. */
    HeapIterationScope scope(vm.heap);
    vm.heap.dateInstanceSpace.forEachLiveCell(
        [](HeapCell *cell, HeapCell::Kind) {
            auto *date = static_cast<DateInstance *>(cell);
            if (auto &data = date->*member_of(DateData())) {
                data->m_gregorianDateTimeCachedForMS = PNaN;
            }
        });
}

bool wick_jsc_promise_get(JSContextRef ctx, JSValueRef value,
                          enum wick_jsc_promise_state *state,
                          JSValueRef *result)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    auto *promise = jsDynamicCast<JSPromise *>(toJS(global, value));
    if (!promise) {
        return false;
    }
    switch (promise->status(vm)) {
    case JSPromise::Status::Pending:
        *state = WICK_JSC_PENDING;
        return true;
    case JSPromise::Status::Fulfilled:
        *state = WICK_JSC_FULFILLED;
        break;
    case JSPromise::Status::Rejected:
        *state = WICK_JSC_REJECTED;
        break;
    }
    *result = toRef(global, promise->result(vm));
    return true;
}

bool wick_jsc_proxy_get(JSContextRef ctx, JSValueRef value, JSValueRef *target,
                        JSValueRef *handler)
{
    JSGlobalObject *global = toJS(ctx);
    auto *proxy = jsDynamicCast<ProxyObject *>(toJS(global, value));
    if (!proxy) {
        return false;
    }
    JSObject *inner = proxy->target();
    *target =
        toRef(global, inner && !proxy->isRevoked() ? JSValue(inner) : jsNull());
    *handler = toRef(global, proxy->handler());
    return true;
}

/* Entries of @map from where @from stands; from its start without one. */
static void map_entries(JSGlobalObject *global, JSMap *map, JSMapIterator *from,
                        MarkedArgumentBuffer &list, bool *is_pairs)
{
    VM &vm = global->vm();
    IterationKind kind = from ? from->kind() : IterationKind::Entries;
    auto *walk = JSMapIterator::create(global, global->mapIteratorStructure(),
                                       map, kind);
    if (from) {
        auto field = JSMapIterator::Field::Entry;
        walk->internalField(field).set(vm, walk,
                                       from->internalField(field).get());
    }
    *is_pairs = kind == IterationKind::Entries;
    for (;;) {
        auto [key, value] = walk->nextWithAdvance(vm);
        if (key.isEmpty()) {
            return;
        }
        if (kind != IterationKind::Values) {
            list.append(key);
        }
        if (kind != IterationKind::Keys) {
            list.append(value);
        }
    }
}

static void set_entries(JSGlobalObject *global, JSSet *set, JSSetIterator *from,
                        MarkedArgumentBuffer &list, bool *is_pairs)
{
    VM &vm = global->vm();
    IterationKind kind = from ? from->kind() : IterationKind::Values;
    auto *walk = JSSetIterator::create(global, global->setIteratorStructure(),
                                       set, kind);
    if (from) {
        auto field = JSSetIterator::Field::Entry;
        walk->internalField(field).set(vm, walk,
                                       from->internalField(field).get());
    }
    *is_pairs = kind == IterationKind::Entries;
    for (;;) {
        JSValue key = walk->nextWithAdvance(vm);
        if (key.isEmpty()) {
            return;
        }
        list.append(key);
        if (*is_pairs) {
            list.append(key);
        }
    }
}

/* False when @object is nothing that holds entries. */
static bool entries_of(JSGlobalObject *global, JSValue object,
                       MarkedArgumentBuffer &list, bool *is_pairs)
{
    *is_pairs = false;
    if (auto *map = jsDynamicCast<JSMap *>(object)) {
        map_entries(global, map, nullptr, list, is_pairs);
    } else if (auto *set = jsDynamicCast<JSSet *>(object)) {
        set_entries(global, set, nullptr, list, is_pairs);
    } else if (auto *of_map = jsDynamicCast<JSMapIterator *>(object)) {
        map_entries(global, jsCast<JSMap *>(of_map->iteratedObject()), of_map,
                    list, is_pairs);
    } else if (auto *of_set = jsDynamicCast<JSSetIterator *>(object)) {
        set_entries(global, jsCast<JSSet *>(of_set->iteratedObject()), of_set,
                    list, is_pairs);
    } else if (auto *weak_map = jsDynamicCast<JSWeakMap *>(object)) {
        *is_pairs = true;
        weak_map->takeSnapshot(list);
    } else if (auto *weak_set = jsDynamicCast<JSWeakSet *>(object)) {
        weak_set->takeSnapshot(list);
    } else {
        return false;
    }
    return true;
}

JSObjectRef wick_jsc_entries_get(JSContextRef ctx, JSValueRef value,
                                 bool *is_pairs)
{
    JSGlobalObject *global = toJS(ctx);
    auto scope = DECLARE_CATCH_SCOPE(global->vm());
    MarkedArgumentBuffer list;
    if (!entries_of(global, toJS(global, value), list, is_pairs)) {
        return nullptr;
    }
    JSArray *array = constructArray(
        global, static_cast<ArrayAllocationProfile *>(nullptr), list);
    if (scope.exception()) {
        scope.clearException();
        return nullptr;
    }
    return toRef(array);
}

const char *wick_jsc_tier(JSContextRef ctx, JSObjectRef function)
{
    auto *object = jsDynamicCast<JSFunction *>(toJS(toJS(ctx), function));
    if (!object || object->isHostFunction()) {
        return "none";
    }
    CodeBlock *code = object->jsExecutable()->codeBlockForCall();
    if (!code) {
        return "none";
    }
    switch (code->jitType()) {
    case JITType::BaselineJIT:
        return "baseline";
    case JITType::DFGJIT:
        return "dfg";
    case JITType::FTLJIT:
        return "ftl";
    case JITType::InterpreterThunk:
        return "llint";
    default:
        return "none";
    }
}

static const char *function_class(JSObject *object)
{
    auto *function = jsDynamicCast<JSFunction *>(object);
    if (!function || function->isHostFunction()) {
        return "Function";
    }
    SourceParseMode mode = function->jsExecutable()->parseMode();
    if (isAsyncGeneratorParseMode(mode)) {
        return "AsyncGeneratorFunction";
    }
    if (isAsyncFunctionParseMode(mode)) {
        return "AsyncFunction";
    }
    return isGeneratorParseMode(mode) ? "GeneratorFunction" : "Function";
}

/* Types that the engine tells apart by class alone, not by cell type. */
static const char *class_by_info(JSObject *object)
{
    if (object->inherits<SymbolObject>()) {
        return "Symbol";
    }
    return object->inherits<BigIntObject>() ? "BigInt" : "";
}

static const char *class_by_type(JSObject *object)
{
    switch (object->type()) {
    case ArrayType:
    case DerivedArrayType:
        return "Array";
    case DirectArgumentsType:
    case ScopedArgumentsType:
    case ClonedArgumentsType:
        return "Arguments";
    case ErrorInstanceType:
        return "Error";
    case BooleanObjectType:
        return "Boolean";
    case NumberObjectType:
        return "Number";
    case StringObjectType:
    case DerivedStringObjectType:
        return "String";
    case ArrayBufferType:
        return jsCast<JSArrayBuffer *>(object)->isShared() ? "SharedArrayBuffer"
                                                           : "ArrayBuffer";
    case DataViewType:
        return "DataView";
    case ModuleNamespaceObjectType:
        return "Module";
    case RegExpObjectType:
        return "RegExp";
    case JSDateType:
        return "Date";
    case ProxyObjectType:
        return "Proxy";
    case JSGeneratorType:
        return "Generator";
    case JSAsyncGeneratorType:
        return "AsyncGenerator";
    case JSMapIteratorType:
        return "Map Iterator";
    case JSSetIteratorType:
        return "Set Iterator";
    case JSPromiseType:
        return "Promise";
    case JSMapType:
        return "Map";
    case JSSetType:
        return "Set";
    case JSWeakMapType:
        return "WeakMap";
    case JSWeakSetType:
        return "WeakSet";
#define WICK_TYPED_ARRAY_CLASS(type) \
    case type##ArrayType:            \
        return #type "Array";
        FOR_EACH_TYPED_ARRAY_TYPE_EXCLUDING_DATA_VIEW(WICK_TYPED_ARRAY_CLASS)
#undef WICK_TYPED_ARRAY_CLASS
    default:
        return class_by_info(object);
    }
}

const char *wick_jsc_class(JSContextRef ctx, JSValueRef value)
{
    JSValue any = toJS(toJS(ctx), value);
    if (!any.isObject()) {
        return "";
    }
    JSObject *object = asObject(any);
    if (object->type() != ProxyObjectType && object->isCallable()) {
        return function_class(object);
    }
    return class_by_type(object);
}

/* Objects that make their properties when they are first looked at. */

namespace
{

/* Lifetime: process. The engine reads what the names hash to. */
struct LazyTable {
    /* CompactHashIndex with members that can be assigned. */
    struct Link {
        int16_t value;
        int16_t next;
    };
    static constexpr unsigned bucketCount = 128;

    HashTable table;
    Vector<HashTableValue> values;
    std::unique_ptr<Link[]> links;
    const struct wick_jsc_lazy *lazy;

    void fill(const struct wick_jsc_lazy &);
    size_t indexOf(PropertyName) const;
};
std::array<LazyTable, WICK_JSC_LAZY_KINDS> lazy_tables;

JSC_DEFINE_CUSTOM_GETTER(getLazy,
                         (JSGlobalObject *, EncodedJSValue, PropertyName));
JSC_DEFINE_CUSTOM_SETTER(setLazy, (JSGlobalObject *, EncodedJSValue,
                                   EncodedJSValue, PropertyName));

/* One class a table: the engine finds the table by the class. */
template <unsigned kind> class LazyObject final : public JSNonFinalObject
{
  public:
    using Base = JSNonFinalObject;
    static constexpr unsigned StructureFlags =
        Base::StructureFlags | HasStaticPropertyTable;
    static const ClassInfo s_info;
    static constexpr const ClassInfo *info()
    {
        return &s_info;
    }

    template <typename CellType, SubspaceAccess>
    static GCClient::IsoSubspace *subspaceFor(VM &vm)
    {
        STATIC_ASSERT_ISO_SUBSPACE_SHARABLE(LazyObject, Base);
        return &vm.plainObjectSpace();
    }

    static JSObject *create(VM &vm, JSGlobalObject *global)
    {
        auto *structure =
            Structure::create(vm, global, global->objectPrototype(),
                              TypeInfo(ObjectType, StructureFlags), info());
        auto *object = new (NotNull, allocateCell<LazyObject>(vm))
            LazyObject(vm, structure);
        object->finishCreation(vm);
        return object;
    }

  private:
    LazyObject(VM &vm, Structure *structure) : Base(vm, structure)
    {
    }
};

template <unsigned kind>
const ClassInfo LazyObject<kind>::s_info = {
    "Object"_s, &JSNonFinalObject::s_info, &lazy_tables[kind].table, nullptr,
    CREATE_METHOD_TABLE(LazyObject<kind>)};

void LazyTable::fill(const struct wick_jsc_lazy &from)
{
    constexpr auto attributes =
        static_cast<unsigned>(PropertyAttribute::CustomValue);
    size_t count = from.count;
    int16_t free = bucketCount;

    lazy = &from;
    values.reserveInitialCapacity(count);
    links = std::make_unique_for_overwrite<Link[]>(bucketCount + count);
    std::fill_n(links.get(), bucketCount, Link{-1, -1});
    for (size_t i = 0; i < count; i++) {
        auto name = ASCIILiteral::fromLiteralUnsafe(from.names[i]);
        values.append(HashTableValue{
            name,
            attributes,
            NoIntrinsic,
            {HashTableValue::GetterSetterType, getLazy, setLazy}});
        auto at = static_cast<int16_t>(
            StringHasher::computeHashAndMaskTop8Bits(name.span8()) &
            (bucketCount - 1));
        if (links[at].value < 0) {
            links[at].value = static_cast<int16_t>(i);
            continue;
        }
        links[free] = {static_cast<int16_t>(i), links[at].next};
        links[at].next = free++;
    }
    table = {static_cast<int>(count),
             bucketCount - 1,
             static_cast<uint8_t>(attributes),
             nullptr,
             values.span().data(),
             reinterpret_cast<const CompactHashIndex *>(links.get())};
}

size_t LazyTable::indexOf(PropertyName name) const
{
    const HashTableValue *entry = table.entry(name);
    RELEASE_ASSERT(entry);
    return static_cast<size_t>(entry - values.span().data());
}

/* From now on the property is like any other. */
void settle(VM &vm, JSObject *object, PropertyName name, JSValue value)
{
    object->putDirect(vm, name, value, 0);
}

const LazyTable &table_of(JSObject *object)
{
    auto *table = object->classInfo()->staticPropHashTable;
    for (const LazyTable &each : lazy_tables) {
        if (&each.table == table) {
            return each;
        }
    }
    RELEASE_ASSERT_NOT_REACHED();
}

JSC_DEFINE_CUSTOM_GETTER(getLazy, (JSGlobalObject * global, EncodedJSValue self,
                                   PropertyName name))
{
    VM &vm = global->vm();
    auto scope = DECLARE_THROW_SCOPE(vm);
    JSObject *object = asObject(JSValue::decode(self));
    const LazyTable &table = table_of(object);
    JSValueRef exc = nullptr;
    JSValueRef value =
        table.lazy->make(toRef(global), table.indexOf(name), &exc);
    if (!value) {
        throwException(global, scope, toJS(global, exc));
        return {};
    }
    settle(vm, object, name, toJS(global, value));
    return JSValue::encode(toJS(global, value));
}

JSC_DEFINE_CUSTOM_SETTER(setLazy, (JSGlobalObject * global, EncodedJSValue self,
                                   EncodedJSValue value, PropertyName name))
{
    settle(global->vm(), asObject(JSValue::decode(self)), name,
           JSValue::decode(value));
    return true;
}

} // namespace

JSObjectRef wick_jsc_lazy_object(JSContextRef ctx, enum wick_jsc_lazy_kind kind,
                                 const struct wick_jsc_lazy *lazy)
{
    JSGlobalObject *global = toJS(ctx);
    VM &vm = global->vm();
    lazy_tables[kind].fill(*lazy);
    switch (kind) {
    case WICK_JSC_LAZY_PROCESS:
        return toRef(LazyObject<WICK_JSC_LAZY_PROCESS>::create(vm, global));
    case WICK_JSC_LAZY_EMITTER:
        return toRef(LazyObject<WICK_JSC_LAZY_EMITTER>::create(vm, global));
    case WICK_JSC_LAZY_KINDS:
        break;
    }
    RELEASE_ASSERT_NOT_REACHED();
}
