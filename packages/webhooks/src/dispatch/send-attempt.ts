import { silentLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import type { Agent } from 'undici';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { type Answer, AnswerHandler } from './answer-handler.ts';
import { createGuardedAgent, type GuardedAgentOptions, Trace } from './guarded-agent.ts';
import type { Undici } from './load-undici.ts';
import { classifyError, DeadlineError, StoppedError } from './outcome.ts';

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

/** Makes one request, which ends when its time is up or the sender stops; an error becomes its outcome. */
async function answerOf(attempt: AttemptRequest, sending: Sending): Promise<Answer> {
  const { url } = sending.guard.checkUrl(attempt.url);
  if (url === null) return { outcome: 'blocked_address', errorCode: 'blocked_address' };
  const handler = new AnswerHandler(sending.log ?? silentLog);
  const release = withDeadline(handler, sending);
  try {
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST' as const,
      headers: attempt.headers,
      body: attempt.body,
      opaque: sending.trace,
    };
    sending.agent.dispatch(request, handler);
    return await handler.answer;
  } catch (error) {
    return classifyError(error);
  } finally {
    release();
  }
}

/** Ends a request when its time is up or the sender stops; returns a function that cancels both. */
function withDeadline(handler: AnswerHandler, { deadlineMs, stop, log = silentLog }: Sending): () => void {
  const onStop = guardedHandler(log, 'stop of a webhook attempt', () =>
    handler.abort(new StoppedError('The sender stops.')),
  );
  const onDeadline = guardedHandler(log, 'deadline of a webhook attempt', () =>
    handler.abort(new DeadlineError('The receiver did not answer in time.')),
  );
  const timer = setTimeout(onDeadline, deadlineMs);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted === true) onStop();
  return () => {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  };
}
