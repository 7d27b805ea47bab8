// SPDX-License-Identifier: MIT
// The least that a function behind a Function URL does.
export const handler = async (event) =>
  ({ statusCode: 200, body: `hello ${event.queryStringParameters.name}` });
