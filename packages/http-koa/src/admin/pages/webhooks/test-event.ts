import { EVENT_TYPES, type EventType } from '@shaon/core';
import type { EndpointSummary } from '@shaon/webhooks';
import { selectField } from '../../components/fields.ts';
import type { NewForm } from '../../form-routes.ts';
import { html } from '../../html.ts';
import { refusedForm } from '../../refused-form.ts';
import { sampleList } from './endpoint-form.ts';
import { endpointOf, endpointPlace, pathOf, webhooksOf } from './endpoint-name.ts';

/** Sends a sample event the usual way and leads to its attempts. */
export const testEvent: NewForm<EndpointSummary> = {
  back: pathOf,
  record: endpointOf,
  values: ({ events }) => ({ type: events[0] ?? EVENT_TYPES[0] }),
  fields({ t }, form) {
    const choices = EVENT_TYPES.map((type) => ({ value: type, label: type }));
    return selectField(form, { name: 'type', label: t.webhooks.testEvent, choices });
  },
  verb: ({ t }) => t.webhooks.testSend,
  cancel: ({ t }) => t.webhooks.testKeep,
  async view(page, endpoint, form) {
    const { t, actor } = page;
    const samples = sampleList(page, await webhooksOf(page).deliveries.samples(actor));
    return {
      title: t.webhooks.test,
      lead: t.webhooks.testLead,
      main: html`${form}
<section class="section" aria-labelledby="samples"><h2 id="samples" class="mb-2">${t.webhooks.samples}</h2>${samples}</section>`,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, { id }) {
    const { actor, form, t, once } = page;
    const sent = await webhooksOf(page).deliveries.sendTest(actor, id, form.text('type') as EventType, once);
    return page.redirect(`/deliveries/${sent}`, t.webhooks.testSent);
  },
  /** Somebody has switched the endpoint off. */
  refused: (page, error) => refusedForm(page, error, { problems: { state_conflict: page.t.webhooks.replays.off } }),
};
