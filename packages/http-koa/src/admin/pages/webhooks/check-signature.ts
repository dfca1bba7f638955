import type { EndpointSummary, SignatureReport, SignatureVerdict } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { textArea } from '../../components/fields.ts';
import { remark } from '../../components/flash.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable } from '../../components/record-table.ts';
import { code, value } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { span } from '../deliveries/time-spans.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';
import { SIGNATURE_HEADER } from './snippets.ts';

export async function showSignatureCheck(page: Page): Promise<Answer> {
  const endpoint = await webhooksOf(page).endpoints.get(page.actor, page.id());
  return page.show(await view(page, endpoint, FormState.of(), null));
}

/** Checks a pasted request; the answer shows the pasted text again, and no secret. */
export async function checkSignature(page: Page): Promise<Answer> {
  const { actor, form } = page;
  const { endpoints, signatures } = webhooksOf(page);
  const endpoint = await endpoints.get(actor, page.id());
  const pasted = { body: form.text('body'), headers: form.text('headers') };
  try {
    const report = await signatures.examine(actor, endpoint.id, { ...pasted, body: unwrapped(pasted.body) });
    return page.show(await view(page, endpoint, FormState.of(pasted), report));
  } catch (error) {
    return page.show(await view(page, endpoint, refusedForm(page, error), null));
  }
}

/** A form sends line ends as CR LF, and a pasted text often ends with one; our bodies have no line ends. */
function unwrapped(body: string): string {
  return body.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

async function view(
  page: Page,
  endpoint: EndpointSummary,
  form: FormState,
  report: SignatureReport | null,
): Promise<View> {
  const { t } = page;
  const texts = t.webhooks.signature;
  const fields = html`${textArea(form, { name: 'body', label: texts.body, help: texts.bodyHelp, rows: 6, ltr: true })}
${textArea(form, { name: 'headers', label: texts.headers, help: texts.headersHelp, rows: 6, required: true, ltr: true })}
${submitButton(texts.check)}`;
  return {
    title: texts.title,
    lead: texts.lead,
    crumbs: endpointCrumbs(page, endpoint),
    navigation: '/webhooks',
    layout: 'narrow',
    form,
    main: html`${report !== null && (await result(page, report))}${postForm(page, `/webhooks/${endpoint.id}/signature?sent`, fields, { keepsText: true })}`,
  };
}

async function result(page: Page, report: SignatureReport): Promise<Html> {
  const { t, format } = page;
  const texts = t.webhooks.signature;
  const { fault, service, standard, unreadableSecrets } = report;
  const said =
    fault === null
      ? remark('ok', html`<span class="strong">${texts.right}</span> ${texts.rightText}`)
      : remark('bad', html`<span class="strong">${texts.faults[fault].title}</span> ${texts.faults[fault].text}`);
  const verdicts = await recordTable<readonly [header: string, verdict: SignatureVerdict]>(
    texts.title,
    [
      { head: texts.header, cell: ([header]) => code(header) },
      { head: texts.verdict, cell: ([, verdict]) => verdictText(page, report, verdict) },
    ],
    [
      [SIGNATURE_HEADER, service],
      ['webhook-signature', standard],
    ],
    { className: 'tight mt-3' },
  );
  const unreadable = texts.unreadable(unreadableSecrets, format.number(unreadableSecrets));
  return html`<div class="mb-4">${said}${verdicts}
${notes(page, report).map((note) => html`<p class="small muted mt-2">${note}</p>`)}${
  unreadableSecrets > 0 && html`<p class="small fg-bad mt-2">${unreadable}</p>`
}</div>`;
}

function verdictText({ t, format }: Page, { tried }: SignatureReport, verdict: SignatureVerdict): Html {
  const texts = t.webhooks.signature;
  switch (verdict.is) {
    case 'malformed':
      return html`<span class="fg-bad">${texts.malformed[verdict.reason]}</span>`;
    case 'match': {
      const { secret, body, isRightKey, key } = verdict;
      const { state, createdAt } = tried[secret]!;
      const fits = texts.verdicts.match(texts.secrets[state], value(format.shortDate(createdAt)));
      return html`${fits}; ${texts.bodies[body]}${!isRightKey && html`; <span class="fg-bad">${texts.keys[key]}</span>`}`;
    }
    case 'no_match':
      return html`<span class="fg-bad">${texts.verdicts.no_match}</span>`;
    default:
      return html`<span class="muted">${texts.verdicts.absent}</span>`;
  }
}

/** The age of the signature, and how the pasted body compares with the sent one. */
function notes(page: Page, { ageSeconds, sent }: SignatureReport): Html[] {
  const { t, format, locale } = page;
  const texts = t.webhooks.signature;
  const all: Html[] = [];
  if (ageSeconds !== null) {
    const age = span(locale, Math.abs(ageSeconds) * 1_000);
    all.push(html`${ageSeconds < 0 ? texts.early(age) : texts.age(age)}`);
  }
  if (sent !== null) {
    const { deliveryId, differsAt, sentLength, pastedLength } = sent;
    const link = html`<a href="${page.path(`/deliveries/${deliveryId}`)}">${texts.delivery} ${code(`#${deliveryId}`)}</a>`;
    const lengths = texts.lengths(format.number(sentLength), format.number(pastedLength));
    const compared = differsAt === null ? texts.same : html`${texts.differs(format.number(differsAt + 1))} ${lengths}`;
    all.push(html`${compared} ${link}`);
  }
  return all;
}
