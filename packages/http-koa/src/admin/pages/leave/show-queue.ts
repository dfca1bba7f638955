import { isShaonError, type LeaveStatus, type QueuedGroup } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { type Filter, filters } from '../../components/filters.ts';
import { icon } from '../../components/icon.ts';
import { addressWith, pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { isolated, name } from '../../components/texts.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { mapYielding } from '../../map-yielding.ts';
import type { Page } from '../../page.ts';
import { correctionsTab, leaveTab, requestsPath } from '../corrections/request-tabs.ts';
import { groupItem } from './group-item.ts';
import { groupLine } from './leave-badges.ts';
import { askedStatus, groupFilter, groupPath, sinceDate } from './leave-query.ts';

const PER_PAGE = 25;
const DECIDED = ['approved', 'rejected'] as const;

/** The queue, with its first request open beside it. */
export async function showQueue(page: Page): Promise<Answer> {
  return page.show(await queueView(page, null));
}

/** The queue with the path's request open. */
export async function showRequest(page: Page): Promise<Answer> {
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
  const status = askedStatus(page);
  const number = pageNumber(page.query);
  const filter = groupFilter(page, status);
  const { items, total } = await core.leave.groups(actor, filter, { page: number, per_page: PER_PAGE });
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  discloseQueue(page, items);
  const opened = id ?? items[0]?.id ?? null;
  const shown = opened === null ? null : await openedItem(page, opened, id !== null, nextOf(items, opened), refused);
  const item = shown?.item ?? null;
  const rows = await mapYielding(items, (group) => listed(page, group, group.id === opened));
  // The list's own address: a refused decision is shown at an address that accepts only POST.
  const here = id === null ? '/leave' : `/leave/${id}`;
  const list = html`<ul class="queue-list" aria-label="${t.leave.listLabel}">${rows}<li class="px-2">${pager(
    page,
    { page: number, perPage: PER_PAGE, total },
    here,
  )}</li></ul>`;
  const empty =
    status === 'pending'
      ? emptyState('leave', t.leave.none, t.leave.noneText)
      : emptyState('leave', t.leave.noneFound, t.leave.noneFoundText);
  const queue = html`<div class="queue border-top-0 ${id === null ? 'only-list' : 'only-item'}">${
    items.length > 0
      ? list
      : html`<div class="queue-list">
    </div>`
  }${item}</div>`;
  return {
    title: t.leave.title,
    heading: html`${t.corrections.requests}`,
    ...(id !== null && shown !== null && requestTitle(page, shown.asker)),
    actions: [
      linkButton(page, '/leave/calendar', t.leave.calendar, { icon: 'calendar' }),
      linkButton(page, addressWith(page, { page: null }, '/leave/export'), t.common.asCsv, { icon: 'download' }),
    ],
    navigation: requestsPath(page),
    ...(refused !== undefined && { form: refused }),
    main: html`${await tabs(page, status, total)}${await decidedFilters(page, status)}${items.length === 0 && item === null ? empty : queue}`,
  };
}

/** What the window and the crumbs call a page with its own request: its person, on the way back to the list. */
function requestTitle(page: Page, asker: string): Pick<View, 'title' | 'heading' | 'crumbs'> {
  const { title } = page.t.leave;
  return { title: isolated(asker), heading: html`${title}`, crumbs: [{ href: groupPath(page, null), label: title }] };
}

/** The states and their numbers of requests. */
async function tabs(page: Page, shown: LeaveStatus, total: number): Promise<Html> {
  const { core, actor, t, format } = page;
  const items: (Html | false)[] = [
    await leaveTab(page, shown === 'pending', shown === 'pending' ? total : undefined),
    await correctionsTab(page, false),
  ];
  for (const status of DECIDED) {
    const count = status === shown ? total : await core.leave.countGroups(actor, groupFilter(page, status));
    items.push(
      html`<li><a href="${page.path(`/leave?status=${status}`)}"${
        status === shown && html` aria-current="page"`
      }>${t.leave.tabs[status]} <span>${format.number(count)}</span></a></li>`,
    );
  }
  return html`<ul class="tabs mb-0">${items}</ul>`;
}

/** Decided requests grow without end, so they are listed from a date on. */
async function decidedFilters(page: Page, status: LeaveStatus): Promise<Html> {
  const { core, actor, t, format } = page;
  const departments = format.byName(await core.organization.departments(actor));
  const given: Filter[] = [];
  if (departments.length > 0) {
    const choices = departments.map(({ id, name: label }) => ({ value: String(id), label }));
    const label = t.attendance.filters.department;
    given.push({
      kind: 'select',
      name: 'department',
      label,
      choices: [{ value: '', label: t.attendance.allDepartments }, ...choices],
    });
  }
  if (status !== 'pending') {
    given.push({ kind: 'date', name: 'since', label: t.leave.since, initial: sinceDate(page) });
  }
  if (given.length === 0) return html``;
  return html`<div class="mt-3">${filters(page, given, { status }, '/leave')}</div>`;
}

function listed(page: Page, group: QueuedGroup, isOpened: boolean): Html {
  const { t, format } = page;
  return html`<li><a href="${page.path(groupPath(page, group.id))}"${
    isOpened && html` aria-current="true"`
  }><span class="row1"><span class="strong">${name(group.employee.name)}</span><span class="small faint">${format.ago(group.created_at)}</span></span><span
  class="small">${groupLine(page, group)}</span>${
    group.has_document && html`<span class="small muted">${icon('file')} ${t.leave.hasDocument}</span>`
  }${group.waits_for === 'others' && group.by_status.pending > 0 && html`<span class="small muted">${icon('shield')} ${t.leave.waitsForOthers}</span>`}</a></li>
`;
}

/** The open request; if it was cancelled after the list was read, it is omitted unless the address names it. */
async function openedItem(
  page: Page,
  id: number,
  isNamed: boolean,
  next: number | null,
  refused: FormState | undefined,
): Promise<{ readonly asker: string; readonly item: Html } | null> {
  try {
    return await groupItem(page, id, next, refused);
  } catch (error) {
    if (isNamed || !isShaonError(error, 'not_found')) throw error;
    return null;
  }
}

function nextOf(items: readonly QueuedGroup[], id: number): number | null {
  const index = items.findIndex((group) => group.id === id);
  return index < 0 ? null : (items[index + 1]?.id ?? null);
}

function discloseQueue(page: Page, items: readonly QueuedGroup[]): void {
  const [first] = items;
  if (first === undefined) return;
  const dates = items.flatMap((group) => [group.first_date, group.last_date]).sort();
  const people = new Set(items.map(({ employee }) => employee.id)).size;
  page.disclosed({ what: 'leave', people, dates: [dates[0] ?? '', dates.at(-1) ?? ''] });
}
