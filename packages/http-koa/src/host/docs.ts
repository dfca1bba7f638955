import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Middleware } from 'koa';

const require = createRequire(import.meta.url);
const CONTRACT = new URL('../../openapi/generated/v1.json', import.meta.url);
const PAGE = new URL('../../viewer/', import.meta.url);

/** The strictest policy under which the viewer runs: nothing inline, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Asset {
  readonly type: string;
  readonly read: () => Buffer | string;
}

/** `/openapi.json`, the published contract with this server's address in it, and `/docs`, a viewer for it (D:Z1, Z3). */
export function createDocsRoutes(baseUrl: string): Middleware {
  const assets: Readonly<Record<string, Asset>> = {
    '/openapi.json': json(() => contractOf(baseUrl)),
    '/docs': pageFile('index.html', 'text/html; charset=utf-8'),
    // Without a charset the viewer does not start.
    '/docs/page.js': pageFile('page.js', 'text/javascript; charset=utf-8'),
    '/docs/page.css': pageFile('page.css', 'text/css; charset=utf-8'),
    '/docs/swagger-ui-bundle.js': viewerFile('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    '/docs/swagger-ui.css': viewerFile('swagger-ui.css', 'text/css; charset=utf-8'),
    '/docs/favicon-32x32.png': viewerFile('favicon-32x32.png', 'image/png'),
  };
  const read = new Map<string, Buffer | string>();
  return async (ctx, next) => {
    const asset = Object.hasOwn(assets, ctx.path) ? assets[ctx.path] : undefined;
    if (asset === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const content = read.get(ctx.path) ?? asset.read();
    read.set(ctx.path, content);
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = asset.type;
    ctx.body = content;
  };
}

function json(read: () => string): Asset {
  return { type: 'application/json; charset=utf-8', read };
}

function contractOf(baseUrl: string): string {
  const contract = JSON.parse(readFileSync(CONTRACT, 'utf8')) as Record<string, unknown>;
  return JSON.stringify({ ...contract, servers: [{ url: baseUrl }] });
}

function pageFile(name: string, type: string): Asset {
  return { type, read: () => readFileSync(new URL(name, PAGE)) };
}

function viewerFile(name: string, type: string): Asset {
  const folder = () => dirname(require.resolve('swagger-ui-dist/package.json'));
  return { type, read: () => readFileSync(join(folder(), name)) };
}
