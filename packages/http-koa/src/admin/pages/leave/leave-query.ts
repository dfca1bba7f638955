import type { LeaveGroupFilter, LeaveStatus } from '@shaon/core';
import { isCalendarDate } from '@shaon/core/extension';
import type { Page } from '../../visit.ts';

const STATUSES: readonly LeaveStatus[] = ['pending', 'approved', 'rejected'];

/** Which tab of the queue. */
export function askedStatus({ query }: Page): LeaveStatus {
  return STATUSES.find((status) => status === query.get('status')) ?? 'pending';
}

/** Decided requests are shown from a date on: the first of this month, unless the address says another. */
export function sinceDate({ query, format, now }: Page): string {
  const asked = query.get('since') ?? '';
  return isCalendarDate(asked) ? asked : `${format.calendarDate(now).slice(0, 7)}-01`;
}

/** Everything that waits, however old; of what is decided, what is of this month and later. */
export function groupFilter(page: Page, status: LeaveStatus): LeaveGroupFilter {
  const department = page.query.get('department') ?? '';
  return {
    status,
    department_id: /^[1-9]\d{0,9}$/.test(department) ? Number(department) : null,
    date_from: status === 'pending' ? null : sinceDate(page),
  };
}

/** The address of a group in the queue, with the tab and the filter that it was found by. */
export function groupPath({ query }: Page, id: number): string {
  return `/leave/${id}${kept(query, ['status', 'department', 'since', 'page'])}`;
}

/** The first page of the queue in its tab and filter: a decision may leave less than the page that was open. */
export function queuePath({ query }: Page): string {
  return `/leave${kept(query, ['status', 'department', 'since'])}`;
}

/** Those of these parameters that the address has, as a query. */
function kept(query: URLSearchParams, names: readonly string[]): string {
  const found = new URLSearchParams();
  for (const name of names) {
    const given = query.get(name);
    if (given !== null && given !== '') found.set(name, given);
  }
  const text = found.toString();
  return text === '' ? '' : `?${text}`;
}
