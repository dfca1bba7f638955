import { isShaonError } from '@shaon/core';
import { localTimeToInstant, skippedTime, startOfLocalDate } from '@shaon/core/time';
import type { EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { remark } from '../../components/flash.ts';
import { postForm } from '../../components/post-form.ts';
import { value } from '../../components/texts.ts';
import { Form } from '../../form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';

/** The most deliveries that the service queues at once. */
const MOST = 10_000;
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/;

/** The time in the address: valid, or its error. */
type Asked = { readonly from: Date; readonly error: null } | { readonly from: null; readonly error: string | null };

/** Asks for the first time to replay; if the address has one, shows how many deliveries a button would send. */
export async function showReplay(page: Page): Promise<Answer> {
  const { actor, query } = page;
  const { endpoints, deliveries } = webhooksOf(page);
  const endpoint = await endpoints.get(actor, page.id());
  const asked = askedFrom(page, query.get('from') ?? '');
  const count = asked.from === null ? null : await deliveries.countReplay(actor, endpoint.id, asked.from);
  const texts = new Map([...query].map(([name, text]) => [name, [text]] as const));
  if (!texts.has('from')) texts.set('from', [startOfDate(page, page.format.calendarDate(page.now))]);
  const errors = asked.error === null ? {} : { from: [asked.error] };
  const form = FormState.refused(new Form(texts, new Map()), errors, null);
  const { t } = page;
  return page.show({
    title: t.webhooks.replays.title,
    lead: t.webhooks.replays.lead,
    crumbs: endpointCrumbs(page, endpoint),
    navigation: '/webhooks',
    layout: 'narrow',
    form,
    main: html`${endpoint.enabled ? askForm(page, endpoint, form) : remark('wait', t.webhooks.replays.off)}
${endpoint.enabled && asked.from !== null && count !== null && confirmPart(page, endpoint, asked.from, count)}
<p class="mt-4">${linkButton(page, progressPath(endpoint.id), t.webhooks.replays.progress, { icon: 'send' })}</p>`,
  });
}

export async function replay(page: Page): Promise<Answer> {
  const { actor, form, t, format } = page;
  const id = page.id();
  const here = `/webhooks/${id}/replay`;
  const asked = askedFrom(page, form.text('from'));
  if (asked.from === null) {
    return page.redirect(here, { tone: 'bad', text: asked.error ?? t.webhooks.replays.badTime });
  }
  try {
    const count = await webhooksOf(page).deliveries.replay(actor, id, asked.from, page.once);
    return page.redirect(
      progressPath(id, page.format.calendarDate(page.now)),
      t.webhooks.replays.sent(count, format.number(count)),
    );
  } catch (error) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    const { enabled } = await webhooksOf(page).endpoints.get(actor, id);
    return page.redirect(here, { tone: 'bad', text: enabled ? t.common.sentTwice : t.webhooks.replays.off });
  }
}

/** The list of the endpoint's deliveries that were sent again with others. */
const progressPath = (id: number, from = ''): string =>
  `/deliveries?endpoint=${id}&trigger=replay${from === '' ? '' : `&from=${from}`}`;

/** Reads the time by the company's clocks. */
function askedFrom(page: Page, from: string): Asked {
  const { t, zone, now } = page;
  if (from === '') return { from: null, error: null };
  const [, date, time] = LOCAL_TIME.exec(from) ?? [];
  const bad = { from: null, error: t.webhooks.replays.badTime } as const;
  if (date === undefined || time === undefined || Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return bad;
  try {
    const skipped = skippedTime(date, time, zone);
    if (skipped !== null) return { from: null, error: t.common.timeSkipped(time, skipped.from, skipped.to) };
    const at = localTimeToInstant(date, time, zone);
    if (at >= now) return { from: null, error: t.webhooks.replays.future };
    return { from: at, error: null };
  } catch {
    return bad;
  }
}

/** The start of a date as the field has it: where clocks skip midnight, the first time that exists. */
export function startOfDate({ format, zone }: Page, date: string): string {
  return `${date}T${format.time(startOfLocalDate(date, zone))}`;
}

function askForm(page: Page, endpoint: EndpointSummary, form: FormState): Html {
  const texts = page.t.webhooks.replays;
  const action = page.path(`/webhooks/${endpoint.id}/replay`);
  return html`<form method="get" action="${action}">${textField(form, {
    name: 'from',
    label: texts.from,
    type: 'datetime-local',
    ltr: true,
    required: true,
    help: page.format.zoneName(),
  })}${submitButton(texts.count, { look: 'quiet' })}</form>`;
}

function confirmPart(page: Page, endpoint: EndpointSummary, from: Date, count: number): Html {
  const { t, format, query } = page;
  const texts = t.webhooks.replays;
  const since = html`${value(format.shortDate(from))}, ${value(format.time(from))}`;
  if (count === 0)
    return html`<section class="section"><p class="muted" role="status">${texts.nothing(since)}</p></section>`;
  const fields = html`<input type="hidden" name="from" value="${query.get('from') ?? ''}">${submitButton(texts.send)}`;
  return html`<section class="section" role="status"><p class="mb-3"><span class="strong">${texts.found(
    count,
    format.number(count),
    since,
  )}</span>${count >= MOST && html` ${texts.most}`}</p>${postForm(page, `/webhooks/${endpoint.id}/replay`, fields, { once: true })}</section>`;
}
