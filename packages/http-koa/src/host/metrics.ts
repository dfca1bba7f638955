import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { requirePeer } from './optional-peers.ts';

/** What the host counts. Labels are taken from closed sets only: a route's template, never a path. */
export interface Metrics {
  /** Around everything that answers. */
  readonly measure: Middleware;
  /** A group of audit rows was written, or could not be. */
  readonly auditFlushed: (rows: number, seconds: number, isLost: boolean) => void;
  /** The figures in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  /** prom-client's Registry. Named by no type of ours: the package is an optional peer. */
  readonly registry: object;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * @param routeOf the template of the route that answered (`/employees/{id}`), or null where none did
 */
export async function createMetrics(routeOf: (ctx: Parameters<Middleware>[0]) => string | null): Promise<Metrics> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await requirePeer('prom-client');
  const registry = new Registry();
  const registers = [registry];
  // The event loop's lag, memory, handles and garbage collection of this process.
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'shaon_http_request_duration_seconds',
    help: 'Time to the end of an answer, by method, route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const inProgress = new Gauge({
    name: 'shaon_http_requests_in_progress',
    help: 'Requests that are being answered',
    registers,
  });
  const flushes = new Histogram({
    name: 'shaon_audit_flush_duration_seconds',
    help: 'Time to write one group of audit rows to the disk',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const auditRows = new Counter({
    name: 'shaon_audit_rows_total',
    help: 'Audit rows of groups, written or lost',
    labelNames: ['outcome'],
    registers,
  });

  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    auditFlushed(rows, seconds, isLost) {
      const outcome = isLost ? 'lost' : 'written';
      flushes.observe({ outcome }, seconds);
      auditRows.inc({ outcome }, rows);
    },
    measure: async (ctx, next) => {
      const started = performance.now();
      inProgress.inc();
      ctx.res.once('close', () => {
        inProgress.dec();
        const method = KNOWN_METHODS.has(ctx.method) ? ctx.method : 'other';
        const labels = { method, route: routeOf(ctx) ?? 'none', status: String(ctx.res.statusCode) };
        durations.observe(labels, (performance.now() - started) / 1000);
      });
      await next();
    },
  };
}

/** `/metrics` on the main port, for whoever sends the token; to everybody else the path does not exist. */
export function createMetricsRoute(metrics: Metrics, token: string): Middleware {
  const expected = digest(`Bearer ${token}`);
  return async (ctx, next) => {
    if (ctx.path !== '/metrics' || !timingSafeEqual(digest(ctx.get('Authorization')), expected)) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', metrics.contentType);
    ctx.body = await metrics.text();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
