// SPDX-License-Identifier: MIT
// Says that it runs, and answers when it is asked to.
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const handler = async (event) => {
  console.log(`holds ${event.n}`);
  if (event.holds) {
    await later(1e6);
  }
  return event.n;
};
