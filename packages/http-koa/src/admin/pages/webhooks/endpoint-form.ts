import { EVENT_TYPES, isShaonError, versionOf } from '@shaon/core';
import type { EndpointSummary, NewEndpoint } from '@shaon/webhooks';
import { checklist, textField } from '../../components/fields.ts';
import { code } from '../../components/texts.ts';
import type { Form } from '../../form.ts';
import type { EditForm, NewForm } from '../../form-routes.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { endpointCrumbs, endpointOf, pathOf, webhooksOf } from './endpoint-name.ts';
import { showSecret } from './show-secret.ts';

/** What the forms of a new endpoint and of an existing one share. */
const endpointForm = { asksPassword: true, fields, refused } as const;

/** Registers an endpoint; the answer shows its secret, only once. */
export const newEndpoint: NewForm<null> = {
  ...endpointForm,
  back: '/webhooks',
  record: () => null,
  values: (_none, page) => ({ events: EVENT_TYPES, max_inflight: String(webhooksOf(page).policy.maxInflight) }),
  verb: ({ t }) => t.webhooks.create,
  view: async (page, _none, form) => ({
    title: page.t.webhooks.newTitle,
    lead: page.t.webhooks.newLead,
    crumbs: [{ href: '/webhooks', label: page.t.webhooks.title }],
    navigation: '/webhooks',
    main: html`${form}
${await samples(page)}`,
  }),
  async save(page) {
    const { endpoints } = webhooksOf(page);
    const { endpoint, secret, warnings } = await endpoints.register(page.actor, fieldsOf(page.form), page.once);
    return showSecret(page, endpoint, secret, warnings.includes('duplicate_url') ? page.t.webhooks.duplicate : null);
  },
  /** The first answer showed the secret. */
  sentTwice: (page) => page.redirect('/webhooks', { tone: 'wait', text: page.t.webhooks.secretGone }),
};

export const editEndpoint: EditForm<EndpointSummary> = {
  ...endpointForm,
  back: pathOf,
  record: endpointOf,
  values: ({ url, description, events, maxInflight }) => ({
    ...{ url, description, events },
    max_inflight: String(maxInflight),
  }),
  version: ({ updatedAt }) => versionOf({ updatedAt }),
  view: async (page, endpoint, form) => ({
    title: page.t.webhooks.editTitle,
    crumbs: endpointCrumbs(page, endpoint),
    navigation: '/webhooks',
    main: html`${form}
${await samples(page)}`,
  }),
  save: (page, { id }, expected) =>
    webhooksOf(page).endpoints.update(page.actor, id, page.form.onlyChanged(fieldsOf(page.form)), expected),
  saved: ({ t }) => t.webhooks.saved,
};

function fields(page: Page, form: FormState): Html {
  const { t, format } = page;
  const { fields: texts, events } = t.webhooks;
  const { optional } = t.common;
  const choices = EVENT_TYPES.map((type) => ({ value: type, label: code(type), help: events[type] }));
  const inflight = {
    label: texts.maxInflight,
    help: texts.maxInflightHelp(format.number(webhooksOf(page).policy.maxInflight)),
  };
  return html`${textField(form, { name: 'description', label: texts.description, help: texts.descriptionHelp, optional, maxLength: 255 })}
${textField(form, { name: 'url', label: texts.url, help: texts.urlHelp, type: 'url', ltr: true, required: true, maxLength: 2048, autocomplete: 'off' })}
${checklist(form, { name: 'events', label: texts.events, help: texts.eventsHelp, choices })}
${textField(form, { name: 'max_inflight', ...inflight, type: 'number', ltr: true, min: 1, max: 100, inputMode: 'numeric', optional })}`;
}

/** The fields as the service takes them; the service validates them. */
function fieldsOf(form: Form): NewEndpoint {
  const inflight = form.optional('max_inflight');
  return {
    url: form.withoutMarks('url'),
    description: form.optional('description'),
    events: form.all('events') as NewEndpoint['events'],
    // The service refuses a text that is not a number, beside its field.
    ...(inflight !== null && { max_inflight: /^\d+$/.test(inflight) ? Number(inflight) : Number.NaN }),
  };
}

/** A refused form, with the errors of all fields. Other errors are rethrown. */
function refused(page: Page, error: unknown): FormState {
  const { t, format, webhooks } = page;
  const most = webhooks?.policy.maxEndpoints ?? 0;
  return refusedForm(page, error, {
    texts: { url: urlTexts(page, error) },
    problems: { limit_reached: t.webhooks.limit(most, format.number(most)) },
  });
}

/** The text for the rule of the address guard that the URL breaks, which the service reports beside the issue `in`. */
function urlTexts({ t }: Page, error: unknown): { readonly in?: string } {
  if (!isShaonError(error, 'invalid_input') || error.details.field !== 'url') return {};
  const urlRules: Readonly<Record<string, string>> = t.webhooks.urlRules;
  return { in: urlRules[String(error.details.rule)] ?? t.webhooks.urlRules.syntax };
}

/** Below the form: a sample body for each event. */
async function samples(page: Page): Promise<Html> {
  const { t } = page;
  const list = sampleList(page, await webhooksOf(page).deliveries.samples(page.actor));
  return html`<section class="section" aria-labelledby="samples"><h2 id="samples" class="mb-1">${t.webhooks.samples}</h2>
<p class="small muted mb-3">${t.webhooks.samplesText}</p>${list}</section>`;
}

/** A sample body for each event, under its name. */
export function sampleList(page: Page, samples: readonly { readonly type: string; readonly body: string }[]): Html {
  const { t } = page;
  return html`${samples.map(
    ({ type, body }) => html`<details class="data">
    <summary>${code(type)}</summary><pre class="code code-wrap mt-1" tabindex="0" aria-label="${t.webhooks.sampleOf} ${type}">${body}</pre></details>`,
  )}`;
}
