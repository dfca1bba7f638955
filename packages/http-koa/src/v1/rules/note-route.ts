import type { Call, Rule } from '../call.ts';
import type { Route } from '../route.ts';

/*
 * The route is noted before any rule may refuse the call, because every audit row names it (D:U2, U4).
 */

/** The methods that each path supports, in the form of `Allow` (D:H9): `GET, HEAD`. */
export function allowedMethods(routes: readonly Route[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { path, method } of routes) {
    const before = methods.get(path);
    const own = method === 'GET' ? 'GET, HEAD' : method;
    methods.set(path, before === undefined ? own : `${before}, ${own}`);
  }
  return methods;
}

/** Notes the route that the router has found. */
export function noteRoute({ method, path, ability, query }: Route, allowed: ReadonlyMap<string, string>): Rule {
  return (ctx, next) => {
    const { shaonCall: call } = ctx;
    notePath(call, path, allowed);
    // The router also matches `get`, but methods are case-sensitive (RFC 9110, 9.1).
    if (call.method === method || (call.method === 'HEAD' && method === 'GET')) {
      call.isRouteFound = true;
      call.ability = ability;
      call.queryInput = query;
    }
    return next();
  };
}

/** Notes the path of a call whose method the path does not support. */
export function noteOtherMethod(allowed: ReadonlyMap<string, string>): Rule {
  return (ctx, next) => {
    const path = ctx.matched?.[0]?.name;
    if (path !== undefined) notePath(ctx.shaonCall, path, allowed);
    return next();
  };
}

function notePath(call: Call, path: string, allowed: ReadonlyMap<string, string>): void {
  call.route = path;
  call.allow = allowed.get(path) ?? null;
}
