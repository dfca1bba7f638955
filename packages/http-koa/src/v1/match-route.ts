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
  const asked = withoutTrailingSlash(path);
  const wanted = method === 'HEAD' ? 'GET' : method;
  for (const route of routes) {
    if (route.path === asked && route.method === wanted) {
      return { kind: 'route', path: asked, route, id: idSegment(asked, segmentsOf(asked)) };
    }
  }
  const segments = asked.split('/');
  for (const route of routes) {
    if (route.method === wanted && fits(route.path, segments)) {
      return { kind: 'route', path: route.path, route, id: idSegment(route.path, segments) };
    }
  }
  const others = routes.filter((route) => fits(route.path, segments));
  const [first] = others;
  return first === undefined
    ? { kind: 'unknown' }
    : { kind: 'wrong-method', path: first.path, allow: allowedMethods(others) };
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function fits(template: string, segments: readonly string[]): boolean {
  const wanted = segmentsOf(template);
  if (wanted.length !== segments.length) return false;
  // From the end: all begin alike.
  for (let index = wanted.length - 1; index >= 0; index--) {
    const fitsHere = wanted[index] === '{id}' ? segments[index] !== '' : wanted[index] === segments[index];
    if (!fitsHere) return false;
  }
  return true;
}

const templates = new Map<string, readonly string[]>();

/** The templates are the table's own, a dozen: each is split once. */
function segmentsOf(template: string): readonly string[] {
  let segments = templates.get(template);
  if (segments === undefined) {
    segments = template.split('/');
    templates.set(template, segments);
  }
  return segments;
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
