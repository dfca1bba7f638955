import Router from '@koa/router';
import { expect } from 'chai';
import type { Middleware } from 'koa';
import type { Rule } from '../../src/v1/call.ts';
import { RouteCache } from '../../src/v1/route-cache.ts';
import { V1_ROUTES } from '../../src/v1/routes.ts';

/** Where a call was led, with the id that its rules read there, and what a host may read; null where no route is. */
type Led = readonly [route: string, captures: readonly string[], shown: object] | null;
type Lead = (method: string, path: string) => Led;

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'get'];
const SEGMENTS = [
  'employees',
  'departments',
  'attendance',
  'activate',
  '8',
  '0',
  '007',
  '99999999999',
  'x8',
  '8x',
  '%38',
  '',
];

describe('calls of a form that the router has seen', () => {
  it('are led where the router leads them, by method, path and id', () => {
    const [plain, before] = [leadBy(false), leadBy(true)];
    for (let round = 0; round < 2; round++) {
      for (const [method, path] of calls()) {
        expect(before(method, path), `${method} ${path}`).to.deep.equal(plain(method, path));
      }
    }
  });

  it('do not reach the router again', () => {
    if (process.env.SHAON_FAST_PATH === 'off') return;
    const asked: string[] = [];
    const lead = leadBy(true, (path) => asked.push(path));
    for (const path of ['/employees/8', '/employees/9', '/employees', '/employees', '/employees/x', '/employees/x']) {
      lead('GET', path);
    }
    expect(asked).to.deep.equal(['/employees/8', '/employees', '/employees/x', '/employees/x']);
  });
});

function* calls(): Generator<[method: string, path: string]> {
  const paths = SEGMENTS.flatMap((first) => [
    `/${first}`,
    ...SEGMENTS.flatMap((second) => deeper(`/${first}/${second}`)),
  ]);
  for (const path of paths) for (const method of METHODS) yield [method, path];
}

const deeper = (path: string): string[] => [path, ...SEGMENTS.map((third) => `${path}/${third}`)];

function leadBy(remembers: boolean, onAsked: (path: string) => void = () => undefined): Lead {
  const router = new Router({ sensitive: true });
  const routeCache = new RouteCache();
  let led: Led = null;
  for (const { method, path } of V1_ROUTES) {
    const arrive: Rule = (ctx) => {
      const { params, _matchedRoute, _matchedRouteName } = ctx as unknown as Record<string, unknown>;
      led = [`${method} ${path}`, ctx.captures ?? [], { params, _matchedRoute, _matchedRouteName }];
    };
    const rules = remembers ? routeCache.remembering(arrive) : arrive;
    router.register(path.replace('{id}', ':id'), [method], rules as unknown as Middleware, { name: path });
  }
  const routes = router.routes() as unknown as Rule;
  const asked: Rule = (ctx, next) => {
    onAsked(ctx.shaonCall.path);
    return routes(ctx, next);
  };
  const rule = remembers ? routeCache.inFrontOf(asked) : asked;
  return (method, path) => {
    led = null;
    const context = { method, path, host: '', newRouterPath: path, request: {}, shaonCall: { method, path } };
    void rule(context as never, async () => undefined);
    return led;
  };
}
