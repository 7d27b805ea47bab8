// SPDX-License-Identifier: MIT
// 50,000 small objects each time, from text and back.
const text = JSON.stringify(Array.from({ length: 50000 },
  (unused, id) => ({ id, name: `name ${id}`, isNew: id % 2 === 0 })));

export const handler = async () => {
  const list = JSON.parse(text);
  list[0].id = list.length;
  return JSON.stringify(list).length;
};
