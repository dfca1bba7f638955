import helmet from 'koa-helmet';
import type { Admin } from '../admin-parts.ts';
import type { PageRule } from '../page-context.ts';

/**
 * The strictest policy under which the pages run: nothing inline, nothing from elsewhere but the product's own logo, no
 * frame around them.
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
    ctx.set('X-Request-Id', ctx.shaonPage.visitState.requestId);
    await rule(ctx, () => {
      // The path of a set-up link is a secret, so it stands in no Referer, not even to our own files. Without any
      // referrer a browser would call the form's origin `null`, and the form would be refused.
      if (ctx.shaonPage.path.startsWith('/set-up/')) ctx.set('Referrer-Policy', 'strict-origin');
      return next();
    });
  };
}
