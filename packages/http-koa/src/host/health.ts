import type { Core } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import type { Middleware } from 'koa';
import type { AuditHealth } from './audit-health.ts';
import type { Lifecycle } from './lifecycle.ts';
import { nullIfNoAnswer } from './null-if-no-answer.ts';

/** The parts that the probes check. */
interface ProbedParts {
  readonly core: Pick<Core, 'ping' | 'replicas'>;
  readonly lifecycle: Lifecycle;
  /** Null in a worker, which answers no calls. */
  readonly audit: Pick<AuditHealth, 'isWritable'> | null;
  /** The shared store of the rate limit, if there is one. */
  readonly limitHealth: { readonly isDegraded: boolean } | null;
  readonly webhooks: Pick<Webhooks, 'health'>;
  /** How long a sendable webhook may be due. */
  readonly stalledAfterMs: number;
  /** A server with stalled webhooks can still serve; a worker has nothing else to do. */
  readonly whenStalled: 'degraded' | 'unready';
}

export interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly degraded?: readonly string[] };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can work, that is, it is not stopping, its database answers and, in a
 * server, the audit can be written, or in a worker, webhooks are sent. Null for any other path.
 */
export async function probe(path: string, parts: ProbedParts): Promise<ProbeAnswer | null> {
  if (path === '/healthz') return { status: 200, body: { status: 'alive' } };
  if (path !== '/readyz') return null;
  if (!parts.lifecycle.isReady) return { status: 503, body: { status: 'stopping' } };
  const [isReachable, isWritable, isStalled] = await Promise.all([
    nullIfNoAnswer(parts.core.ping().then(() => true)),
    parts.audit === null ? true : nullIfNoAnswer(parts.audit.isWritable()),
    nullIfNoAnswer(parts.webhooks.health(parts.stalledAfterMs).then(({ stalled }) => stalled)),
  ]);
  if (isReachable === null) return { status: 503, body: { status: 'database unavailable' } };
  if (isWritable !== true) return { status: 503, body: { status: 'audit unavailable' } };
  // No answer in time counts as stalled: too many are waiting, or the database is too slow.
  const areWebhooksStalled = isStalled !== false;
  if (areWebhooksStalled && parts.whenStalled === 'unready') {
    return { status: 503, body: { status: 'webhooks are stalled' } };
  }
  const degraded = [
    ...(areWebhooksStalled ? ['webhooks'] : []),
    ...(parts.core.replicas?.isDegraded === true ? ['replicas'] : []),
    ...(parts.limitHealth?.isDegraded === true ? ['limit store'] : []),
  ];
  return { status: 200, body: { status: 'ready', ...(degraded.length === 0 ? {} : { degraded }) } };
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
