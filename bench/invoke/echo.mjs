// SPDX-License-Identifier: MIT
// Parsing and writing JSON, and nothing else.
export const handler = async (event) => event;
