import type { LeaveGroupFilter, LeaveStatus } from '@shaon/core';
import { isCalendarDate } from '@shaon/core/time';
import type { Page } from '../../page.ts';

const STATUSES: readonly LeaveStatus[] = ['pending', 'approved', 'rejected'];

/** The tab of the queue in the address. */
export function askedStatus({ query }: Page): LeaveStatus {
  return STATUSES.find((status) => status === query.get('status')) ?? 'pending';
}

/** The date from which decided requests are shown: the first of this month, unless the address has another. */
export function sinceDate({ query, format, now }: Page): string {
  const asked = query.get('since') ?? '';
  return isCalendarDate(asked) ? asked : `${format.calendarDate(now).slice(0, 7)}-01`;
}

/** All pending requests, however old; decided ones from `sinceDate` on. */
export function groupFilter(page: Page, status: LeaveStatus): LeaveGroupFilter {
  const department = page.query.get('department') ?? '';
  return {
    status,
    department_id: /^[1-9]\d{0,9}$/.test(department) ? Number(department) : null,
    date_from: status === 'pending' ? null : sinceDate(page),
  };
}

/** The address of a group in the queue, with the present tab and filter; for null that of the list. */
export function groupPath({ query }: Page, id: number | null): string {
  return `/leave${id === null ? '' : `/${id}`}${kept(query, ['status', 'department', 'since', 'page'])}`;
}

/** The queue's first page with the present tab and filter: after a decision the open page may no longer exist. */
export function queuePath({ query }: Page): string {
  return `/leave${kept(query, ['status', 'department', 'since'])}`;
}

/** Those of the named parameters that the address has, as a query. */
export function kept(query: URLSearchParams, names: readonly string[]): string {
  const found = new URLSearchParams();
  for (const name of names) {
    const given = query.get(name);
    if (given !== null && given !== '') found.set(name, given);
  }
  const text = found.toString();
  return text === '' ? '' : `?${text}`;
}
