import { isShaonError, type QueuedCorrection } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { filters } from '../../components/filters.ts';
import { icon } from '../../components/icon.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { isolated, name, value } from '../../components/texts.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { mapYielding } from '../../map-yielding.ts';
import type { Page } from '../../page.ts';
import { sinceDate } from '../leave/leave-query.ts';
import { correctionItem, readCorrection } from './correction-item.ts';
import { askedState, correctionFilter, correctionPath } from './correction-query.ts';
import { correctionsTab, leaveTab, requestsPath } from './request-tabs.ts';
import { hoursChange, requestBadge, requestWords } from './request-words.ts';

const PER_PAGE = 25;

/** The queue, with its first request open beside it. */
export async function showCorrections(page: Page): Promise<Answer> {
  return page.show(await queueView(page, null));
}

/** The queue with the path's request open. */
export async function showCorrection(page: Page): Promise<Answer> {
  return page.show(await queueView(page, page.id()));
}

/**
 * The list of one state and one request in full.
 *
 * @param id the request's id; null for the first of the list
 * @param refused a decision that was refused, or sent after its session had ended
 */
export async function queueView(page: Page, id: number | null, refused?: FormState): Promise<View> {
  const { core, actor, t } = page;
  const texts = t.corrections;
  const state = askedState(page);
  const number = pageNumber(page.query);
  const asked = { page: number, per_page: PER_PAGE };
  const { items, total } = await core.correctionRequests.list(actor, correctionFilter(page), asked);
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  discloseQueue(page, items);
  const opened = id ?? items[0]?.id ?? null;
  const shown = opened === null ? null : await openedItem(page, opened, id !== null, items, total, refused);
  const rows = await mapYielding(items, (request) => listed(page, request, request.id === opened));
  // The list's own address: a refused decision is shown at an address that accepts only POST.
  const here = id === null ? '/corrections' : `/corrections/${id}`;
  const list = html`<ul class="queue-list" aria-label="${texts.title}">${rows}<li class="px-2">${pager(
    page,
    { page: number, perPage: PER_PAGE, total },
    here,
  )}</li></ul>`;
  const queue = html`<div class="queue border-top-0 ${id === null ? 'only-list' : 'only-item'}">${
    items.length > 0
      ? list
      : html`<div class="queue-list">
    </div>`
  }${shown?.item}</div>`;
  return {
    title: texts.title,
    heading: html`${texts.requests}`,
    ...(id !== null && shown !== null && requestTitle(page, shown.asker)),
    navigation: requestsPath(page),
    ...(refused !== undefined && { form: refused }),
    main: html`${await tabs(page)}${state === 'decided' && sinceFilter(page)}${items.length === 0 && shown === null ? empty(page) : queue}`,
  };
}

function requestTitle(page: Page, asker: string): Pick<View, 'title' | 'crumbs'> {
  const { title } = page.t.corrections;
  return { title: isolated(asker), crumbs: [{ href: correctionPath(page, null), label: title }] };
}

async function tabs(page: Page): Promise<Html> {
  const { decidedTab } = page.t.corrections;
  const isDecided = askedState(page) === 'decided';
  return html`<ul class="tabs mb-0">${await leaveTab(page, false)}${await correctionsTab(page, !isDecided)}<li><a href="${page.path(
    '/corrections?state=decided',
  )}"${isDecided && html` aria-current="page"`}>${decidedTab}</a></li></ul>`;
}

/** Decided requests grow without end, so they are listed from a date on. */
function sinceFilter(page: Page): Html {
  const { since } = page.t.corrections;
  const filter = { kind: 'date', name: 'since', label: since, initial: sinceDate(page) } as const;
  return html`<div class="mt-3">${filters(page, [filter], { state: 'decided' }, '/corrections')}</div>`;
}

function empty(page: Page): Html {
  const texts = page.t.corrections;
  if (askedState(page) === 'decided') return emptyState('edit', texts.noneDecided, texts.noneDecidedText);
  const decided = linkButton(page, '/corrections?state=decided', texts.decidedRequests);
  return emptyState('edit', texts.none, texts.noneText, decided);
}

function listed(page: Page, request: QueuedCorrection, isOpened: boolean): Html {
  const { t, format } = page;
  const { employee, date, asked_at, state, waits_for } = request;
  const hours = hoursChange(page, request);
  const isOwn = waits_for === 'others' && state === 'pending';
  return html`<li><a href="${page.path(correctionPath(page, request.id))}"${
    isOpened && html` aria-current="true"`
  }><span class="row1"><span class="strong">${name(employee.name)}</span><span class="small faint">${format.ago(asked_at)}</span></span><span
  class="small">${requestWords(page, request)} · ${value(format.shortDate(date))}${
    hours !== null && html` · ${value(hours)}`
  }</span>${state !== 'pending' && html`<span class="small">${requestBadge(page, request)}</span>`}${
    isOwn && html`<span class="small muted">${icon('lock')} ${t.corrections.waitsForOthers}</span>`
  }</a></li>
`;
}

/** The open request; one that nobody may see any more is omitted unless the address names it. */
async function openedItem(
  page: Page,
  id: number,
  isNamed: boolean,
  items: readonly QueuedCorrection[],
  total: number,
  refused: FormState | undefined,
): Promise<{ readonly asker: string; readonly item: Html } | null> {
  const index = items.findIndex((request) => request.id === id);
  const place = (pageNumber(page.query) - 1) * PER_PAGE + index + 1;
  const { format, t } = page;
  const queue = {
    next: index < 0 ? null : (items[index + 1]?.id ?? null),
    position: index < 0 ? null : t.corrections.position(format.number(place), format.number(total)),
  };
  try {
    const shown = await readCorrection(page, id);
    return { asker: shown.request.employee.name, item: await correctionItem(page, shown, queue, refused) };
  } catch (error) {
    if (isNamed || !isShaonError(error, 'not_found')) throw error;
    return null;
  }
}

function discloseQueue(page: Page, items: readonly QueuedCorrection[]): void {
  if (items.length === 0) return;
  const dates = items.map(({ date }) => date).sort();
  const people = new Set(items.map(({ employee }) => employee.id)).size;
  page.disclosed({ what: 'attendance', people, dates: [dates[0] ?? '', dates.at(-1) ?? ''], locations: false });
}
