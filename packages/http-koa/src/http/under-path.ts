import type { Middleware } from 'koa';
import { readRequestTarget } from './request-target.ts';

/**
 * Hands on to the next middleware what lies outside the path. A target that is no path is taken for ours, since nobody
 * else may read it either (D:A14).
 */
export function underPath(path: string, routes: Middleware): Middleware {
  if (path === '') return routes;
  return (ctx, next) => {
    const target = readRequestTarget(ctx.req.url ?? '');
    const isOurs = target === null || target.path === path || target.path.startsWith(`${path}/`);
    return isOurs ? routes(ctx, next) : next();
  };
}
