import type { Core } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import mount from 'koa-mount';
import { createV1Routes } from '../v1/create-v1-routes.ts';
import type { LimitStore } from '../v1/rate-limit.ts';
import { createDocsRoutes } from './docs.ts';
import { answerErrors } from './error-handler.ts';
import { createHealthRoutes } from './health.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { HostLog } from './log.ts';
import { createMetricsRoute, type Metrics } from './metrics.ts';
import { logRequests } from './request-log.ts';
import type { HostConfig } from './settings.ts';
import { cameByHttps, trustedProxies } from './trusted-proxies.ts';

/** Where the v1 routes hang, whatever path a proxy shows in front of it. */
const V1_PATH = '/api/v1';

/** What matters to an answer that is data, as `helmet` says it for pages. */
const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Everything that the standalone server answers, outermost first. */
export function createApp(parts: {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly config: HostConfig;
  readonly baseUrl: string;
  readonly limitStore: LimitStore;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics | null;
  readonly log: HostLog;
}): Koa {
  const { core, webhooks, config, baseUrl, lifecycle, metrics, log } = parts;
  const app = new Koa();
  app.silent = true;
  // Failures of a socket, after `answerErrors`: the other side has hung up.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'A connection failed'));

  if (metrics !== null) app.use(metrics.measure);
  app.use(logRequests(log));
  app.use(answerErrors(log));
  app.use(requireOneHost);
  app.use(mount(V1_PATH, v1(parts)));
  app.use(helmet());
  const stalledAfterMs = config.webhookStalledSeconds * 1_000;
  app.use(createHealthRoutes({ core, lifecycle, webhooks, stalledAfterMs, whenStalled: 'degraded' }));
  if (metrics !== null && config.metricsToken !== null) app.use(createMetricsRoute(metrics, config.metricsToken));
  app.use(refuseWhileDraining(lifecycle));
  if (config.docs) app.use(createDocsRoutes(baseUrl));
  return app;
}

/** RFC 9112, 3.2: HTTP/1.1 names the host that it asks, once: of two, a proxy in front may have read the other. */
const requireOneHost: Middleware = async (ctx, next) => {
  const hosts = ctx.req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && ctx.req.httpVersion === '1.0')) return next();
  ctx.status = 400;
  ctx.set('Connection', 'close');
  ctx.body = { message: 'The request is not valid HTTP.' };
};

function v1(parts: Parameters<typeof createApp>[0]): Koa {
  const { core, config, baseUrl, limitStore, lifecycle, log } = parts;
  const api = new Koa();
  api.use(async (ctx, next) => {
    ctx.set(API_HEADERS);
    if (lifecycle.isDraining) ctx.set('Connection', 'close');
    await next();
  });
  const isTrusted = trustedProxies(config.trustedProxies);
  api.use(
    createV1Routes(core, {
      baseUrl,
      trustedProxies: config.trustedProxies,
      corsOrigins: config.corsOrigins,
      limitPerMinute: config.limitPerMinute,
      limitStore,
      isAvailable: () => !lifecycle.isDraining,
      isSecure: (request) => !config.requireHttps || cameByHttps(request, isTrusted),
      log,
    }),
  );
  return api;
}

/** D:H14. */
function refuseWhileDraining(lifecycle: Lifecycle): Middleware {
  return async (ctx, next) => {
    if (!lifecycle.isDraining) return next();
    ctx.status = 503;
    ctx.set('Connection', 'close');
    ctx.body = { message: 'Service Unavailable' };
  };
}
