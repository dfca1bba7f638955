import type { SheetPerson } from '@shaon/core';
import { datesOfMonth } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { linkButton, scriptButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { icon } from '../../components/icon.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { recordTable, rowActs } from '../../components/record-table.ts';
import { isolated, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { chosenFilter, sheetFilter, sheetFilters } from '../attendance/sheet-query.ts';
import { chosenMonth, discloseMonth, monthStepper, monthTabs } from './month-frame.ts';
import { readRegister } from './register-days.ts';
import { registerSheet } from './register-sheet.ts';

const PER_PAGE = 50;

/** The people of a month, each with their register. */
export async function listRegisters(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const texts = t.payroll.register;
  const month = chosenMonth(page);
  const number = pageNumber(page.query);
  const sheet = await core.attendance.monthSheet(actor, month, sheetFilter(page), { page: number, per_page: PER_PAGE });
  const { items, total } = sheet.people;
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  discloseMonth(page, month, items.length);
  const title = texts.listTitle(format.month(month));
  const rows = items.map((person, index) => ({ ...person, place: (number - 1) * PER_PAGE + index + 1 }));
  const list =
    rows.length === 0
      ? emptyState('people', texts.none, texts.noneText)
      : html`${await table(page, month, rows)}${pager(page, { page: number, perPage: PER_PAGE, total })}`;
  return page.show({
    title,
    lead: texts.listLead,
    actions: [monthStepper(page, month)],
    navigation: '/month',
    main: html`${monthTabs(page, 'register', month)}${await sheetFilters(page, { month }, { withState: false })}${list}`,
  });
}

type Row = SheetPerson & { readonly place: number };

function table(page: Page, month: string, rows: readonly Row[]): Promise<Html> {
  const { t, format } = page;
  const { register } = t.payroll;
  const { columns } = t.people;
  const unit = (of: { readonly name: string } | null) => of !== null && name(of.name);
  return recordTable<Row>(
    register.caption,
    [
      { head: columns.name, cell: ({ employee }) => name(employee.name), className: 'wrap-any' },
      { head: columns.department, cell: ({ employee }) => unit(employee.department), from: 'sm' },
      { head: columns.branch, cell: ({ employee }) => unit(employee.branch), from: 'lg' },
      { head: register.worked, cell: ({ workedMs }) => value(format.hours(workedMs)), from: 'sm' },
      {
        head: register.acts,
        cell: ({ employee, place }) =>
          rowActs(
            linkButton(page, registerPath(page, employee.id, month, place), register.open(name(employee.name)), {
              isSmall: true,
            }),
          ),
        isActs: true,
      },
    ],
    rows,
    { className: 'mid' },
  );
}

/** @param place among the people of the list, by which the next one is found */
function registerPath(page: Page, id: number, month: string, place: number): string {
  return `/month/register/${id}?${new URLSearchParams({ month, ...chosenFilter(page), place: String(place) })}`;
}

/** One person's month on paper: every date, punch, correction and decision. */
export async function showRegister(page: Page): Promise<Answer> {
  const { t, format } = page;
  const texts = t.payroll.register;
  const month = chosenMonth(page);
  const register = await readRegister(page, page.id(), month);
  const { employee } = register.hours;
  const dates = datesOfMonth(month);
  if (dates !== null) {
    page.disclosed({ what: 'attendance', employee_id: employee.id, dates: [dates.from, dates.to], locations: false });
  }
  const back = `/month/register?${new URLSearchParams({ month, ...chosenFilter(page) })}`;
  const next = await nextPerson(page, month);
  const bar = html`<nav class="paper-bar" aria-label="${texts.print}"><a href="${page.path(back)}">${icon('previous', {
    turns: true,
  })} ${texts.back}</a><span class="acts">${next !== null && linkButton(page, next, texts.next, { isSmall: true })}${scriptButton(
    texts.print,
    'print',
  )}</span></nav>`;
  return page.show({
    title: `${isolated(employee.name)}, ${texts.title(format.month(month))}`,
    layout: 'paper',
    scripts: ['print.js'],
    main: html`<div class="paper-desk">${bar}<main id="main" class="scroll-x" tabindex="0"><div class="paper">${registerSheet(page, month, register)}</div>
      </main></div>`,
  });
}

/** The register of the person after this one in the list from which it was opened. */
async function nextPerson(page: Page, month: string): Promise<string | null> {
  const { core, actor, query } = page;
  const place = Number(query.get('place'));
  if (!Number.isSafeInteger(place) || place < 1 || place > 1_000_000) return null;
  const list = await core.attendance.monthSheet(actor, month, sheetFilter(page), { page: place + 1, per_page: 1 });
  const [next] = list.people.items;
  return next === undefined ? null : registerPath(page, next.employee.id, month, place + 1);
}
