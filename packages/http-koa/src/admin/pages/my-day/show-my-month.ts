import type { AttendanceDay } from '@shaon/core';
import { addDays, datesOfMonth } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { submitButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { textField } from '../../components/fields.ts';
import { value } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { datesOf } from '../attendance/month-grid.ts';
import { stepper } from '../attendance/sheet-head.ts';
import { adjacentMonth, askedMonth } from '../attendance/sheet-query.ts';
import { requestsOf } from '../corrections/correction-query.ts';
import { workedOn } from './month-chart.ts';
import { ownDay } from './own-day.ts';
import { ownEmployee } from './own-employee.ts';

/** The reader's own month: the sum by what was decided, and each day, the latest first; `day` opens one. */
export async function showMyMonth(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const month = askedMonth(page);
  const own = ownEmployee(page);
  const { days, workedMs } = await core.attendance.personMonth(actor, own, month);
  const { from, to } = datesOfMonth(month) ?? { from: month, to: month };
  const requests = await requestsOf(page, own, { from, to });
  const isClosed = (await core.months.closingOf(actor, own, from)) !== null;
  const today = format.calendarDate(page.now);
  const first = addDays(today, -page.company.correctionDays);
  const mayAsk = (date: string): boolean => !isClosed && date >= first && date <= today;
  const askable = datesOf(page, { from, to }).flatMap(({ date }) => (mayAsk(date) ? date : []));
  const dates = new Set([...days.map(({ record }) => record.date), ...requests.map(({ date }) => date)]);
  const rows = [...dates].sort().reverse();
  const [previous, next] = [adjacentMonth(month, -1), adjacentMonth(month, 1)];
  const shown = format.month(month);
  const steps = stepper(page, {
    label: t.attendance.month,
    shown,
    parameter: 'month',
    previous: previous === null ? null : { value: previous, label: t.attendance.previousMonth(format.month(previous)) },
    next: next === null ? null : { value: next, label: t.attendance.nextMonth(format.month(next)) },
  });
  const opened = page.query.get('day');
  const list = rows.map((date) =>
    ownDay(page, {
      date,
      day: days.find(({ record }) => record.date === date) ?? null,
      requests: requests.filter((request) => request.date === date),
      mayAsk: mayAsk(date),
      isOpen: opened === String(Number(date.slice(8))),
    }),
  );
  const content =
    rows.length === 0
      ? emptyState('calendar', t.myDay.monthEmpty, t.myDay.monthEmptyText)
      : html`${sums(page, days, workedMs)}<section aria-labelledby="days"><h2 id="days" class="mb-2">${t.myDay.days}</h2><div class="days">${list}</div>
        </section>`;
  return page.show({
    title: `${t.myDay.month}, ${shown}`,
    heading: html`${t.myDay.month}${isClosed && html` ${badge('off', 'lock', t.months.states.closed)}`}`,
    navigation: '/my-day/month',
    layout: 'phone',
    main: html`${steps}${content}${otherDay(page, askable)}`,
  });
}

/** The way to a day that has no record, because its person forgot to punch at all; false if there is none to ask for. */
function otherDay(page: Page, dates: readonly string[]): Html | false {
  const [min, max] = [dates[0], dates.at(-1)];
  if (min === undefined || max === undefined) return false;
  const { otherDay: label, ask } = page.t.corrections;
  const date = textField(FormState.of(), {
    ...{ name: 'date', label, type: 'date', ltr: true, min, max, required: true },
  });
  return html`<section class="section"><form method="get" action="${page.path('/my-day/correction')}">${date}${submitButton(
    ask,
    { look: 'quiet', isWide: true },
  )}</form></section>`;
}

/** The hours that count, and a bar of what was approved, waits, and was rejected, said in words below it. */
function sums(page: Page, days: readonly AttendanceDay[], workedMs: number): Html {
  const { t, format } = page;
  const sumOf = (isOf: (day: AttendanceDay) => boolean): number =>
    days.filter(isOf).reduce((sum, day) => sum + day.workedMs, 0);
  const isRejected = ({ state }: AttendanceDay) => state === 'rejected';
  const approved = sumOf(({ record }) => record.is_approved);
  const rejected = sumOf(isRejected);
  const parts = [
    { ms: approved, colour: 'ink', label: t.myDay.parts.approved },
    { ms: workedMs - approved, colour: 'wait', label: t.myDay.parts.pending },
    { ms: rejected, colour: 'bad', label: t.myDay.parts.rejected },
  ].filter(({ ms }) => ms > 0);
  const all = parts.reduce((sum, { ms }) => sum + ms, 0);
  let x = 0;
  const rects = parts.map(({ ms, colour }) => {
    const width = (1000 * ms) / all;
    const rect = html`<rect class="f-${colour}" x="${x.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="8"/>`;
    x += width;
    return rect;
  });
  const words = parts.map(
    ({ ms, colour, label }) =>
      html`<span><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true" focusable="false"><rect class="f-${colour}" width="10"
        height="10"/></svg><span>${value(format.hours(ms))} ${label}</span></span>`,
  );
  const split =
    parts.length > 0 &&
    html`<div class="split" aria-hidden="true"><svg viewBox="0 0 1000 8" preserveAspectRatio="none">${rects}</svg></div><p class="parts mt-1">${words}</p>`;
  return html`<section class="state"><p class="big">${value(format.hours(workedMs))} <span
    class="fs-6 fw-normal muted">${t.myDay.hours} ${workedOn(page, days)}</span></p>${split}</section>`;
}
