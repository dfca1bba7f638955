import { WebhookVerificationError } from './errors.ts';
import { type ReceiveOptions, readAll, receive, type WebhookListener } from './receive.ts';

/**
 * A handler from Request to Response for one webhook address: edge workers, Deno, Bun, Next.js, Hono. Answers 204 after
 * the listener, 400 to what does not verify; what the listener throws rejects, which these runtimes answer with 500.
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

/** By a reader, since not every runtime can walk a stream. */
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
