import type { EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { conflictOf } from '../../conflict.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { endpointFields, endpointForm, endpointValues, refusedEndpoint } from './endpoint-form.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';

export async function showEditEndpoint(page: Page): Promise<Answer> {
  const endpoint = await webhooksOf(page).endpoints.get(page.actor, page.id());
  const { seen, ...values } = endpointValues(page, endpoint);
  const stored = FormState.opened(values, { seen });
  return page.show(await view(page, endpoint, stored));
}

export async function editEndpoint(page: Page): Promise<Answer> {
  const { actor, form, t } = page;
  const { endpoints } = webhooksOf(page);
  const id = page.id();
  try {
    await endpoints.update(actor, id, form.onlyChanged(endpointFields(form)), { unchangedSince: form.seenAt });
    return page.redirect(`/webhooks/${id}`, t.webhooks.saved);
  } catch (error) {
    const endpoint = await endpoints.get(actor, id);
    if (conflictOf(error) !== 'changed') {
      return page.show(await view(page, endpoint, refusedEndpoint(page, error)));
    }
    const { seen, ...saved } = endpointValues(page, endpoint);
    const changed = formChangedByOthers(page, saved, { seen });
    if (!changed.differsFromSaved) return page.redirect(`/webhooks/${id}`, t.webhooks.saved);
    return page.show(await view(page, endpoint, changed), 409);
  }
}

async function view(page: Page, endpoint: EndpointSummary, form: FormState): Promise<View> {
  const { t } = page;
  return {
    title: t.webhooks.editTitle,
    crumbs: endpointCrumbs(page, endpoint),
    navigation: '/webhooks',
    layout: 'narrow',
    form,
    main: await endpointForm(page, webhooksOf(page), form, {
      action: `/webhooks/${endpoint.id}/edit`,
      verb: t.common.save,
      back: `/webhooks/${endpoint.id}`,
      once: false,
    }),
  };
}
