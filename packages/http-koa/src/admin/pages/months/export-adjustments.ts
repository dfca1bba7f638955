import type { KeptHours, MonthAdjustment } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { csvDownload } from '../../csv-download.ts';
import type { Page } from '../../page.ts';
import { chosenMonth, discloseMonth } from './month-frame.ts';

/** The approved minutes that are paid. */
export const approvedOf = (hours: KeptHours | null): number => hours?.approved.workedMinutes ?? 0;

/** The kinds of absence of which other days are paid than were: approved ones. */
export function changedAbsences({ before, now }: MonthAdjustment) {
  const daysOf = (hours: KeptHours | null, label: string): number =>
    hours?.approved.absences.find((one) => one.label === label)?.days ?? 0;
  const all = [...(before?.approved.absences ?? []), ...now.approved.absences];
  const labels = new Set(all.map(({ label }) => label));
  return [...labels]
    .map((label) => ({ label, before: daysOf(before, label), now: daysOf(now, label) }))
    .filter((one) => one.before !== one.now);
}

/** What is to be paid on top of what the first closing kept, or taken off. */
export async function exportAdjustments(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const { columns, file } = t.months;
  const month = chosenMonth(page);
  const adjustments = await core.months.adjustments(actor, { month });
  const hours = (minutes: number) => format.hours(Math.max(0, minutes) * MINUTE_MS);
  const difference = ({ before, now }: MonthAdjustment) => approvedOf(now) - approvedOf(before);
  return csvDownload<MonthAdjustment>(page, {
    name: `adjustments-${month}`,
    columns: [
      [file.id, ({ employee }) => employee.id],
      [columns.name, ({ employee }) => employee.name],
      [file.department, ({ employee }) => employee.department?.name ?? null],
      [columns.before, ({ before }) => hours(approvedOf(before))],
      [columns.now, ({ now }) => hours(approvedOf(now))],
      [file.more, (row) => hours(difference(row))],
      [file.less, (row) => hours(-difference(row))],
      [
        file.absences,
        (row) =>
          changedAbsences(row)
            .map(({ label, before, now }) => file.absence(label, format.number(before), format.number(now)))
            .join('; '),
      ],
    ],
    read: async ({ page: number, per_page }) => ({
      items: adjustments.slice((number - 1) * per_page, number * per_page),
      total: adjustments.length,
    }),
    disclose: (people) => discloseMonth(page, month, people),
  });
}
