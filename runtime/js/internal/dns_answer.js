/* SPDX-License-Identifier: MIT */
// The answer of a DNS server as records. RFC 1035, 4; RFC 3596 (AAAA), 2782
// (SRV), 3403 (NAPTR), 8659 (CAA).
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, String } = primordials;

  const types = {
    __proto__: null,
    A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28,
    SRV: 33, NAPTR: 35, ANY: 255, CAA: 257,
  };
  const names = { __proto__: null };
  for (const name in types) {
    names[types[name]] = name;
  }

  const HEADER_SIZE = 12;
  // Labels of one name, and so jumps: 255 bytes of at least two each.
  const LABELS_MAX = 128;

  // Reads on from @at; throws at the end of the bytes.
  class Reader {
    constructor(bytes, at, end) {
      this.bytes = bytes;
      this.at = at;
      this.end = end;
    }

    u8() {
      if (this.at >= this.end) {
        throw new Error('Short answer');
      }
      return this.bytes[this.at++];
    }

    u16() {
      return this.u8() * 256 + this.u8();
    }

    u32() {
      return this.u16() * 65536 + this.u16();
    }

    text(length) {
      let text = '';
      for (let n = 0; n < length; n++) {
        text += String.fromCharCode(this.u8());
      }
      return text;
    }

    counted() {
      return this.text(this.u8());
    }

    rest() {
      return this.text(this.end - this.at);
    }

    // Labels, the last of which may be a pointer to more of them.
    name() {
      const labels = [];
      let from = this;
      for (let n = 0; n < LABELS_MAX; n++) {
        const length = from.u8();
        if (length === 0) {
          return labels.join('.');
        }
        if (length >= 0xc0) {
          const at = (length & 0x3f) * 256 + from.u8();
          from = new Reader(this.bytes, at, this.bytes.length);
        } else {
          labels.push(from.text(length));
        }
      }
      throw new Error('Endless name');
    }
  }

  // The longest run of zeros is left out. RFC 5952.
  function ip6(reader) {
    const groups = [];
    let best = [0, 1];
    let run = 0;
    for (let n = 0; n < 8; n++) {
      groups.push(reader.u16());
      run = groups[n] === 0 ? run + 1 : 0;
      if (run > best[1]) {
        best = [n - run + 1, run];
      }
    }
    const hex = groups.map((group) => group.toString(16));
    if (best[1] > 1) {
      const before = hex.slice(0, best[0]).join(':');
      return `${before}::${hex.slice(best[0] + best[1]).join(':')}`;
    }
    return hex.join(':');
  }

  const readers = {
    __proto__: null,
    A: (r) => `${r.u8()}.${r.u8()}.${r.u8()}.${r.u8()}`,
    AAAA: ip6,
    CAA(r) {
      const critical = r.u8();
      const tag = r.counted();
      return { critical, [tag]: r.rest() };
    },
    CNAME: (r) => r.name(),
    MX(r) {
      const priority = r.u16();
      return { exchange: r.name(), priority };
    },
    NAPTR(r) {
      const order = r.u16();
      const preference = r.u16();
      return {
        flags: r.counted(), service: r.counted(), regexp: r.counted(),
        replacement: r.name(), order, preference,
      };
    },
    NS: (r) => r.name(),
    PTR: (r) => r.name(),
    SOA: (r) => ({
      nsname: r.name(), hostmaster: r.name(), serial: r.u32(),
      refresh: r.u32(), retry: r.u32(), expire: r.u32(), minttl: r.u32(),
    }),
    SRV(r) {
      const priority = r.u16();
      const weight = r.u16();
      const port = r.u16();
      return { name: r.name(), port, priority, weight };
    },
    TXT(r) {
      const entries = [];
      while (r.at < r.end) {
        entries.push(r.counted());
      }
      return entries;
    },
  };

  // [{ type, ttl, value }] of the answer's records that are known here. Throws
  // where the bytes are no answer.
  exports.parse = (bytes) => {
    const reader = new Reader(bytes, 4, bytes.length);
    const questions = reader.u16();
    const answers = reader.u16();
    reader.at = HEADER_SIZE;
    for (let n = 0; n < questions; n++) {
      reader.name();
      reader.u32();
    }
    const records = [];
    for (let n = 0; n < answers; n++) {
      reader.name();
      const type = names[reader.u16()];
      reader.u16();
      const ttl = reader.u32();
      const length = reader.u16();
      const end = reader.at + length;
      if (end > bytes.length) {
        throw new Error('Short answer');
      }
      if (readers[type] !== undefined) {
        const value = readers[type](new Reader(bytes, reader.at, end));
        records.push({ type, ttl, value });
      }
      reader.at = end;
    }
    return records;
  };

  exports.types = types;
})
