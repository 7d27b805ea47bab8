// SPDX-License-Identifier: MIT
// Work that an engine's speed decides: JSON both ways, a regular expression
// over text, a sort with a comparison function.
const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

function makeRecords(count) {
  const records = [];
  let seed = 42;
  for (let n = 0; n < count; n++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    records.push({
      id: n,
      name: `${words[seed % 5]}-${seed % 997}`,
      price: seed % 10000,
      tags: [words[n % 5], words[(n + 2) % 5]],
    });
  }
  return records;
}

export const handler = async ({ count, rounds }) => {
  const records = makeRecords(count);
  let sum = 0;
  for (let round = 0; round < rounds; round++) {
    const copy = JSON.parse(JSON.stringify(records));
    copy.sort((a, b) => a.price - b.price || a.id - b.id);
    const text = copy.map(({ name }) => name).join(' ');
    for (const [, word, number] of text.matchAll(/([a-z]+)-(\d+)/g)) {
      sum = (sum + word.length * Number(number)) % 1000003;
    }
  }
  return { sum };
};
