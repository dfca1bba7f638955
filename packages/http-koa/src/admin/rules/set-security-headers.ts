import helmet from 'koa-helmet';
import type { Admin } from '../admin-parts.ts';
import type { PageRule } from '../page-context.ts';

/**
 * The strictest policy with which the pages work: nothing inline, nothing from other origins except the product's logo,
 * and no frame around the pages.
 */
export function setSecurityHeaders({ options }: Admin): PageRule {
  const logo = options.brand?.logoUrl;
  const rule = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", ...(logo !== undefined && URL.canParse(logo) ? [new URL(logo).origin] : [])],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: options.isSecure && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  return async (ctx, next) => {
    ctx.set('Permissions-Policy', 'geolocation=(self), camera=(), microphone=(), payment=()');
    ctx.set('X-Request-Id', ctx.shaonPage.requestState.requestId);
    await rule(ctx, () => {
      // The path of a set-up link is a secret, so no Referer may contain it, not even for our own files. With no
      // referrer at all, browsers would send the form's origin as `null`, and the form would be refused.
      if (ctx.shaonPage.path.startsWith('/set-up/')) ctx.set('Referrer-Policy', 'strict-origin');
      return next();
    });
  };
}
