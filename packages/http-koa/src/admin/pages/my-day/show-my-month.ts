import type { SheetDay } from '@shaon/core';
import { HOUR_MS } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { columnChart } from '../../components/chart.ts';
import { emptyState } from '../../components/empty.ts';
import { recordTable } from '../../components/record-table.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { stateInList } from '../attendance/day-badges.ts';
import { datesOf } from '../attendance/month-grid.ts';
import { stepper } from '../attendance/sheet-head.ts';
import { adjacentMonth, askedMonth } from '../attendance/sheet-query.ts';
import { ownEmployee } from './own-employee.ts';

/** The reader's own month: the sum, a chart of it, and each day. */
export async function showMyMonth(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const month = askedMonth(page);
  const { days, workedMs } = await core.attendance.personMonth(actor, ownEmployee(page), month);
  const [previous, next] = [adjacentMonth(month, -1), adjacentMonth(month, 1)];
  const shown = format.month(month);
  const steps = stepper(page, {
    label: t.attendance.month,
    shown,
    parameter: 'month',
    previous: previous === null ? null : { value: previous, label: t.attendance.previousMonth(format.month(previous)) },
    next: next === null ? null : { value: next, label: t.attendance.nextMonth(format.month(next)) },
  });
  const worked = days.filter((day) => day.workedMs > 0 && day.state !== 'rejected').length;
  const sum = html`<section class="state"><p class="big">${value(format.hours(workedMs))} <span class="fs-5 fw-normal">${t.myDay.hours}</span></p><p class="muted">${t.myDay.workedOn(worked, format.number(worked))}${days.some(({ state }) => state === 'rejected') && html`. ${t.myDay.rejectedLeftOut}`}</p></section>`;
  const content =
    days.length === 0
      ? emptyState('calendar', t.myDay.monthEmpty, t.myDay.monthEmptyText)
      : html`${sum}${chart(page, month, days)}${await table(page, shown, days)}`;
  return page.show({
    title: `${t.myDay.month}, ${shown}`,
    heading: html`${t.myDay.month}`,
    navigation: '/my-day/month',
    layout: 'phone',
    main: html`${steps}${content}`,
  });
}

function chart(page: Page, month: string, days: readonly SheetDay[]): Html {
  const { t, format } = page;
  const byDate = new Map(days.map((day) => [day.record.date, day.workedMs / HOUR_MS]));
  const dates = datesOf(page, { from: `${month}-01`, to: days.at(-1)?.record.date ?? `${month}-01` });
  return html`<section>${columnChart(t, {
    sentence: t.myDay.monthChart(format.month(month)),
    caption: t.myDay.monthChart(format.month(month)),
    columnTitle: t.myDay.columns.date,
    columns: dates.map(({ date }) => ({ label: format.shortDate(date), counts: { hours: byDate.get(date) ?? 0 } })),
    series: [{ key: 'hours', label: t.myDay.columns.hours, colour: 'accent' }],
    format: (hours) => format.hours(hours * HOUR_MS),
  })}</section>`;
}

function table(page: Page, month: string, days: readonly SheetDay[]): Promise<Html> {
  const { t, format } = page;
  const { columns } = t.myDay;
  const time = (at: Date | null) => (at === null ? html`<span class="faint">…</span>` : value(format.time(at)));
  const times = ({ record: { check_in, check_out, absence_type } }: SheetDay) =>
    html`${(check_in !== null || check_out !== null) && html`${time(check_in)}–${time(check_out)}`}${absence_type !== null && html`<span class="sub">${name(absence_type)}</span>`}`;
  const link = ({ record: { date } }: SheetDay) =>
    html`<a class="d-block py-1 nowrap" href="${page.path(`/my-day/day?date=${date}`)}">${format.weekday(date)} <bdi dir="ltr" class="t strong">${Number(date.slice(8))}</bdi></a>`;
  return recordTable<SheetDay>(
    t.myDay.monthCaption(month),
    [
      { head: columns.date, cell: link },
      { head: columns.times, cell: times },
      { head: columns.hours, cell: ({ workedMs }) => workedMs > 0 && value(format.hours(workedMs)) },
      { head: columns.state, cell: ({ state }) => stateInList(t, state), className: 'nowrap' },
    ],
    days,
    { className: 'mid' },
  );
}
