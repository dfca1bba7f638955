import { isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { Form } from '../../form.ts';
import { FormState } from '../../form-state.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../visit.ts';
import type { AdminEndpoint, EndpointFields } from '../../webhooks-port.ts';
import { endpointFields, endpointForm, endpointValues, refusedEndpoint, SEEN_FIELD } from './endpoint-form.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';

export async function showEditEndpoint(page: Page): Promise<Answer> {
  const endpoint = await webhooksOf(page).endpoints.get(page.actor, page.id());
  return page.show(await view(page, endpoint, FormState.of(endpointValues(page, endpoint))));
}

export async function editEndpoint(page: Page): Promise<Answer> {
  const { actor, form, t } = page;
  const { endpoints } = webhooksOf(page);
  const id = page.id();
  const seen = new Date(form.text(SEEN_FIELD));
  // A form without its time was not ours; it is as old as can be.
  const unchangedSince = Number.isNaN(seen.getTime()) ? new Date(0) : seen;
  try {
    await endpoints.update(actor, id, endpointFields(form), { unchangedSince });
    return page.redirect(`/webhooks/${id}`, t.webhooks.saved);
  } catch (error) {
    const endpoint = await endpoints.get(actor, id);
    if (!isShaonError(error, 'state_conflict')) {
      return page.show(await view(page, endpoint, refusedEndpoint(page, error)));
    }
    // A form that was sent twice has nothing left to change.
    if (isAs(endpoint, endpointFields(form))) return page.redirect(`/webhooks/${id}`, t.webhooks.saved);
    return page.show(await view(page, endpoint, present(page, endpoint)), 409);
  }
}

/** Whether the endpoint has what the form asks for. */
function isAs(endpoint: AdminEndpoint, { url, description, events, max_inflight }: EndpointFields): boolean {
  const wanted = [...new Set<string>(events)].sort().join(' ');
  return (
    endpoint.url === url &&
    endpoint.description === (description ?? '') &&
    (max_inflight === undefined || endpoint.maxInflight === max_inflight) &&
    [...endpoint.events].sort().join(' ') === wanted
  );
}

/** The form with what another has saved in the meantime. */
function present(page: Page, endpoint: AdminEndpoint): FormState {
  const values = Object.entries(endpointValues(page, endpoint));
  const texts = values.map(([name, value]) => [name, typeof value === 'string' ? [value] : value] as const);
  return FormState.refused(new Form(new Map(texts), new Map()), {}, page.t.common.changedByOthers);
}

async function view(page: Page, endpoint: AdminEndpoint, form: FormState): Promise<View> {
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
