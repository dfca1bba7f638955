import type { Rule, V1Context } from './call.ts';

/** The only path segment that differs between calls: all digits, as no fixed segment of a route is. */
const ID = /\/(\d+)(?=\/|$)/;
/** More than all routes have, by method and with or without a slash at the end. */
const MAX_FORMS = 200;

/** The method and the path of a call, without its id. */
interface CallForm {
  readonly key: string;
  /** The values that the router would capture. */
  readonly captures: readonly string[];
}

/** The router's values on the context, which a host's metrics may use. */
type Routed = V1Context & { params?: Record<string, string>; _matchedRoute?: unknown; _matchedRouteName?: unknown };

/** The route that the router chose. */
interface KnownRoute {
  readonly rules: Rule;
  readonly shown: Pick<Routed, '_matchedRoute' | '_matchedRouteName'>;
}

/**
 * Reuses the router's choice for calls of the same form, because it depends only on method and path. For each call the
 * router composes its rules again and reads the host, 4 µs of the 40 that a small request takes in this process.
 * `SHAON_FAST_PATH=off` sends every call through the router.
 */
export class RouteCache {
  readonly #routes = new Map<string, KnownRoute>();

  /** Wraps a route's rules for the router, and remembers them with the form of the call that it routes here. */
  remembering(rules: Rule): Rule {
    return (ctx, next) => {
      const { key, captures } = formOf(ctx.shaonCall);
      const isWhole = captures.length === (ctx.captures?.length ?? 0);
      if (isWhole && this.#routes.size < MAX_FORMS) {
        const { _matchedRoute, _matchedRouteName } = ctx as Routed;
        this.#routes.set(key, { rules, shown: { _matchedRoute, _matchedRouteName } });
      }
      return rules(ctx, next);
    };
  }

  /** Replaces the router, and calls it for a form of call that is new. */
  inFrontOf(router: Rule): Rule {
    if (process.env.SHAON_FAST_PATH === 'off') return router;
    return (ctx, next) => {
      const { key, captures } = formOf(ctx.shaonCall);
      const route = this.#routes.get(key);
      if (route === undefined) return router(ctx, next);
      const [id] = captures;
      const routed: Routed = ctx;
      routed.captures = captures;
      routed.params = id === undefined ? {} : { id };
      routed._matchedRoute = route.shown._matchedRoute;
      routed._matchedRouteName = route.shown._matchedRouteName;
      return route.rules(ctx, next);
    };
  }
}

function formOf({ method, path }: { readonly method: string; readonly path: string }): CallForm {
  const found = ID.exec(path);
  if (found === null) return { key: `${method} ${path}`, captures: [] };
  const id = found[1] as string;
  const start = found.index + 1;
  return { key: `${method} ${path.slice(0, start)}0${path.slice(start + id.length)}`, captures: [id] };
}
