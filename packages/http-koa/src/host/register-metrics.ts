import { type Core, guardedHandler, ShaonError } from '@shaon/core';
import type { Middleware } from 'koa';
import { underPath } from '../http/under-path.ts';
import { resolvePath } from '../v1/options.ts';
import { addMetrics, type MetricsRegistry } from './metrics.ts';
import { addWebhookMetrics, type MeasuredWebhooks } from './webhook-metrics.ts';

/** Options of `registerMetrics`. */
export interface RegisterMetricsOptions {
  /** The product's own registry: `register` of prom-client, or a Registry that it created. */
  readonly registry: MetricsRegistry;
  readonly core: Core;
  /** The result of `createWebhooks`, for its backlog and its attempts. */
  readonly webhooks?: MeasuredWebhooks | undefined;
  /** The `limitHealth` of `createV1Routes`. */
  readonly limitHealth?: { readonly isDegraded: boolean } | undefined;
  /** How long a sendable delivery may be due before it counts as stalled, in ms. Default 60,000. */
  readonly stalledAfterMs?: number | undefined;
  /** The `path` of `createV1Routes`: requests elsewhere are not measured. Default: all that reach the middleware are. */
  readonly path?: string | undefined;
}

/**
 * Registers Shaon's figures, whose names begin with `shaon_`, in the prom-client registry of an embedding product, and
 * returns the Koa middleware that measures requests: put it before the v1 routes. Node's own figures of the process
 * (`collectDefaultMetrics`) are left to the product. Throws `options_invalid` if prom-client is missing, the registry
 * already has these figures, or the path is invalid.
 */
export async function registerMetrics(options: RegisterMetricsOptions): Promise<Middleware> {
  const { registry, core, webhooks, limitHealth } = options;
  const path = resolvePath(options.path ?? '');
  if (registry.getSingleMetric('shaon_http_request_duration_seconds') !== undefined) {
    throw new ShaonError(
      'options_invalid',
      'The registry has the figures of a core already: call registerMetrics once.',
    );
  }
  const { log } = core.extension;
  const metrics = await addMetrics(registry, log, limitHealth);
  const before = core.audit.onFlush;
  core.audit.onFlush = guardedHandler(
    log,
    'audit metrics of a product',
    (rows: number, seconds: number, isLost: boolean) => {
      metrics.auditFlushed(rows, seconds, isLost);
      before?.(rows, seconds, isLost);
    },
  );
  if (webhooks !== undefined) await addWebhookMetrics(metrics, webhooks, options.stalledAfterMs);
  return underPath(path, metrics.measure);
}
