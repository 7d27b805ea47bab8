// SPDX-License-Identifier: MIT
// A runtime for Node without native code: the steps of aws-lambda-ric over
// node:http, for machines on which the native half of that does not compile.
import { Agent, request } from 'node:http';
import { once } from 'node:events';

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER } = process.env;
const [hostname, port] = AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');

globalThis.awslambda = {
  streamifyResponse(handler) {
    handler[STREAMING] = 'response';
    return handler;
  },
};

function open(method, path, headers = {}) {
  return request({ agent, hostname, port, method, headers,
    path: `/2018-06-01/runtime/invocation/${path}` });
}

// The answer to `message`, whose body is complete.
async function answered(message) {
  const [answer] = await once(message, 'response');
  let text = '';
  answer.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await once(answer, 'end');
  return { headers: answer.headers, text };
}

async function post(path, value) {
  const body = Buffer.from(JSON.stringify(value) ?? 'null');
  const message = open('POST', path, { 'Content-Type': 'application/json',
    'Content-Length': body.length });
  message.end(body);
  await answered(message);
}

async function stream(handler, event, context, id) {
  const message = open('POST', `${id}/response`, {
    'Content-Type': 'application/octet-stream',
    'Lambda-Runtime-Function-Response-Mode': 'streaming',
    'Transfer-Encoding': 'chunked',
    'Trailer': 'Lambda-Runtime-Function-Error-Type, ' +
      'Lambda-Runtime-Function-Error-Body',
  });
  const done = answered(message);
  await handler(event, message, context);
  await done;
}

function contextOf(headers) {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  const { env } = process;
  env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'];
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

const [file, name] = _HANDLER.split('.');
const { [name]: handler } = await import(`${LAMBDA_TASK_ROOT}/${file}.mjs`);
for (;;) {
  const { headers, text } = await answered(open('GET', 'next').end());
  const context = contextOf(headers);
  const id = encodeURIComponent(context.awsRequestId);
  try {
    const event = JSON.parse(text);
    if (handler[STREAMING] === 'response') {
      await stream(handler, event, context, id);
    } else {
      const value = await handler(event, context);
      await new Promise(setImmediate);
      await post(`${id}/response`, value);
    }
  } catch (error) {
    await post(`${id}/error`, { errorType: error.name,
      errorMessage: error.message, trace: error.stack.split('\n') });
  }
}
