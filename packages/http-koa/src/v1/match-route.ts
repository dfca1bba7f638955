import type { Route } from './route.ts';

/** Where a path leads: its route, or what the path would take, or nowhere. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly path: string; readonly route: Route; readonly id: string | null }
  | { readonly kind: 'wrong-method'; readonly path: string; readonly allow: string }
  | { readonly kind: 'unknown' };

/** One path of the table with its routes. */
interface Shape {
  readonly path: string;
  /** What stands before `{id}` and after it; null for a path without one. */
  readonly around: readonly [before: string, after: string] | null;
  readonly routes: readonly Route[];
}

/**
 * Makes the function that finds the route of a path. One slash at its end is tolerated and nothing else: case, `//`,
 * `%2F` and dots are compared as they came (D:H12). HEAD is GET without a body (D:H10).
 */
export function routeMatcher(routes: readonly Route[]): (method: string, path: string) => RouteMatch {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const shapes = paths.map((path) => shapeOf(path, routes));
  const plain = new Map(shapes.filter(({ around }) => around === null).map((shape) => [shape.path, shape]));
  const withId = shapes.filter(({ around }) => around !== null);
  return (method, path) => {
    const asked = withoutTrailingSlash(path);
    const found = plain.get(asked);
    if (found !== undefined) return routeOf(found, method, null);
    for (const shape of withId) {
      const id = idIn(shape, asked);
      if (id !== null) return routeOf(shape, method, id);
    }
    return { kind: 'unknown' };
  };
}

function shapeOf(path: string, routes: readonly Route[]): Shape {
  const [before = '', after] = path.split('{id}');
  return {
    path,
    around: after === undefined ? null : [before, after],
    routes: routes.filter((route) => route.path === path),
  };
}

/** The one segment that stands in the place of `{id}`; null where the path is of another shape. */
function idIn({ around }: Shape, asked: string): string | null {
  const [before, after] = around ?? ['', ''];
  if (!asked.startsWith(before) || !asked.endsWith(after)) return null;
  const id = asked.slice(before.length, asked.length - after.length);
  return id === '' || id.includes('/') ? null : id;
}

function routeOf({ path, routes }: Shape, method: string, id: string | null): RouteMatch {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = routes.find((candidate) => candidate.method === wanted);
  if (route === undefined) return { kind: 'wrong-method', path, allow: allowedMethods(routes) };
  return { kind: 'route', path, route, id };
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
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
