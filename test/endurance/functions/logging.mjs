// SPDX-License-Identifier: MIT
// Says something on both outputs before every answer.
export const handler = async (event) => {
  console.log(`out ${event.n} ${'.'.repeat(event.size)}`);
  console.error(`err ${event.n} ${'.'.repeat(event.size)}`);
  process.stdout.write(`raw out ${event.n}\n`);
  process.stderr.write(`raw err ${event.n}\n`);
  if (event.fails) {
    throw new RangeError(`failed ${event.n}`);
  }
  return event.n;
};
