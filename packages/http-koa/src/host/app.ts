import type { Core } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import mount from 'koa-mount';
import { createAdminRoutes } from '../admin/index.ts';
import { createDocsRoutes } from '../docs/docs-routes.ts';
import { trustedAddresses, trustedProxyAddress } from '../http/client-address.ts';
import { logConnectionErrors } from '../http/connection-errors.ts';
import { underPath } from '../http/under-path.ts';
import { createV1Routes } from '../v1/create-v1-routes.ts';
import type { LimitHealth } from '../v1/limit-health.ts';
import type { LimitStore } from '../v1/rate-limit.ts';
import { answerErrors } from './error-handler.ts';
import { createFrontPageRoute } from './front-page-route.ts';
import { createHealthRoutes, type Probe } from './health.ts';
import { isHttpsRequest } from './is-https-request.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { HostLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import { ADMIN_PATH, V1_PATH } from './paths.ts';
import { refuseInvalidRequests } from './refuse-invalid.ts';
import { logRequests } from './request-log.ts';
import type { HostConfig } from './settings.ts';

/** The security headers of answers with data. Pages get theirs from `helmet`. */
const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The standalone server's middleware, outermost first. */
export function createApp(parts: {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly config: HostConfig;
  /** As callers see it: `publicRoot`. */
  readonly rootUrl: string;
  readonly limitStore: LimitStore;
  readonly limitHealth: LimitHealth;
  readonly probe: Probe;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics | null;
  readonly log: HostLog;
}): Koa {
  const { core, config, rootUrl, probe, lifecycle, metrics, log } = parts;
  const app = new Koa();
  app.silent = true;
  // After `answerErrors`, the only errors here are failures of a socket: the other side has hung up.
  logConnectionErrors(app, 'debug', { log, name: 'host connection error' });

  if (metrics !== null) app.use(metrics.measure);
  app.use(logRequests(log));
  app.use(closeWhileStopping(lifecycle));
  app.use(answerErrors(log));
  app.use(refuseInvalidRequests({ core, clientAddress: trustedProxyAddress(config.trustedProxies) }));
  app.use(underPath(V1_PATH, v1(parts)));
  app.use(mount(ADMIN_PATH, pages(parts)));
  app.use(helmet());
  app.use(createHealthRoutes(probe));
  app.use(refuseWhileDraining(lifecycle));
  app.use(createFrontPageRoute({ rootUrl, hasDocs: config.docs }));
  if (config.docs) app.use(createDocsRoutes({ baseUrl: rootUrl + V1_PATH }));
  return app;
}

/** With `path` instead of a mount, which would rewrite each request's path twice. */
function v1(parts: Parameters<typeof createApp>[0]): Middleware {
  const { core, config, rootUrl, limitStore, limitHealth, lifecycle, log } = parts;
  const isTrusted = trustedAddresses(config.trustedProxies);
  const routes = createV1Routes(core, {
    baseUrl: rootUrl + V1_PATH,
    path: V1_PATH,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    limitPerMinute: config.limitPerMinute,
    limitStore,
    limitHealth,
    isAvailable: () => !lifecycle.isDraining,
    isSecure: (request) => !config.requireHttps || isHttpsRequest(request, isTrusted),
    log,
  });
  return async (ctx, next) => {
    ctx.set(API_HEADERS);
    await routes(ctx, next);
  };
}

/** The web interface, with its own sign-in. */
function pages({ core, webhooks, config, rootUrl, lifecycle, log }: Parameters<typeof createApp>[0]): Middleware {
  return createAdminRoutes(core, webhooks, {
    baseUrl: rootUrl + ADMIN_PATH,
    apiUrl: rootUrl + V1_PATH,
    docsUrl: config.docs ? `${rootUrl}/docs` : null,
    openApiUrl: config.docs ? `${rootUrl}/openapi.json` : null,
    trustedProxies: config.trustedProxies,
    limitPerMinute: config.limitPerMinute,
    auditMonths: config.auditMonths,
    isAvailable: () => !lifecycle.isDraining,
    log,
  });
}

/**
 * From the moment that /readyz fails each answer ends its connection, because the next request on it would be refused,
 * or lost at the end of the stop. A balancer of connections leads the client's next one to another server.
 */
function closeWhileStopping(lifecycle: Lifecycle): Middleware {
  return async (ctx, next) => {
    await next();
    if (!lifecycle.isReady && !ctx.headerSent) ctx.set('Connection', 'close');
  };
}

/** During a stop new requests get 503, so that a load balancer uses another server (D:H14). */
function refuseWhileDraining(lifecycle: Lifecycle): Middleware {
  return async (ctx, next) => {
    if (!lifecycle.isDraining) return next();
    ctx.status = 503;
    ctx.body = { message: 'Service Unavailable' };
  };
}
