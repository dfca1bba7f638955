import type { AttendanceDay, CorrectionRequest } from '@shaon/core';
import { segmentsOf } from '@shaon/core/time';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { icon } from '../../components/icon.ts';
import { author, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Texts } from '../../locales/index.ts';
import type { Page } from '../../page.ts';
import { stateBadge } from '../attendance/day-badges.ts';
import { livePunches } from '../attendance/person-day.ts';
import { requestBadge, requestWords } from '../corrections/request-words.ts';
import { withdrawForm } from './own-requests.ts';
import { punchList } from './punch-list.ts';

/** One of the reader's days; `day` is null for a date that only a request is about. */
interface OwnDay {
  readonly date: string;
  readonly day: AttendanceDay | null;
  readonly requests: readonly CorrectionRequest[];
  /** Whether the reader may ask for its correction. */
  readonly mayAsk: boolean;
  readonly isOpen: boolean;
}

/** A line of the month that opens: punches, the decision, the request, and one button. */
export function ownDay(page: Page, own: OwnDay): Html {
  const { format } = page;
  const { date, day, isOpen } = own;
  const isRejected = day?.state === 'rejected';
  const hours = day !== null && day.workedMs > 0 && value(format.hours(day.workedMs));
  const shown = isRejected ? html`<s class="muted">${hours}</s>` : hours;
  return html`<details${isOpen && html` open`}><summary><span class="d">${format.weekday(date)} ${Number(date.slice(8))}</span><span
    class="two-line">${summaryOf(page, own)}</span><span class="strong">${shown}</span>${icon('down')}</summary>
    <div class="open">${content(page, own)}</div></details>
`;
}

function summaryOf(page: Page, { day, requests }: OwnDay): Html {
  const { t } = page;
  const [request] = requests;
  if (day === null) return html`<span>${request !== undefined && requestBadge(page, request)}</span>`;
  const { absence_type: absence } = day.record;
  const times = timesOf(page, day);
  const isPlain = day.state === 'approved' || (day.state === 'pending' && times === null);
  const waits = requests.find(({ state }) => state === 'pending');
  const state = waits === undefined ? !isPlain && stateBadge(t, day.state) : requestBadge(page, waits);
  return html`${times !== null && html`<span>${times}</span>`}${absence !== null && badge('absent', 'leave', name(absence))}${state}`;
}

/** The first in and the last out; a question mark where one is missing. Null on a day of absence. */
function timesOf({ format }: Page, day: AttendanceDay): Html | null {
  const { check_in, check_out } = day.record;
  if (check_in === null && check_out === null) return null;
  const shown = (at: Date | null, isGoingOn: boolean) =>
    at === null
      ? html`<span class="${!isGoingOn && 'fg-bad'}">${isGoingOn ? '…' : '?'}</span>`
      : value(format.time(at));
  const lacksOut = segmentsOf(livePunches(day)).at(-1)?.checkOut === null;
  return html`${shown(check_in, false)}–${shown(lacksOut ? null : check_out, day.state === 'at_work')}`;
}

function content(page: Page, own: OwnDay): Html {
  const { t } = page;
  const { date, day, requests, mayAsk } = own;
  const query = new URLSearchParams({ date });
  const open = requests.find(({ state }) => state === 'pending');
  const act =
    open !== undefined
      ? withdrawForm(page, open)
      : mayAsk && linkButton(page, `/my-day/correction?${query}`, t.corrections.askForDay);
  const punches = day === null ? false : punchList(page, day, requests);
  const more =
    day !== null && html`<p class="small"><a href="${page.path(`/my-day/day?${query}`)}">${t.myDay.allOfDay}</a></p>`;
  return html`${punches && html`<section>${punches}</section>`}${day !== null && decision(page, day)}${requests.map(
    (request) => requestPart(page, request),
  )}${act}${more}`;
}

export function decision({ t, format }: Page, { decision: made, record }: AttendanceDay): Html | false {
  if (made === null) return false;
  const { by, at, note } = made;
  const { history, decision: texts } = t.attendance;
  const isRejected = record.status === 'rejected';
  const what = record.is_approved ? history.approved : isRejected ? history.rejected : history.decided;
  const when = html`${value(format.shortDate(at))}, ${value(format.time(at))}`;
  return html`<section><h3>${texts.title}</h3><p class="small">${what}, ${author(t, by)}, ${when}${
    isRejected && html`. ${t.myDay.notCounted}`
  }</p>${note !== null && noteForYou(t, note)}</section>`;
}

const noteForYou = ({ corrections }: Texts, note: string): Html =>
  html`<div class="quote mt-2"><span class="who">${corrections.noteForYou}</span>${name(note)}</div>`;

/** A request with its answer; the note of a refusal is why, so it is shown at once. */
function requestPart(page: Page, request: CorrectionRequest): Html {
  const { t, format } = page;
  const { asked_at, decided_by, decided_at, note, reason } = request;
  const when = html`${value(format.shortDate(asked_at))}, ${value(format.time(asked_at))}`;
  const answer =
    decided_by !== null &&
    decided_at !== null &&
    html` ${author(t, decided_by)}, ${value(format.shortDate(decided_at))}, ${value(format.time(decided_at))}.`;
  return html`<section><h3>${t.corrections.yours}</h3><div class="d-flex justify-content-between gap-2 align-items-start">
    <p class="small">${requestWords(page, request)}: ”${name(reason)}”. ${t.corrections.sentAt(when)}.${answer}</p>${requestBadge(page, request)}</div>${
      note !== null && noteForYou(t, note)
    }</section>`;
}
