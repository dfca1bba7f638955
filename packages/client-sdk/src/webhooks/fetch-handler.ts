import { WebhookVerificationError } from './errors.ts';
import { type ReceiveOptions, readAll, receive, type WebhookListener } from './receive.ts';

/**
 * A handler from Request to Response for one webhook address: edge workers, Deno, Bun, Next.js, Hono. Answers 204 after
 * the listener, and 400 if verification fails. An error of the listener rejects the promise, which these runtimes
 * answer with 500.
 *
 * ```ts
 * export default { fetch: fetchWebhook(secret, async (event) => { … }) };
 * ```
 */
export function fetchWebhook(
  secret: string | readonly string[],
  listener: WebhookListener<Request>,
  options: ReceiveOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers } = request;
    const readBody = async (maximum: number) => {
      if (request.bodyUsed)
        throw new WebhookVerificationError('body_parsed', 'The request has been read already: pass it on unread');
      return await readAll(chunksOf(request), maximum);
    };
    const answer = await receive({ method, headers, readBody }, secret, options, (event) => listener(event, request));
    return new Response(answer.body === '' ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

/** Uses a reader, because not every runtime can iterate over a stream. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
