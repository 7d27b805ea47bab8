// SPDX-License-Identifier: MIT
// Compiles: the uses that wick.d.ts is for.
/// <reference path="../../../layer/types/wick.d.ts" />
import type { Context, SQSEvent, SQSHandler } from 'aws-lambda';

const { InvokeStore, registerAfterRestore, registerBeforeSnapshot } = awslambda;

registerBeforeSnapshot(() => undefined);
registerAfterRestore(async () => {
  InvokeStore.set('restored', Date.now());
});

export const stream = awslambda.streamifyResponse<{ text: string }>(
  async (event, responseStream, context) => {
    const prelude: awslambda.HttpResponsePrelude = {
      statusCode: 201,
      cookies: ['a=b'],
    };
    responseStream.setContentType('text/plain');
    const stream = awslambda.HttpResponseStream.from(responseStream,
                                                     { ...prelude });
    stream.write(event.text);
    stream.end(context.w3c().traceparent ?? context.xRayTraceId);
  }, { highWaterMark: 16384 });

export const plain = awslambda.streamifyResponse(async (event, out) => {
  out.end(String(event));
});

export const queue: SQSHandler = async (event: SQSEvent, context: Context) => {
  const since: number | undefined = InvokeStore.get<number>('restored');
  const request: string = InvokeStore.getRequestId();
  process.stdout.write(`${request} ${since} ${event.Records.length} ` +
    `${context.tenantId} ${context.w3c().baggage}\n`);
};
