// SPDX-License-Identifier: MIT
// A large event and a small answer.
export const handler = async (event) => event.text.length;
