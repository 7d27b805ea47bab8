/* SPDX-License-Identifier: MIT */
// DOMException. https://webidl.spec.whatwg.org/#idl-DOMException
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectDefineProperty,
    ReflectConstruct,
    String,
    stringIndexOf,
    stringSlice,
  } = primordials;
  const { defineInterface, invalidThis } = require('internal/web_errors');

  // Constants by their codes from 1, each with the name that has the code;
  // names without are of exceptions that are not thrown any more.
  const codes = [
    ['INDEX_SIZE_ERR', 'IndexSizeError'],
    ['DOMSTRING_SIZE_ERR'],
    ['HIERARCHY_REQUEST_ERR', 'HierarchyRequestError'],
    ['WRONG_DOCUMENT_ERR', 'WrongDocumentError'],
    ['INVALID_CHARACTER_ERR', 'InvalidCharacterError'],
    ['NO_DATA_ALLOWED_ERR'],
    ['NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError'],
    ['NOT_FOUND_ERR', 'NotFoundError'],
    ['NOT_SUPPORTED_ERR', 'NotSupportedError'],
    ['INUSE_ATTRIBUTE_ERR', 'InUseAttributeError'],
    ['INVALID_STATE_ERR', 'InvalidStateError'],
    ['SYNTAX_ERR', 'SyntaxError'],
    ['INVALID_MODIFICATION_ERR', 'InvalidModificationError'],
    ['NAMESPACE_ERR', 'NamespaceError'],
    ['INVALID_ACCESS_ERR', 'InvalidAccessError'],
    ['VALIDATION_ERR'],
    ['TYPE_MISMATCH_ERR', 'TypeMismatchError'],
    ['SECURITY_ERR', 'SecurityError'],
    ['NETWORK_ERR', 'NetworkError'],
    ['ABORT_ERR', 'AbortError'],
    ['URL_MISMATCH_ERR', 'URLMismatchError'],
    ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
    ['TIMEOUT_ERR', 'TimeoutError'],
    ['INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError'],
    ['DATA_CLONE_ERR', 'DataCloneError'],
  ];

  const codeOfName = { __proto__: null };
  for (let n = 0; n < codes.length; n++) {
    if (codes[n].length === 2) {
      codeOfName[codes[n][1]] = n + 1;
    }
  }

  // What gives private fields to an object that the engine has made.
  class Given {
    constructor(object) {
      return object;
    }
  }

  class Fields extends Given {
    #name;
    #message;

    constructor(object, name, message) {
      super(object);
      this.#name = name;
      this.#message = message;
    }

    static check(self) {
      if (!(#name in self)) {
        throw invalidThis('DOMException');
      }
    }

    static name(self) {
      Fields.check(self);
      return self.#name;
    }

    static message(self) {
      Fields.check(self);
      return self.#message;
    }
  }

  class DOMException {
    // The engine's own error, for its stack: the message, which it keeps as a
    // property, is the prototype's affair here.
    constructor(message = '', options = 'Error') {
      const text = String(message);
      const isObject = options !== null && typeof options === 'object';
      const name = isObject ? options.name ?? 'Error' : options;
      const self = ReflectConstruct(Error, [text], new.target);
      delete self.message;
      new Fields(self, String(name), text);
      if (isObject && 'cause' in options) {
        ObjectDefineProperty(self, 'cause', {
          __proto__: null, value: options.cause, configurable: true,
          writable: true, enumerable: false,
        });
      }
      nameStack(self, String(name), text);
      return self;
    }

    get name() {
      return Fields.name(this);
    }

    get message() {
      return Fields.message(this);
    }

    get code() {
      return codeOfName[Fields.name(this)] ?? 0;
    }
  }

  // The stack says by its name what was thrown.
  function nameStack(error, name, message) {
    const { stack } = error;
    if (typeof stack !== 'string') {
      return;
    }
    const start = stringIndexOf(stack, '\n    at');
    ObjectDefineProperty(error, 'stack', {
      __proto__: null,
      value: `${name}${message === '' ? '' : `: ${message}`}` +
        (start === -1 ? '' : stringSlice(stack, start)),
      configurable: true,
      writable: true,
      enumerable: false,
    });
  }

  Object.setPrototypeOf(DOMException.prototype, Error.prototype);
  defineInterface(DOMException, ['name', 'message', 'code']);
  for (let n = 0; n < codes.length; n++) {
    const constant = {
      __proto__: null, value: n + 1, enumerable: true,
    };
    ObjectDefineProperty(DOMException, codes[n][0], constant);
    ObjectDefineProperty(DOMException.prototype, codes[n][0], constant);
  }

  exports.DOMException = DOMException;
})
