import type { Answer } from '../answer.ts';
import { serialized } from '../answer.ts';
import type { Rule, V1Context } from '../call.ts';
import type { V1 } from '../v1-parts.ts';

const EXPOSED =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Ignored-Parameters, X-Required-Ability, Location';

/** Answers a browser's preflight, which has no token; without the CORS option there is none (D:H11). */
export function answerPreflight({ options: { corsOrigins } }: V1): Rule {
  return (ctx, next) => {
    if (corsOrigins.size === 0 || !isPreflight(ctx)) return next();
    ctx.shaonCall.answer = serialized(preflightAnswer(ctx, corsOrigins));
  };
}

/** Headers for a browser of an allowed origin; none for other callers (D:H11). */
export function corsHeaders(ctx: V1Context, origins: ReadonlySet<string>): Record<string, string> {
  const origin = ctx.get('Origin');
  if (!origins.has(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED };
}

function isPreflight(ctx: V1Context): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';
}

function preflightAnswer(ctx: V1Context, origins: ReadonlySet<string>): Answer {
  const headers = {
    ...corsHeaders(ctx, origins),
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, Accept-Language, X-Request-Id',
    'Access-Control-Max-Age': '600',
  };
  return { status: 204, headers, body: undefined };
}
