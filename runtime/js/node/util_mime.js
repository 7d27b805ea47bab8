/* SPDX-License-Identifier: MIT */
// util.MIMEType and util.MIMEParams.
// https://nodejs.org/api/util.html#class-utilmimetype
// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
(function (native, require, exports, primordials) {
  'use strict';

  const { withCode } = require('internal/errors');

  // RFC 9110, 5.6.2: what a token may not have.
  const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
  const NOT_QUOTABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/;
  const BLANKS_AT_END = /[\r\n\t ]*$/;

  function invalid(production, text, index) {
    const at = index === -1 ? '' : ` at ${index}`;
    return withCode(TypeError, 'ERR_INVALID_MIME_SYNTAX',
                    `The MIME syntax for a ${production} in ` +
                    `"${text}" is invalid${at}`);
  }

  const lower = (text) => text.replace(/[A-Z]/g, (letter) =>
    letter.toLowerCase());

  // @text as a token, in small letters.
  function token(text, production, whole = text) {
    const index = text.search(NOT_TOKEN);
    if (text === '' || index !== -1) {
      throw invalid(production, whole, index);
    }
    return lower(text);
  }

  function parseType(text) {
    let at = text.search(/[^\r\n\t ]/);
    at = at === -1 ? text.length : at;
    const slash = text.indexOf('/', at);
    const type = slash === -1 ? text.slice(at) : text.slice(at, slash);
    const bad = type.search(NOT_TOKEN);
    if (type === '' || bad !== -1 || slash === -1) {
      throw invalid('type', text, bad);
    }
    const semicolon = text.indexOf(';', slash);
    const rest = semicolon === -1 ? text.slice(slash + 1) :
      text.slice(slash + 1, semicolon);
    const subtype = rest.replace(BLANKS_AT_END, '');
    const badSub = subtype.search(NOT_TOKEN);
    if (subtype === '' || badSub !== -1) {
      throw invalid('subtype', text, badSub);
    }
    return {
      type: lower(type),
      subtype: lower(subtype),
      parameters: semicolon === -1 ? '' : text.slice(semicolon + 1),
    };
  }

  // The text in quotes that begins at @start, and where it ends.
  function quoted(text, start) {
    let out = '';
    let at = start + 1;
    for (; at < text.length && text[at] !== '"'; at++) {
      if (text[at] === '\\' && at + 1 < text.length) {
        at++;
      }
      out += text[at];
    }
    return { value: out, end: at + 1 };
  }

  function parseParameters(text, into) {
    for (let at = 0; at < text.length;) {
      while (at < text.length && '\r\n\t '.includes(text[at])) {
        at++;
      }
      const start = at;
      while (at < text.length && text[at] !== ';' && text[at] !== '=') {
        at++;
      }
      const name = lower(text.slice(start, at));
      if (text[at] !== '=') {
        at++;
        continue;
      }
      at++;
      let value;
      if (text[at] === '"') {
        const found = quoted(text, at);
        ({ value } = found);
        at = found.end;
        while (at < text.length && text[at] !== ';') {
          at++;
        }
      } else {
        const end = text.indexOf(';', at);
        value = text.slice(at, end === -1 ? text.length : end)
          .replace(BLANKS_AT_END, '');
        at = end === -1 ? text.length : end;
        if (value === '') {
          at++;
          continue;
        }
      }
      at++;
      if (name !== '' && !NOT_TOKEN.test(name) && !NOT_QUOTABLE.test(value) &&
          !into.has(name)) {
        into.set(name, value);
      }
    }
  }

  const quote = (value) =>
    (value === '' || NOT_TOKEN.test(value) ?
      `"${value.replace(/["\\]/g, '\\$&')}"` : value);

  class MIMEParams {
    #values = new Map();

    delete(name) {
      this.#values.delete(`${name}`);
    }

    get(name) {
      return this.#values.get(`${name}`) ?? null;
    }

    has(name) {
      return this.#values.has(`${name}`);
    }

    set(name, value) {
      const key = `${name}`;
      const text = `${value}`;
      const badName = key.search(NOT_TOKEN);
      if (key === '' || badName !== -1) {
        throw invalid('parameter name', key, badName);
      }
      const badValue = text.search(NOT_QUOTABLE);
      if (badValue !== -1) {
        throw invalid('parameter value', text, badValue);
      }
      this.#values.set(key, text);
    }

    * entries() {
      yield* this.#values.entries();
    }

    * keys() {
      yield* this.#values.keys();
    }

    * values() {
      yield* this.#values.values();
    }

    toString() {
      const parts = [];
      for (const [name, value] of this.#values) {
        parts.push(`${name}=${quote(value)}`);
      }
      return parts.join(';');
    }

    static parse(text) {
      const made = new MIMEParams();
      parseParameters(text, made.#values);
      return made;
    }
  }
  const { parse } = MIMEParams;
  delete MIMEParams.parse;
  Object.defineProperty(MIMEParams.prototype, Symbol.iterator, {
    __proto__: null, value: MIMEParams.prototype.entries, writable: true,
    configurable: true,
  });
  Object.defineProperty(MIMEParams.prototype, 'toJSON', {
    __proto__: null, value: MIMEParams.prototype.toString, writable: true,
    configurable: true,
  });

  class MIMEType {
    #type;
    #subtype;
    #params;

    constructor(string) {
      const { type, subtype, parameters } = parseType(`${string}`);
      this.#type = type;
      this.#subtype = subtype;
      this.#params = parse(parameters);
    }

    get type() {
      return this.#type;
    }

    set type(value) {
      this.#type = token(`${value}`, 'type');
    }

    get subtype() {
      return this.#subtype;
    }

    set subtype(value) {
      this.#subtype = token(`${value}`, 'subtype');
    }

    get essence() {
      return `${this.#type}/${this.#subtype}`;
    }

    get params() {
      return this.#params;
    }

    toString() {
      const params = this.#params.toString();
      return params === '' ? this.essence : `${this.essence};${params}`;
    }
  }
  Object.defineProperty(MIMEType.prototype, 'toJSON', {
    __proto__: null, value: MIMEType.prototype.toString, writable: true,
    configurable: true,
  });

  exports.MIMEParams = MIMEParams;
  exports.MIMEType = MIMEType;
})
