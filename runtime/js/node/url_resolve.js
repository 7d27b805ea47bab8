/* SPDX-License-Identifier: MIT */
// url.resolve(): what a link in a page means, before the standard.
// https://nodejs.org/api/url.html#urlresolvefrom-to
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectKeys, arrayJoin, arrayPop, arrayPush, arraySplice, arrayUnshift,
    stringIncludes, stringSlice,
  } = primordials;
  const { Url, formatUrl, isSlashed, parse, withoutHost } =
    require('node/url_legacy');
  const { split } = require('internal/text');

  function copyOf(url) {
    const copy = new Url();
    const keys = ObjectKeys(url);
    for (let n = 0; n < keys.length; n++) {
      copy[keys[n]] = url[keys[n]];
    }
    return copy;
  }

  function finish(url) {
    if (url.pathname !== null || url.search !== null) {
      url.path = `${url.pathname ? url.pathname : ''}` +
        `${url.search ? url.search : ''}`;
    }
    url.href = formatUrl(url);
    return url;
  }

  // Another scheme: the base says little.
  function withOtherProtocol(result, relative) {
    if (!isSlashed(relative.protocol)) {
      const keys = ObjectKeys(relative);
      for (let n = 0; n < keys.length; n++) {
        result[keys[n]] = relative[keys[n]];
      }
      result.href = formatUrl(result);
      return result;
    }
    result.protocol = relative.protocol;
    if (!relative.host && relative.protocol !== 'file' &&
        relative.protocol !== 'file:' && !withoutHost[relative.protocol]) {
      const parts = split(relative.pathname || '', '/');
      let host = '';
      while (parts.length > 0 && host === '') {
        [host] = arraySplice(parts, 0, 1);
      }
      relative.host = host;
      relative.hostname = relative.hostname || '';
      if (parts[0] !== '') {
        arrayUnshift(parts, '');
      }
      if (parts.length < 2) {
        arrayUnshift(parts, '');
      }
      result.pathname = arrayJoin(parts, '/');
    } else {
      result.pathname = relative.pathname;
    }
    result.search = relative.search;
    result.query = relative.query;
    result.host = relative.host || '';
    result.auth = relative.auth;
    result.hostname = relative.hostname || relative.host;
    result.port = relative.port;
    result.slashes = result.slashes || relative.slashes;
    return finish(result);
  }

  // Takes "user@" off the host that a path of a scheme without '//' began with.
  function splitAuth(result) {
    const parts = result.host && stringIncludes(result.host, '@') ?
      split(result.host, '@') : null;
    if (parts !== null && parts.length > 0) {
      const [auth] = arraySplice(parts, 0, 1);
      result.auth = auth;
      result.host = result.hostname = arrayJoin(parts, '@');
    }
  }

  // "." and ".." go; the number of ".." that led above the start.
  function removeDots(path) {
    let up = 0;
    for (let n = path.length - 1; n >= 0; n--) {
      const part = path[n];
      if (part === '.') {
        arraySplice(path, n, 1);
      } else if (part === '..') {
        arraySplice(path, n, 1);
        up++;
      } else if (up > 0) {
        arraySplice(path, n, 1);
        up--;
      }
    }
    return up;
  }

  // The host of a scheme without '//' lies in the first part of the path.
  function unfoldHosts(result, relative, base, path) {
    result.hostname = '';
    result.port = null;
    if (result.host) {
      if (base[0] === '') {
        base[0] = result.host;
      } else {
        arrayUnshift(base, result.host);
      }
    }
    result.host = '';
    if (!relative.protocol) {
      return;
    }
    relative.hostname = null;
    relative.port = null;
    result.auth = null;
    if (relative.host) {
      if (path[0] === '') {
        path[0] = relative.host;
      } else {
        arrayUnshift(path, relative.host);
      }
    }
    relative.host = null;
  }

  // Of one scheme: the path of @relative on that of @result.
  function joinPaths(result, relative) {
    const isBaseAbsolute = !!result.pathname && result.pathname[0] === '/';
    const isAbsolute = !!relative.host ||
      (!!relative.pathname && relative.pathname[0] === '/');
    const target = {
      mustEndAbsolute: isAbsolute || isBaseAbsolute ||
        (!!result.host && !!relative.pathname),
    };
    const removesAllDots = target.mustEndAbsolute;
    let base = (result.pathname && split(result.pathname, '/')) || [];
    const path = (relative.pathname && split(relative.pathname, '/')) || [];
    const hasNoSlashes = result.protocol && !isSlashed(result.protocol);

    if (hasNoSlashes) {
      unfoldHosts(result, relative, base, path);
      target.mustEndAbsolute = target.mustEndAbsolute &&
        (path[0] === '' || base[0] === '');
    }
    if (isAbsolute) {
      if (relative.host || relative.host === '') {
        if (result.host !== relative.host) {
          result.auth = null;
        }
        result.host = relative.host;
        result.port = relative.port;
      }
      if (relative.hostname || relative.hostname === '') {
        if (result.hostname !== relative.hostname) {
          result.auth = null;
        }
        result.hostname = relative.hostname;
      }
      result.search = relative.search;
      result.query = relative.query;
      base = path;
    } else if (path.length > 0) {
      arrayPop(base);
      for (let n = 0; n < path.length; n++) {
        arrayPush(base, path[n]);
      }
      result.search = relative.search;
      result.query = relative.query;
    } else if (relative.search !== null && relative.search !== undefined) {
      if (hasNoSlashes) {
        const [host] = arraySplice(base, 0, 1);
        result.hostname = result.host = host;
        splitAuth(result);
      }
      result.search = relative.search;
      result.query = relative.query;
      return finish(result);
    }
    if (base.length === 0) {
      result.pathname = null;
      result.path = result.search ? `/${result.search}` : null;
      result.href = formatUrl(result);
      return result;
    }
    return settlePath(result, relative, base,
                      { ...target, removesAllDots, hasNoSlashes });
  }

  function settlePath(result, relative, path, how) {
    const last = path[path.length - 1];
    const endsInSlash = ((result.host || relative.host || path.length > 1) &&
      (last === '.' || last === '..')) || last === '';
    let { mustEndAbsolute } = how;
    let up = removeDots(path);

    if (!mustEndAbsolute && !how.removesAllDots) {
      while (up-- > 0) {
        arrayUnshift(path, '..');
      }
    }
    if (mustEndAbsolute && path[0] !== '' &&
        (!path[0] || path[0][0] !== '/')) {
      arrayUnshift(path, '');
    }
    if (endsInSlash && stringSlice(arrayJoin(path, '/'), -1) !== '/') {
      arrayPush(path, '');
    }
    const isAbsolute = path[0] === '' || (!!path[0] && path[0][0] === '/');
    if (how.hasNoSlashes) {
      result.hostname = result.host = isAbsolute ? '' :
        path.length > 0 ? arraySplice(path, 0, 1)[0] : '';
      splitAuth(result);
    }
    mustEndAbsolute = mustEndAbsolute || (!!result.host && path.length > 0);
    if (mustEndAbsolute && !isAbsolute) {
      arrayUnshift(path, '');
    }
    if (path.length === 0) {
      result.pathname = null;
      result.path = null;
    } else {
      result.pathname = arrayJoin(path, '/');
    }
    if (result.pathname !== null || result.search !== null) {
      result.path = `${result.pathname ? result.pathname : ''}` +
        `${result.search ? result.search : ''}`;
    }
    result.auth = relative.auth || result.auth;
    result.slashes = result.slashes || relative.slashes;
    result.href = formatUrl(result);
    return result;
  }

  function resolveObject(source, target) {
    const base = parse(source, false, true);
    const relative = typeof target === 'string' ?
      parse(target, false, true) : copyOf(target);
    const result = copyOf(base);

    result.hash = relative.hash;
    if (relative.href === '') {
      result.href = formatUrl(result);
      return result;
    }
    if (relative.slashes && !relative.protocol) {
      const keys = ObjectKeys(relative);
      for (let n = 0; n < keys.length; n++) {
        if (keys[n] !== 'protocol') {
          result[keys[n]] = relative[keys[n]];
        }
      }
      if (isSlashed(result.protocol) && result.hostname && !result.pathname) {
        result.path = result.pathname = '/';
      }
      result.href = formatUrl(result);
      return result;
    }
    if (relative.protocol && relative.protocol !== result.protocol) {
      return withOtherProtocol(result, relative);
    }
    return joinPaths(result, relative);
  }

  exports.resolve = (source, target) => resolveObject(source, target).href;
  exports.resolveObject = (source, target) =>
    (source ? resolveObject(source, target) : target);
})
