/* SPDX-License-Identifier: MIT */
// URL. https://url.spec.whatwg.org/#url-class
//
// The engine parses; a setter builds the text of the URL that it would make
// and has that parsed, which is what the standard's state overrides come to.
//
// native.binding('url'):
//   parse(input, base, parts)  the serialisation or undefined; @parts gets the
//                              fields of struct wick_jsc_url, in their order
(function (native, require, exports, primordials) {
  'use strict';

  const {
    NumberParseInt, ObjectDefineProperty, SymbolFor, SymbolToStringTag,
    TypeError, arrayJoin, regExpExec, stringIncludes, stringSlice,
    stringStartsWith, stringToLowerCase,
  } = primordials;
  const { Int32Array, encodeURIComponent } = globalThis;
  const { parse: parseURL } = native.binding('url');
  const { withCode } = require('internal/errors');
  const { split } = require('internal/text');
  const { invalidThis, missingArgs } = require('internal/web_errors');
  const { URLSearchParams, connect, isParams, replace, usv } =
    require('web/url_search_params');
  const { apply } = Reflect;
  const { replace: replaceText } = String.prototype;

  const customInspect = SymbolFor('nodejs.util.inspect.custom');

  // Of @parts: where what lies.
  const PROTOCOL_END = 0;
  const USER_START = 1;
  const USER_END = 2;
  const PASSWORD_START = 3;
  const PASSWORD_END = 4;
  const HOST_START = 5;
  const HOST_END = 6;
  const PATH_START = 7;
  const PATH_END = 8;
  const QUERY_END = 9;
  const PORT = 10;
  const IS_OPAQUE = 11;
  const IS_SPECIAL = 12;
  const PART_COUNT = 13;

  const scratch = new Int32Array(PART_COUNT);

  function invalidURL(input, base) {
    const error = withCode(TypeError, 'ERR_INVALID_URL', 'Invalid URL');
    error.input = input;
    if (base !== undefined) {
      error.base = base;
    }
    return error;
  }

  // @text with the characters escaped that stand for themselves in no part,
  // but which the parser drops at the end of a URL.
  const escapeControls = (text) => apply(
    replaceText, text, [/[\0-\x08\x0b\x0c\x0e-\x20]/g, encodeURIComponent]);

  const dropLines = (text) => apply(replaceText, text, [/[\t\n\r]/g, '']);

  const inUserInfo = /[^A-Za-z0-9\-._~!$&'()*+,%]/gu;
  const escapeUserInfo = (text) =>
    apply(replaceText, text, [inUserInfo, encodeURIComponent]);

  const schemePattern = /^([A-Za-z][A-Za-z0-9+\-.]*):/;
  const specials = {
    __proto__: null,
    'http:': true, 'https:': true, 'ws:': true, 'wss:': true, 'ftp:': true,
    'file:': true,
  };

  // How the text of a host ends; of the scheme's kind.
  function hostText(value, isSpecial) {
    for (let n = 0; n < value.length; n++) {
      const c = value[n];
      if (c === '/' || c === '?' || c === '#' || (c === '\\' && isSpecial)) {
        return stringSlice(value, 0, n);
      }
    }
    return value;
  }

  // Where the ':' before a port stands in @host, or -1.
  function portColon(host) {
    let inBrackets = false;
    for (let n = 0; n < host.length; n++) {
      if (host[n] === ':' && !inBrackets) {
        return n;
      }
      inBrackets = host[n] === '[' || (inBrackets && host[n] !== ']');
    }
    return -1;
  }

  const leadingDigits = /^[0-9]+/;

  // The port that @text begins with: a number, or undefined.
  function portOf(text) {
    const found = regExpExec(leadingDigits, text);
    const port = found === null ? undefined : NumberParseInt(found[0], 10);
    return port === undefined || port > 65535 ? undefined : port;
  }

  let isURL;
  let make;

  function check(value) {
    if (!isURL(value)) {
      throw invalidThis('URL');
    }
  }

  class URL {
    #href = '';
    #parts;
    #params;

    constructor(input, base = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('url');
      }
      if (input === make) {
        return;
      }
      const text = usv(input);
      const against = base === undefined ? undefined : usv(base);
      if (!this.#parse(text, against)) {
        throw invalidURL(text, against);
      }
    }

    #parse(text, base) {
      const href = parseURL(text, base, scratch);
      if (href === undefined) {
        return false;
      }
      this.#href = href;
      this.#parts = new Int32Array(scratch);
      return true;
    }

    #part(first, last) {
      return stringSlice(this.#href, this.#parts[first], this.#parts[last]);
    }

    // "user:password@", or ''.
    #credentials() {
      const user = this.#part(USER_START, USER_END);
      const password = this.#part(PASSWORD_START, PASSWORD_END);
      return user === '' && password === '' ? '' :
        `${user}${password === '' ? '' : `:${password}`}@`;
    }

    #portText() {
      const port = this.#parts[PORT];
      return port < 0 ? '' : `:${port}`;
    }

    #hasHost() {
      return stringStartsWith(
        stringSlice(this.#href, this.#parts[PROTOCOL_END]), '//') &&
        this.#parts[PATH_START] >= this.#parts[PROTOCOL_END] + 2;
    }

    #cannotHavePort() {
      return this.#parts[HOST_START] === this.#parts[HOST_END] ||
        this.protocol === 'file:';
    }

    // The URL with the parts that @change has in the place of its own; false,
    // with nothing changed, where that is none.
    #rebuild(change) {
      const {
        protocol = this.protocol,
        credentials = this.#credentials(),
        host = this.#part(HOST_START, HOST_END),
        port = this.#portText(),
        path = this.#part(PATH_START, PATH_END),
        search = this.#part(PATH_END, QUERY_END),
        hash = stringSlice(this.#href, this.#parts[QUERY_END]),
      } = change;
      const authority = this.#hasHost() || change.host !== undefined ?
        `//${credentials}${host}${port}` :
        stringStartsWith(path, '//') ? '/.' : '';
      const isDone = this.#parse(`${protocol}${authority}${path}${search}` +
        hash, undefined);
      if (isDone && this.#params !== undefined && 'search' in change) {
        replace(this.#params, stringSlice(this.#part(PATH_END, QUERY_END), 1));
      }
      return isDone;
    }

    get href() {
      check(this);
      return this.#href;
    }

    set href(value) {
      check(this);
      const text = usv(value);
      if (!this.#parse(text, undefined)) {
        throw invalidURL(text, undefined);
      }
      if (this.#params !== undefined) {
        replace(this.#params, stringSlice(this.#part(PATH_END, QUERY_END), 1));
      }
    }

    get origin() {
      check(this);
      const { protocol } = this;
      if (protocol === 'blob:') {
        const inner = URL.parse(this.pathname);
        return inner !== null && (inner.protocol === 'http:' ||
          inner.protocol === 'https:') ? inner.origin : 'null';
      }
      return this.#parts[IS_SPECIAL] && protocol !== 'file:' ?
        `${protocol}//${this.host}` : 'null';
    }

    get protocol() {
      check(this);
      return stringSlice(this.#href, 0, this.#parts[PROTOCOL_END]);
    }

    set protocol(value) {
      check(this);
      const found = regExpExec(schemePattern, `${dropLines(usv(value))}:`);
      if (found === null) {
        return;
      }
      const scheme = `${stringToLowerCase(found[1])}:`;
      const isSpecial = specials[scheme] === true;
      if (isSpecial !== (this.#parts[IS_SPECIAL] !== 0)) {
        return;
      }
      const isEmpty = this.#parts[HOST_START] === this.#parts[HOST_END];
      if (scheme === 'file:' &&
          (this.#credentials() !== '' || this.#parts[PORT] >= 0)) {
        return;
      }
      if (this.protocol === 'file:' && isEmpty) {
        return;
      }
      this.#rebuild({ protocol: scheme });
    }

    get username() {
      check(this);
      return this.#part(USER_START, USER_END);
    }

    set username(value) {
      check(this);
      if (this.#cannotHavePort()) {
        return;
      }
      const user = escapeUserInfo(usv(value));
      const { password } = this;
      this.#rebuild({
        credentials: user === '' && password === '' ? '' :
          `${user}${password === '' ? '' : `:${password}`}@`,
      });
    }

    get password() {
      check(this);
      return this.#part(PASSWORD_START, PASSWORD_END);
    }

    set password(value) {
      check(this);
      if (this.#cannotHavePort()) {
        return;
      }
      const password = escapeUserInfo(usv(value));
      const { username } = this;
      this.#rebuild({
        credentials: username === '' && password === '' ? '' :
          `${username}${password === '' ? '' : `:${password}`}@`,
      });
    }

    get host() {
      check(this);
      return this.#part(HOST_START, HOST_END) + this.#portText();
    }

    set host(value) {
      check(this);
      const text = hostText(dropLines(usv(value)),
                            this.#parts[IS_SPECIAL] !== 0);
      const colon = portColon(text);
      if (colon === -1) {
        this.#setHost(text, undefined);
      } else if (colon > 0 && this.protocol !== 'file:') {
        const port = portOf(stringSlice(text, colon + 1));
        this.#setHost(stringSlice(text, 0, colon), port);
      }
    }

    get hostname() {
      check(this);
      return this.#part(HOST_START, HOST_END);
    }

    set hostname(value) {
      check(this);
      const text = hostText(dropLines(usv(value)),
                            this.#parts[IS_SPECIAL] !== 0);
      if (portColon(text) === -1) {
        this.#setHost(text, undefined);
      }
    }

    #setHost(host, port) {
      if (this.#parts[IS_OPAQUE] || stringIncludes(host, '@')) {
        return;
      }
      const isFile = this.protocol === 'file:';
      if (host === '' && !isFile && (this.#parts[IS_SPECIAL] ||
          this.#credentials() !== '' || this.#parts[PORT] >= 0)) {
        return;
      }
      this.#rebuild(port === undefined || isFile ? { host } :
        { host, port: `:${port}` });
    }

    get port() {
      check(this);
      return stringSlice(this.#portText(), 1);
    }

    set port(value) {
      check(this);
      if (this.#cannotHavePort()) {
        return;
      }
      const text = dropLines(usv(value));
      if (text === '') {
        this.#rebuild({ port: '' });
        return;
      }
      const port = portOf(text);
      if (port !== undefined) {
        this.#rebuild({ port: `:${port}` });
      }
    }

    get pathname() {
      check(this);
      return this.#part(PATH_START, PATH_END);
    }

    set pathname(value) {
      check(this);
      if (this.#parts[IS_OPAQUE]) {
        return;
      }
      let path = escapeControls(dropLines(usv(value)));
      path = arrayJoin(split(path, '?'), '%3F');
      path = arrayJoin(split(path, '#'), '%23');
      const isSpecial = this.#parts[IS_SPECIAL] !== 0;
      const isRooted = path[0] === '/' || (isSpecial && path[0] === '\\');
      if (!isRooted && (path !== '' || isSpecial || !this.#hasHost())) {
        path = `/${path}`;
      }
      this.#rebuild({ path });
    }

    get search() {
      check(this);
      const search = this.#part(PATH_END, QUERY_END);
      return search.length > 1 ? search : '';
    }

    set search(value) {
      check(this);
      let search = escapeControls(dropLines(usv(value)));
      if (search !== '' && search[0] !== '?') {
        search = `?${search}`;
      }
      this.#rebuild({ search: arrayJoin(split(search, '#'), '%23') });
    }

    get searchParams() {
      check(this);
      if (this.#params === undefined) {
        this.#params = new URLSearchParams(this.search);
        connect(this.#params, (query) => {
          const params = this.#params;
          // The list is what it is already.
          this.#params = undefined;
          this.#rebuild({ search: query === '' ? '' : `?${query}` });
          this.#params = params;
        });
      }
      return this.#params;
    }

    get hash() {
      check(this);
      const hash = stringSlice(this.#href, this.#parts[QUERY_END]);
      return hash.length > 1 ? hash : '';
    }

    set hash(value) {
      check(this);
      const hash = escapeControls(dropLines(usv(value)));
      this.#rebuild({
        hash: hash === '' || hash[0] === '#' ? hash : `#${hash}`,
      });
    }

    toString() {
      check(this);
      return this.#href;
    }

    toJSON() {
      check(this);
      return this.#href;
    }

    static canParse(input, base = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('url');
      }
      return parseURL(usv(input), base === undefined ? undefined : usv(base),
                      scratch) !== undefined;
    }

    static parse(input, base = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('url');
      }
      const url = new URL(make);
      return url.#parse(usv(input), base === undefined ? undefined :
        usv(base)) ? url : null;
    }

    static createObjectURL(object) {
      return require('web/blob').createObjectURL(object);
    }

    static revokeObjectURL(url) {
      require('web/blob').revokeObjectURL(`${url}`);
    }

    [customInspect](depth, options, inspect) {
      check(this);
      if (depth < 0) {
        return this;
      }
      const fields = {
        href: this.href,
        origin: this.origin,
        protocol: this.protocol,
        username: this.username,
        password: this.password,
        host: this.host,
        hostname: this.hostname,
        port: this.port,
        pathname: this.pathname,
        search: this.search,
        searchParams: this.searchParams,
        hash: this.hash,
      };
      return `${this.constructor.name} ${inspect(fields, options)}`;
    }

    static {
      make = {};
      isURL = (value) => typeof value === 'object' && value !== null &&
        #href in value;
    }
  }

  const proto = URL.prototype;

  function define(object, name, property) {
    ObjectDefineProperty(object, name, { __proto__: null, ...property });
  }

  const shown = ['href', 'origin', 'protocol', 'username', 'password', 'host',
                 'hostname', 'port', 'pathname', 'search', 'searchParams',
                 'hash', 'toString', 'toJSON'];
  for (let n = 0; n < shown.length; n++) {
    define(proto, shown[n], { enumerable: true });
  }
  const statics = ['canParse', 'parse', 'createObjectURL', 'revokeObjectURL'];
  for (let n = 0; n < statics.length; n++) {
    define(URL, statics[n], { enumerable: true });
  }
  define(proto, SymbolToStringTag, { value: 'URL', configurable: true });
  define(proto, customInspect, { enumerable: false });

  const rules = require('internal/clone_rules');
  rules.add(isURL);
  rules.add(isParams);

  exports.URL = URL;
  exports.URLSearchParams = URLSearchParams;
  exports.isURL = isURL;
})
