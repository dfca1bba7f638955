import type { RequestListener } from 'node:http';
import Koa, { type Middleware } from 'koa';
import { resolveV1Options, type V1Options } from './options.ts';
import { Pipeline } from './pipeline.ts';
import type { V1Services } from './route.ts';

/**
 * The v1 API as Koa middleware, to be mounted where `options.baseUrl` says: `mount('/api/v1', createV1Routes(…))`.
 * It answers every request that reaches it and reads the raw body, so mount it before any body parser. Throws
 * `options_invalid`.
 */
export function createV1Routes(services: V1Services, options: V1Options): Middleware {
  const pipeline = new Pipeline(services, resolveV1Options(options, services.extension.log));
  return (ctx) => pipeline.run(ctx);
}

/** The same for Express and plain node:http: `app.use('/api/v1', v1RequestListener(…))`. */
export function v1RequestListener(services: V1Services, options: V1Options): RequestListener {
  const app = new Koa();
  app.use(createV1Routes(services, options));
  return app.callback();
}
