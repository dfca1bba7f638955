import { BrowserRequest } from '../browser-request.ts';
import type { PageContext, PageRule } from '../page-context.ts';
import type { PageRoute } from '../page-route.ts';
import type { Upload } from '../uploads.ts';
import { checkForm } from './check-form.ts';

/** Calls the handler of a route; a form is checked first. */
export function servePage(route: PageRoute): PageRule {
  return async (ctx) => {
    const page = ctx.shaonPage;
    const request = new BrowserRequest(page.requestState);
    request.params = ctx.params ?? {};
    page.route = route.path;
    page.request = request;
    // The host's log and metrics identify a request by its template, because a path may contain a link's secret.
    ctx.state.shaon = { route: request.path(route.path), requestId: request.state.requestId };
    await holdingUpload(ctx, request, async (upload) => {
      if (route.method === 'POST') await checkForm(ctx, request, route, upload);
      page.answer = await route.serve(request, (shown) => {
        page.request = shown;
      });
    });
  };
}

/** Only signed-in people's uploads are counted, because `check-form.ts` accepts no other file. */
function holdingUpload(
  ctx: PageContext,
  { admin, state }: BrowserRequest,
  work: (upload: Upload | null) => Promise<void>,
): Promise<void> {
  const { person } = state;
  if (person?.kind !== 'account' || !ctx.is('multipart/form-data')) return work(null);
  return admin.uploads.holding(person.actor, work);
}
