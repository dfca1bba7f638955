import { type Core, ShaonError } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import type { Middleware } from 'koa';
import { addLimitMetrics } from './limit-metrics.ts';
import { addMetrics, type MetricsRegistry } from './metrics.ts';
import { addReplicaMetrics } from './replica-metrics.ts';
import { addWebhookMetrics, type MeasuredWebhooks } from './webhook-metrics.ts';

/** Options of `registerMetrics`. */
export interface RegisterMetricsOptions {
  /** The product's own registry: `register` of prom-client, or a Registry that it created. */
  readonly registry: MetricsRegistry;
  readonly core: Core;
  /** What `createWebhooks` gave, for its backlog and its attempts. */
  readonly webhooks?: MeasuredWebhooks | undefined;
  /** The same that `createV1Routes` has as `limitHealth`. */
  readonly limitHealth?: { readonly isDegraded: boolean } | undefined;
  /** How long something sendable may be due until it counts as stalled, in ms. Default 60,000. */
  readonly stalledAfterMs?: number | undefined;
}

/**
 * Registers Shaon's figures, whose names begin with `shaon_`, in the prom-client registry of an embedding product, and
 * returns the Koa middleware that measures requests: mount it before the v1 routes. Node's own figures of the process
 * (`collectDefaultMetrics`) are left to the product. Throws `options_invalid` if prom-client is missing, or the
 * registry already has these figures.
 */
export async function registerMetrics(options: RegisterMetricsOptions): Promise<Middleware> {
  const { registry, core, webhooks, limitHealth } = options;
  if (registry.getSingleMetric('shaon_http_request_duration_seconds') !== undefined) {
    throw new ShaonError(
      'options_invalid',
      'The registry has the figures of a core already: call registerMetrics once.',
    );
  }
  const { log } = core.extension;
  const metrics = await addMetrics(registry, log);
  const before = core.audit.onFlush;
  core.audit.onFlush = guardedHandler(log, 'audit metrics', (rows: number, seconds: number, isLost: boolean) => {
    metrics.auditFlushed(rows, seconds, isLost);
    before?.(rows, seconds, isLost);
  });
  if (webhooks !== undefined) await addWebhookMetrics(metrics, webhooks, options.stalledAfterMs ?? 60_000);
  if (core.replicas !== null) await addReplicaMetrics(metrics, core.replicas);
  if (limitHealth !== undefined) await addLimitMetrics(metrics, limitHealth);
  return metrics.measure;
}
