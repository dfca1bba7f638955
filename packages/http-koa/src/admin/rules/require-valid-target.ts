import type { PageRule } from '../page-context.ts';
import { PageError } from '../page-errors.ts';

/** Refuses what is neither a path nor the absolute http(s) form of one (D:A14). */
export const requireValidTarget: PageRule = (ctx, next) => {
  if (ctx.shaonPage.target === null) throw new PageError('badRequest');
  return next();
};
