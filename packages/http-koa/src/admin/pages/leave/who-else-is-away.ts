import { weekday } from '@shaon/core/time';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

const FRIDAY = 5;
/** The names listed for a date; further people are only counted. */
const MAX_NAMES = 8;

/** The weeks around a leave: the department's absent people, counted per date and named on the requested dates. */
export async function whoElseIsAway(page: Page, id: number): Promise<Html | false> {
  const { core, actor, t, format } = page;
  const { department, members, days } = await core.absenceDays.away(actor, id);
  if (department === null) return false;
  const away = days.flatMap((day) => day.away);
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (away.length > 0 && first !== undefined && last !== undefined) {
    page.disclosed({ what: 'leave', people: new Set(away.map((one) => one.employee_id)).size, dates: [first, last] });
  }
  const boxes = days.map(({ date, isRequested, away: others }) => {
    const className = isRequested ? 'asked' : weekday(date) >= FRIDAY ? 'rest' : '';
    const count =
      others.length > 0 &&
      html`${format.number(others.length)}<span class="wide"> ${t.leave.people(others.length)}</span>`;
    return html`<li class="${className}">${format.weekday(date)}<b>${Number(date.slice(8))}</b>${count}${
      isRequested && html`<span class="visually-hidden"> ${t.leave.asked}</span>`
    }</li>`;
  });
  const asked = days.filter(({ isRequested, away: others }) => isRequested && others.length > 0);
  const named = asked.map(({ date, away: others }) => {
    const shown = others.slice(0, MAX_NAMES);
    const rest = others.length - shown.length;
    return html`<li>${value(format.shortDate(date))}: ${shown.map(
      (one, index) =>
        html`${index > 0 && ', '}${name(one.name)} (${name(one.type)}, ${t.leave.awayStatus[one.status]})`,
    )}${rest > 0 && html` +${format.number(rest)}`}</li>`;
  });
  const who =
    named.length === 0
      ? html`<p class="small muted mb-4">${t.leave.nobodyAway}</p>`
      : html`<ul class="plain small muted mb-4">${named}</ul>`;
  return html`<h3 class="mb-2">${t.leave.weekOf(name(department.name), t.attendance.approve.people(members, format.number(members)))}</h3>
    <ol class="week mb-2">${boxes}</ol>${who}`;
}
