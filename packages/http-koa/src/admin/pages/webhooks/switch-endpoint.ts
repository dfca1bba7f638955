import type { EndpointHealth, EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { radios } from '../../components/fields.ts';
import { value } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { endpointFrame, endpointName, webhooksOf } from './endpoint-name.ts';

/* Switching an endpoint off and on, and removing it: each has its own page that asks first. */

export async function askDisable(page: Page): Promise<Answer> {
  const { t, format } = page;
  const { policy } = webhooksOf(page);
  const [endpoint, health] = await endpointAndHealth(page);
  if (!endpoint.enabled) return disabled(page);
  return page.show(
    confirmView(page, {
      ...endpointFrame(page, endpoint, 'disable'),
      title: t.webhooks.disable,
      question: t.webhooks.disableQuestion(endpointName(endpoint)),
      consequence: t.webhooks.disableText(format.number(policy.keepHeldDays)),
      facts: facts(page, health),
      verb: t.webhooks.disable,
      keep: t.webhooks.disableKeep,
    }),
  );
}

export async function disable(page: Page): Promise<Answer> {
  await webhooksOf(page).endpoints.disable(page.actor, page.id());
  return disabled(page);
}

const disabled = (page: Page): Answer => page.redirect(`/webhooks/${page.id()}`, page.t.webhooks.disabled);

export async function askEnable(page: Page): Promise<Answer> {
  const endpoint = await webhooksOf(page).endpoints.get(page.actor, page.id());
  if (endpoint.enabled) return enabled(page);
  return page.show(enableView(page, endpoint, FormState.of({ held: 'send' })));
}

export async function enable(page: Page): Promise<Answer> {
  const { t, form, actor, format } = page;
  const { endpoints } = webhooksOf(page);
  const choice = form.text('held') as 'send' | 'discard';
  try {
    const count = await endpoints.enable(actor, page.id(), choice);
    const texts = { send: t.webhooks.enabledSent, discard: t.webhooks.enabledDiscarded };
    return enabled(page, count === 0 ? undefined : texts[choice](count, format.number(count)));
  } catch (error) {
    const refused = refusedForm(page, error);
    return page.show(enableView(page, await endpoints.get(actor, page.id()), refused));
  }
}

const enabled = (page: Page, text = page.t.webhooks.enabled): Answer => page.redirect(`/webhooks/${page.id()}`, text);

export async function askRemove(page: Page): Promise<Answer> {
  const { t } = page;
  const [endpoint, health] = await endpointAndHealth(page);
  return page.show(
    confirmView(page, {
      ...endpointFrame(page, endpoint, 'remove'),
      title: t.webhooks.remove,
      question: t.webhooks.removeQuestion(endpointName(endpoint)),
      consequence: t.webhooks.removeText,
      facts: facts(page, health),
      verb: t.webhooks.removeVerb,
      keep: t.webhooks.removeKeep,
    }),
  );
}

export async function remove(page: Page): Promise<Answer> {
  await webhooksOf(page).endpoints.remove(page.actor, page.id());
  return page.redirect('/webhooks', page.t.webhooks.removed);
}

function enableView(page: Page, endpoint: EndpointSummary, form: FormState): View {
  const { t, format } = page;
  const texts = t.webhooks;
  const held = texts.heldCount(endpoint.held, format.number(endpoint.held));
  const choices = [
    { value: 'send', label: texts.enableSend, help: texts.enableSendHelp },
    { value: 'discard', label: texts.enableDiscard, help: texts.enableDiscardHelp },
  ];
  const fields =
    endpoint.held === 0
      ? html`<input type="hidden" name="held" value="send">`
      : radios(form, { name: 'held', label: texts.enableHeld, help: held, choices });
  return confirmView(page, {
    ...endpointFrame(page, endpoint, 'enable'),
    title: texts.enable,
    question: texts.enableQuestion(endpointName(endpoint)),
    consequence: texts.enableText,
    fields,
    form,
    verb: texts.enable,
    keep: texts.enableKeep,
    isHarmless: true,
  });
}

async function endpointAndHealth(page: Page) {
  const { endpoints } = webhooksOf(page);
  return Promise.all([endpoints.get(page.actor, page.id()), endpoints.health(page.actor, page.id())]);
}

/** The facts that readers need to decide: the last success and the waiting deliveries. */
function facts(page: Page, health: EndpointHealth): Html {
  const { t, format } = page;
  const open = health.pending + health.held;
  const last = health.lastSuccessAt === null ? t.common.never : format.ago(health.lastSuccessAt);
  return html`<dl class="pairs mb-4"><dt>${t.webhooks.lastSuccess}</dt><dd>${last}</dd><dt>${t.webhooks.open}</dt><dd>${value(format.number(open))}</dd></dl>`;
}
