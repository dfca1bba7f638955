import type { ServerResponse } from 'node:http';
import type { Rule } from '../call.ts';
import type { V1 } from '../v1-parts.ts';
import { corsHeaders } from './cors.ts';

/** SPEC 9. */
const API_VERSION = '1.0.1';

/** Sends the answer, with the headers of every answer (D:H3, H15, H16, Z2). */
export function sendAnswer({ options: { corsOrigins } }: V1): Rule {
  const hasCors = corsOrigins.size > 0;
  return async (ctx, next) => {
    await next();
    const { shaonCall: call, res, response } = ctx;
    const { answer } = call;
    if (answer === null) throw new TypeError('No rule has decided an answer.');
    // For the embedding host's own log and metrics; it contains nothing that must not be logged.
    ctx.state.shaon = { route: call.route, requestId: call.requestId };
    if (res.headersSent) return;
    // `ctx.status` and `ctx.body` would set the same by the name of the member, which takes several times as long.
    response.status = answer.status;
    // Koa's own `set` takes several times as long; for a dozen headers that is a tenth of a small request.
    res.setHeader('Cache-Control', 'no-store, private');
    res.setHeader('Vary', hasCors ? 'Authorization, Origin' : 'Authorization');
    res.setHeader('X-API-Version', API_VERSION);
    res.setHeader('X-Request-Id', call.requestId);
    if (hasCors) setHeaders(res, corsHeaders(ctx, corsOrigins));
    setHeaders(res, call.headers);
    setHeaders(res, answer.headers);
    if (answer.json === null) {
      response.body = null;
      // Koa turns an empty body into 204.
      response.status = answer.status;
      return;
    }
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.body = answer.json;
  };
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) res.setHeader(name, headers[name] as string);
}
