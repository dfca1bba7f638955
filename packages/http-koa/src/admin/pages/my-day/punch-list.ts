import type { AttendanceDay, CorrectionRequest, Punch } from '@shaon/core';
import { segmentsOf } from '@shaon/core/time';
import { author, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { livePunches } from '../attendance/person-day.ts';
import { requestBehind } from '../corrections/request-words.ts';

/** A day's punches in a few words each, and what is missing; false for none. */
export function punchList(page: Page, day: AttendanceDay, requests: readonly CorrectionRequest[]): Html | false {
  const { t, format } = page;
  const live = livePunches(day);
  if (live.length === 0) return false;
  const { missing } = t.attendance.person;
  const gap = (kind: 'in' | 'out') =>
    html`<li><span class="at fg-bad">?</span><span class="fg-bad">${t.attendance.punches.kinds[kind]}: ${missing}</span></li>`;
  const segments = segmentsOf(live);
  const lacksIn = segments.some(({ checkIn }) => checkIn === null);
  const lacksOut = day.state !== 'at_work' && segments.some(({ checkOut }) => checkOut === null);
  const lines = live.map((punch) => {
    const source = sourceOf(page, punch, requests);
    return html`<li><span class="at">${value(format.time(punch.at))}</span><span>${t.attendance.punches.kinds[punch.kind]}${
      source !== null && html`<span class="sub d-block">${source}</span>`
    }</span></li>`;
  });
  return html`<ol class="punches">${lacksIn && gap('in')}${lines}${lacksOut && gap('out')}</ol>`;
}

/** Where a punch comes from, if not from its person. */
function sourceOf(page: Page, punch: Punch, requests: readonly CorrectionRequest[]): Html | string | null {
  const { t, format, actor } = page;
  const { rule, recordedBy, recordedAt } = punch;
  if (rule === 'import') return t.attendance.punches.imported;
  if (rule !== 'correction') return recordedBy === actor.name ? null : author(t, recordedBy);
  const when = html`${value(format.shortDate(recordedAt))}, ${value(format.time(recordedAt))}`;
  const request = requestBehind(requests, { by: recordedBy, at: recordedAt, note: punch.note });
  return request !== undefined
    ? t.corrections.atYourRequest(author(t, recordedBy), when)
    : t.myDay.corrected(author(t, recordedBy));
}
