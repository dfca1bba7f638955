import { isShaonError } from '@shaon/core';
import { localTimeToInstant, skippedTime, startOfLocalDate } from '@shaon/core/time';
import type { EndpointSummary, ReplayProgress, ReplayRange } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { radios, textField } from '../../components/fields.ts';
import { remark } from '../../components/flash.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable } from '../../components/record-table.ts';
import { value } from '../../components/texts.ts';
import { Form } from '../../form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { endpointCrumbs, webhooksOf } from './endpoint-name.ts';

/** The most deliveries that the service queues at once. */
const MOST = 10_000;
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/;

/** A range that ends now. */
interface SinceThen {
  readonly from: Date;
  readonly which: NonNullable<ReplayRange['which']>;
}

/** The range in the address: valid, or its error. */
type Asked =
  | { readonly range: SinceThen; readonly error: null }
  | { readonly range: null; readonly error: string | null };

/** Asks for the first time to replay; if the address has one, shows how many deliveries a button would send. */
export async function showReplay(page: Page): Promise<Answer> {
  const { actor, query } = page;
  const { endpoints, deliveries } = webhooksOf(page);
  const endpoint = await endpoints.get(actor, page.id());
  const asked = askedRange(page, query.get('from') ?? '', query.get('which') ?? '');
  const [count, replays] = await Promise.all([
    asked.range === null ? null : deliveries.countReplay(actor, endpoint.id, asked.range),
    deliveries.replays(actor, endpoint.id),
  ]);
  const texts = new Map([...query].map(([name, text]) => [name, [text]] as const));
  if (!texts.has('from')) texts.set('from', [startOfDate(page, page.format.calendarDate(page.now))]);
  if (!texts.has('which')) texts.set('which', ['failed']);
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
${endpoint.enabled && asked.range !== null && count !== null && confirmPart(page, endpoint, asked.range, count)}
${await progressPart(page, endpoint, replays)}`,
  });
}

export async function replay(page: Page): Promise<Answer> {
  const { actor, form, t, format } = page;
  const id = page.id();
  const here = `/webhooks/${id}/replay`;
  const asked = askedRange(page, form.text('from'), form.text('which'));
  if (asked.range === null) {
    return page.redirect(here, { tone: 'bad', text: asked.error ?? t.webhooks.replays.badTime });
  }
  try {
    const count = await webhooksOf(page).deliveries.replay(actor, id, asked.range, page.once);
    return page.redirect(here, t.webhooks.replays.sent(count, format.number(count)));
  } catch (error) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    const { enabled } = await webhooksOf(page).endpoints.get(actor, id);
    return page.redirect(here, { tone: 'bad', text: enabled ? t.common.sentTwice : t.webhooks.replays.off });
  }
}

/** Reads the time by the company's clocks. */
function askedRange(page: Page, from: string, which: string): Asked {
  const { t, zone, now } = page;
  if (from === '') return { range: null, error: null };
  const [, date, time] = LOCAL_TIME.exec(from) ?? [];
  const bad = { range: null, error: t.webhooks.replays.badTime } as const;
  if (date === undefined || time === undefined || Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return bad;
  try {
    const skipped = skippedTime(date, time, zone);
    if (skipped !== null) return { range: null, error: t.common.timeSkipped(time, skipped.from, skipped.to) };
    const at = localTimeToInstant(date, time, zone);
    if (at >= now) return { range: null, error: t.webhooks.replays.future };
    return { range: { from: at, which: which === 'all' ? 'all' : 'failed' }, error: null };
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
  const choices = [
    { value: 'failed', label: texts.failed },
    { value: 'all', label: texts.all },
  ];
  const action = page.path(`/webhooks/${endpoint.id}/replay`);
  return html`<form method="get" action="${action}">${textField(form, { name: 'from', label: texts.from, type: 'datetime-local', ltr: true, required: true, help: page.format.zoneName() })}
${radios(form, { name: 'which', label: texts.which, choices })}${submitButton(texts.count, { look: 'quiet' })}</form>`;
}

function confirmPart(page: Page, endpoint: EndpointSummary, { from, which }: SinceThen, count: number): Html {
  const { t, format, query } = page;
  const texts = t.webhooks.replays;
  const since = html`${value(format.shortDate(from))}, ${value(format.time(from))}`;
  if (count === 0)
    return html`<section class="section"><p class="muted" role="status">${texts.nothing(since)}</p></section>`;
  const fields = html`<input type="hidden" name="from" value="${query.get('from') ?? ''}"><input type="hidden" name="which" value="${which}">${submitButton(texts.send)}`;
  return html`<section class="section" role="status"><p class="mb-3"><span class="strong">${texts.found(count, format.number(count), since)}</span>${count >= MOST && html` ${texts.most}`}</p>${postForm(page, `/webhooks/${endpoint.id}/replay`, fields, { once: true })}</section>`;
}

async function progressPart(page: Page, { id }: EndpointSummary, replays: readonly ReplayProgress[]): Promise<Html> {
  const { t } = page;
  const { progressTitle, none } = t.webhooks.replays;
  const isOpen = replays.some(({ waiting }) => waiting > 0);
  const refresh = linkButton(page, `/webhooks/${id}/replay`, t.webhooks.refresh, { icon: 'retry', isSmall: true });
  const list = replays.length === 0 ? html`<p class="muted">${none}</p>` : await progressTable(page, replays);
  return html`<section class="section" aria-labelledby="progress">
<div class="section-head d-flex justify-content-between align-items-center"><h2 id="progress">${progressTitle}</h2>${isOpen && refresh}</div>${list}</section>`;
}

function progressTable({ t, format }: Page, replays: readonly ReplayProgress[]): Promise<Html> {
  const { columns, done, progressTitle } = t.webhooks.replays;
  const failed = (count: number) => html`<span class="${count > 0 && 'fg-bad'}">${format.number(count)}</span>`;
  return recordTable<ReplayProgress>(
    progressTitle,
    [
      { head: columns.at, cell: ({ at }) => html`${value(format.shortDate(at))}, ${value(format.seconds(at))}` },
      {
        head: columns.progress,
        cell: ({ total, waiting }) => done(format.number(total - waiting), format.number(total)),
      },
      { head: columns.delivered, cell: ({ delivered }) => format.number(delivered), from: 'sm', className: 'num' },
      { head: columns.failed, cell: (replay) => failed(replay.failed), from: 'sm', className: 'num' },
      { head: columns.waiting, cell: ({ waiting }) => format.number(waiting), className: 'num' },
    ],
    replays,
    { className: 'tight' },
  );
}
