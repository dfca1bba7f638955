import { EVENT_TYPES, type EventType, isShaonError } from '@shaon/core';
import type { EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { selectField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { sampleList } from './endpoint-form.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';

export async function showTestEvent(page: Page): Promise<Answer> {
  const endpoint = await webhooksOf(page).endpoints.get(page.actor, page.id());
  return page.show(await view(page, endpoint, FormState.of({ type: endpoint.events[0] ?? EVENT_TYPES[0] })));
}

/** Sends a sample event the usual way and leads to its attempts. */
export async function sendTestEvent(page: Page): Promise<Answer> {
  const { actor, form, t } = page;
  const { endpoints, deliveries } = webhooksOf(page);
  const id = page.id();
  try {
    const sent = await deliveries.sendTest(actor, id, form.text('type') as EventType, page.once);
    return page.redirect(`/deliveries/${sent}`, t.webhooks.testSent);
  } catch (error) {
    const endpoint = await endpoints.get(actor, id);
    const problem = endpoint.enabled ? t.common.sentTwice : t.webhooks.replays.off;
    const refused = refusedForm(page, error, { problems: { state_conflict: problem } });
    return page.show(await view(page, endpoint, refused), isShaonError(error, 'state_conflict') ? 409 : 422);
  }
}

async function view(page: Page, endpoint: EndpointSummary, form: FormState): Promise<View> {
  const { t, actor } = page;
  const samples = await webhooksOf(page).deliveries.samples(actor);
  const choices = EVENT_TYPES.map((type) => ({ value: type, label: type }));
  const back = `/webhooks/${endpoint.id}`;
  const fields = html`${selectField(form, { name: 'type', label: t.webhooks.testEvent, choices })}
<div class="acts">${submitButton(t.webhooks.testSend)}${linkButton(page, back, t.webhooks.testKeep)}</div>`;
  return {
    title: t.webhooks.test,
    lead: t.webhooks.testLead,
    crumbs: endpointCrumbs(page, endpoint),
    navigation: '/webhooks',
    layout: 'narrow',
    form,
    main: html`${postForm(page, `${back}/test`, fields, { once: true })}
<section class="section" aria-labelledby="samples"><h2 id="samples" class="mb-2">${t.webhooks.samples}</h2>${sampleList(page, samples)}</section>`,
  };
}
