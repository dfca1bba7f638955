import { EVENT_TYPES, isShaonError } from '@shaon/core';
import type { EndpointSummary, NewEndpoint, Webhooks } from '@shaon/webhooks';
import { submitButton } from '../../components/button.ts';
import { checklist, textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { code } from '../../components/texts.ts';
import type { Form } from '../../form.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';

/** The initial values of the form. */
export function endpointValues(page: Page, endpoint: EndpointSummary | null) {
  if (endpoint === null) {
    return { events: [...EVENT_TYPES], max_inflight: String(page.webhooks?.policy.maxInflight ?? ''), seen: '' };
  }
  const { url, description, events, maxInflight, updatedAt } = endpoint;
  return { url, description, events, max_inflight: String(maxInflight), seen: String(updatedAt.getTime()) };
}

/** The fields as the service takes them; the service validates them. */
export function endpointFields(form: Form): NewEndpoint {
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
export function refusedEndpoint(page: Page, error: unknown): FormState {
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
  const texts: Readonly<Record<string, string>> = t.webhooks.urlRules;
  return { in: texts[String(error.details.rule)] ?? t.webhooks.urlRules.syntax };
}

/** The form of a new or an edited endpoint. */
export async function endpointForm(
  page: Page,
  { deliveries, policy }: Webhooks,
  form: FormState,
  parts: { readonly action: string; readonly verb: string; readonly back: string; readonly once: boolean },
): Promise<Html> {
  const { t, format } = page;
  const { fields, events } = t.webhooks;
  const samples = await deliveries.samples(page.actor);
  const choices = EVENT_TYPES.map((type) => ({ value: type, label: code(type), help: events[type] }));
  const seen = form.value('seen');
  const content = html`${seen !== '' && html`<input type="hidden" name="seen" value="${seen}">`}
${textField(form, { name: 'description', label: fields.description, help: fields.descriptionHelp, optional: t.common.optional, maxLength: 255 })}
${textField(form, { name: 'url', label: fields.url, help: fields.urlHelp, type: 'url', ltr: true, required: true, maxLength: 2048, autocomplete: 'off' })}
${checklist(form, { name: 'events', label: fields.events, help: fields.eventsHelp, choices })}
${textField(form, { name: 'max_inflight', label: fields.maxInflight, help: fields.maxInflightHelp(format.number(policy.maxInflight)), type: 'number', ltr: true, min: 1, max: 100, inputMode: 'numeric', optional: t.common.optional })}
<div class="acts">${submitButton(parts.verb)}<a class="btn btn-quiet" href="${page.path(parts.back)}">${t.common.cancel}</a></div>`;
  return html`${postForm(page, parts.action, content, { once: parts.once, keepsText: true, opened: form })}
<section class="section" aria-labelledby="samples"><h2 id="samples" class="mb-1">${t.webhooks.samples}</h2><p class="small muted mb-3">${t.webhooks.samplesText}</p>${sampleList(page, samples)}</section>`;
}

/** A sample body for each event, under its name. */
export function sampleList(page: Page, samples: readonly { readonly type: string; readonly body: string }[]): Html {
  const { t } = page;
  return html`${samples.map(({ type, body }) => html`<details class="data"><summary>${code(type)}</summary><pre class="code code-wrap mt-1" tabindex="0" aria-label="${t.webhooks.sampleOf} ${type}">${body}</pre></details>`)}`;
}
