import type { RequestListener } from 'node:http';
import type { Webhooks } from '@shaon/webhooks';
import Koa, { type Middleware } from 'koa';
import { logConnectionErrors } from '../http/connection-errors.ts';
import { underPath } from '../http/under-path.ts';
import type { AdminCore } from './admin-parts.ts';
import type { AdminOptions } from './options.ts';
import { navigationItems } from './pages/areas.ts';
import { createPagePipeline } from './pipeline.ts';
import { type ResolvedAdminOptions, resolveAdminOptions } from './resolve-options.ts';
import { Uploads } from './uploads.ts';

/**
 * The web interface as Koa middleware. Mount it where `options.baseUrl` says: `mount('/admin', createAdminRoutes(…))`,
 * or set `options.path` if nothing strips the prefix. It answers every request except those outside `options.path`, and
 * it reads raw bodies, so mount it before any body parser. Throws `options_invalid`.
 *
 * @param webhooks the result of `createWebhooks`; null for a product that sends no webhooks
 */
export function createAdminRoutes(core: AdminCore, webhooks: Webhooks | null, options: AdminOptions): Middleware {
  return routes(core, webhooks, resolveAdminOptions(options, core.extension.log));
}

/**
 * The same for plain node:http and Express: `app.use('/admin', adminRequestListener(core, webhooks, { baseUrl }))`.
 * Throws `options_invalid`.
 */
export function adminRequestListener(
  core: AdminCore,
  webhooks: Webhooks | null,
  options: AdminOptions,
): RequestListener {
  const resolved = resolveAdminOptions(options, core.extension.log);
  const app = new Koa();
  // Otherwise Koa writes errors with their stack to the standard error stream.
  app.silent = true;
  logConnectionErrors(app, 'warn', { log: resolved.log, name: 'pages connection error' });
  app.use(routes(core, webhooks, resolved));
  return app.callback();
}

function routes(core: AdminCore, webhooks: Webhooks | null, options: ResolvedAdminOptions): Middleware {
  const navigation = navigationItems({ options, webhooks });
  return underPath(options.path, createPagePipeline({ core, webhooks, options, uploads: new Uploads(), navigation }));
}
