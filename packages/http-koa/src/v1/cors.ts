import type { Context } from 'koa';
import type { Answer } from './answer.ts';

const EXPOSED =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Ignored-Parameters, X-Required-Ability, Location';

/** Headers for a browser of an allowed origin; none for anybody else (D:H11). */
export function corsHeaders(ctx: Context, origins: ReadonlySet<string>): Record<string, string> {
  const origin = ctx.get('Origin');
  if (!origins.has(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED };
}

/** The answer to a preflight, which carries no token; null when this is none, or CORS is off (D:H11). */
export function preflightAnswer(ctx: Context, origins: ReadonlySet<string>): Answer | null {
  if (origins.size === 0 || ctx.method !== 'OPTIONS') return null;
  if (ctx.get('Origin') === '' || ctx.get('Access-Control-Request-Method') === '') return null;
  const headers = {
    ...corsHeaders(ctx, origins),
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, Accept-Language, X-Request-Id',
    'Access-Control-Max-Age': '600',
  };
  return { status: 204, headers, body: undefined };
}
