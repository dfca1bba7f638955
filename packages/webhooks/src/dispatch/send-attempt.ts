import { type CoreLog, silentLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import { type Dispatcher, request } from 'undici';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { createGuardedAgent, type GuardedAgentOptions, Trace } from './guarded-agent.ts';
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
  /** The HTTP status; null where no status line came. */
  readonly status: number | null;
  /** What happened in detail, a stable word; null where the status says it all. */
  readonly errorCode: string | null;
  readonly durationMs: number;
  /** The address that was connected to; null where there was no connection. */
  readonly remoteAddress: string | null;
  /** At most 4,096 bytes of safe text from the response's start. */
  readonly excerpt: string;
}

export interface AttemptSenderOptions extends GuardedAgentOptions {
  /** Milliseconds for the whole attempt, whatever the receiver does in it (D:V3). */
  readonly deadlineMs: number;
}

/** Sends single attempts. Never rejects: everything that a receiver may do is an AttemptResult. */
export interface AttemptSender {
  /** @param stop when it is aborted, the attempt ends as `interrupted` */
  send(attempt: AttemptRequest, stop?: AbortSignal): Promise<AttemptResult>;
  /** Closes the kept connections. */
  close(): Promise<void>;
}

/** How many 1xx may come before the answer; HTTP sets no limit. */
const MAX_INTERIM_ANSWERS = 20;

/** How much of a response is read before the connection is cut off. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Makes the sender of webhook requests: POST over verified TLS, connections kept, redirects not followed, one hard
 * deadline over all of it, at most 64 KiB of the response read and nothing unpacked. SPEC 6, Delivery; D:V3 to V5.
 */
export function createAttemptSender(options: AttemptSenderOptions): AttemptSender {
  const agent = createGuardedAgent(options);
  const log = options.log ?? silentLog;
  return {
    async send(attempt, stop) {
      const started = performance.now();
      const trace = new Trace();
      const result = await withDeadline({ ...options, stop }, async (abort) => {
        const verdict = options.guard.judgeUrl(attempt.url);
        if (verdict.url === null) return { outcome: 'blocked_address' as const, errorCode: 'blocked_address' };
        return readAnswer(
          await request(verdict.url, {
            method: 'POST',
            headers: { ...attempt.headers },
            body: attempt.body,
            dispatcher: agent,
            opaque: trace,
            signal: abort.signal,
            onInfo: guardedHandler(log, 'interim answer of a webhook', endAtTooManyInterimAnswers(abort)),
          }),
        );
      });
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

type Answer = Classified & { readonly status?: number; readonly excerpt?: string };

interface DeadlineOptions {
  readonly deadlineMs: number;
  readonly stop: AbortSignal | undefined;
  readonly log?: CoreLog | undefined;
}

/** Runs one request so that it has ended when its time is up or the sender stops; errors become their class. */
async function withDeadline(
  { deadlineMs, stop, log = silentLog }: DeadlineOptions,
  run: (abort: AbortController) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const onStop = guardedHandler(log, 'stop of a webhook attempt', () =>
    abort.abort(new StoppedError('The sender stops.')),
  );
  const onDeadline = guardedHandler(log, 'deadline of a webhook attempt', () =>
    abort.abort(new DeadlineError('The receiver did not answer in time.')),
  );
  const timer = setTimeout(onDeadline, deadlineMs);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted === true) onStop();
  try {
    return await run(abort);
  } catch (error) {
    return classifyError(error);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}

/** Is called with each 1xx of one request and ends the request when there are too many. */
function endAtTooManyInterimAnswers(abort: AbortController): () => void {
  let answers = 0;
  return () => {
    answers += 1;
    if (answers > MAX_INTERIM_ANSWERS) abort.abort(new InterimAnswersError('The receiver sent 1xx without end.'));
  };
}

/** The status line decides. What happens to the body after it changes nothing. */
async function readAnswer(response: Dispatcher.ResponseData<unknown>): Promise<Answer> {
  const encoding = response.headers['content-encoding'];
  const start = await readStart(response.body);
  return {
    ...classifyStatus(response.statusCode),
    status: response.statusCode,
    excerpt: responseExcerpt(start, Array.isArray(encoding) ? encoding.join(', ') : encoding),
  };
}

/** The first bytes of a body. A body that ends within the limit leaves its connection usable. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < EXCERPT_BYTES) kept.push(chunk.subarray(0, EXCERPT_BYTES - read));
      read += chunk.length;
      if (read >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver or the deadline has cut the body off: what has arrived is kept.
  }
  return Buffer.concat(kept);
}
