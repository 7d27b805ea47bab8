// SPDX-License-Identifier: MIT
// What Wick has beside what @types/node and @types/aws-lambda declare. Needs
// both: put this file beside the function's own and refer to it with
//
//     /// <reference path="./wick.d.ts" />
import 'aws-lambda';

declare module 'aws-lambda/handler' {
  interface Context {
    /** The X-Ray trace header of this invocation. */
    xRayTraceId?: string | undefined;

    /** The W3C trace context that the caller sent; empty where it sent none. */
    w3c(): Readonly<{
      traceparent?: string;
      tracestate?: string;
      baggage?: string;
    }>;
  }
}

declare global {
  namespace awslambda {
    /** What precedes the body of a response over HTTP. */
    interface HttpResponsePrelude {
      statusCode?: number;
      headers?: Record<string, string>;
      multiValueHeaders?: Record<string, string[]>;
      cookies?: string[];
    }

    interface StreamOptions {
      /** Bytes waiting to be sent from which write() answers false. */
      highWaterMark?: number;
    }

    function streamifyResponse<TEvent = any, TResult = void>(
      handler: import('aws-lambda').StreamifyHandler<TEvent, TResult>,
      options: StreamOptions,
    ): import('aws-lambda').StreamifyHandler<TEvent, TResult>;

    /**
     * Has @hook called, and awaited, before a snapshot is taken of a function
     * with SnapStart; the last registered first.
     */
    function registerBeforeSnapshot(hook: () => unknown): void;

    /** The same after a restore; the first registered first. */
    function registerAfterRestore(hook: () => unknown): void;

    /** Values of the invocation that runs; what @aws/lambda-invoke-store is. */
    interface InvokeStore {
      readonly PROTECTED_KEYS: Readonly<Record<string, symbol>>;
      getContext(): Record<string | symbol, unknown> | undefined;
      hasContext(): boolean;
      get<T = unknown>(key: string | symbol): T | undefined;
      /** Throws for one of PROTECTED_KEYS. */
      set<T = unknown>(key: string | symbol, value: T): void;
      getRequestId(): string;
      getXRayTraceId(): string | undefined;
      getTenantId(): string | undefined;
      getTraceparent(): string | undefined;
      getTracestate(): string | undefined;
      getBaggage(): string | undefined;
      run<T>(context: Record<string | symbol, unknown>, fn: () => T): T;
    }

    const InvokeStore: InvokeStore;
  }
}
