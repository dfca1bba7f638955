import type { EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { radios } from '../../components/fields.ts';
import { value } from '../../components/texts.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointName, endpointOf, endpointPlace, pathOf, webhooksOf } from './endpoint-name.ts';

/* Switching an endpoint off and on, and removing it: each has its own page that asks first. */

const question = { record: endpointOf, back: pathOf } as const;

export const disableEndpoint: ConfirmPage<EndpointSummary> = {
  ...question,
  async ask(page, endpoint) {
    const { t, format } = page;
    if (!endpoint.enabled) return page.redirect(pathOf(page, endpoint), t.webhooks.disabled);
    return {
      title: t.webhooks.disable,
      question: t.webhooks.disableQuestion(endpointName(endpoint)),
      consequence: t.webhooks.disableText(format.number(webhooksOf(page).policy.keepHeldDays)),
      facts: await facts(page, endpoint),
      verb: t.webhooks.disable,
      keep: t.webhooks.disableKeep,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, { id }) {
    await webhooksOf(page).endpoints.disable(page.actor, id);
    return page.t.webhooks.disabled;
  },
};

export const enableEndpoint: ConfirmPage<EndpointSummary> = {
  ...question,
  asksPassword: true,
  values: { held: 'send' },
  ask(page, endpoint, form) {
    const texts = page.t.webhooks;
    if (endpoint.enabled) return page.redirect(pathOf(page, endpoint), texts.enabled);
    const held = texts.heldCount(endpoint.held, page.format.number(endpoint.held));
    const choices = [
      { value: 'send', label: texts.enableSend, help: texts.enableSendHelp },
      { value: 'discard', label: texts.enableDiscard, help: texts.enableDiscardHelp },
    ];
    return {
      title: texts.enable,
      question: texts.enableQuestion(endpointName(endpoint)),
      consequence: texts.enableText,
      fields:
        endpoint.held === 0
          ? html`<input type="hidden" name="held" value="send">`
          : radios(form, { name: 'held', label: texts.enableHeld, help: held, choices }),
      verb: texts.enable,
      keep: texts.enableKeep,
      isHarmless: true,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, { id }) {
    const { t, form, format } = page;
    const choice = form.text('held') as 'send' | 'discard';
    const count = await webhooksOf(page).endpoints.enable(page.actor, id, choice);
    if (count === 0) return t.webhooks.enabled;
    const texts = { send: t.webhooks.enabledSent, discard: t.webhooks.enabledDiscarded };
    return texts[choice](count, format.number(count));
  },
};

export const removeEndpoint: ConfirmPage<EndpointSummary> = {
  ...question,
  async ask(page, endpoint) {
    const texts = page.t.webhooks;
    return {
      title: texts.remove,
      question: texts.removeQuestion(endpointName(endpoint)),
      consequence: texts.removeText,
      facts: await facts(page, endpoint),
      verb: texts.removeVerb,
      keep: texts.removeKeep,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, { id }): Promise<Answer> {
    await webhooksOf(page).endpoints.remove(page.actor, id);
    return page.redirect('/webhooks', page.t.webhooks.removed);
  },
};

/** The facts that readers need to decide: the last success and the waiting deliveries. */
async function facts(page: Page, { id }: EndpointSummary): Promise<Html> {
  const { t, format, actor } = page;
  const { pending, held, lastSuccessAt } = await webhooksOf(page).endpoints.health(actor, id);
  const last = lastSuccessAt === null ? t.common.never : format.ago(lastSuccessAt);
  return html`<dl class="pairs mb-4"><dt>${t.webhooks.lastSuccess}</dt><dd>${last}</dd>
<dt>${t.webhooks.open}</dt><dd>${value(format.number(pending + held))}</dd></dl>`;
}
