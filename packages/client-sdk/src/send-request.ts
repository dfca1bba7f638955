import pRetry from 'p-retry';
import { type CallFacts, ShaonApiError, ShaonConnectionError, ShaonTimeoutError } from './errors.ts';
import { type CallOptions, checkCallOptions, type ResolvedOptions } from './options.ts';
import { Pace, wholeNumber } from './pace.ts';
import { type Answer, readResponse } from './read-response.ts';
import { mayRepeat, nothingWasSent } from './retry-rules.ts';
import { sleep, trySignal, untilAborted } from './timing.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the base URL, beginning with a slash. */
  path: string;
  /** Encoded, without the question mark. */
  query?: string;
  body?: object;
  /** Whether the same request twice means the same as once. */
  repeatable: boolean;
}

/** Sends one call, repeating it where that is safe, and gives the body of the answer. */
export type Send = (call: Call, options?: CallOptions) => Promise<Answer>;

export function createSend(options: ResolvedOptions): Send {
  const pace = options.pace ? new Pace() : undefined;
  return async (call, callOptions = {}) => {
    checkCallOptions(callOptions);
    const { signal } = callOptions;
    try {
      return await pRetry(
        async () => {
          await pace?.take(signal);
          return await sendOnce(call, options, callOptions, pace);
        },
        {
          retries: callOptions.retries ?? options.retries,
          minTimeout: options.retryDelay,
          maxTimeout: 30_000,
          randomize: true,
          ...(signal === undefined ? {} : { signal }),
          shouldRetry: async ({ error }) => {
            if (!mayRepeat(error, call.repeatable)) return false;
            const retryAfter = error instanceof ShaonApiError ? error.retryAfter : undefined;
            await sleep((retryAfter ?? 0) * 1_000, signal);
            return true;
          },
        },
      );
    } catch (error) {
      // The reason as it was given: it need not be an Error.
      if (signal?.aborted) throw signal.reason;
      throw error;
    }
  };
}

async function sendOnce(
  call: Call,
  options: ResolvedOptions,
  callOptions: CallOptions,
  pace: Pace | undefined,
): Promise<Answer> {
  const { signal: caller, timeout = options.timeout, requestId } = callOptions;
  const limits = trySignal(caller, timeout);
  const write = call.method !== 'GET';
  const facts = { method: call.method, path: call.path, maybeApplied: write };
  const query = call.query === undefined || call.query === '' ? '' : `?${call.query}`;
  try {
    const response = await untilAborted(
      fetchOnce(options, options.baseUrl + call.path + query, {
        method: call.method,
        headers: headersOf(call, options, requestId),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        redirect: 'manual',
        signal: limits.signal,
      }),
      limits.signal,
    ).catch((fault: unknown) => {
      throw limits.signal.aborted ? fault : connectionError(fault, facts);
    });
    pace?.learn(response.headers);
    report(response, call, options);
    const answer = {
      ...facts,
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      // A refusal (4xx) has changed nothing; after 5xx or a broken answer nobody knows.
      maybeApplied: write && !(response.status >= 400 && response.status < 500),
    };
    return await untilAborted(readResponse(response, answer), limits.signal);
  } catch (error) {
    if (limits.timedOut())
      throw new ShaonTimeoutError(`${call.method} ${call.path} got no answer in ${timeout} ms`, facts, error);
    throw error;
  } finally {
    limits.release();
  }
}

/** Async, so that an injected fetch that throws is one that rejects. */
async function fetchOnce(options: ResolvedOptions, url: string, init: RequestInit): Promise<Response> {
  return await options.fetch(url, init);
}

function connectionError(fault: unknown, facts: CallFacts): ShaonConnectionError {
  const unsent = nothingWasSent(fault);
  return new ShaonConnectionError(
    `${facts.method} ${facts.path} ${unsent ? 'could not connect' : 'lost its connection'}`,
    { ...facts, maybeApplied: facts.maybeApplied && !unsent },
    fault,
  );
}

function headersOf(call: Call, options: ResolvedOptions, requestId: string | undefined): Record<string, string> {
  return {
    Authorization: `Bearer ${options.token}`,
    Accept: 'application/json',
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(options.language === undefined ? {} : { 'Accept-Language': options.language }),
    ...(requestId === undefined ? {} : { 'X-Request-Id': requestId }),
  };
}

function report(response: Response, call: Call, options: ResolvedOptions): void {
  const ignored = response.headers.get('x-ignored-parameters');
  options.onResponse?.({
    method: call.method,
    path: call.path,
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    ignoredParameters: ignored === null || ignored === '' ? [] : ignored.split(',').map((name) => decode(name.trim())),
    rateLimitRemaining: wholeNumber(response.headers.get('x-ratelimit-remaining')),
  });
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
