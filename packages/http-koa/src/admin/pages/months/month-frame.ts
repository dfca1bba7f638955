import { datesOfMonth } from '@shaon/core/time';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { stepper } from '../attendance/sheet-head.ts';
import { adjacentMonth } from '../attendance/sheet-query.ts';

/* What the pages of a month and its payroll share: the month of the address, the way to others, the tabs. */

const TABS = { closing: '/month', payroll: '/month/payroll', register: '/month/register' } as const;

/** The month of the address or the form, or the last one that is over. Throws `notFound` for none. */
export function chosenMonth(page: Page): string {
  const asked = page.form.optional('month') ?? page.query.get('month');
  const last = adjacentMonth(page.format.calendarDate(page.now).slice(0, 7), -1);
  const month = asked || last;
  if (month === null || datesOfMonth(month) === null) throw new PageError('notFound');
  return month;
}

/** The month's name between the links to its neighbours. */
export function monthStepper(page: Page, month: string): Html {
  const texts = page.t.months;
  const [before, after] = [adjacentMonth(month, -1), adjacentMonth(month, 1)];
  const { format } = page;
  return stepper(page, {
    label: texts.month,
    shown: format.month(month),
    parameter: 'month',
    previous: before === null ? null : { value: before, label: texts.previous(format.month(before)) },
    next: after === null ? null : { value: after, label: texts.next(format.month(after)) },
  });
}

/** The pages about a month, with the open one marked. */
export function monthTabs(page: Page, open: keyof typeof TABS, month: string): Html {
  const { tabs, title } = page.t.months;
  const items = Object.entries(TABS).map(([tab, path]) => {
    const to = page.path(`${path}?${new URLSearchParams({ month })}`);
    return html`<li><a href="${to}"${tab === open && html` aria-current="page"`}>${tabs[tab as keyof typeof TABS]}</a></li>`;
  });
  return html`<nav aria-label="${title}"><ul class="tabs">${items}</ul></nav>`;
}

/** Notes that a page or file has hours of these people (D:A16). */
export function discloseMonth(page: Page, month: string, people: number, more: { readonly salary?: true } = {}): void {
  const dates = datesOfMonth(month);
  if (dates === null || people === 0) return;
  page.disclosed({ what: 'attendance', people, dates: [dates.from, dates.to], locations: false, ...more });
}
