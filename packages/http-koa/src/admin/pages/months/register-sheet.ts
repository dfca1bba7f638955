import type { AttendanceDay, CorrectionRequest, PunchKind } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import { author, code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { askedWords } from '../corrections/request-words.ts';
import { dayAndMonth, punchTime } from './punch-time.ts';
import { type NumberedCorrection, numberedCorrections } from './register-corrections.ts';
import type { Register, RegisterDate } from './register-days.ts';

/** The sheet of paper: head, sums, a row for every date, the corrections, two signatures. */
export function registerSheet(page: Page, month: string, register: Register): Html {
  const { t, format, company, zone } = page;
  const texts = t.payroll.register;
  const { employee, externalId, closing } = register;
  const moment = (at: Date) => html`${value(format.shortDate(at))}, ${value(format.time(at))}`;
  const unit = [employee.department, employee.branch].flatMap((of) => (of === null ? [] : [name(of.name)]));
  const about = [...(externalId === null ? [] : [texts.number(value(externalId))]), ...unit];
  const corrections = numberedCorrections(page, register.dates);
  const closed = closing === null ? texts.notClosed : texts.closed(moment(closing.closed_at));
  return html`<header><div><h1>${texts.title(format.month(month))}</h1>
    <div><strong>${name(employee.name)}</strong>${about.map((part) => html` · ${part}`)}</div></div>
    <div class="meta">${name(company.name)}<br>${closed}<br>${texts.zone(code(zone))}</div></header>
${sums(page, register)}
${datesTable(page, register, corrections)}
${corrections.length > 0 && correctionsTable(page, corrections, register.requests)}
<div class="sign"><div>${texts.signEmployee}</div><div>${texts.signEmployer}</div></div>
<footer><span>${texts.made(name(page.actor.name), moment(page.now))}</span><span>${texts.legend(value('+1'))}${
    closing !== null && html` ${texts.dividedNow}`
  }</span></footer>`;
}

const hoursOf = ({ format }: Page, minutes: number): Html => value(format.hours(minutes * MINUTE_MS));

/** The names of presets that have time in the month, or hours at all. */
const presetName = (page: Page, preset: { readonly name: string } | null): Html =>
  preset === null ? html`${page.t.payroll.register.outside}` : name(preset.name);

function sums(page: Page, { hours }: Register): Html {
  const { t, format } = page;
  const texts = t.payroll.register;
  const fact = (label: Html | string, figure: Html) => html`<div><dt>${label}</dt><dd>${figure}</dd></div>`;
  const absent = hours.absences.map(({ label, days }) => fact(name(label), value(format.number(days))));
  const presets = hours.byPreset.map(({ preset, minutes }) => fact(presetName(page, preset), hoursOf(page, minutes)));
  return html`<dl class="facts4">${fact(texts.worked, hoursOf(page, hours.workedMinutes))}${fact(
    texts.days,
    value(format.number(hours.workedDays)),
  )}${presets}${absent}</dl>`;
}

function datesTable(page: Page, { dates, hours }: Register, corrections: readonly NumberedCorrection[]): Html {
  const { columns, total } = page.t.payroll.register;
  const presets = hours.byPreset.map(({ preset }) => html`<th scope="col" class="n">${presetName(page, preset)}</th>`);
  const rows = dates.map((date) =>
    dateRow(
      page,
      date,
      corrections.filter((one) => one.date === date.date),
    ),
  );
  const sum = hours.byPreset.map(({ minutes }) => html`<td class="n">${hoursOf(page, minutes)}</td>`);
  return html`<table><thead><tr><th scope="col">${columns.date}</th><th scope="col">${columns.in}</th><th scope="col">${columns.out}</th>
    <th scope="col" class="n">${columns.break}</th><th scope="col" class="n">${columns.worked}</th>${presets}<th scope="col">${columns.state}</th>
    <th scope="col">${columns.notes}</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">${total}</th><td></td><td></td>
    <td class="n">${hoursOf(page, hours.breakMinutes)}</td><td class="n">${hoursOf(page, hours.workedMinutes)}</td>${sum}<td></td><td></td></tr>
    </tfoot></table>`;
}

/** Friday and Saturday. */
const isWeekend = (date: string): boolean => [5, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay());

function dateRow(
  page: Page,
  { date, day, byPreset, leave }: RegisterDate,
  corrections: readonly NumberedCorrection[],
): Html {
  const { format, t } = page;
  const texts = t.payroll.register;
  const head = html`<th scope="row">${dayAndMonth(page, date)}</th>`;
  const row = (cells: Html) => html`<tr${isWeekend(date) && html` class="we"`}>${head}${cells}</tr>
`;
  const notes = corrections.map(({ number }) => texts.correction(format.number(number))).join(', ');
  const figures = 3 + 1 + byPreset.length;
  if (day === null) {
    return row(
      html`<td colspan="${figures}">${leave !== null && texts.leave(name(leave))}</td><td></td><td>${notes}</td>`,
    );
  }
  const state = html`<td>${stateCell(page, day)}</td><td>${notes}</td>`;
  const absence = day.record.absence_type ?? leave;
  if (day.punches.length === 0)
    return row(html`<td colspan="${figures}">${absence !== null && name(absence)}</td>${state}`);
  const isRejected = day.state === 'rejected';
  const time = (minutes: number) =>
    minutes === 0 ? html`` : isRejected ? html`<s>${hoursOf(page, minutes)}</s>` : hoursOf(page, minutes);
  const worked = html`${time(day.workedMs / MINUTE_MS)}${absence !== null && html` ${name(absence)}`}`;
  const parts = byPreset.map(({ minutes }) => html`<td class="n">${time(minutes)}</td>`);
  return row(
    html`<td>${punches(page, day, ['in'])}</td><td>${punches(page, day, ['out'])}</td>
      <td class="n">${time(Math.floor(day.breakMs / MINUTE_MS))} <small>${punches(page, day, ['break_start', 'break_end'])}</small></td>
      <td class="n">${worked}</td>${parts}${state}`,
  );
}

/** The day's punches of some kinds by time; those that do not count are struck out. */
function punches(page: Page, day: AttendanceDay, kinds: readonly PunchKind[]): Html {
  const shown = day.punches.filter(({ kind }) => kinds.includes(kind));
  return html`${shown.map((punch, index) => html`${index > 0 && ' '}${punchTime(page, day.record.date, punch)}`)}`;
}

function stateCell(page: Page, { record, decision, state }: AttendanceDay): Html {
  const { t } = page;
  const words = t.attendance.states[record.is_approved ? 'approved' : state];
  if (decision === null) return html`${words}`;
  return html`${words}, ${author(t, decision.by)}${decision.note !== null && html`: ”${name(decision.note)}”`}`;
}

function correctionsTable(
  page: Page,
  corrections: readonly NumberedCorrection[],
  requests: readonly CorrectionRequest[],
): Html {
  const { t, format } = page;
  const texts = t.payroll.register;
  const rows = corrections.map(({ number, date, what, who, at, why }) => {
    const ofDay = requests.filter((request) => request.date === date);
    const asked = askedWords(page, ofDay, { by: who, at, note: why });
    return html`<tr><th scope="row">${format.number(number)}</th><td>${dayAndMonth(page, date)}</td><td>${what}${why !== null && html`: ”${name(why)}”`}</td>
      <td>${author(t, who)}, ${value(format.shortDate(at))}, ${value(format.time(at))}${asked && html`, ${asked}`}</td></tr>
`;
  });
  return html`<h2>${texts.corrections}</h2><table><caption class="visually-hidden">${texts.corrections}</caption><tbody>${rows}</tbody></table>`;
}
