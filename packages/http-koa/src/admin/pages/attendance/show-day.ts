import type { SheetPerson } from '@shaon/core';
import { adjacentDate } from '../../adjacent-date.ts';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import { mapYielding } from '../../map-yielding.ts';
import type { Page } from '../../page.ts';
import { stateInList } from './day-badges.ts';
import { personDayPath } from './person-day.ts';
import { countsLine, stepper } from './sheet-head.ts';
import { askedDate, monthPath, sheetFilter, sheetFilters, shownList } from './sheet-query.ts';
import { emptySheet } from './show-month.ts';

const PER_PAGE = 50;

/** One date of everybody, including people without a record, so that a forgotten day can be added. */
export async function showDay(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const date = askedDate(page);
  const number = pageNumber(page.query);
  const sheet = await core.attendance.daySheet(actor, date, sheetFilter(page), { page: number, per_page: PER_PAGE });
  const { items, total } = sheet.people;
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  if (items.length > 0) {
    page.disclosed({ what: 'attendance', people: items.length, dates: [date, date], locations: false });
  }
  const [previous, next] = [adjacentDate(date, -1), adjacentDate(date, 1)];
  const steps = stepper(page, {
    label: t.attendance.date,
    shown: format.shortDate(date),
    parameter: 'date',
    previous:
      previous === null ? null : { value: previous, label: t.attendance.previousDay(format.longDate(previous)) },
    next: next === null ? null : { value: next, label: t.attendance.nextDay(format.longDate(next)) },
  });
  const { columns } = t.attendance.day;
  const rows = await mapYielding(items, (person) => row(page, person, date));
  const table = html`<table class="list mid"><caption class="visually-hidden">${t.attendance.day.caption(format.longDate(date))}</caption><thead><tr><th scope="col">${columns.name}</th><th scope="col">${columns.state}</th><th scope="col">${columns.in}</th><th scope="col">${columns.out}</th><th scope="col" class="d-none d-sm-table-cell">${columns.worked}</th></tr></thead>
<tbody>${rows}</tbody></table>
${pager(page, { page: number, perPage: PER_PAGE, total })}`;
  return page.show({
    title: `${t.attendance.title}, ${format.longDate(date)}`,
    heading: html`${format.longDate(date)}`,
    lead: countsLine(page, sheet.counts),
    actions: [steps, linkButton(page, monthPath(page, date.slice(0, 7)), t.attendance.monthView, { isSmall: true })],
    crumbs: [{ href: '/attendance', label: t.attendance.title }],
    navigation: '/attendance',
    main: html`${await sheetFilters(page, { date })}${items.length === 0 ? emptySheet(page) : table}`,
  });
}

function row(page: Page, { employee, days }: SheetPerson, date: string): Html {
  const { t, format } = page;
  const [day] = days;
  const time = (at: Date | null) => at !== null && value(format.time(at));
  const unit = [employee.department?.name, employee.branch?.name].filter((part) => part !== undefined);
  const state =
    day === undefined ? html`<span class="faint">${t.attendance.noRecord}</span>` : stateInList(t, day.state);
  const absence = day?.record.absence_type;
  return html`<tr><th scope="row"><a class="name" href="${page.path(personDayPath({ employee, date, list: shownList(page, 'day') }))}">${name(employee.name)}</a>${unit.length > 0 && html`<span class="sub d-none d-sm-block">${unit.map((part, index) => html`${index > 0 && ', '}${name(part)}`)}</span>`}</th><td class="nowrap">${state}${absence != null && html`<span class="sub">${name(absence)}</span>`}</td><td>${time(day?.record.check_in ?? null)}</td><td>${time(day?.record.check_out ?? null)}</td><td class="d-none d-sm-table-cell">${day !== undefined && day.workedMs > 0 && value(format.hours(day.workedMs))}</td></tr>
`;
}
