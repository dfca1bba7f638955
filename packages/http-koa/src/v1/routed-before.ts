import type { Rule } from './call.ts';

/** The one segment of a path that differs from call to call: all digits, as no segment of a route's own is. */
const ID = /\/(\d+)(?=\/|$)/;
/** More than all routes have, by method and with a slash at the end. */
const MOST_FORMS = 200;

/** The method and the path of a call, its id apart. */
interface CallForm {
  readonly key: string;
  /** What the router would capture. */
  readonly captures: readonly string[];
}

/**
 * Leads a call where the router has led one of the same form: it decides by method and path alone. For each call it
 * composes its rules anew and reads the host, 4 µs of the 40 that a small request takes in this process. `SHAON_FAST_PATH=off`
 * leaves every call to the router.
 */
export class RoutedBefore {
  readonly #rulesOf = new Map<string, Rule>();

  /** The rules of a route, as the router gets them: they are remembered with the form of the call that it leads here. */
  remembering(rules: Rule): Rule {
    return (ctx, next) => {
      const { key, captures } = formOf(ctx.shaonCall);
      const isWhole = captures.length === (ctx.captures?.length ?? 0);
      if (isWhole && this.#rulesOf.size < MOST_FORMS) this.#rulesOf.set(key, rules);
      return rules(ctx, next);
    };
  }

  /** Stands where the router does, and asks it about a form that did not come before. */
  before(router: Rule): Rule {
    if (process.env.SHAON_FAST_PATH === 'off') return router;
    return (ctx, next) => {
      const { key, captures } = formOf(ctx.shaonCall);
      const rules = this.#rulesOf.get(key);
      if (rules === undefined) return router(ctx, next);
      ctx.captures = captures;
      return rules(ctx, next);
    };
  }
}

function formOf({ method, path }: { readonly method: string; readonly path: string }): CallForm {
  const id = ID.exec(path)?.[1];
  if (id === undefined) return { key: `${method} ${path}`, captures: [] };
  return { key: `${method} ${path.replace(ID, '/0')}`, captures: [id] };
}
