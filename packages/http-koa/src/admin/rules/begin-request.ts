import { requestIdOf } from '../../http/request-id.ts';
import { readRequestTarget, targetText } from '../../http/request-target.ts';
import type { Admin } from '../admin-parts.ts';
import { PageCookies } from '../cookies.ts';
import type { PageRule } from '../page-context.ts';
import type { ResolvedAdminOptions } from '../resolve-options.ts';

/** Creates the request's `BrowserRequest`, by nobody yet. Validates the target, because some make parsers throw (D:A14). */
export function beginRequest(admin: Admin): PageRule {
  const { options } = admin;
  return (ctx, next) => {
    const target = readRequestTarget(ctx.req.url ?? '');
    const path = target === null ? '/' : target.path.slice(options.path.length) || '/';
    const cookies = new PageCookies(ctx, options);
    const method = ctx.req.method ?? '';
    const requestId = requestIdOf(ctx.req);
    ctx.shaonPage = {
      target,
      path,
      cookies,
      requestState: {
        admin,
        method: method === 'HEAD' ? 'GET' : method,
        requestPath: path,
        query: new URLSearchParams(target?.query ?? ''),
        pageBefore: pageBefore(ctx.get('referer'), options),
        requestId,
        origin: { ip: options.clientAddress(ctx.req), userAgent: ctx.req.headers['user-agent'], requestId },
        // Hebrew if the browser has no preference.
        locale: ctx.acceptsLanguages(['he', 'en']) === 'en' ? 'en' : 'he',
        theme: 'auto',
        ownLocale: null,
        browserLocale: null,
        csrfToken: '',
        flash: null,
        person: null,
      },
      route: null,
      request: null,
      answer: null,
    };
    if (target !== null) {
      ctx.req.url = targetText(target);
      ctx.newRouterPath = path;
      // The host's router may have left its own matches here, and ours would be added to them.
      ctx.matched = undefined;
    }
    return next();
  };
}

function pageBefore(referer: string, { origin, publicPath }: ResolvedAdminOptions): string {
  const url = URL.canParse(referer) ? new URL(referer) : null;
  if (url === null || !url.href.startsWith(`${origin}${publicPath}/`)) return '/';
  return url.pathname.slice(publicPath.length) + url.search;
}
