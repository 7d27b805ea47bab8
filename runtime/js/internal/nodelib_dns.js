/* SPDX-License-Identifier: MIT */
// The binding cares_wrap of Node's own library. An address of a host is looked
// up by c-ares too: musl's own resolver blocks the thread.
//
// native.binding('dns'): see js_dns.h
(function (native, require, exports, primordials) {
  'use strict';

  const { Error } = primordials;
  const { Wrap } = require('internal/nodelib_wrap');
  const { parse, types } = require('internal/dns_answer');
  const { isIPv6 } = require('nodelib/internal/net').module;

  const dns = native.binding('dns');

  // As a status of c-ares, which Node has for this.
  const SERVERS_IN_USE = -1000;
  const EAI_AGAIN = -3001;
  const EAI_CANCELED = -3003;
  const EAI_FAIL = -3004;
  const EAI_MEMORY = -3006;
  const EAI_NONAME = -3008;

  // The statuses of c-ares by their numbers.
  const statuses = [
    '', 'ENODATA', 'EFORMERR', 'ESERVFAIL', 'ENOTFOUND', 'ENOTIMP', 'EREFUSED',
    'EBADQUERY', 'EBADNAME', 'EBADFAMILY', 'EBADRESP', 'ECONNREFUSED',
    'ETIMEOUT', 'EOF', 'EFILE', 'ENOMEM', 'EDESTRUCTION', 'EBADSTR',
    'EBADFLAGS', 'ENONAME', 'EBADHINTS', 'ENOTINITIALIZED', 'ELOADIPHLPAPI',
    'EADDRGETNETWORKPARAMS', 'ECANCELLED',
  ];
  // What getaddrinfo(3) says of the same.
  const lookupErrors = {
    __proto__: null,
    ECANCELLED: EAI_CANCELED, ECONNREFUSED: EAI_AGAIN, EDESTRUCTION: EAI_AGAIN,
    EBADNAME: EAI_NONAME, ENODATA: EAI_NONAME, ENOMEM: EAI_MEMORY,
    ENOTFOUND: EAI_NONAME, ESERVFAIL: EAI_AGAIN, ETIMEOUT: EAI_AGAIN,
  };

  class GetAddrInfoReqWrap extends Wrap {}
  class GetNameInfoReqWrap extends Wrap {}
  class QueryReqWrap extends Wrap {}

  // RFC 6761, section 6.3: this name and those below it are the machine itself,
  // also where no /etc/hosts says so, as in an image from scratch.
  const localName = /^(?:[^.]+\.)*localhost\.?$/i;
  const loopback = ['127.0.0.1', '::1'];

  const linesOf = (text) => text.split('\n').slice(0, -1);

  // One record of an ANY query.
  function wholeRecord({ type, ttl, value }) {
    switch (type) {
      case 'A':
      case 'AAAA':
        return { address: value, ttl, type };
      case 'TXT':
        return { entries: value, type };
      default:
        return typeof value === 'string' ? { value, type } :
          { ...value, type };
    }
  }

  // The arguments of oncomplete() for the records of @type.
  function resultOf(type, records) {
    const own = type === 'ANY' ? records :
      records.filter((record) => record.type === type);
    if (own.length === 0) {
      return ['ENODATA'];
    }
    if (type === 'ANY') {
      return [null, own.map(wholeRecord)];
    }
    const values = own.map((record) => record.value);
    if (type === 'SOA') {
      return [null, values[0]];
    }
    return type === 'A' || type === 'AAAA' ?
      [null, values, own.map((record) => record.ttl)] : [null, values];
  }

  function answerOf(type, status, bytes) {
    if (status !== 0) {
      return [statuses[status]];
    }
    let records;
    try {
      records = parse(bytes);
    } catch {
      return ['EBADRESP'];
    }
    return resultOf(type, records);
  }

  const forgotten = new FinalizationRegistry((channel) => dns.free(channel));

  class ChannelWrap extends Wrap {
    #channel;
    #pending = 0;

    constructor(timeout, tries) {
      super();
      // 0 is the library's own there; for who asks for none it is the shortest.
      this.#channel = dns.make(timeout < 0 ? 0 : timeout || 1, tries);
      if (this.#channel < 0) {
        throw new Error(
          `A DNS channel failed to start: ${statuses[-this.#channel]}`);
      }
      forgotten.register(this, this.#channel);
    }

    // Each callback holds on to the channel until it has been called.
    query(type, request, name) {
      this.#pending++;
      dns.query(this.#channel, name, types[type], (status, bytes) => {
        this.#pending--;
        request.channel = this;
        request.emit('oncomplete', ...answerOf(type, status, bytes));
      });
      return 0;
    }

    getHostByAddr(request, address) {
      this.#pending++;
      dns.reverse(this.#channel, address, (status, text) => {
        this.#pending--;
        request.channel = this;
        request.emit('oncomplete', status === 0 ? null : statuses[status],
                     linesOf(text));
      });
      return 0;
    }

    lookup(request, name, family, isVerbatim) {
      dns.lookup(this.#channel, name, family, (status, text) => {
        let list = linesOf(text);
        if (status !== 0 && localName.test(name)) {
          list = loopback.filter((address) =>
            family === 0 || isIPv6(address) === (family === 6));
          status = 0;
        }
        if (!isVerbatim) {
          list.sort((a, b) => isIPv6(a) - isIPv6(b));
        }
        const code = list.length === 0 && status === 0 ? 'ENODATA' :
          statuses[status];
        request.emit('oncomplete',
                     code === '' ? null : lookupErrors[code] ?? EAI_FAIL, list);
      });
      return 0;
    }

    nameOf(request, address, port) {
      dns.nameOf(this.#channel, address, port, (status, text) => {
        const code = statuses[status];
        request.emit('oncomplete',
                     status === 0 ? null : lookupErrors[code] ?? EAI_FAIL,
                     ...linesOf(text));
      });
      return 0;
    }

    getServers() {
      const lines = linesOf(dns.servers(this.#channel));
      const list = [];
      for (let n = 0; n < lines.length; n += 2) {
        list.push([lines[n], +lines[n + 1] || 53]);
      }
      return list;
    }

    setServers(list) {
      if (this.#pending > 0) {
        return SERVERS_IN_USE;
      }
      // The library gives back what it had got as text.
      const text = typeof list === 'string' ? list : list.map(
        ([family, address, port]) =>
          (family === 6 ? `[${address}]:${port}` : `${address}:${port}`),
      ).join();
      return dns.setServers(this.#channel, text);
    }

    setLocalAddress(first, second) {
      const [v4, v6] = isIPv6(first) ? [second, first] : [first, second];
      if (dns.setLocal(this.#channel, v4 ?? '', v6 ?? '') !== 0) {
        throw new Error('Invalid IP address');
      }
    }

    cancel() {
      dns.cancel(this.#channel);
    }
  }

  const verbs = ['Any', 'A', 'Aaaa', 'Caa', 'Cname', 'Mx', 'Ns', 'Txt', 'Srv',
                 'Ptr', 'Naptr', 'Soa'];
  for (let n = 0; n < verbs.length; n++) {
    const type = verbs[n].toUpperCase();
    ChannelWrap.prototype[`query${verbs[n]}`] = function (request, name) {
      return this.query(type, request, name);
    };
  }

  // What looks up names for all who do not have a Resolver. dns.setServers()
  // does not reach it, as it does not reach the system's under Node.
  let system;
  function systemChannel() {
    system ??= new ChannelWrap(-1, 0);
    return system;
  }

  exports.systemChannel = systemChannel;
  exports.cares_wrap = {
    AI_ADDRCONFIG: 32,
    AI_ALL: 16,
    AI_V4MAPPED: 8,
    ChannelWrap,
    GetAddrInfoReqWrap,
    GetNameInfoReqWrap,
    QueryReqWrap,
    getaddrinfo: (request, name, family, hints, isVerbatim) =>
      systemChannel().lookup(request, name, family, isVerbatim),
    getnameinfo: (request, address, port) =>
      systemChannel().nameOf(request, address, port),
    strerror: (status) => (status === SERVERS_IN_USE ?
      'There are pending queries.' : dns.message(status)),
  };
})
