// SPDX-License-Identifier: MIT
export const handler = async () => ({ statusCode: 200, body: 'hello' });
