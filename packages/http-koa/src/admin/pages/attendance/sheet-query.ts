import type { SheetFilter } from '@shaon/core';
import { datesOfMonth } from '@shaon/core/time';
import { adjacentDate } from '../../adjacent-date.ts';
import { type Filter, filters } from '../../components/filters.ts';
import { pageNumber } from '../../components/pager.ts';
import type { Html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { searchText } from '../../pasted-text.ts';

const STATES = ['pending', 'no_check_out', 'at_work', 'rejected'] as const;

/** The filter in the address; invalid values are ignored. */
export function sheetFilter({ query, locale }: Page): SheetFilter {
  const idOf = (name: string): number | null => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  };
  return {
    department_id: idOf('department'),
    branch_id: idOf('branch'),
    text: searchText(query, 'name'),
    state: STATES.find((state) => state === query.get('state')) ?? null,
    locale,
  };
}

/** The form above a sheet of a month or a day, which can be chosen in it. */
export async function sheetFilters(
  page: Page,
  shown: { readonly month: string } | { readonly date: string },
  options: { readonly withState?: boolean } = {},
): Promise<Html> {
  const { core, actor, t } = page;
  const { attendance } = t;
  const departments = await core.organization.departments(actor);
  const branches = await core.organization.branches(actor);
  const choices = (all: string, units: readonly { readonly id: number; readonly name: string }[]) => [
    { value: '', label: all },
    ...page.format.byName(units).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const period: Filter =
    'month' in shown
      ? { kind: 'select', name: 'month', label: attendance.month, choices: monthChoices(page, shown.month) }
      : { kind: 'date', name: 'date', label: attendance.date };
  const given: Filter[] = [
    period,
    { kind: 'search', name: 'name', label: attendance.filters.name, grows: true },
    {
      kind: 'select',
      name: 'department',
      label: attendance.filters.department,
      choices: choices(attendance.allDepartments, departments),
    },
    {
      kind: 'select',
      name: 'branch',
      label: attendance.filters.branch,
      choices: choices(attendance.allBranches, branches),
    },
  ];
  if (options.withState ?? true) {
    const states = STATES.map((state) => ({ value: state, label: attendance.states[state] }));
    const label = attendance.filters.state;
    given.push({ kind: 'select', name: 'state', label, choices: [{ value: '', label: t.common.all }, ...states] });
  }
  return filters(page, given, { ...shown });
}

/** The months from a year ahead back to three years ago, and the shown one. */
function monthChoices({ format, now }: Page, shown: string): { readonly value: string; readonly label: string }[] {
  const [year = 0, month = 0] = format.calendarDate(now).split('-').map(Number);
  const months = Array.from({ length: 49 }, (_, index) => {
    const count = 12 * (year + 1) + month - 1 - index;
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  });
  const all = months.includes(shown) ? months : [...months, shown].sort().reverse();
  return all.map((value) => ({ value, label: format.month(value) }));
}

const FILTERS = ['name', 'department', 'branch', 'state'] as const;

/** The filter in the address, as parameters for another address of the sheet. */
export function chosenFilter({ query }: Page): Record<string, string> {
  const given = FILTERS.map((name) => [name, query.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The parameters of a list of days: its filter and page, and `view: 'day'` if it shows one date. */
export type ListOfDays = Readonly<Record<string, string>>;

/** The list that a day's address names. */
export function listOfDays(page: Page): ListOfDays {
  return { ...(page.query.get('view') === 'day' && { view: 'day' }), ...turnedTo(page) };
}

/** The list that this page shows, for the addresses of its days. */
export function shownList(page: Page, view: 'day' | 'month'): ListOfDays {
  return { ...(view === 'day' && { view }), ...turnedTo(page) };
}

function turnedTo(page: Page): ListOfDays {
  const number = pageNumber(page.query);
  return { ...chosenFilter(page), ...(number > 1 && { page: String(number) }) };
}

/** The month's sheet with the present filter, on its first page: after a decision the open page may no longer exist. */
export function monthPath(page: Page, month: string): string {
  return `/attendance?${new URLSearchParams({ month, ...chosenFilter(page) })}`;
}

/** Today's sheet with the present filter. */
export function dayPath(page: Page): string {
  const query = new URLSearchParams(chosenFilter(page)).toString();
  return `/attendance/day${query === '' ? '' : `?${query}`}`;
}

/** The month in the address, else the present one; it may be invalid. */
export function askedMonth(page: Page): string {
  return page.query.get('month') || page.format.calendarDate(page.now).slice(0, 7);
}

/** The date in the address, else today; it may be invalid. */
export function askedDate(page: Page): string {
  return page.query.get('date') || page.format.calendarDate(page.now);
}

/** The previous or the next month; null outside the supported years. */
export function adjacentMonth(month: string, step: 1 | -1): string | null {
  const dates = datesOfMonth(month);
  const edge = dates === null ? null : adjacentDate(step === 1 ? dates.to : dates.from, step);
  return edge === null ? null : edge.slice(0, 7);
}
