/* SPDX-License-Identifier: MIT */
// node:url. https://nodejs.org/api/url.html
//
// native.binding('url'): parse(input, base, parts), domainToUnicode(name)
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectAssign, TypeError, arrayJoin, decodeURIComponent, regExpExec,
    stringCharCodeAt, stringEndsWith, stringIncludes, stringIndexOf,
    stringSlice, stringStartsWith,
  } = primordials;
  const { domainToUnicode } = native.binding('url');
  const { URL, URLSearchParams, isURL } = require('web/url');
  const { usv } = require('web/url_search_params');
  const { invalidArgType, invalidArgValue, withCode } =
    require('internal/errors');
  const { validateString } = require('internal/validators');
  const { missingArgs } = require('internal/web_errors');
  const { split } = require('internal/text');

  // The host that the parser makes of @domain, or ''.
  function hostOf(domain) {
    const url = URL.parse(`ws://${domain}`);
    return url === null || url.pathname !== '/' || url.search !== '' ||
      url.hash !== '' || url.username !== '' ? '' : url.hostname;
  }

  function toASCII(domain) {
    if (arguments.length < 1) {
      throw missingArgs('domain');
    }
    return hostOf(usv(domain));
  }

  function toUnicode(domain) {
    if (arguments.length < 1) {
      throw missingArgs('domain');
    }
    const host = hostOf(usv(domain));
    return host === '' ? '' : domainToUnicode(host);
  }

  // ---- Paths ----

  const encodedSlash = /%2f/i;

  function invalidPath(text, input) {
    const error = withCode(TypeError, 'ERR_INVALID_FILE_URL_PATH',
                           `File URL path ${text}`);
    error.input = input;
    return error;
  }

  const encodedAny = /%2f|%5c/i;

  function windowsPath(url) {
    const { hostname, pathname } = url;
    if (regExpExec(encodedAny, pathname) !== null) {
      throw invalidPath('must not include encoded \\ or / characters', url);
    }
    const path = decodeURIComponent(arrayJoin(split(pathname, '/'), '\\'));
    if (hostname !== '') {
      return `\\\\${domainToUnicode(hostname)}${path}`;
    }
    const letter = stringCharCodeAt(path, 1) | 0x20;
    if (!(letter >= 97 && letter <= 122) || path[2] !== ':') {
      throw invalidPath('must be absolute', url);
    }
    return stringSlice(path, 1);
  }

  function posixPath(url) {
    if (url.hostname !== '') {
      throw withCode(
        TypeError, 'ERR_INVALID_FILE_URL_HOST',
        'File URL host must be "localhost" or empty on linux');
    }
    const { pathname } = url;
    if (regExpExec(encodedSlash, pathname) !== null) {
      throw invalidPath('must not include encoded / characters', url);
    }
    return decodeURIComponent(pathname);
  }

  const isLikeURL = (value) => typeof value === 'object' && value !== null &&
    !!(value.href && value.protocol && value.auth === undefined &&
      value.path === undefined);

  function fileURLToPath(path, options = undefined) {
    let url = path;
    if (typeof path === 'string') {
      url = new URL(path);
    } else if (!isURL(path) && !isLikeURL(path)) {
      throw invalidArgType('path', ['string', 'URL'], path);
    }
    if (url.protocol !== 'file:') {
      throw withCode(TypeError, 'ERR_INVALID_URL_SCHEME',
                     'The URL must be of scheme file');
    }
    return options?.windows ? windowsPath(url) : posixPath(url);
  }

  // What the parser would take for something else, or drop.
  const escapes = [['%', '%25'], ['\\', '%5C'], ['\n', '%0A'], ['\r', '%0D'],
                   ['\t', '%09'], ['?', '%3F'], ['#', '%23']];

  function escapePath(path, isWindows) {
    let text = path;
    for (let n = 0; n < escapes.length; n++) {
      const [mark, escape] = escapes[n];
      if (!(isWindows && mark === '\\') && stringIncludes(text, mark)) {
        text = arrayJoin(split(text, mark), escape);
      }
    }
    return text;
  }

  function uncURL(path) {
    const hostEnd = stringIndexOf(path, '\\', 2);
    if (hostEnd === -1) {
      throw invalidArgValue('path', path, 'Missing UNC resource path');
    }
    if (hostEnd === 2) {
      throw invalidArgValue('path', path, 'Empty UNC servername');
    }
    const url = new URL('file://');
    const rest = escapePath(stringSlice(path, hostEnd), true);
    url.hostname = hostOf(stringSlice(path, 2, hostEnd));
    url.pathname = arrayJoin(split(rest, '\\'), '/');
    return url;
  }

  // "." and ".." go; a relative path is one of the working directory.
  function resolvePath(path) {
    const parts = split(path[0] === '/' ? path : `${native.cwd()}/${path}`,
                        '/');
    const kept = [];
    for (let n = 0; n < parts.length; n++) {
      if (parts[n] === '..') {
        if (kept.length > 0) {
          kept.length--;
        }
      } else if (parts[n] !== '' && parts[n] !== '.') {
        kept[kept.length] = parts[n];
      }
    }
    return `/${arrayJoin(kept, '/')}`;
  }

  function pathToFileURL(path, options = undefined) {
    validateString(path, 'path');
    if (options?.windows) {
      if (stringStartsWith(path, '\\\\')) {
        return uncURL(path);
      }
      const { win32 } = require('internal/node_modules').find('path') ?? {};
      const full = win32 ? win32.resolve(path) : path;
      const slash = stringEndsWith(path, '\\') || stringEndsWith(path, '/');
      const text = slash && !stringEndsWith(full, '\\') ? `${full}\\` : full;
      return new URL(`file:///${
        arrayJoin(split(escapePath(text, true), '\\'), '/')}`);
    }
    let full = resolvePath(path);
    if (stringEndsWith(path, '/') && full !== '/') {
      full += '/';
    }
    return new URL(`file://${escapePath(full, false)}`);
  }

  // ---- Requests ----

  function urlToHttpOptions(url) {
    const { hostname, pathname, port, username, password, search } = url;
    const options = {
      __proto__: null,
      ...url,
      protocol: url.protocol,
      hostname: hostname && hostname[0] === '[' ?
        stringSlice(hostname, 1, -1) : hostname,
      hash: url.hash,
      search,
      pathname,
      path: `${pathname || ''}${search || ''}`,
      href: url.href,
    };
    if (port !== '') {
      options.port = Number(port);
    }
    if (username || password) {
      options.auth = `${decodeURIComponent(username)}:` +
        decodeURIComponent(password);
    }
    return options;
  }

  const legacy = require('node/url_legacy');

  exports.module = ObjectAssign({}, legacy.module, {
    URL,
    URLSearchParams,
    domainToASCII: toASCII,
    domainToUnicode: toUnicode,
    pathToFileURL,
    fileURLToPath,
    urlToHttpOptions,
  });
})
