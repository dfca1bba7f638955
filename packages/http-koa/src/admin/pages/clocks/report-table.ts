import type { ClockReport } from '@shaon/core';
import { badge } from '../../components/badge.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable } from '../../components/record-table.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { personDayPath } from '../attendance/person-day.ts';

/** Reports, each with its answer and the one act that mends it. */
export function reportTable(page: Page, reports: readonly ClockReport[]): Promise<Html> {
  const { list, columns } = page.t.clocks;
  const { kinds } = page.t.attendance.punches;
  return recordTable<ClockReport>(
    list,
    [
      { head: columns.clockAndNumber, cell: (report) => clockCell(page, report), className: 'wrap-any' },
      { head: columns.reported, cell: (report) => timeCell(page, report), from: 'md' },
      { head: columns.person, cell: (report) => personCell(page, report), className: 'wrap-any' },
      {
        head: columns.kind,
        cell: ({ kind }) => (kind === null ? html`<span class="faint">${page.t.clocks.byTurns}</span>` : kinds[kind]),
        from: 'lg',
      },
      { head: columns.answer, cell: (report) => answerCell(page, report) },
      { head: columns.act, cell: (report) => act(page, report), from: 'sm', isActs: true },
    ],
    reports,
    { isPast: ({ answer }) => answer === 'known' },
  );
}

/** On a phone the time stands under the clock. */
function clockCell(page: Page, report: ClockReport): Html {
  return html`<span class="strong">${name(report.device)}</span><span class="sub">${value(report.number)}</span><span
    class="sub d-md-none">${moment(page, report.at)}</span>`;
}

const moment = ({ format }: Page, at: Date): Html => html`${value(format.shortDate(at))}, ${value(format.seconds(at))}`;

/** When it came is said with its date only if that is another one. */
function timeCell(page: Page, { at, receivedAt }: ClockReport): Html {
  const { format, t } = page;
  const time = value(format.time(receivedAt));
  const isSameDate = format.calendarDate(at) === format.calendarDate(receivedAt);
  const came = isSameDate ? time : html`${value(format.shortDate(receivedAt))}, ${time}`;
  return html`${moment(page, at)}<span class="sub">${t.clocks.received(came)}</span>`;
}

function personCell({ t }: Page, { employeeName, employeeExternalId: card }: ClockReport): Html {
  const person = employeeName === null ? html`<span class="fg-bad">${t.clocks.unknown}</span>` : name(employeeName);
  return html`${person}${card !== null && html`<span class="sub">${t.clocks.card(value(card))}</span>`}`;
}

/** On a phone the act stands under the answer. */
function answerCell(page: Page, report: ClockReport): Html {
  const { answers, repeats } = page.t.clocks;
  if (report.answer === 'recorded') return badge('ok', 'check', answers.recorded);
  if (report.answer === 'known') return html`<span class="muted">${answers.known}:</span> ${repeats}`;
  const mend = act(page, report);
  return html`${badge('bad', 'cross', answers.refused)} ${reasonOf(page, report)}${mend && html`<span class="d-block d-sm-none mt-2">${mend}</span>`}`;
}

function reasonOf({ t }: Page, { reason, employeeExternalId: card }: ClockReport): string {
  const { reasons } = t.clocks;
  if (reason === 'unknown_employee' && card !== null) return reasons.unknown_card;
  return Object.hasOwn(reasons, reason ?? '') ? reasons[reason as keyof typeof reasons] : reasons.other;
}

/** Where the cause is mended; a report without such a place is recorded again. */
function act(page: Page, report: ClockReport): Html | false {
  const { id, answer, reason, device, number, employeeId, employeeName, at } = report;
  if (answer !== 'refused' || reason === 'too_old') return false;
  const { acts, actOn } = page.t.clocks;
  const words = (act: string) => actOn(act, name(device), value(number));
  const link = (to: string, said: string) => linkButton(page, to, words(said), { isSmall: true });
  if (reason === 'unknown_employee' && report.employeeExternalId !== null) {
    return link(`/attendance/clocks/${id}/assign`, acts.assign);
  }
  const date = page.format.calendarDate(at);
  if (reason === 'month_closed') return link(`/month?month=${date.slice(0, 7)}`, acts.closing);
  const isKnown = employeeName !== null && employeeId !== null;
  if (isKnown && reason === 'employee_frozen' && page.has('people')) return link(`/people/${employeeId}`, acts.person);
  if (isKnown && ['already_in', 'not_in', 'state_conflict'].includes(reason ?? '')) {
    return link(personDayPath({ employee: { id: employeeId }, date, list: {} }), acts.day);
  }
  const again = html`<input type="hidden" name="id" value="${id}">${submitButton(words(acts.again), { look: 'quiet', isSmall: true })}`;
  return postForm(page, '/attendance/clocks/again', again);
}
