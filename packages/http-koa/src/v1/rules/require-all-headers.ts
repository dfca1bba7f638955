import { hasDroppedHeaders } from '../../http/dropped-headers.ts';
import { errorAnswer, serialized } from '../answer.ts';
import type { Rule } from '../call.ts';

/**
 * Refuses a call with so many headers that some may be missing: a second `Authorization` (D:K3), a `Content-Length`, or
 * the caller's address from a trusted proxy (D:U5).
 */
export const requireAllHeaders: Rule = (ctx, next) => {
  if (!hasDroppedHeaders(ctx.req)) return next();
  const { shaonCall: call } = ctx;
  call.answer = serialized(errorAnswer(431, 'The request headers are too large.', { Connection: 'close' }));
};
