import type { Middleware } from 'koa';
import { readRequestTarget } from './request-target.ts';

/**
 * Passes requests outside the path to the next middleware. An invalid target is handled here, because other parsers may
 * not read it either (D:A14).
 */
export function underPath(path: string, routes: Middleware): Middleware {
  if (path === '') return routes;
  return (ctx, next) => {
    const target = readRequestTarget(ctx.req.url ?? '');
    const isOurs = target === null || target.path === path || target.path.startsWith(`${path}/`);
    return isOurs ? routes(ctx, next) : next();
  };
}
