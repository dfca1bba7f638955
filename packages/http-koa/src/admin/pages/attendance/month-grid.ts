import type { Sheet, SheetDay, SheetPerson } from '@shaon/core';
import { addDays, weekday } from '@shaon/core/time';
import { name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import { mapYielding } from '../../map-yielding.ts';
import type { Page } from '../../page.ts';
import { abbreviationsOf, type Cell, cellOf, KEY_STATES } from './day-badges.ts';
import { personDayPath } from './person-day.ts';
import { chosenFilter, type ListOfDays, shownList } from './sheet-query.ts';

/** One date of the month; its words are made once for all people. */
export interface GridDate {
  readonly date: string;
  readonly number: string;
  readonly weekday: string;
  readonly label: string;
  readonly className: string;
}

const FRIDAY = 5;

export function datesOf(page: Page, { from, to }: Pick<Sheet, 'from' | 'to'>): GridDate[] {
  const { format } = page;
  const today = format.calendarDate(page.now);
  const dates: GridDate[] = [];
  for (let date = from; ; date = addDays(date, 1)) {
    const classes = [weekday(date) >= FRIDAY ? 'we' : '', date === today ? 'today' : ''];
    dates.push({
      date,
      number: String(Number(date.slice(8))),
      // Two letters, because a column is as narrow as two digits.
      weekday: format.weekday(date).slice(0, 2),
      label: format.longDate(date),
      className: classes.filter(Boolean).join(' '),
    });
    if (date === to) return dates;
  }
}

/** The letters of all kinds of absence in use, including those that the company no longer offers. */
export function lettersOf(labels: readonly string[], people: readonly SheetPerson[]): Map<string, string> {
  const used = people.flatMap(({ days }) => days.flatMap(({ record }) => record.absence_type ?? []));
  return abbreviationsOf([...new Set([...labels, ...used])]);
}

/** Whether an approval by the reader would find pending days of a person; others decide on the reader's own (D:A23). */
export const canApprove = (
  {
    employee,
    days,
  }: { readonly employee: { readonly id: number }; readonly days: readonly Pick<SheetDay, 'record'>[] },
  leftOut: number | null,
): boolean => employee.id !== leftOut && days.some(({ record }) => record.status === 'pending');

/**
 * People and the days of a month, each date with a link to its day view. People with days that wait can be chosen.
 *
 * @param leftOut the id of the employee whose days the reader cannot approve, or null
 */
export async function monthGrid(
  page: Page,
  sheet: Sheet,
  letters: ReadonlyMap<string, string>,
  leftOut: number | null,
): Promise<Html> {
  const { t, format } = page;
  const { grid } = t.attendance;
  const dates = datesOf(page, sheet);
  const month = format.month(sheet.from);
  const day = page.path(`/attendance/day?${new URLSearchParams({ ...chosenFilter(page), date: '' })}`);
  const heads = dates.map(
    (one) =>
      html`<th scope="col" class="${one.className}"><a href="${day}${one.date}"><span aria-hidden="true">${one.weekday}<b>${one.number}</b></span><span
        class="visually-hidden">${one.label}</span></a></th>`,
  );
  const list = shownList(page, 'month');
  const rows = await mapYielding(sheet.people.items, (person) => row(page, person, { dates, letters, list, leftOut }));
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label="${grid.region}"><table class="month">
    <caption class="visually-hidden">${grid.caption(month)}</caption><colgroup><col class="c-who">${dates.map(() => html`<col>`)}<col class="c-sum"></colgroup>
<thead><tr><th scope="col" class="who"><span class="visually-hidden">${grid.name}</span></th>${heads}<th scope="col" class="sum">${grid.total}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function row(
  page: Page,
  person: SheetPerson,
  parts: {
    readonly dates: readonly GridDate[];
    readonly letters: ReadonlyMap<string, string>;
    readonly list: ListOfDays;
    readonly leftOut: number | null;
  },
): Html {
  const { format } = page;
  const { employee, days, workedMs } = person;
  const { dates, letters, list, leftOut } = parts;
  const byDate = new Map(days.map((day) => [day.record.date, day]));
  const who = canApprove(person, leftOut)
    ? html`<label><input class="form-check-input" type="checkbox" name="employee" value="${employee.id}">${name(employee.name)}</label>`
    : html`<span class="unchosen">${name(employee.name)}</span>`;
  const base = page.path(personDayPath({ employee, date: '', list }));
  const cells = dates.map((one) => cell(page, employee.name, one, byDate.get(one.date), base, letters));
  return html`<tr><th scope="row" class="who">${who}</th>${cells}<td class="sum"><bdi dir="ltr" class="t">${format.hours(workedMs)}</bdi></td></tr>
`;
}

function cell(
  page: Page,
  person: string,
  { date, label, className }: GridDate,
  day: SheetDay | undefined,
  base: string,
  letters: ReadonlyMap<string, string>,
): Html {
  if (day === undefined) return className === '' ? EMPTY_CELL : html`<td class="${className}"></td>`;
  const { t, format } = page;
  const shown: Cell = cellOf(t, day, format.halfHours(day.workedMs), letters);
  const words = t.attendance.grid.cell(person, label, shown.words);
  return html`<td class="${className}">${cellLink(shown, `${base}${date}`, words)}</td>`;
}

/** Letters are hidden from screen readers, which would read them as a word. */
export function cellLink({ className, sign }: Omit<Cell, 'words'>, href: string, words: string): Html {
  return /\p{L}/u.test(sign)
    ? html`<a class="${className}" href="${href}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">${words}</span></a>`
    : html`<a class="${className}" href="${href}" aria-label="${words}">${sign}</a>`;
}

const EMPTY_CELL = html`<td></td>`;

/** The meaning of the grid's signs; only kinds of absence that the grid contains are listed. */
export function gridKey(page: Page, people: readonly SheetPerson[], letters: ReadonlyMap<string, string>): Html {
  const { t } = page;
  const { states, grid } = t.attendance;
  const signs: Readonly<Record<string, readonly [className: string, sign: string]>> = {
    approved: ['', '8'],
    pending: ['d-wait', '8'],
    at_work: ['d-open', '●'],
    no_check_out: ['d-bad', '!'],
    rejected: ['d-no', '8'],
  };
  const used = new Set(people.flatMap(({ days }) => days.flatMap(({ record }) => record.absence_type ?? [])));
  const item = (className: string, sign: string, label: Html | string) =>
    html`<span><span class="cell ${className}" aria-hidden="true">${sign}</span>${label}</span>`;
  const [ofStates, ofAbsences] = [
    KEY_STATES.map((state) => {
      const [className, sign] = signs[state] ?? ['', ''];
      return item(className, sign, state === 'no_check_out' ? page.t.attendance.lacksPunch : states[state]);
    }),
    [...used].map((type) => item('d-abs', letters.get(type) ?? '', name(type))),
  ];
  return html`<div class="key" role="group" aria-label="${grid.key}">${ofStates}${ofAbsences}</div>`;
}
