import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { stateBadge } from '../attendance/day-badges.ts';
import { dayHistory } from '../attendance/day-history.ts';
import { punchTable } from '../attendance/punch-table.ts';
import { askedDate } from '../attendance/sheet-query.ts';
import { figures } from '../attendance/show-person-day.ts';
import { requestsOf } from '../corrections/correction-query.ts';
import { decision } from './own-day.ts';
import { ownDayPath, ownEmployee } from './own-employee.ts';

/** One of the reader's own days: hours, the decision with its note, the punches, and who corrected what and why. */
export async function showOwnDay(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const date = askedDate(page);
  const employee = { id: ownEmployee(page), name: actor.name };
  const day = await core.attendance.dayOfDate(actor, employee.id, date);
  const requests = await requestsOf(page, employee.id, { from: date, to: date });
  const back = html`<p class="mt-4">${linkButton(page, ownDayPath(date), `${t.myDay.month}, ${format.month(date)}`, { isSmall: true })}</p>`;
  const punches = await punchTable(page, { employee, date, day, waitsFor: 'others', list: {} });
  const content =
    day === null
      ? emptyState('calendar', t.attendance.person.none, '')
      : html`${figures(page, day)}${decision(page, day)}${
          punches !== null &&
          html`<section aria-labelledby="punches">
        <h2 id="punches" class="mb-2">${t.attendance.punches.title}</h2>${punches}</section>`
        }${dayHistory(page, { day }, requests)}`;
  return page.show({
    title: format.longDate(date),
    heading: html`${format.longDate(date)}${day !== null && html` ${stateBadge(t, day.state)}`}`,
    navigation: '/my-day/month',
    layout: 'phone',
    main: html`${content}${back}`,
  });
}
