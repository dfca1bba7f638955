import type { Middleware } from 'koa';
import { frontPage } from '../admin/front-page.ts';
import { ADMIN_PATH } from './paths.ts';

/** The strictest policy with which the page works: nothing inline, nothing from other origins. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/`, in the language that the browser prefers. */
export function createFrontPageRoute({
  rootUrl,
  hasDocs,
}: {
  readonly rootUrl: string;
  readonly hasDocs: boolean;
}): Middleware {
  const rootPath = new URL(rootUrl).pathname.replace(/\/$/, '');
  return async (ctx, next) => {
    if (ctx.path !== '/' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const locale = ctx.acceptsLanguages(['he', 'en']) === 'en' ? 'en' : 'he';
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Accept-Language');
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = frontPage(locale, {
      adminPath: rootPath + ADMIN_PATH,
      docsPath: hasDocs ? `${rootPath}/docs` : null,
    });
  };
}
