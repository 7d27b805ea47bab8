// SPDX-License-Identifier: MIT
// The custom runtime that one writes for Bun in ten lines, and a second loop
// for handlers that stream.
const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
let isStreaming = false;
globalThis.awslambda = {
  streamifyResponse(handler) {
    isStreaming = true;
    return handler;
  },
};

const respond = async (id, body, headers) => {
  const answer = await fetch(`${api}/${id}/response`,
    { method: 'POST', headers, body });
  await answer.text();
};

const stream = (handler, event) => new ReadableStream({
  async start(controller) {
    await handler(event, {
      write: (bytes) => controller.enqueue(bytes) === undefined,
      end: () => controller.close(),
    });
  },
});

const [file, name] = _HANDLER.split('.');
const { [name]: handler } = await import(`${LAMBDA_TASK_ROOT}/${file}.mjs`);
for (;;) {
  const next = await fetch(`${api}/next`);
  const id = next.headers.get('lambda-runtime-aws-request-id');
  const event = await next.json();
  if (isStreaming) {
    await respond(id, stream(handler, event),
      { 'Lambda-Runtime-Function-Response-Mode': 'streaming' });
  } else {
    await respond(id, JSON.stringify(await handler(event)));
  }
}
