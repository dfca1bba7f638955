import type { Rule } from '../call.ts';
import type { V1 } from '../v1-parts.ts';
import { corsHeaders } from './cors.ts';

/** The version of the specification (SPEC 9). */
const API_VERSION = '1.0.1';

/** Sends the answer, with the headers of every answer (D:H3, H15, H16, Z2). */
export function sendAnswer({ options: { corsOrigins } }: V1): Rule {
  const hasCors = corsOrigins.size > 0;
  return async (ctx, next) => {
    await next();
    const { shaonCall: call } = ctx;
    const { answer } = call;
    if (answer === null) throw new TypeError('No rule has decided an answer.');
    // For the embedding host's own log and metrics; it contains nothing that must not be logged.
    ctx.state.shaon = { route: call.route, requestId: call.requestId };
    if (ctx.headerSent) return;
    ctx.set({
      'Cache-Control': 'no-store, private',
      Vary: hasCors ? 'Authorization, Origin' : 'Authorization',
      'X-API-Version': API_VERSION,
      'X-Request-Id': call.requestId,
      ...(hasCors && corsHeaders(ctx, corsOrigins)),
      ...call.headers,
      ...answer.headers,
    });
    if (answer.json !== null) ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = answer.json;
    // After the body, because Koa turns an empty one into 204.
    ctx.status = answer.status;
  };
}
