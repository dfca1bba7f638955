import type { Punch } from '@shaon/core';
import { icon } from '../../components/icon.ts';
import { recordTable } from '../../components/record-table.ts';
import { author, code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { isSecondTime, livePunches, personDayPath, type ShownDay } from './person-day.ts';

/** All punches of a day, including voided ones: time, kind, author, reason and location. */
export async function punchTable(page: Page, personDay: ShownDay): Promise<Html | null> {
  const { t, format } = page;
  const { day } = personDay;
  if (day === null || day.punches.length === 0) return null;
  const { title, columns, kinds } = t.attendance.punches;
  const isVoid = ({ voidedAt }: Punch) => voidedAt !== null;
  return recordTable<Punch>(
    title,
    [
      {
        head: columns.at,
        cell: (punch) =>
          html`<span class="${isVoid(punch) ? 'void' : 'strong'}">${value(format.time(punch.at))}</span><span class="sub">${dayOf(page, punch.at)}</span>`,
      },
      {
        head: columns.kind,
        cell: (punch) =>
          html`${isVoid(punch) ? html`<span class="void">${kinds[punch.kind]}</span>` : kinds[punch.kind]}${noteOf(page, punch)}`,
      },
      { head: columns.source, cell: (punch) => sourceOf(page, personDay, punch), from: 'sm' },
      { head: columns.location, cell: (punch) => locationOf(page, punch) },
      { head: columns.actions, cell: (punch) => !isVoid(punch) && voidLink(page, personDay, punch), isActs: true },
    ],
    day.punches,
    { className: 'mid' },
  );
}

function voidLink(page: Page, personDay: ShownDay, { id, kind, at }: Punch): Html | false {
  if (personDay.waitsFor !== 'asker' || livePunches(personDay.day).length < 2) return false;
  const { voidOf, void: label, kinds } = page.t.attendance.punches;
  const to = page.path(personDayPath(personDay, `/punches/${id}/void`));
  return html`<a class="small" href="${to}" aria-label="${voidOf(kinds[kind], page.format.time(at))}">${label}</a>`;
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
