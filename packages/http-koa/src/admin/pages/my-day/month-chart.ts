import type { AttendanceDay } from '@shaon/core';
import { HOUR_MS } from '@shaon/core/time';
import { columnChart } from '../../components/chart.ts';
import { value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { datesOf } from '../attendance/month-grid.ts';
import { ownEmployee } from './own-employee.ts';

/** The reader's present month: its sum, and the hours of each day. False while it has no hours. */
export async function monthChart(page: Page): Promise<Html | false> {
  const { core, actor, t, format } = page;
  const month = format.calendarDate(page.now).slice(0, 7);
  const { days, workedMs } = await core.attendance.personMonth(actor, ownEmployee(page), month);
  const last = days.at(-1);
  if (last === undefined || workedMs === 0) return false;
  const byDate = new Map(days.map((day) => [day.record.date, day.workedMs / HOUR_MS]));
  const dates = datesOf(page, { from: `${month}-01`, to: last.record.date });
  const drawn = columnChart(t, {
    sentence: t.myDay.monthChart(format.month(month)),
    caption: t.myDay.monthChart(format.month(month)),
    columnTitle: t.myDay.columns.date,
    columns: dates.map(({ date }) => ({ label: format.shortDate(date), counts: { hours: byDate.get(date) ?? 0 } })),
    series: [{ key: 'hours', label: t.myDay.columns.hours, colour: 'accent' }],
    format: (hours) => format.hours(hours * HOUR_MS),
  });
  const sum = html`<span class="small muted">${value(format.hours(workedMs))} ${t.myDay.hours} ${workedOn(page, days)}</span>`;
  return html`<section aria-labelledby="month"><div class="d-flex justify-content-between align-items-baseline mb-2">
    <h2 id="month">${format.month(month)}</h2>${sum}</div>${drawn}</section>`;
}

/** "on 12 days": the days with hours that count. */
export function workedOn({ t, format }: Page, days: readonly AttendanceDay[]): string {
  const worked = days.filter((day) => day.workedMs > 0 && day.state !== 'rejected').length;
  return t.myDay.workedOn(worked, format.number(worked));
}
