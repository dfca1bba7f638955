import pRetry from 'p-retry';
import { type CallFacts, ShaonConnectionError, ShaonOptionsError, ShaonTimeoutError } from './errors.ts';
import { checkHeaders } from './extra-headers.ts';
import type { ResponseInfo } from './hooks.ts';
import { createObserver, type Observer } from './observer.ts';
import { type CallOptions, checkCallOptions, type ResolvedOptions } from './options.ts';
import { Pace, wholeNumber } from './pace.ts';
import { type Answer, readResponse } from './read-response.ts';
import { delayAfter, mayRepeat, nothingWasSent } from './retry-rules.ts';
import { identityHeaders, runtimeName } from './runtime.ts';
import { sleep, trySignal, untilAborted } from './timing.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the base URL, beginning with a slash. */
  path: string;
  /** Encoded, without the question mark. */
  query?: string;
  /** JSON. */
  body?: string;
  /** Whether sending the request twice has the same effect as once. */
  repeatable: boolean;
}

/** Sends one call, repeats it if that is safe, and returns the answer. */
export type Send = (call: Call, options?: CallOptions) => Promise<Answer>;

export function createSend(options: ResolvedOptions): Send {
  const pace = options.pace ? new Pace() : undefined;
  const observer = createObserver(options);
  return async (call, callOptions = {}) => {
    checkCallOptions(callOptions);
    const { signal } = callOptions;
    const { method, path } = call;
    try {
      return await pRetry(
        async (attempt) => {
          await pace?.take(signal, (delay) => observer.retry({ method, path, attempt, delay, error: undefined }));
          return await sendOnce(call, attempt, { options, callOptions, pace, observer });
        },
        {
          retries: callOptions.retries ?? options.retries,
          // The client waits itself, so that it can announce the wait.
          minTimeout: 0,
          ...(signal === undefined ? {} : { signal }),
          shouldRetry: async ({ error, attemptNumber }) => {
            if (!mayRepeat(error, call.repeatable)) return false;
            const delay = delayAfter(error, attemptNumber, options.retryDelay);
            observer.retry({ method, path, attempt: attemptNumber + 1, delay, error });
            await sleep(delay, signal);
            return true;
          },
        },
      );
    } catch (error) {
      // Throws the signal's reason unchanged, which need not be an Error.
      if (signal?.aborted) throw signal.reason;
      throw error;
    }
  };
}

/** State that the tries of a call share. */
interface CallContext {
  options: ResolvedOptions;
  callOptions: CallOptions;
  pace: Pace | undefined;
  observer: Observer;
}

async function sendOnce(call: Call, attempt: number, context: CallContext): Promise<Answer> {
  const { options, callOptions, pace, observer } = context;
  const { signal: caller, timeout = options.timeout, requestId = null } = callOptions;
  const limits = trySignal(caller, timeout);
  const { method, path, query = '', body } = call;
  const write = method !== 'GET';
  const facts = { method, path, maybeApplied: write };
  observer.request({ method, path, attempt, requestId }, query, body);
  const begin = performance.now();
  try {
    const response = await untilAborted(
      fetchOnce(options, `${options.baseUrl}${path}${query === '' ? '' : '?'}${query}`, {
        method,
        headers: headersOf(call, options, callOptions),
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: limits.signal,
      }),
      limits.signal,
    ).catch((fault: unknown) => {
      throw limits.signal.aborted ? fault : connectionError(fault, facts);
    });
    pace?.learn(response.headers);
    const info = infoOf(response, { method, path, attempt, duration: Math.round(performance.now() - begin) });
    observer.response(info);
    const answer = {
      ...facts,
      status: response.status,
      requestId: info.requestId,
      // A refusal (4xx) has changed nothing; after 5xx or a broken answer the effect is unknown.
      maybeApplied: write && !(response.status >= 400 && response.status < 500),
    };
    const onText = (text: string) => observer.body(info, text);
    const read = readResponse(response, answer, { baseUrl: options.baseUrl, onText });
    const found = await untilAborted(read, limits.signal);
    if (!write) refuseIgnored(query, info);
    return { body: found, facts: answer, response: info };
  } catch (error) {
    if (limits.timedOut())
      throw new ShaonTimeoutError(`${method} ${path} got no answer in ${timeout} ms`, facts, error);
    throw error;
  } finally {
    limits.release();
  }
}

/** Without a filter that the service does not know, its answer is of more records than the caller wants. */
function refuseIgnored(query: string, { path, ignoredParameters }: ResponseInfo): void {
  const asked = query.split('&').map((part) => decode(part.split('=', 1)[0] ?? ''));
  const unknown = ignoredParameters.find((name) => asked.includes(name));
  if (unknown !== undefined) throw new ShaonOptionsError(unknown, `is not a filter of ${path} that the service knows`);
}

/**
 * Async, so that an injected fetch that throws becomes a rejection. Called without an object, because browsers and
 * workers refuse to run their own fetch as a method.
 */
async function fetchOnce({ fetch }: ResolvedOptions, url: string, init: RequestInit): Promise<Response> {
  return await fetch(url, init);
}

function connectionError(fault: unknown, facts: CallFacts): ShaonConnectionError {
  const unsent = nothingWasSent(fault);
  const code = codeOf(fault);
  return new ShaonConnectionError(
    `${facts.method} ${facts.path} ${unsent ? 'could not connect' : 'got no answer'}${code === null ? '' : ` (${code})`}`,
    { ...facts, maybeApplied: facts.maybeApplied && !unsent },
    fault,
  );
}

/** The runtime's code of a fault, such as `ECONNREFUSED` or `DEPTH_ZERO_SELF_SIGNED_CERT`; null if it has none. */
function codeOf(fault: unknown): string | null {
  for (let error = fault, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth += 1) {
    const { code, cause } = error as Record<string, unknown>;
    if (typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code)) return code;
    error = cause;
  }
  return null;
}

function headersOf(call: Call, options: ResolvedOptions, { requestId, headers }: CallOptions): Record<string, string> {
  return {
    ...identityHeaders(runtimeName()),
    ...options.headers,
    ...checkHeaders(headers),
    Authorization: `Bearer ${options.token}`,
    Accept: 'application/json',
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(options.language === undefined ? {} : { 'Accept-Language': options.language }),
    ...(requestId === undefined ? {} : { 'X-Request-Id': requestId }),
  };
}

function infoOf(
  { status, headers }: Response,
  sent: Pick<ResponseInfo, 'method' | 'path' | 'attempt' | 'duration'>,
): ResponseInfo {
  const ignored = headers.get('x-ignored-parameters');
  return {
    ...sent,
    status,
    headers,
    requestId: headers.get('x-request-id'),
    ignoredParameters: ignored === null || ignored === '' ? [] : ignored.split(',').map((name) => decode(name.trim())),
    rateLimitRemaining: wholeNumber(headers.get('x-ratelimit-remaining')),
  };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
