// SPDX-License-Identifier: MIT
// What a function with a buffered response can do to its runtime; the event
// says which of it. ../mix.js knows what the answer has to be.
let count = 0;

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const kinds = {
  echo: (event) => event.value,
  // Binary-looking text, made here so that the event stays small.
  grow: (event) => ({ n: event.n, text: 'x\u00e9\u4e16'.repeat(event.times) }),
  context: (event, context) => ({
    requestId: context.awsRequestId,
    remaining: context.getRemainingTimeInMillis() > 0,
    trace: process.env._X_AMZN_TRACE_ID.startsWith('Root='),
  }),
  wait: async (event) => {
    await later(event.ms);
    return event.n;
  },
  nothing: () => new Promise((resolve) => resolve(undefined)),
  log: (event) => {
    console.log(`line ${event.n}`);
    return event.n;
  },
  // Its timer fires when the answer is out: in the next invocation, perhaps.
  late: (event) => {
    setTimeout(() => console.log(`line ${event.n}`), 0);
    return event.n;
  },
  allocate: (event) => {
    let list = [];
    for (let i = 0; i < event.times; i++) {
      list.push({ i, text: `${i}` });
    }
    list = list.filter(({ i }) => i % 2 === 0);
    return list.length;
  },
  fail: (event) => {
    throw new RangeError(`failed ${event.n}`);
  },
  refuse: (event) => Promise.reject({ reason: event.n }),
  circular: () => {
    const value = {};
    value.value = value;
    return value;
  },
  unsettled: () => new Promise(() => {}),
  // ---- What ends the process ----
  hang: () => later(1e6),
  spin: () => {
    for (;;) {
      count++;
    }
  },
  exit: (event) => process.exit(event.code),
  uncaught: async (event) => {
    setTimeout(() => {
      throw new EvalError(`uncaught ${event.n}`);
    }, 0);
    await later(1e6);
  },
  // Somebody reads the line and kills the process.
  killed: (event) => {
    console.log(`kill ${event.n}`);
    return later(1e6);
  },
};

export const handler = async (event, context) =>
  kinds[event.kind](event, context);
