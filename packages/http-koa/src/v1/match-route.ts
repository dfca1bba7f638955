import type { Route } from './route.ts';

/** Where a path leads: its route, or what the path would take, or nowhere. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly path: string; readonly route: Route; readonly id: string | null }
  | { readonly kind: 'wrong-method'; readonly path: string; readonly allow: string }
  | { readonly kind: 'unknown' };

/**
 * Finds the route of a path. One slash at its end is tolerated and nothing else: case, `//`, `%2F` and dots are
 * compared as they came (D:H12). HEAD is GET without a body (D:H10).
 */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const segments = withoutTrailingSlash(path).split('/');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const candidates = routes.filter((route) => fits(route.path, segments));
  const found = candidates.find((route) => route.method === wanted);
  if (found !== undefined)
    return { kind: 'route', path: found.path, route: found, id: idSegment(found.path, segments) };
  const [first] = candidates;
  if (first === undefined) return { kind: 'unknown' };
  return { kind: 'wrong-method', path: first.path, allow: allowedMethods(candidates) };
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function fits(template: string, segments: readonly string[]): boolean {
  const wanted = segmentsOf(template);
  return (
    wanted.length === segments.length &&
    wanted.every((part, index) => (part === '{id}' ? segments[index] !== '' : part === segments[index]))
  );
}

const templates = new Map<string, readonly string[]>();

/** The templates are the table's own, a dozen: each is split once. */
function segmentsOf(template: string): readonly string[] {
  const known = templates.get(template) ?? template.split('/');
  templates.set(template, known);
  return known;
}

function idSegment(template: string, segments: readonly string[]): string | null {
  const place = segmentsOf(template).indexOf('{id}');
  return place < 0 ? null : (segments[place] as string);
}

/** D:H9: `GET, HEAD`. */
function allowedMethods(routes: readonly Route[]): string {
  return routes.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ');
}

/** D:E6: a canonical positive decimal that fits the column; anything else is an id that does not exist. */
export function parsePathId(segment: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(segment)) return null;
  const id = Number(segment);
  return id <= 2 ** 31 - 1 ? id : null;
}
