// SPDX-License-Identifier: MIT
// Every line that a comment marks has to be an error.
/// <reference path="../../../layer/types/wick.d.ts" />
import type { Context } from 'aws-lambda';

declare const context: Context;

// @ts-expect-error a hook is a function
awslambda.registerAfterRestore('later');
// @ts-expect-error bytes are a number
awslambda.streamifyResponse(async () => undefined, { highWaterMark: '1 KB' });
// @ts-expect-error what the caller sent stays as it is
context.w3c().traceparent = '';
// @ts-expect-error a header has one value
export const prelude: awslambda.HttpResponsePrelude = { headers: { a: ['b'] } };
// @ts-expect-error the id of a request is a text
export const id: number = awslambda.InvokeStore.getRequestId();
