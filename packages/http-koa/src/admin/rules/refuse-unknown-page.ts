import type { PageRule } from '../page-context.ts';
import { PageError } from '../page-errors.ts';

/** Answers requests that no route took: an unknown path, or a path that takes another method. */
export const refuseUnknownPage: PageRule = async (ctx) => {
  const page = ctx.shaonPage;
  if (page.answer !== null) return;
  const methods = (ctx.matched ?? []).flatMap((layer) => layer.methods);
  if (methods.length === 0) throw new PageError('notFound');
  ctx.set('Allow', [...new Set(methods)].join(', '));
  throw new PageError('wrongMethod');
};
