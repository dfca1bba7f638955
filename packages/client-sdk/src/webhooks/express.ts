import { type NodeRequest, nodeBody } from './node-body.ts';
import { type ReceiveOptions, receive, type WebhookListener } from './receive.ts';

/** The part of Express's request that is needed. */
export interface ExpressRequest extends NodeRequest {
  rawBody?: unknown;
  body?: unknown;
}

/** The part of a response that is needed; a plain node:http response has it too. */
export interface ExpressResponse {
  headersSent?: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string): unknown;
}

/**
 * An Express handler for one webhook address, also for plain node:http. Mount it before `express.json()`; behind
 * `express.raw()` or `express.text()` it uses the body that those kept. Answers 204 after the listener, and 400 if
 * verification fails. An error of the listener is passed to `next`; plain node:http has no `next`, so there the error
 * is written to `console.error` and the answer is 500.
 *
 * ```ts
 * app.post('/webhooks/shaon', expressWebhook(secret, async (event) => { … }));
 * ```
 */
export function expressWebhook<Request extends ExpressRequest>(
  secret: string | readonly string[],
  listener: WebhookListener<Request>,
  options: ReceiveOptions = {},
): (request: Request, response: ExpressResponse, next?: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const readBody = nodeBody(request, [request.rawBody, request.body]);
      const { method = '', headers } = request;
      const answer = await receive({ method, headers, readBody }, secret, options, (event) => listener(event, request));
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body === '' ? undefined : answer.body);
    } catch (error) {
      if (next === undefined) answerFailure(response, error);
      else next(error);
    }
  };
}

/** node:http ignores the promise of its listener, so a rejection would end the process. */
function answerFailure(response: ExpressResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent !== true) response.writeHead(500, {});
  response.end();
}
