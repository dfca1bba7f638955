import type { ClockCounts, ClockReportFilter } from '@shaon/core';
import { addDays, startOfLocalDate } from '@shaon/core/time';
import type { Flash } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { isWorkDate } from '../../work-date.ts';

const DAYS_SHOWN = 31;
const ANSWERS = ['refused', 'known', 'recorded', 'all'] as const;
type Asked = (typeof ANSWERS)[number];

/** The answer in the address; what was not recorded unless it names another. */
export const askedAnswer = ({ query }: Page): Asked =>
  ANSWERS.find((answer) => answer === query.get('answer')) ?? 'refused';

/** The date since which reports are shown unless the address has another. */
export const firstShown = ({ format, now }: Page): string => addDays(format.calendarDate(now), -DAYS_SHOWN);

/** The reports that the values of an address or a form name, of every answer. */
export function reportsOf(page: Page, text: (name: string) => string | null): ClockReportFilter {
  const from = text('from') ?? '';
  const date = isWorkDate(from) ? from : firstShown(page);
  return { device: text('device') || null, card: text('card') || null, since: startOfLocalDate(date, page.zone) };
}

/** How many reports were not recorded, of those that the page shows without a filter. */
export async function countNotRecorded(page: Page): Promise<number> {
  const filter = { ...reportsOf(page, () => null), answer: 'refused' } as const;
  return (await page.core.attendance.clockReports(page.actor, filter, { page: 1, per_page: 1 })).total;
}

/** What became of reports that were judged again. */
export function judgedAgain({ t, format }: Page, { recorded, known, refused }: ClockCounts): Flash {
  const kept = recorded + known;
  const said = [
    ...(kept > 0 || refused === 0 ? [t.clocks.recordedAgain(kept, format.number(kept))] : []),
    ...(refused > 0 ? [t.clocks.refusedAgain(refused, format.number(refused))] : []),
  ];
  return { tone: refused === 0 ? 'ok' : 'wait', text: said.join(' ') };
}
