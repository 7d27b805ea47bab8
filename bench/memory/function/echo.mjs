// SPDX-License-Identifier: MIT
// The event, as it came.
export const handler = async (event) => event;
