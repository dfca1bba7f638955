import { errorAnswer, serialized } from '../answer.ts';
import type { Rule } from '../call.ts';
import type { V1 } from '../v1-parts.ts';

/**
 * Refuses a call over plain http where https is required (D:H18). It never redirects, because the token has leaked
 * already and a redirect would hide that. A token sent over plain http may have been read by others, so it identifies
 * nobody: it is not read, and the audit names no caller and no company.
 */
export function requireHttps({ options }: V1): Rule {
  return (ctx, next) => {
    if (options.isSecure(ctx.req)) return next();
    const { shaonCall: call } = ctx;
    call.detail = { refused: 'plain http' };
    call.answer = serialized(errorAnswer(403, 'Call this API by https.'));
  };
}
