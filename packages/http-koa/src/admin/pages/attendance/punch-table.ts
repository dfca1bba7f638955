import type { Punch } from '@shaon/core';
import { icon } from '../../components/icon.ts';
import { author, code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { isSecondTime, livePunches, personDayPath, type ShownDay } from './person-day.ts';

/** All punches of a day, including voided ones: time, kind, author, reason and location. */
export function punchTable(page: Page, personDay: ShownDay): Html | false {
  const { day } = personDay;
  if (day === null || day.punches.length === 0) return false;
  const { punches: texts } = page.t.attendance;
  const { columns } = texts;
  const canVoid = personDay.waitsFor === 'asker' && livePunches(day).length > 1;
  return html`<table class="list mid"><caption class="visually-hidden">${texts.title}</caption><thead><tr><th scope="col">${columns.at}</th><th scope="col">${columns.kind}</th><th scope="col" class="d-none d-sm-table-cell">${columns.source}</th><th scope="col">${columns.location}</th><th scope="col"><span class="visually-hidden">${columns.actions}</span></th></tr></thead>
<tbody>${day.punches.map((punch) => row(page, personDay, punch, canVoid))}</tbody></table>`;
}

function row(page: Page, personDay: ShownDay, punch: Punch, canVoid: boolean): Html {
  const { t, format } = page;
  const { punches: texts } = t.attendance;
  const isVoid = punch.voidedAt !== null;
  const kind = texts.kinds[punch.kind];
  const time = format.time(punch.at);
  const act =
    !isVoid &&
    canVoid &&
    html`<a class="small" href="${page.path(personDayPath(personDay, `/punches/${punch.id}/void`))}" aria-label="${texts.voidOf(kind, time)}">${texts.void}</a>`;
  return html`<tr><th scope="row"><span class="${isVoid ? 'void' : 'strong'}">${value(time)}</span><span class="sub">${dayOf(page, punch.at)}</span></th><td>${isVoid ? html`<span class="void">${kind}</span>` : kind}${noteOf(page, punch)}</td><td class="d-none d-sm-table-cell">${sourceOf(page, personDay, punch)}</td><td>${locationOf(page, punch)}</td><td class="end">${act}</td></tr>
`;
}

function dayOf(page: Page, at: Date): string {
  const day = page.format.longWeekday(at);
  return isSecondTime(page, at) ? page.t.attendance.correction.secondTime(day) : day;
}

function noteOf({ t }: Page, { voidedAt, voidNote, note }: Punch): Html | false {
  const { punches: texts } = t.attendance;
  if (voidedAt !== null)
    return html`<span class="sub">${texts.voided(voidNote === null ? null : name(voidNote))}</span>`;
  return note !== null && html`<span class="sub">${texts.added(name(note))}</span>`;
}

function sourceOf({ t, format }: Page, { employee }: ShownDay, punch: Punch): Html | string {
  const { punches: texts } = t.attendance;
  const { voidedAt, voidedBy, rule, recordedBy, recordedAt } = punch;
  const by = (who: string, at: Date) =>
    html`${author(t, who)}<span class="sub">${value(format.shortDate(at))}, ${value(format.time(at))}</span>`;
  if (voidedAt !== null && voidedBy !== null) return by(voidedBy, voidedAt);
  if (rule === 'correction') return by(recordedBy, recordedAt);
  if (rule === 'import') return texts.imported;
  return recordedBy === employee.name ? texts.self : author(t, recordedBy);
}

function locationOf({ t }: Page, { location }: Punch): Html {
  const { punches: texts } = t.attendance;
  if (location === null) return html`<span class="faint">${texts.noLocation}</span>`;
  const { lat, lng, accuracy_meters } = location;
  const accuracy = accuracy_meters !== null && texts.accuracy(value(`±${accuracy_meters}`));
  return html`<span class="nowrap">${icon('pin')} ${accuracy}</span><span class="sub">${code(`${lat.toFixed(5)}, ${lng.toFixed(5)}`)}</span>`;
}
