import type { Context, Middleware } from 'koa';
import type { HostLog } from './log.ts';

/** What the v1 routes leave behind of a call; see the pipeline's `ctx.state.shaon`. */
interface CallTrace {
  readonly route: string | null;
  readonly requestId: string;
}

/** The template of the v1 route that answered, or the path of one of the host's own few. */
export function routeOf(ctx: Context): string | null {
  const trace = traceOf(ctx);
  if (trace !== null) return trace.route;
  return OWN_PATHS.has(ctx.path) ? ctx.path : null;
}

const OWN_PATHS = new Set(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']);
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** One line a request: the route's template and no address, path, query or token; probes at debug. */
export function logRequests(log: HostLog): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    ctx.res.once('close', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      const trace = traceOf(ctx);
      const fields = {
        method: ctx.method,
        route: routeOf(ctx),
        status: ctx.res.statusCode,
        ms,
        ...(trace === null ? {} : { requestId: trace.requestId }),
        ...(ctx.res.writableFinished ? {} : { aborted: true }),
      };
      if (PROBES.has(ctx.path)) log.debug(fields, 'request');
      else log.info(fields, 'request');
    });
    await next();
  };
}

function traceOf(ctx: Context): CallTrace | null {
  return (ctx.state as { shaon?: CallTrace }).shaon ?? null;
}
