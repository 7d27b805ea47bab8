// SPDX-License-Identifier: MIT
// The custom runtime that one writes for Bun in ten lines.
const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
const [file, name] = _HANDLER.split('.');
const { [name]: handler } = await import(`${LAMBDA_TASK_ROOT}/${file}.mjs`);
for (;;) {
  const next = await fetch(`${api}/next`);
  const id = next.headers.get('lambda-runtime-aws-request-id');
  const body = JSON.stringify(await handler(await next.json()));
  await (await fetch(`${api}/${id}/response`, { method: 'POST', body })).text();
}
