import type { CoreLog } from '@shaon/core';
import type { Middleware } from 'koa';
import type { Registry } from 'prom-client';
import { requirePeer } from './optional-peers.ts';
import { onRequestEnd } from './request-end.ts';
import { nameRequest } from './request-log.ts';

/** A Registry of prom-client 15, declared here because that package is optional. */
export interface MetricsRegistry {
  readonly contentType: string;
  /** All figures in the format of a scrape. */
  metrics(): Promise<string>;
  /** A figure by its name; undefined if there is none. */
  getSingleMetric(name: string): object | undefined;
}

/** The host's figures. Labels come from closed sets only: a route's template, never a path. */
export interface Metrics {
  /** Middleware around everything that answers. */
  readonly measure: Middleware;
  /** Called when a group of audit rows was written or lost. */
  readonly auditFlushed: (rows: number, seconds: number, isLost: boolean) => void;
  /** Called with the status of a request that Node's parser refused. */
  readonly unparsable: (status: number) => void;
  /** The figures in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  /** prom-client's Registry; typed as object, because the package is an optional peer. */
  readonly registry: object;
}

/** Whether the shared store of the rate limit answers, read at each scrape (D:A19). */
type MeasuredLimit = { readonly isDegraded: boolean };

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The host's counters in their own registry. */
export async function createMetrics(log: CoreLog, limitHealth?: MeasuredLimit): Promise<Metrics> {
  const { Registry, collectDefaultMetrics } = await requirePeer('prom-client');
  const registry = new Registry();
  // The event loop's lag, memory, handles and garbage collection of this process.
  collectDefaultMetrics({ register: registry });
  return addMetrics(registry, log, limitHealth);
}

/** The same in an existing registry. */
export async function addMetrics(
  registry: MetricsRegistry,
  log: CoreLog,
  limitHealth?: MeasuredLimit,
): Promise<Metrics> {
  const { Counter, Gauge, Histogram } = await requirePeer('prom-client');
  const registers = [registry as Registry];
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
  const unparsable = new Counter({
    name: 'shaon_http_unparsable_total',
    help: "Requests that Node's HTTP parser refused, by status: no audit row can be written of them",
    labelNames: ['status'],
    registers,
  });

  if (limitHealth !== undefined) {
    new Gauge({
      name: 'shaon_limit_store_away',
      help: '1 while the shared store of the rate limit does not answer and the process counts by itself',
      registers,
      collect() {
        this.set(limitHealth.isDegraded ? 1 : 0);
      },
    });
  }

  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    auditFlushed(rows, seconds, isLost) {
      const outcome = isLost ? 'lost' : 'written';
      flushes.observe({ outcome }, seconds);
      auditRows.inc({ outcome }, rows);
    },
    unparsable: (status) => unparsable.inc({ status: String(status) }),
    measure: async (ctx, next) => {
      const started = performance.now();
      const request = nameRequest(ctx);
      const { res } = ctx;
      const observe = () => {
        inProgress.dec();
        const method = KNOWN_METHODS.has(request.method) ? request.method : 'other';
        const labels = { method, route: request.route() ?? 'none', status: String(res.statusCode) };
        durations.observe(labels, (performance.now() - started) / 1000);
      };
      inProgress.inc();
      onRequestEnd({ log, name: 'request metrics' }, ctx.req, res, observe);
      await next();
    },
  };
}
