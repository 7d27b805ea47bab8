// SPDX-License-Identifier: MIT
//
// What is asked of a function's memory. Each takes start(name, options), which
// starts the function of that name in the runtime that is looked at, and how
// often; and returns figures in KiB.
'use strict';

const MB = 1024 * 1024;
// The service takes 6 MB and some; this much text makes an event of just that.
const LARGE_EVENT = JSON.stringify({ text: 'x'.repeat(6 * MB - 11) });
const EVENT_100K = JSON.stringify({ text: 'y'.repeat(100 * 1024 - 11) });
const HELLO = '{"key":"value"}';

async function repeat(target, event, count, check) {
  for (let n = 0; n < count; n++) {
    const answer = await target.invoke(event);
    if (answer.kind !== 'response' || (check && !check(answer.body))) {
      throw new Error(`${answer.kind}: ${answer.body.toString('latin1', 0, 200)}`);
    }
  }
}

async function withFunction(start, name, options, run) {
  const target = await start(name, options);
  try {
    return await run(target);
  } finally {
    await target.stop();
  }
}

// After @count small invocations.
function hello(start, count) {
  return withFunction(start, 'hello', {}, async (target) => {
    await repeat(target, HELLO, count);
    return target.figures();
  });
}

// One large event and its response between small ones: what of it stays.
function large(start, count) {
  return withFunction(start, 'echo', {}, async (target) => {
    await repeat(target, HELLO, count);
    const before = target.figures();
    await repeat(target, LARGE_EVENT, 1,
                 (body) => body.length === LARGE_EVENT.length);
    await repeat(target, HELLO, 1);
    const after = target.figures();
    return { before: before.rss, after: after.rss, peak: after.peak,
      kept: after.rss - before.rss, own: after.private - before.private };
  });
}

// As many invocations as there are from one collection between invocations to
// the next, and more. At any one moment the RSS says how much garbage there is,
// and whether something was just compiled; the least of all says what stays.
const CYCLE = 500;

async function range(target, event) {
  let least = Infinity;
  let most = 0;
  for (let n = 0; n < CYCLE; n++) {
    await repeat(target, event, 1);
    const { rss } = target.figures();
    least = Math.min(least, rss);
    most = Math.max(most, rss);
  }
  return { least, most };
}

// Events of 100 KB: the RSS at @early of them and at @late.
function steady(start, early, late) {
  return withFunction(start, 'length', {}, async (target) => {
    await repeat(target, EVENT_100K, early - CYCLE);
    const before = await range(target, EVENT_100K);
    await repeat(target, EVENT_100K, late - early - CYCLE);
    const after = await range(target, EVENT_100K);
    return { before: before.least, after: after.least,
      most: Math.max(before.most, after.most),
      growth: (after.least - before.least) / before.least };
  });
}

// The RSS after each tenth of @count small invocations.
function endurance(start, count) {
  return withFunction(start, 'hello', {}, async (target) => {
    const rss = [];
    for (let n = 0; n < 10; n++) {
      await repeat(target, HELLO, count / 10);
      rss.push(target.figures().rss);
    }
    return { rss };
  });
}

// What a function does in a group of 128 MB, by name; @count scales it.
const confined = {
  hello: (target, count) => repeat(target, HELLO, count),
  echo: (target, count) => repeat(target, LARGE_EVENT,
                                  Math.max(1, count / 100),
    (body) => body.length === LARGE_EVENT.length),
  bundle: (target, count) => repeat(target, HELLO, count),
  objects: (target, count) => repeat(target, HELLO, count),
  async endless(target, count) {
    for (let n = 0; n < Math.max(1, count / 500); n++) {
      const answer = await target.invoke('{"isEndless":true}');
      if (answer.kind !== 'error') {
        throw new Error('an endless call came to an end');
      }
      await repeat(target, '{}', 1, (body) => body.toString() === '0');
    }
  },
};

// Runs @name of them in @group: { peak } of the group, or { why } it failed.
async function confine(start, name, group, count) {
  let target;
  try {
    target = await start(name, { group });
    await confined[name](target, count);
    return { peak: group.peak() };
  } catch (error) {
    return { why: error.message };
  } finally {
    if (target !== undefined) {
      await target.stop();
    }
  }
}

module.exports = { confine, confined, endurance, hello, large, steady };
