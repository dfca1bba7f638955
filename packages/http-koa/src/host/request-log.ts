import type { Context, Middleware } from 'koa';
import { readRequestTarget } from '../http/request-target.ts';
import type { HostLog } from './log.ts';
import { onRequestEnd } from './request-end.ts';

/** The facts of a call that the v1 routes leave in the pipeline's `ctx.state.shaon`. */
interface CallTrace {
  readonly route: string | null;
  readonly requestId: string;
}

/** A request for the log and the metrics: named by its route's template, never by its path. */
interface NamedRequest {
  readonly method: string;
  readonly isProbe: boolean;
  /** The template of the v1 route that answered, or one of the host's own few paths; known at the end. */
  route(): string | null;
  requestId(): string | null;
}

const OWN_PATHS = new Set([
  ...['/', '/healthz', '/readyz', '/metrics', '/openapi.json', '/openapi-webhooks.json'],
  ...['/docs', '/docs/', '/docs/client-sdk', '/docs/webhooks-for-receivers'],
]);
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Reads method and path at the start of the request, so that nothing is parsed in an event handler at its end. Not
 * `ctx.path`, which throws for an invalid target (D:A14); such a request has no path.
 */
export function nameRequest(ctx: Context): NamedRequest {
  const { method } = ctx;
  const path = readRequestTarget(ctx.req.url ?? '')?.path ?? '';
  const ownPath = OWN_PATHS.has(path) ? path : null;
  const trace = () => (ctx.state as { shaon?: CallTrace }).shaon ?? null;
  return {
    method,
    isProbe: PROBES.has(path),
    route: () => {
      const known = trace();
      return known === null ? ownPath : known.route;
    },
    requestId: () => trace()?.requestId ?? null,
  };
}

/** One line per request, with the route's template and without address, path, query or token; probes at debug. */
export function logRequests(log: HostLog): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    const request = nameRequest(ctx);
    const { res } = ctx;
    const writeLine = () => {
      const requestId = request.requestId();
      const fields = {
        method: request.method,
        route: request.route(),
        status: res.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(requestId === null ? {} : { requestId }),
        ...(res.writableFinished ? {} : { aborted: true }),
      };
      if (request.isProbe) log.debug(fields, 'request');
      else log.info(fields, 'request');
    };
    onRequestEnd({ log, name: 'request log' }, ctx.req, res, writeLine);
    await next();
  };
}
