import type { Core } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import type { Middleware } from 'koa';
import type { Lifecycle } from './lifecycle.ts';

/** An answer to a probe must come before its patience ends. */
const PATIENCE_MS = 3_000;

/** What the probes look at. */
export interface ProbedParts {
  readonly core: Pick<Core, 'ping'>;
  readonly lifecycle: Lifecycle;
  readonly webhooks: Pick<Webhooks, 'health'>;
  /** How long a webhook that could be sent may be due. */
  readonly stalledAfterMs: number;
  /** A server with stalled webhooks still serves; a worker has nothing else to do. */
  readonly whenStalled: 'degraded' | 'unready';
}

export interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly degraded?: readonly string[] };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can do its work, that is, it is not stopping, its database answers
 * and, in a worker, webhooks go out. Null for any other path.
 */
export async function probe(path: string, parts: ProbedParts): Promise<ProbeAnswer | null> {
  if (path === '/healthz') return { status: 200, body: { status: 'alive' } };
  if (path !== '/readyz') return null;
  if (!parts.lifecycle.isReady) return { status: 503, body: { status: 'stopping' } };
  const [isReachable, isStalled] = await Promise.all([
    inTime(parts.core.ping().then(() => true)),
    inTime(parts.webhooks.health(parts.stalledAfterMs).then(({ stalled }) => stalled)),
  ]);
  if (isReachable === null) return { status: 503, body: { status: 'database unavailable' } };
  // That nobody could tell in time counts as stalled: so many are waiting, or the database is that slow.
  if (isStalled === false) return { status: 200, body: { status: 'ready' } };
  if (parts.whenStalled === 'unready') return { status: 503, body: { status: 'webhooks are stalled' } };
  return { status: 200, body: { status: 'ready', degraded: ['webhooks'] } };
}

export function createHealthRoutes(parts: ProbedParts): Middleware {
  return async (ctx, next) => {
    const answer = await probe(ctx.path, parts);
    if (answer === null) return next();
    ctx.status = answer.status;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = answer.body;
  };
}

/** Null when it fails or takes too long. */
async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([asked.catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
