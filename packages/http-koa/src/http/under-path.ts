import type { Middleware } from 'koa';
import { readRequestTarget } from './request-target.ts';

/**
 * Passes requests outside the path to the next middleware. An invalid target is handled here, because other parsers may
 * not read it either (D:A14).
 */
export function underPath(path: string, routes: Middleware): Middleware {
  if (path === '') return routes;
  const below = `${path}/`;
  const isOurs = (url: string): boolean => {
    const target = readRequestTarget(url);
    return target === null || target.path === path || target.path.startsWith(below);
  };
  return (ctx, next) => (isOurs(ctx.req.url ?? '') ? routes(ctx, next) : next());
}
