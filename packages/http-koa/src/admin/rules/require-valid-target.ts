import type { PageRule } from '../page-context.ts';
import { PageError } from '../page-errors.ts';

/** Refuses targets that are neither a path nor an absolute http(s) URL (D:A14). */
export const requireValidTarget: PageRule = (ctx, next) => {
  if (ctx.shaonPage.target === null) throw new PageError('badRequest');
  return next();
};
