import type { LeaveGroup, LeaveRequest, LeaveStatus } from '@shaon/core';
import type { BrowserRequest } from '../../browser-request.ts';
import { badge, type Tone } from '../../components/badge.ts';
import type { IconName } from '../../components/icon.ts';
import { dateRange, isolated, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';

const LOOKS: Readonly<Record<LeaveStatus, { readonly tone: Tone; readonly shape: IconName }>> = {
  pending: { tone: 'wait', shape: 'half' },
  approved: { tone: 'ok', shape: 'check' },
  rejected: { tone: 'bad', shape: 'cross' },
};

export function leaveBadge({ t }: BrowserRequest, status: LeaveStatus): Html {
  const { tone, shape } = LOOKS[status];
  return badge(tone, shape, t.leave.statuses[status]);
}

/** The badge of several dates: one state if all dates have it. */
export function groupBadge(request: BrowserRequest, { by_status: counts, dates }: LeaveGroup): Html {
  const status = (['pending', 'approved', 'rejected'] as const).find((one) => counts[one] === dates);
  if (status !== undefined) return leaveBadge(request, status);
  const [tone, shape] = counts.pending > 0 ? (['wait', 'half'] as const) : (['off', 'info'] as const);
  return badge(tone, shape, counts.approved > 0 ? request.t.leave.approvedInPart : request.t.leave.mixed);
}

/** "Vacation on Thursday, 26 November 2026", or the first and the last date. */
export function groupDates({ t, format }: BrowserRequest, { type, first_date, last_date }: LeaveGroup): Html {
  return first_date === last_date
    ? t.leave.onDate(name(type), format.longDate(first_date))
    : t.leave.from(name(type), value(format.shortDate(first_date)), value(format.shortDate(last_date)));
}

/** The same in a line of a list, with the number of days. */
export function groupLine({ t, format }: BrowserRequest, { type, first_date, last_date, dates }: LeaveGroup): Html {
  return html`${name(type)} · ${dateRange(format, first_date, last_date)} · ${t.leave.days(dates, format.number(dates))}`;
}

/** A request in plain words: its date, its type and whether it is decided. */
export function requestWords({ t, format }: BrowserRequest, { date, type, status }: LeaveRequest): string {
  return `${format.shortDate(date)}, ${isolated(type)}, ${t.leave.statuses[status]}`;
}
