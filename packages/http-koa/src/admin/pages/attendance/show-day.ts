import type { SheetPerson } from '@shaon/core';
import { adjacentDate } from '../../adjacent-date.ts';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { recordTable } from '../../components/record-table.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { stateInList } from './day-badges.ts';
import { personDayPath } from './person-day.ts';
import { clocksLink, countsLine, stepper } from './sheet-head.ts';
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
  return page.show({
    title: `${t.attendance.title}, ${format.longDate(date)}`,
    heading: html`${format.longDate(date)}`,
    lead: countsLine(page, sheet.counts),
    actions: [
      ...(await clocksLink(page)),
      steps,
      linkButton(page, monthPath(page, date.slice(0, 7)), t.attendance.monthView, { isSmall: true }),
    ],
    crumbs: [{ href: '/attendance', label: t.attendance.title }],
    navigation: '/attendance',
    main: html`${await sheetFilters(page, { date })}${
      items.length === 0
        ? emptySheet(page)
        : html`${await table(page, items, date)}
${pager(page, { page: number, perPage: PER_PAGE, total })}`
    }`,
  });
}

function table(page: Page, people: readonly SheetPerson[], date: string): Promise<Html> {
  const { t, format } = page;
  const { caption, columns } = t.attendance.day;
  const time = (at: Date | null | undefined) => at != null && value(format.time(at));
  return recordTable<SheetPerson>(
    caption(format.longDate(date)),
    [
      { head: columns.name, cell: (person) => nameCell(page, person, date) },
      { head: columns.state, cell: (person) => stateCell(page, person), className: 'nowrap' },
      { head: columns.in, cell: ({ days: [day] }) => time(day?.record.check_in) },
      { head: columns.out, cell: ({ days: [day] }) => time(day?.record.check_out) },
      {
        head: columns.worked,
        cell: ({ days: [day] }) => day !== undefined && day.workedMs > 0 && value(format.hours(day.workedMs)),
        from: 'sm',
      },
    ],
    people,
    { className: 'mid' },
  );
}

function nameCell(page: Page, { employee }: SheetPerson, date: string): Html {
  const unit = [employee.department?.name, employee.branch?.name].filter((part) => part !== undefined);
  const to = personDayPath({ employee, date, list: shownList(page, 'day') });
  return html`<a class="name" href="${page.path(to)}">${name(employee.name)}</a>${
    unit.length > 0 &&
    html`<span class="sub d-none d-sm-block">${unit.map((part, index) => html`${index > 0 && ', '}${name(part)}`)}</span>`
  }`;
}

function stateCell({ t }: Page, { days: [day] }: SheetPerson): Html {
  if (day === undefined) return html`<span class="faint">${t.attendance.noRecord}</span>`;
  const { absence_type: absence } = day.record;
  return html`${stateInList(t, day.state)}${absence !== null && html`<span class="sub">${name(absence)}</span>`}`;
}
