import { guardedHandler, silentLog } from '@shaon/core';
import type { Agent, Dispatcher } from 'undici';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { createGuardedAgent, type GuardedAgentOptions, MAX_INTERIM_ANSWERS, Trace } from './guarded-agent.ts';
import type { Undici } from './load-undici.ts';
import {
  type Classified,
  classifyError,
  classifyStatus,
  DeadlineError,
  InterimAnswersError,
  StoppedError,
} from './outcome.ts';
import { EXCERPT_BYTES, responseExcerpt } from './response-excerpt.ts';

export interface AttemptRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly the bytes that were signed. */
  readonly body: Uint8Array;
}

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** The HTTP status; null if no status line arrived. */
  readonly status: number | null;
  /** A stable word for the details; null if the status is enough. */
  readonly errorCode: string | null;
  readonly durationMs: number;
  /** The address of the connection; null without one. */
  readonly remoteAddress: string | null;
  /** At most 4,096 bytes of safe text from the start of the response. */
  readonly excerpt: string;
}

export interface AttemptSenderOptions extends GuardedAgentOptions {
  /** Milliseconds for the whole attempt, whatever the receiver does (D:V3). */
  readonly deadlineMs: number;
}

/** Sends single attempts. Never rejects: every behaviour of a receiver becomes an AttemptResult. */
export interface AttemptSender {
  /** @param stop when aborted, the attempt ends as `interrupted` */
  send(attempt: AttemptRequest, stop?: AbortSignal): Promise<AttemptResult>;
  /** Closes the kept connections. */
  close(): Promise<void>;
}

/**
 * Creates the sender of webhook requests: POST over verified TLS, connections kept, redirects not followed, one hard
 * deadline for all; at most 64 KiB of a response read, 1 MiB with framing, nothing unpacked. SPEC 6, Delivery; D:V3 to
 * V5.
 */
export function createAttemptSender(undici: Undici, options: AttemptSenderOptions): AttemptSender {
  const agent = createGuardedAgent(undici, options);
  return {
    async send(attempt, stop) {
      const started = performance.now();
      const trace = new Trace();
      const result = await answerOf(attempt, { agent, trace, stop, ...options });
      return {
        status: null,
        excerpt: '',
        ...result,
        durationMs: Math.round(performance.now() - started),
        remoteAddress: trace.connection?.remoteAddress ?? null,
      };
    },
    close: () => agent.destroy(),
  };
}

interface Sending extends AttemptSenderOptions {
  readonly agent: Agent;
  readonly trace: Trace;
  readonly stop: AbortSignal | undefined;
}

/** A receiver's answer. Only the status line decides; a failure of the body after it changes nothing. */
type Answer = Classified & { readonly status?: number; readonly excerpt?: string };

/** How many bytes of a response are read before the connection is cut off. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Makes one request, which ends when its time is up or the sender stops; an error becomes its outcome. */
async function answerOf(attempt: AttemptRequest, sending: Sending): Promise<Answer> {
  const { url } = sending.guard.checkUrl(attempt.url);
  if (url === null) return { outcome: 'blocked_address', errorCode: 'blocked_address' };
  const ending = new AbortController();
  const release = withDeadline(ending, sending);
  let interimAnswers = 0;
  try {
    const request = sending.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: attempt.headers,
      body: attempt.body,
      opaque: sending.trace,
      signal: ending.signal,
      onInfo: () => {
        interimAnswers += 1;
        if (interimAnswers > MAX_INTERIM_ANSWERS) {
          ending.abort(new InterimAnswersError('The receiver sent 1xx without end.'));
        }
      },
    });
    // undici notices an abort only when it is connected.
    const { statusCode, headers, body } = await Promise.race([request, abortOf(ending.signal)]);
    const encoding = headers['content-encoding'];
    return {
      ...classifyStatus(statusCode),
      status: statusCode,
      excerpt: responseExcerpt(await startOf(body), Array.isArray(encoding) ? encoding.join(', ') : encoding),
    };
  } catch (error) {
    return classifyError(error);
  } finally {
    release();
  }
}

/** Rejects when the signal is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Reads a body to its end, so that the connection can be used again, or cuts a long one off. */
async function startOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < EXCERPT_BYTES) kept.push(chunk.subarray(0, EXCERPT_BYTES - read));
      read += chunk.length;
      if (read >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver or the deadline has cut it off: the part that arrived is kept.
  }
  return Buffer.concat(kept);
}

/** Ends a request when its time is up or the sender stops; returns a function that cancels both. */
function withDeadline(ending: AbortController, { deadlineMs, stop, log = silentLog }: Sending): () => void {
  const onStop = guardedHandler(log, 'stop of a webhook attempt', () =>
    ending.abort(new StoppedError('The sender stops.')),
  );
  const onDeadline = guardedHandler(log, 'deadline of a webhook attempt', () =>
    ending.abort(new DeadlineError('The receiver did not answer in time.')),
  );
  const timer = setTimeout(onDeadline, deadlineMs);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted === true) onStop();
  return () => {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  };
}
