import type { AbsentPerson } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import { mapYielding } from '../../map-yielding.ts';
import type { Page } from '../../page.ts';
import { abbreviationsOf } from '../attendance/day-badges.ts';
import { cellLink, datesOf, type GridDate } from '../attendance/month-grid.ts';
import { stepper } from '../attendance/sheet-head.ts';
import { adjacentMonth, askedMonth, sheetFilter, sheetFilters } from '../attendance/sheet-query.ts';

const PER_PAGE = 50;

/** Everybody who is away in a month: people and days, with pending requests marked. */
export async function showCalendar(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const month = askedMonth(page);
  const number = pageNumber(page.query);
  const { state: _, ...filter } = sheetFilter(page);
  const calendar = await core.absenceDays.calendar(actor, month, filter, { page: number, per_page: PER_PAGE });
  const { items, total } = calendar.people;
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  if (items.length > 0) page.disclosed({ what: 'leave', people: items.length, dates: [calendar.from, calendar.to] });
  const labels = (await core.absenceTypes.list(actor)).map(({ label }) => label);
  const used = items.flatMap(({ dates }) => dates.map(({ type }) => type));
  const letters = abbreviationsOf([...new Set([...labels, ...used])]);
  const [previous, next] = [adjacentMonth(month, -1), adjacentMonth(month, 1)];
  const steps = stepper(page, {
    label: t.attendance.month,
    shown: format.month(month),
    parameter: 'month',
    previous: previous === null ? null : { value: previous, label: t.attendance.previousMonth(format.month(previous)) },
    next: next === null ? null : { value: next, label: t.attendance.nextMonth(format.month(next)) },
  });
  const dates = datesOf(page, calendar);
  const rows = await mapYielding(items, (person) => row(page, person, dates, letters));
  const table = html`<div class="key mb-2">${[...new Set(used)].map(
    (type) => html`<span><span class="cell d-abs" aria-hidden="true">${letters.get(type)}</span>${name(type)}</span>`,
  )}<span><span class="cell d-wait" aria-hidden="true">?</span>${t.leave.statuses.pending}</span></div>
<div class="scroll-x" tabindex="0" role="region" aria-label="${t.leave.calendarTitle(format.month(month))}"><table class="month">
  <caption class="visually-hidden">${t.leave.calendarCaption(format.month(month))}</caption>
  <colgroup><col class="c-who">${dates.map(() => html`<col>`)}<col class="c-sum"></colgroup><thead><tr>
  <th scope="col" class="who"><span class="visually-hidden">${t.attendance.grid.name}</span></th>${dates.map(
    (one) => html`<th scope="col" class="${one.className}">${one.weekday}<b>${one.number}</b></th>`,
  )}<th scope="col" class="sum">${t.leave.totalDays}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
${pager(page, { page: number, perPage: PER_PAGE, total })}`;
  return page.show({
    title: t.leave.calendarTitle(format.month(month)),
    actions: [steps, linkButton(page, '/leave', t.leave.queue, { isSmall: true })],
    crumbs: [{ href: '/leave', label: t.leave.title }],
    navigation: '/leave',
    scripts: ['month.js'],
    main: html`${await sheetFilters(page, { month }, { withState: false })}${
      items.length === 0 ? emptyState('leave', t.leave.calendarNone, t.leave.calendarNoneText) : table
    }`,
  });
}

function row(
  page: Page,
  { employee, dates: away }: AbsentPerson,
  dates: readonly GridDate[],
  letters: ReadonlyMap<string, string>,
): Html {
  const { t, format } = page;
  const byDate = new Map(away.map((one) => [one.date, one]));
  const cells = dates.map(({ date, className, label }) => {
    const one = byDate.get(date);
    if (one === undefined) return html`<td class="${className}"></td>`;
    const shown = { className: one.status === 'pending' ? 'd-wait' : 'd-abs', sign: letters.get(one.type) ?? '' };
    const words = t.attendance.grid.cell(employee.name, label, `${one.type}, ${t.leave.awayStatus[one.status]}`);
    // A product may mount the pages of leave without those of attendance.
    const content = page.has('attendance')
      ? cellLink(shown, page.path(`/attendance/people/${employee.id}?date=${date}`), words)
      : html`<span class="cell ${shown.className}" aria-hidden="true">${shown.sign}</span><span class="visually-hidden">${words}</span>`;
    return html`<td class="${className}">${content}</td>`;
  });
  return html`<tr><th scope="row" class="who"><span class="unchosen">${name(employee.name)}</span></th>${cells}<td
    class="sum">${format.number(away.length)}</td></tr>
`;
}
