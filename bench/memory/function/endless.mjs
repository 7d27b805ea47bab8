// SPDX-License-Identifier: MIT
// Allocates without end where the event says so.
export const handler = async (event) => {
  const all = [];
  while (event.isEndless) {
    all.push({ id: all.length, text: `text ${all.length}` });
  }
  return all.length;
};
