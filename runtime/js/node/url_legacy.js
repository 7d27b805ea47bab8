/* SPDX-License-Identifier: MIT */
// url.parse(), url.format() and url.resolve(), which came before the standard
// and split a text where it says something, valid or not.
// https://nodejs.org/api/url.html#legacy-url-api
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectAssign, TypeError, arrayJoin, decodeURIComponent, regExpExec,
    stringCharCodeAt, stringEndsWith, stringIncludes, stringIndexOf,
    stringSlice, stringStartsWith, stringToLowerCase,
  } = primordials;
  const { encodeURIComponent } = globalThis;
  const { URL, isURL } = require('web/url');
  const { invalidArgType, withCode } = require('internal/errors');
  const { validateString } = require('internal/validators');
  const { split } = require('internal/text');

  const HOST_MAX = 255;

  const protocolPattern = /^[a-z0-9.+-]+:/i;
  const portPattern = /:[0-9]*$/;
  const simplePattern = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
  const authorityPattern = /^\/\/[^@/]+@[^@/]+/;

  const withoutHost = { __proto__: null, 'javascript:': true };
  // Schemes whose paths begin with '/' and which have an authority.
  const slashed = {
    __proto__: null,
    'http:': true, 'https:': true, 'ftp:': true, 'gopher:': true,
    'file:': true, 'ws:': true, 'wss:': true,
  };
  const isSlashed = (protocol) => !!protocol && (slashed[protocol] === true ||
    slashed[`${protocol}:`] === true);

  // What is escaped in what follows the host.
  const unsafe = {
    __proto__: null,
    '\t': '%09', '\n': '%0A', '\r': '%0D', ' ': '%20', '"': '%22',
    "'": '%27', '<': '%3C', '>': '%3E', '\\': '%5C', '^': '%5E', '`': '%60',
    '{': '%7B', '|': '%7C', '}': '%7D',
  };

  function escapeRest(text) {
    let out = '';
    let start = 0;
    for (let n = 0; n < text.length; n++) {
      if (unsafe[text[n]] !== undefined) {
        out += stringSlice(text, start, n) + unsafe[text[n]];
        start = n + 1;
      }
    }
    return start === 0 ? text : out + stringSlice(text, start);
  }

  // What is trimmed from both ends: controls, and spaces that do not break.
  const isSpace = (code) => code <= 32 || code === 0xa0 || code === 0xfeff;

  // Less white space at both ends; '\' before a '?' is '/'.
  function clean(text) {
    let start = 0;
    let end = text.length;
    while (start < end && isSpace(stringCharCodeAt(text, start))) {
      start++;
    }
    while (end > start && isSpace(stringCharCodeAt(text, end - 1))) {
      end--;
    }
    const whole = stringSlice(text, start, end);
    const query = stringIndexOf(whole, '?');
    const hash = stringIndexOf(whole, '#');
    const stop = query !== -1 && (hash === -1 || query < hash) ? query :
      hash !== -1 ? hash : whole.length;
    return arrayJoin(split(stringSlice(whole, 0, stop), '\\'), '/') +
      stringSlice(whole, stop);
  }

  class Url {
    constructor() {
      this.protocol = null;
      this.slashes = null;
      this.auth = null;
      this.host = null;
      this.port = null;
      this.hostname = null;
      this.hash = null;
      this.search = null;
      this.query = null;
      this.pathname = null;
      this.path = null;
      this.href = null;
    }
  }

  const invalidURL = (input) => {
    const error = withCode(TypeError, 'ERR_INVALID_URL', 'Invalid URL');
    error.input = input;
    return error;
  };

  const querystring = () =>
    require('internal/node_modules').find('querystring');

  function setQuery(url, search, parsesQuery) {
    if (search !== undefined) {
      url.search = search;
      url.query = stringSlice(search, 1);
      if (parsesQuery) {
        url.query = querystring().parse(url.query);
      }
    } else if (parsesQuery) {
      url.search = null;
      url.query = { __proto__: null };
    }
  }

  // ---- Hosts ----

  // What no host has: it ends there, unless a '@' comes behind.
  const notInHost = {
    __proto__: null,
    ' ': true, '"': true, '%': true, "'": true, ';': true, '<': true,
    '>': true, '\\': true, '^': true, '`': true, '{': true, '|': true,
    '}': true,
  };

  // @rest without tabs and line ends up to where a path would begin, as the
  // standard drops them.
  function dropLines(rest) {
    let out = '';
    for (let n = 0; n < rest.length; n++) {
      const c = rest[n];
      if (c === '/' || c === '?' || c === '#') {
        return out + stringSlice(rest, n);
      }
      out += c === '\t' || c === '\n' || c === '\r' ? '' : c;
    }
    return out;
  }

  // Where the host ends in @rest, and where a '@' before it stands, or -1.
  function authorityEnd(rest) {
    let at = -1;
    let end = -1;
    for (let n = 0; n < rest.length; n++) {
      const c = rest[n];
      if (c === '/' || c === '?' || c === '#') {
        return [end === -1 ? n : end, at];
      }
      if (c === '@') {
        at = n;
        end = -1;
      } else if (end === -1 && notInHost[c] === true) {
        end = n;
      }
    }
    return [end === -1 ? rest.length : end, at];
  }

  const forbidden = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
  const forbiddenInBrackets = /[\0\t\n\r #%/<>?@\\^|]/;

  const hostEnds = /[/\\#?:]/;

  // Where a mark ends the host after all: what follows is of the path.
  function splitHostname(url, rest) {
    const end = regExpExec(hostEnds, url.hostname);
    if (end === null) {
      return rest;
    }
    const cut = stringSlice(url.hostname, end.index);
    url.hostname = stringSlice(url.hostname, 0, end.index);
    return `/${cut}${rest}`;
  }

  function parseHost(url) {
    let { host } = url;
    const port = regExpExec(portPattern, host);
    if (port !== null) {
      if (port[0] !== ':') {
        url.port = stringSlice(port[0], 1);
      }
      host = stringSlice(host, 0, host.length - port[0].length);
    }
    url.hostname = host;
  }

  function toASCII(name) {
    const parsed = URL.parse(`ws://${name}`);
    return parsed === null ? '' : parsed.hostname;
  }

  function parseAuthority(url, whole, input) {
    const rest = dropLines(whole);
    const [end, at] = authorityEnd(rest);
    if (at !== -1) {
      url.auth = decodeURIComponent(stringSlice(rest, 0, at));
    }
    url.host = stringSlice(rest, at + 1, end);
    let left = stringSlice(rest, end);
    parseHost(url);
    const { hostname } = url;
    const isV6 = hostname[0] === '[' && stringEndsWith(hostname, ']');
    if (!isV6) {
      left = splitHostname(url, left);
    } else if (regExpExec(forbiddenInBrackets, hostname) !== null) {
      throw invalidURL(input);
    }
    url.hostname = url.hostname.length > HOST_MAX ? '' :
      stringToLowerCase(url.hostname);
    if (!isV6 && url.hostname !== '') {
      url.hostname = asciiHost(url.hostname, input);
    }
    url.host = `${url.hostname}${url.port ? `:${url.port}` : ''}`;
    if (isV6) {
      url.hostname = stringSlice(url.hostname, 1, -1);
      if (left[0] !== '/') {
        left = `/${left}`;
      }
    }
    return left;
  }

  const nonASCII = /[^\0-\x7f]/;

  function asciiHost(name, input) {
    if (regExpExec(nonASCII, name) === null) {
      return name;
    }
    const host = toASCII(name);
    if (host === '' || regExpExec(forbidden, host) !== null) {
      throw invalidURL(input);
    }
    return host;
  }

  // ---- parse ----

  function parseSimple(url, rest, parsesQuery) {
    const simple = regExpExec(simplePattern, rest);
    if (simple === null) {
      return false;
    }
    url.path = rest;
    url.href = rest;
    [, url.pathname] = simple;
    setQuery(url, simple[2], parsesQuery);
    return true;
  }

  function parseRest(url, rest, lower, parsesQuery) {
    const hash = stringIndexOf(rest, '#');
    if (hash !== -1) {
      url.hash = stringSlice(rest, hash);
      rest = stringSlice(rest, 0, hash);
    }
    const query = stringIndexOf(rest, '?');
    setQuery(url, query === -1 ? undefined : stringSlice(rest, query),
             parsesQuery);
    const path = query === -1 ? rest : stringSlice(rest, 0, query);
    if (path !== '') {
      url.pathname = path;
    }
    if (slashed[lower] === true && url.hostname && !url.pathname) {
      url.pathname = '/';
    }
    if (url.pathname || url.search) {
      url.path = `${url.pathname || ''}${url.search || ''}`;
    }
  }

  function parseInto(url, input, parsesQuery, slashesDenoteHost) {
    validateString(input, 'url');
    const text = clean(input);
    if (!slashesDenoteHost && !stringIncludes(text, '#') &&
        !stringIncludes(text, '@') && parseSimple(url, text, parsesQuery)) {
      return url;
    }
    let rest = text;
    let lower;
    const protocol = regExpExec(protocolPattern, rest);
    if (protocol !== null) {
      lower = stringToLowerCase(protocol[0]);
      url.protocol = lower;
      rest = stringSlice(rest, lower.length);
    }
    let hasSlashes = false;
    if (slashesDenoteHost || protocol !== null ||
        regExpExec(authorityPattern, rest) !== null) {
      hasSlashes = stringStartsWith(rest, '//');
      if (hasSlashes && !(lower && withoutHost[lower])) {
        rest = stringSlice(rest, 2);
        url.slashes = true;
      }
    }
    if (!(lower && withoutHost[lower]) &&
        (hasSlashes || (protocol !== null && !isSlashed(lower)))) {
      rest = parseAuthority(url, rest, input);
    }
    if (!(lower && withoutHost[lower])) {
      rest = escapeRest(rest);
    }
    parseRest(url, rest, lower, parsesQuery);
    url.href = formatUrl(url);
    return url;
  }

  function parse(url, parseQueryString, slashesDenoteHost) {
    if (url instanceof Url) {
      return url;
    }
    return parseInto(new Url(), url, parseQueryString, slashesDenoteHost);
  }

  // ---- format ----

  function escapeAuth(auth) {
    const text = encodeURIComponent(auth);
    return arrayJoin(split(text, '%3A'), ':');
  }

  const escapeMarks = (text, mark, escape) =>
    arrayJoin(split(text, mark), escape);

  function hostPart(url) {
    const auth = url.auth ? `${escapeAuth(url.auth)}@` : '';
    if (url.host) {
      return auth + url.host;
    }
    if (!url.hostname) {
      return false;
    }
    const name = stringIncludes(url.hostname, ':') &&
      url.hostname[0] !== '[' ? `[${url.hostname}]` : url.hostname;
    return `${auth}${name}${url.port ? `:${url.port}` : ''}`;
  }

  function formatUrl(url) {
    let protocol = url.protocol || '';
    let pathname = url.pathname || '';
    let hash = url.hash || '';
    let host = hostPart(url);
    const query = url.query !== null && typeof url.query === 'object' ?
      querystring().stringify(url.query) : '';
    let search = url.search || (query && `?${query}`) || '';

    if (protocol && !stringEndsWith(protocol, ':')) {
      protocol += ':';
    }
    pathname = escapeMarks(escapeMarks(pathname, '#', '%23'), '?', '%3F');
    if (url.slashes || slashed[protocol] === true) {
      if (url.slashes || host) {
        if (pathname && pathname[0] !== '/') {
          pathname = `/${pathname}`;
        }
        host = `//${host || ''}`;
      } else if (protocol === 'file:') {
        host = '//';
      }
    }
    search = escapeMarks(search, '#', '%23');
    if (hash && hash[0] !== '#') {
      hash = `#${hash}`;
    }
    if (search && search[0] !== '?') {
      search = `?${search}`;
    }
    return `${protocol}${host || ''}${pathname}${search}${hash}`;
  }

  function formatWHATWG(url, options) {
    if (options !== undefined && (options === null ||
        typeof options !== 'object')) {
      throw invalidArgType('options', 'Object', options);
    }
    const { auth = true, fragment = true, search = true, unicode = false } =
      options ?? {};
    const { protocol, username, password, hostname, port, pathname } = url;
    let host = hostname;
    if (unicode && host !== '') {
      host = native.binding('url').domainToUnicode(host);
    }
    const hasHost = host !== '' || stringStartsWith(
      stringSlice(url.href, protocol.length), '//');
    const user = auth && (username || password) ?
      `${username}${password ? `:${password}` : ''}@` : '';
    return `${protocol}${hasHost ? `//${user}${host}` : ''}` +
      `${port ? `:${port}` : ''}${pathname}${search ? url.search : ''}` +
      `${fragment ? url.hash : ''}`;
  }

  function format(url, options) {
    if (typeof url === 'string') {
      return formatUrl(parse(url));
    }
    if (typeof url !== 'object' || url === null) {
      throw invalidArgType('urlObject', ['Object', 'string'], url);
    }
    return isURL(url) ? formatWHATWG(url, options) : formatUrl(url);
  }

  exports.parseInto = parseInto;
  exports.parse = parse;
  exports.format = format;
  exports.formatUrl = formatUrl;
  exports.isSlashed = isSlashed;
  exports.withoutHost = withoutHost;
  exports.Url = Url;
  exports.module = { Url, parse, format };

  const { resolve, resolveObject } = require('node/url_resolve');
  ObjectAssign(exports.module, { resolve, resolveObject });
  ObjectAssign(Url.prototype, {
    parse(url, parseQueryString, slashesDenoteHost) {
      return parseInto(this, url, parseQueryString, slashesDenoteHost);
    },
    format() {
      return formatUrl(this);
    },
    resolve(relative) {
      return resolve(this, relative);
    },
    resolveObject(relative) {
      return resolveObject(this, relative);
    },
  });
})
