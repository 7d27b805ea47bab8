/* SPDX-License-Identifier: MIT */
// EventEmitterAsyncResource: listeners run in the context of the emitter.
// https://nodejs.org/api/events.html#class-eventseventemitterasyncresource-extends-eventemitter
(function (native, require, exports, primordials) {
  'use strict';

  const { ReflectApply } = primordials;

  const EventEmitter = require('node/events').module;
  const { AsyncResource } = require('node/async_hooks').module;
  const { invalidThis } = require('internal/web_errors');
  const { validateString } = require('internal/validators');

  class EventEmitterReferencingAsyncResource extends AsyncResource {
    #emitter;

    constructor(emitter, type, options) {
      super(type, options);
      this.#emitter = emitter;
    }

    get eventEmitter() {
      return this.#emitter;
    }
  }

  class EventEmitterAsyncResource extends EventEmitter {
    #resource;

    constructor(options = undefined) {
      let name;
      if (typeof options === 'string') {
        name = options;
        super();
      } else {
        if (new.target === EventEmitterAsyncResource) {
          validateString(options?.name, 'options.name');
        }
        name = options?.name || new.target.name;
        super(options);
      }
      this.#resource = new EventEmitterReferencingAsyncResource(
        this, name, typeof options === 'string' ? undefined : options);
    }

    static #of(self) {
      if (self === null || typeof self !== 'object' || !(#resource in self)) {
        throw invalidThis('EventEmitterAsyncResource');
      }
      return self.#resource;
    }

    emit(event, ...args) {
      const resource = EventEmitterAsyncResource.#of(this);
      return ReflectApply(resource.runInAsyncScope, resource,
                          [super.emit, this, event, ...args]);
    }

    emitDestroy() {
      EventEmitterAsyncResource.#of(this).emitDestroy();
    }

    get asyncId() {
      return EventEmitterAsyncResource.#of(this).asyncId();
    }

    get triggerAsyncId() {
      return EventEmitterAsyncResource.#of(this).triggerAsyncId();
    }

    get asyncResource() {
      return EventEmitterAsyncResource.#of(this);
    }
  }

  exports.EventEmitterAsyncResource = EventEmitterAsyncResource;
})
