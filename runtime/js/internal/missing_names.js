/* SPDX-License-Identifier: MIT */
// What the modules export that are not there yet (internal/missing.js): names
// of functions and classes, and values where a module has others.
(function (native, require, exports, primordials) {
  'use strict';

  const inspector = 'open close url waitForDebugger Session';
  const zlib = 'crc32 deflate deflateSync gzip gzipSync deflateRaw ' +
    'deflateRawSync unzip unzipSync inflate inflateSync gunzip gunzipSync ' +
    'inflateRaw inflateRawSync brotliCompress brotliCompressSync ' +
    'brotliDecompress brotliDecompressSync zstdCompress zstdCompressSync ' +
    'zstdDecompress zstdDecompressSync createDeflate createInflate ' +
    'createDeflateRaw createInflateRaw createGzip createGunzip createUnzip ' +
    'createBrotliCompress createBrotliDecompress createZstdCompress ' +
    'createZstdDecompress Deflate Inflate Gzip Gunzip DeflateRaw InflateRaw ' +
    'Unzip BrotliCompress BrotliDecompress ZstdCompress ZstdDecompress';
  const crypto = 'checkPrime checkPrimeSync createCipheriv createDecipheriv ' +
    'createDiffieHellman createDiffieHellmanGroup createECDH createHash ' +
    'createHmac createPrivateKey createPublicKey createSecretKey createSign ' +
    'createVerify diffieHellman generatePrime generatePrimeSync getCiphers ' +
    'getCipherInfo getCurves getDiffieHellman getHashes hkdf hkdfSync pbkdf2 ' +
    'pbkdf2Sync generateKeyPair generateKeyPairSync generateKey ' +
    'generateKeySync privateDecrypt privateEncrypt publicDecrypt ' +
    'publicEncrypt randomBytes randomFill randomFillSync randomInt ' +
    'randomUUID scrypt scryptSync sign setEngine timingSafeEqual getFips ' +
    'setFips verify hash secureHeapUsed getRandomValues Certificate Cipheriv ' +
    'Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject ' +
    'Sign Verify X509Certificate';

  const entries = {
    '__proto__': null,
    'cluster': {
      names: 'setupPrimary setupMaster fork disconnect Worker',
      values: {
        isWorker: false, isMaster: true, isPrimary: true, workers: {},
        settings: {}, SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2,
      },
    },
    'crypto': {
      names: crypto,
      values: { constants: {}, webcrypto: undefined, subtle: undefined },
    },
    'domain': {
      names: 'createDomain create Domain',
      values: { _stack: [], active: null },
    },
    'http': {
      names: '_connectionListener createServer validateHeaderName ' +
        'validateHeaderValue get request setMaxIdleHTTPParsers Agent ' +
        'ClientRequest IncomingMessage OutgoingMessage Server ServerResponse ' +
        'WebSocket CloseEvent MessageEvent',
      values: {
        METHODS: [], STATUS_CODES: {}, maxHeaderSize: 16384,
        globalAgent: undefined,
      },
    },
    'http2': {
      names: 'connect createServer createSecureServer getDefaultSettings ' +
        'getPackedSettings getUnpackedSettings performServerHandshake ' +
        'Http2ServerRequest Http2ServerResponse',
      values: { constants: {}, sensitiveHeaders: Symbol('sensitiveHeaders') },
    },
    'https': {
      names: 'createServer get request Agent Server',
      values: { globalAgent: undefined },
    },
    'inspector': {
      names: inspector, values: { console: undefined, Network: undefined },
    },
    'inspector/promises': {
      names: inspector, values: { console: undefined, Network: undefined },
    },
    'readline': {
      names: 'clearLine clearScreenDown createInterface cursorTo ' +
        'emitKeypressEvents moveCursor Interface',
      values: { promises: undefined },
    },
    'readline/promises': { names: 'createInterface Interface Readline' },
    'repl': {
      names: 'start writer isValidSyntax REPLServer Recoverable',
      values: {
        REPL_MODE_SLOPPY: Symbol('repl-sloppy'),
        REPL_MODE_STRICT: Symbol('repl-strict'),
        builtinModules: [],
      },
    },
    'sea': { names: 'isSea getAsset getRawAsset getAssetAsBlob' },
    'sqlite': {
      names: 'DatabaseSync StatementSync', values: { constants: {} },
    },
    'stream/web': {
      names: 'ReadableStream ReadableStreamDefaultReader ' +
        'ReadableStreamBYOBReader ReadableStreamBYOBRequest ' +
        'ReadableByteStreamController ReadableStreamDefaultController ' +
        'TransformStream TransformStreamDefaultController WritableStream ' +
        'WritableStreamDefaultWriter WritableStreamDefaultController ' +
        'ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream ' +
        'TextDecoderStream CompressionStream DecompressionStream',
    },
    'test': {
      names: 'skip todo only after afterEach before beforeEach describe it ' +
        'run suite test',
      values: { mock: {}, snapshot: {} },
      isFunction: true,
    },
    'test/reporters': { names: 'dot junit spec tap lcov' },
    'tls': {
      names: 'getCiphers convertALPNProtocols checkServerIdentity ' +
        'createSecureContext createServer connect createSecurePair ' +
        'SecureContext TLSSocket Server',
      values: {
        CLIENT_RENEG_LIMIT: 3, CLIENT_RENEG_WINDOW: 600,
        DEFAULT_CIPHERS: '', DEFAULT_ECDH_CURVE: 'auto',
        DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3',
        rootCertificates: [],
      },
    },
    'trace_events': { names: 'createTracing getEnabledCategories' },
    'tty': { names: 'isatty ReadStream WriteStream' },
    'v8': {
      names: 'cachedDataVersionTag getHeapSnapshot getHeapStatistics ' +
        'getHeapSpaceStatistics getHeapCodeStatistics setFlagsFromString ' +
        'deserialize takeCoverage stopCoverage serialize writeHeapSnapshot ' +
        'queryObjects setHeapSnapshotNearHeapLimit ' +
        'isStringOneByteRepresentation Serializer Deserializer ' +
        'DefaultSerializer DefaultDeserializer GCProfiler',
      values: { promiseHooks: {}, startupSnapshot: {} },
    },
    'vm': {
      names: 'createContext createScript runInContext runInNewContext ' +
        'runInThisContext isContext compileFunction measureMemory Script',
      values: { constants: {} },
    },
    'wasi': { names: 'WASI' },
    'worker_threads': {
      names: 'markAsUntransferable markAsUncloneable ' +
        'isMarkedAsUntransferable moveMessagePortToContext ' +
        'receiveMessageOnPort postMessageToThread setEnvironmentData ' +
        'getEnvironmentData MessagePort MessageChannel Worker ' +
        'BroadcastChannel',
      values: {
        isMainThread: true, isInternalThread: false, resourceLimits: {},
        threadId: 0, SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
        parentPort: null, workerData: null,
      },
    },
    'zlib': { names: zlib, values: { constants: {}, codes: {} } },
    '_http_agent': { names: 'Agent', values: { globalAgent: undefined } },
    '_http_client': { names: 'ClientRequest' },
    '_http_common': {
      names: '_checkInvalidHeaderChar _checkIsHttpToken freeParser isLenient ' +
        'prepareError HTTPParser',
      values: { CRLF: '\r\n', methods: [], parsers: undefined },
    },
    '_http_incoming': { names: 'readStart readStop IncomingMessage' },
    '_http_outgoing': {
      names: 'parseUniqueHeadersOption validateHeaderName ' +
        'validateHeaderValue OutgoingMessage',
    },
    '_http_server': {
      names: 'setupConnectionsTracking storeHTTPOptions _connectionListener ' +
        'httpServerPreClose Server ServerResponse',
      values: { STATUS_CODES: {} },
    },
    '_stream_wrap': { names: '', isFunction: true },
    '_tls_common': {
      names: 'createSecureContext translatePeerCertificate SecureContext',
    },
    '_tls_wrap': { names: 'createServer connect TLSSocket Server' },
  };

  exports.find = (name) => entries[name];
})
