import { type NodeRequest, nodeBody } from './node-body.ts';
import { type ReceiveOptions, receive, type WebhookListener } from './receive.ts';

/** The part of Koa's context that is needed. */
export interface KoaContext {
  method: string;
  req: NodeRequest;
  request: { rawBody?: unknown; body?: unknown };
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/**
 * Koa middleware for one webhook address. Mount it before a body parser; behind `@koa/bodyparser` it uses the raw text
 * that the parser keeps. Answers 204 after the listener, and 400 if verification fails.
 *
 * ```ts
 * router.post('/webhooks/shaon', koaWebhook(secret, async (event) => { … }));
 * ```
 */
export function koaWebhook<Context extends KoaContext>(
  secret: string | readonly string[],
  listener: WebhookListener<Context>,
  options: ReceiveOptions = {},
): (context: Context) => Promise<void> {
  return async (context) => {
    const { method, req, request } = context;
    const readBody = nodeBody(req, [request.rawBody, request.body]);
    const answer = await receive({ method, headers: req.headers, readBody }, secret, options, (event) =>
      listener(event, context),
    );
    context.status = answer.status;
    context.set(answer.headers);
    if (answer.body !== '') context.body = answer.body;
  };
}
