import type { RequestListener } from 'node:http';
import Koa, { type Middleware } from 'koa';
import { logConnectionErrors } from '../http/connection-errors.ts';
import { underPath } from '../http/under-path.ts';
import { answerFaults, answerNotFound } from './answer-faults.ts';
import { type ResolvedV1Options, resolveV1Options, type V1Options } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { RateLimit } from './rate-limit.ts';
import { resolveServices } from './resolve-services.ts';
import type { V1Services } from './v1-parts.ts';

/**
 * The v1 API as Koa middleware: `app.use(createV1Routes(core, { baseUrl, path: '/api/v1' }))`. It answers every request
 * that it receives, except those outside `options.path`, and reads the raw body, so put it before any body parser.
 * Without `path` it can be mounted with `koa-mount`, which throws for a target that Koa cannot read, such as `//a@[#`:
 * Koa then answers 500 and prints the stack, and the call has no audit row. Throws `options_invalid`.
 */
export function createV1Routes(services: V1Services, options: V1Options): Middleware {
  return routes(services, resolveV1Options(options, services.extension.log));
}

/**
 * The same for plain node:http and Express: `createServer(v1RequestListener(core, { baseUrl, path: '/api/v1' }))`,
 * `app.use('/api/v1', v1RequestListener(core, { baseUrl }))`. Throws `options_invalid`.
 */
export function v1RequestListener(services: V1Services, options: V1Options): RequestListener {
  const resolved = resolveV1Options(options, services.extension.log);
  const app = new Koa();
  // Otherwise Koa writes errors with their stack to the standard error stream.
  app.silent = true;
  logConnectionErrors(app, 'warn', { log: resolved.log, name: 'v1 connection error' });
  app.use(routes(services, resolved));
  app.use(answerNotFound);
  return app.callback();
}

function routes(services: V1Services, options: ResolvedV1Options): Middleware {
  const pipeline = createPipeline({ services: resolveServices(services), options, limit: new RateLimit(options) });
  return underPath(options.path, answerFaults(options.log, pipeline));
}
