import type { PageRule } from '../page-context.ts';
import { PageError } from '../page-errors.ts';
import { everyone, pageOf } from '../page-route.ts';
import { Visit } from '../visit.ts';

/** What no route has taken: a path that there is not, or one that takes another method. */
export const refuseUnknownPage: PageRule = async (ctx) => {
  const page = ctx.shaonPage;
  if (page.answer !== null) return;
  // Who is in keeps the navigation, and with it the way to a page that there is.
  if (page.visitState.person?.kind === 'account') page.visit = await pageOf(new Visit(page.visitState), everyone);
  const methods = (ctx.matched ?? []).flatMap((layer) => layer.methods);
  if (methods.length === 0) throw new PageError('notFound');
  ctx.set('Allow', [...new Set(methods)].join(', '));
  throw new PageError('wrongMethod');
};
