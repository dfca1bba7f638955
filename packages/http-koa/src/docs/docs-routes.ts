import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { refuseUnknownOptions } from '@shaon/core';
import Koa, { type Middleware } from 'koa';
import { resolveBaseUrl, resolvePath } from '../v1/options.ts';

const GENERATED = new URL('../../openapi/generated/', import.meta.url);
const PAGE = new URL('../../viewer/', import.meta.url);
/** Swagger UI's own files and the guides, made by tools/codegen, and the client, packed by the build. */
const VIEWER = new URL('generated/', PAGE);
/** The address in the contract and in files derived from it; replaced by the server's own. */
const EXAMPLE_BASE_URL = 'https://shaon.example/api/v1';

/** The strictest policy with which the viewer works: nothing inline, nothing from other origins. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Asset {
  readonly type: string;
  readonly read: () => Buffer | string;
}

/** Options of `createDocsRoutes` and `docsRequestListener`. */
export interface DocsOptions {
  /** The public address of the API, ending in `/api/v1`. */
  readonly baseUrl: string;
  /** The path before `/docs` and `/openapi.json`. Default none: at the root, or the mount has removed it. */
  readonly path?: string | undefined;
}

const OPTION_NAMES: Readonly<Record<keyof DocsOptions, true>> = { baseUrl: true, path: true };

/**
 * `/openapi.json`, the published contract with this server's address and programs for each operation;
 * `/openapi-webhooks.json`, its webhooks as OpenAPI 3.1; and `/docs`, a viewer with a quickstart, guides and the client's
 * package (D:Z1, Z3, A90). Other requests go to the next middleware. Throws `options_invalid`.
 */
export function createDocsRoutes(options: DocsOptions): Middleware {
  refuseUnknownOptions('createDocsRoutes', options, OPTION_NAMES);
  const baseUrl = resolveBaseUrl(options.baseUrl);
  const below = resolvePath(options.path ?? '');
  const assets: Readonly<Record<string, Asset>> = {
    '/openapi.json': json(() => contractOf(baseUrl)),
    '/openapi-webhooks.json': json(() => readFileSync(new URL('v1-webhooks.json', GENERATED), 'utf8')),
    '/docs': { type: 'text/html; charset=utf-8', read: () => startPage(baseUrl) },
    '/docs/client-sdk': pageFile('generated/client-sdk.html', 'text/html; charset=utf-8'),
    '/docs/webhooks-for-receivers': pageFile('generated/webhooks-for-receivers.html', 'text/html; charset=utf-8'),
    '/docs/client-sdk.tgz': viewerFile('client-sdk.tgz', 'application/gzip'),
    // Without a charset the viewer does not start.
    '/docs/page.js': pageFile('page.js', 'text/javascript; charset=utf-8'),
    '/docs/guide.js': pageFile('guide.js', 'text/javascript; charset=utf-8'),
    '/docs/page.css': pageFile('page.css', 'text/css; charset=utf-8'),
    '/docs/swagger-ui-bundle.js': viewerFile('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    '/docs/swagger-ui.css': viewerFile('swagger-ui.css', 'text/css; charset=utf-8'),
    '/docs/favicon-32x32.png': viewerFile('favicon-32x32.png', 'image/png'),
  };
  const read = new Map<string, Buffer | string>();
  return async (ctx, next) => {
    const path = ctx.path.startsWith(below) ? ctx.path.slice(below.length) : '';
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    // The links of the page are relative, so it has one address.
    if (path === '/docs/') return ctx.redirect('../docs');
    const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
    if (asset === undefined) return next();
    const content = read.get(path) ?? asset.read();
    read.set(path, content);
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = asset.type;
    ctx.body = content;
  };
}

/** The same for Express and plain node:http; other requests get 404. Throws `options_invalid`. */
export function docsRequestListener(options: DocsOptions): RequestListener {
  const app = new Koa();
  // Otherwise Koa writes errors with their stack to the standard error stream.
  app.silent = true;
  return app.use(createDocsRoutes(options)).callback();
}

function json(read: () => string): Asset {
  return { type: 'application/json; charset=utf-8', read };
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** The contract is as published; the programs are in `x-codeSamples`, an extension that viewers know. */
function contractOf(baseUrl: string): string {
  const contract = readJson<Contract>('v1.json');
  const samples = readJson<Record<string, readonly { readonly source: string }[]>>('code-samples.json');
  const samplesOf = (operationId: string) =>
    samples[operationId]?.map((sample) => ({ ...sample, source: withAddress(sample.source, baseUrl) }));
  const paths = mapValues(contract.paths, (item) =>
    mapValues(item, (operation) =>
      operation.operationId === undefined
        ? operation
        : { ...operation, 'x-codeSamples': samplesOf(operation.operationId) },
    ),
  );
  return JSON.stringify({ ...contract, servers: [{ url: baseUrl }], paths });
}

function startPage(baseUrl: string): string {
  const page = readFileSync(new URL('index.html', PAGE), 'utf8');
  const escaped = baseUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return withAddress(page, escaped);
}

function withAddress(text: string, baseUrl: string): string {
  return text.replaceAll(EXAMPLE_BASE_URL, () => baseUrl);
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(name, GENERATED), 'utf8')) as Content;
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function pageFile(name: string, type: string): Asset {
  return { type, read: () => readFileSync(new URL(name, PAGE)) };
}

function viewerFile(name: string, type: string): Asset {
  return { type, read: () => readFileSync(new URL(name, VIEWER)) };
}
