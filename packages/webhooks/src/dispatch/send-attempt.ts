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
  /** Milliseconds for the whole attempt, whatever the receiver does (D:V3). */
  readonly deadlineMs: number;
}

/** Sends single attempts. Never rejects: whatever a receiver does is an AttemptResult. */
export interface AttemptSender {
  /** @param stop when it is aborted, the attempt ends as `interrupted` */
  send(attempt: AttemptRequest, stop?: AbortSignal): Promise<AttemptResult>;
  /** Closes the kept connections. */
  close(): Promise<void>;
}

/** How many answers of 1xx may come before the answer: of those no other limit says how many. */
const MAX_INTERIM_ANSWERS = 20;

/** How much of a response is read before the connection is cut off. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Makes the sender of webhook requests: POST over verified TLS, connections kept, redirects not followed, one hard
 * deadline over all of it, at most 64 KiB of the response read and nothing unpacked. SPEC 6, Delivery; D:V3 to V5.
 */
export function createAttemptSender(options: AttemptSenderOptions): AttemptSender {
  const agent = createGuardedAgent(options);
  return {
    async send(attempt, stop) {
      const started = performance.now();
      const trace = new Trace();
      const result = await withDeadline(options.deadlineMs, stop, async (signal) => {
        const verdict = options.guard.judgeUrl(attempt.url);
        if (verdict.url === null) return { outcome: 'blocked_address' as const, errorCode: 'blocked_address' };
        return readAnswer(
          await request(verdict.url, {
            method: 'POST',
            headers: { ...attempt.headers },
            body: attempt.body,
            dispatcher: agent,
            opaque: trace,
            signal,
            onInfo: interimAnswers(),
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

/** Runs one request so that it has ended when its time is up or the sender stops; errors become their class. */
async function withDeadline(
  deadlineMs: number,
  stop: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const onStop = () => abort.abort(new StoppedError('The sender stops.'));
  const timer = setTimeout(() => abort.abort(new DeadlineError('The receiver did not answer in time.')), deadlineMs);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted === true) onStop();
  try {
    return await run(abort.signal);
  } catch (error) {
    return classifyError(error);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}

/** Hears of each 1xx of one request; too many end it. */
function interimAnswers(): () => void {
  let heard = 0;
  return () => {
    heard += 1;
    if (heard > MAX_INTERIM_ANSWERS) throw new InterimAnswersError('The receiver sent 1xx without end.');
  };
}

/** The status line decides; whatever becomes of the body after it changes nothing. */
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
    // Cut off in the middle, by the receiver or by the deadline: what has arrived is what there is.
  }
  return Buffer.concat(kept);
}
