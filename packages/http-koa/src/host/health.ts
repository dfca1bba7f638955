import type { Core } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import type { Middleware } from 'koa';
import type { AuditHealth } from './audit-health.ts';
import type { Lifecycle } from './lifecycle.ts';
import { nullIfNoAnswer } from './null-if-no-answer.ts';
import { sameAnswerFor } from './same-answer.ts';

/** Anybody may probe at any rate, and this looks at every endpoint with open deliveries. */
const SAME_HEALTH_MS = 1_000;

/** No answer in time counts as stalled: too many are waiting, or the database is too slow. */
type AreWebhooksStalled = () => Promise<boolean>;

export function webhooksStalled(webhooks: Pick<Webhooks, 'health'>): AreWebhooksStalled {
  return sameAnswerFor(SAME_HEALTH_MS, async () => {
    const health = await nullIfNoAnswer(webhooks.health());
    return health?.stalled !== false;
  });
}

/** The parts that the probes check. */
interface ProbedParts {
  readonly core: Pick<Core, 'ping'>;
  readonly lifecycle: Lifecycle;
  /** Null in a worker, which answers no calls. */
  readonly audit: Pick<AuditHealth, 'isWritable'> | null;
  /** The shared store of the rate limit, if there is one. */
  readonly limitHealth: { readonly isDegraded: boolean } | null;
  readonly areWebhooksStalled: AreWebhooksStalled;
  /** A server with stalled webhooks can still serve; a worker has nothing else to do. */
  readonly whenStalled: 'degraded' | 'unready';
}

interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly degraded?: readonly string[] };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can work, that is, it is not stopping, its database answers and, in a
 * server, the audit can be written, or in a worker, webhooks are sent. Null for any other path.
 */
export type Probe = (path: string) => Promise<ProbeAnswer | null>;

export const createProbe =
  (parts: ProbedParts): Probe =>
  (path) =>
    probe(path, parts);

async function probe(path: string, parts: ProbedParts): Promise<ProbeAnswer | null> {
  if (path === '/healthz') return { status: 200, body: { status: 'alive' } };
  if (path !== '/readyz') return null;
  if (!parts.lifecycle.isReady) return { status: 503, body: { status: 'stopping' } };
  const [isReachable, isWritable, areWebhooksStalled] = await Promise.all([
    nullIfNoAnswer(parts.core.ping().then(() => true)),
    parts.audit === null ? true : nullIfNoAnswer(parts.audit.isWritable()),
    parts.areWebhooksStalled(),
  ]);
  if (isReachable === null) return { status: 503, body: { status: 'database unavailable' } };
  if (isWritable !== true) return { status: 503, body: { status: 'audit unavailable' } };
  if (areWebhooksStalled && parts.whenStalled === 'unready') {
    return { status: 503, body: { status: 'webhooks are stalled' } };
  }
  const degraded = [
    ...(areWebhooksStalled ? ['webhooks'] : []),
    ...(parts.limitHealth?.isDegraded === true ? ['limit store'] : []),
  ];
  return { status: 200, body: { status: 'ready', ...(degraded.length === 0 ? {} : { degraded }) } };
}

/** The probes on the port of the API, for balancers. */
export function createHealthRoutes(probe: Probe): Middleware {
  return async (ctx, next) => {
    const answer = await probe(ctx.path);
    if (answer === null) return next();
    ctx.status = answer.status;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = answer.body;
  };
}
