import type { SheetPerson } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { canApprove, gridKey, lettersOf, monthGrid } from './month-grid.ts';
import { clocksLink, countsLine, stepper } from './sheet-head.ts';
import { adjacentMonth, askedMonth, chosenFilter, dayPath, sheetFilter, sheetFilters } from './sheet-query.ts';

const PER_PAGE = 50;

/** A month as a grid of people and days, with counts above; days of several people can be approved together. */
export async function showMonth(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const month = askedMonth(page);
  const number = pageNumber(page.query);
  const filter = sheetFilter(page);
  const sheet = await core.attendance.monthSheet(actor, month, filter, { page: number, per_page: PER_PAGE });
  const { items, total } = sheet.people;
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  if (items.length > 0) {
    page.disclosed({ what: 'attendance', people: items.length, dates: [sheet.from, sheet.to], locations: false });
  }
  const leftOut = await undecidable(page, items);
  const labels = (await core.absenceTypes.list(actor)).map(({ label }) => label);
  const letters = lettersOf(labels, items);
  const [previous, next] = [adjacentMonth(month, -1), adjacentMonth(month, 1)];
  const shownMonth = format.month(month);
  const steps = stepper(page, {
    label: t.attendance.month,
    shown: shownMonth,
    parameter: 'month',
    previous: previous === null ? null : { value: previous, label: t.attendance.previousMonth(format.month(previous)) },
    next: next === null ? null : { value: next, label: t.attendance.nextMonth(format.month(next)) },
  });
  const asked = Object.entries({ month, ...chosenFilter(page) }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const grid = html`<form method="get" action="${page.path('/attendance/approve')}">${asked}
<div class="d-flex flex-wrap gap-3 justify-content-between align-items-center mb-2">${gridKey(page, items, letters)}${approveButtons(
    page,
    items,
    leftOut,
  )}</div>
${await monthGrid(page, sheet, letters, leftOut)}</form>
${pager(page, { page: number, perPage: PER_PAGE, total })}`;
  return page.show({
    title: `${t.attendance.title}, ${shownMonth}`,
    heading: html`${t.attendance.title}`,
    lead: countsLine(page, sheet.counts),
    actions: [
      ...(await clocksLink(page)),
      steps,
      linkButton(page, dayPath(page), t.attendance.dayView, { isSmall: true }),
    ],
    navigation: '/attendance',
    scripts: ['month.js'],
    main: html`${await sheetFilters(page, { month })}${items.length === 0 ? emptySheet(page) : grid}`,
  });
}

/** The reader's employee id if they are among these people and others decide on their days (D:A23); else null. */
async function undecidable({ core, actor }: Page, people: readonly SheetPerson[]): Promise<number | null> {
  const own = people.find(({ employee }) => employee.id === actor.employeeId)?.employee.id;
  if (own === undefined) return null;
  return (await core.attendance.whoDecides(actor, own)).waitsFor === 'others' ? own : null;
}

/** Shown only if somebody on the page has days that the reader may approve. */
function approveButtons({ t }: Page, people: readonly SheetPerson[], leftOut: number | null): Html | false {
  const waiting = people.filter((person) => canApprove(person, leftOut));
  if (waiting.length === 0) return false;
  const everybody = waiting.map(({ employee }) => employee.id).join();
  return html`<span class="acts">${submitButton(t.attendance.approveChosen, { isSmall: true })}${submitButton(
    t.attendance.approvePage,
    { look: 'quiet', isSmall: true, name: 'employees', value: everybody },
  )}</span>`;
}

export function emptySheet(page: Page): Html {
  const { t } = page;
  const canAdd = page.isAdmin && page.has('people');
  const add = canAdd ? linkButton(page, '/people/new', t.people.add, { look: 'primary', icon: 'plus' }) : undefined;
  return Object.keys(chosenFilter(page)).length > 0
    ? emptyState('search', t.attendance.nobody, t.attendance.nobodyHelp)
    : emptyState('people', t.attendance.noPeople, t.attendance.noPeopleHelp, add);
}
