import type { PageContext, PageRule } from '../page-context.ts';
import { PageRedirect } from '../page-errors.ts';
import type { PageRoute } from '../page-route.ts';
import type { Upload } from '../uploads.ts';
import { Visit } from '../visit.ts';
import { checkForm } from './check-form.ts';
import { keepForm } from './keep-form.ts';

/** Calls the handler of a route; a form is checked first. */
export function servePage(route: PageRoute): PageRule {
  return async (ctx) => {
    const page = ctx.shaonPage;
    const visit = new Visit(page.visitState);
    visit.params = ctx.params ?? {};
    page.route = route.path;
    page.visit = visit;
    // The host's log and metrics identify a request by its template, because a path may contain a link's secret.
    ctx.state.shaon = { route: visit.path(route.path), requestId: visit.state.requestId };
    await holdingUpload(ctx, visit, async (upload) => {
      if (route.method === 'POST') await checkForm(ctx, visit, route, upload);
      try {
        page.answer = await route.serve(visit, (shown) => {
          page.visit = shown;
        });
      } catch (error) {
        // The password comes first; the form is kept and shown again afterwards.
        if (error instanceof PageRedirect) keepForm(visit, page.cookies, false);
        throw error;
      }
    });
  };
}

/** Only signed-in people's uploads are counted, because `check-form.ts` accepts no other file. */
function holdingUpload(
  ctx: PageContext,
  { admin, state }: Visit,
  work: (upload: Upload | null) => Promise<void>,
): Promise<void> {
  const { person } = state;
  if (person?.kind !== 'account' || !ctx.is('multipart/form-data')) return work(null);
  return admin.uploads.holding(person.actor, work);
}
