import type { AttendanceDay, CorrectionRequest, MonthClosing } from '@shaon/core';
import { adjacentDate } from '../../adjacent-date.ts';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { remark } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { author, isolated, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { openRequest, requestsOf } from '../corrections/correction-query.ts';
import { requestWords } from '../corrections/request-words.ts';
import { stateBadge } from './day-badges.ts';
import { dayHistory } from './day-history.ts';
import { dayTimeline } from './day-timeline.ts';
import { nextWaitingDay } from './next-waiting-day.ts';
import {
  discloseDay,
  hasBreak,
  listOfDay,
  livePunches,
  type PersonDay,
  personDayPath,
  readPersonDay,
} from './person-day.ts';
import { absenceForm, correctionForm, type DayForms, decisionForm } from './person-day-forms.ts';
import { punchTable } from './punch-table.ts';
import { ruleWords } from './rule-words.ts';
import { askedDate } from './sheet-query.ts';

/** One day of one person: hours, punches, why they count for this date, and the possible actions. */
export async function showPersonDay(page: Page): Promise<Answer> {
  const personDay = await readPersonDay(page, askedDate(page));
  return page.show(await personDayView(page, personDay, {}));
}

/** @param forms the page's refused forms */
export async function personDayView(page: Page, personDay: PersonDay, forms: DayForms): Promise<View> {
  const { core, actor, t, format } = page;
  const { employee, date, day, list, waitsFor } = personDay;
  discloseDay(page, personDay);
  const types = await core.absenceTypes.list(actor);
  const requests = await requestsOf(page, employee.id, { from: date, to: date });
  const unit = [employee.department?.name, employee.branch?.name].filter((part) => part !== undefined);
  const refused = forms.decision ?? forms.correction ?? forms.absence;
  const punches = html`<section aria-labelledby="punches"><h2 id="punches" class="mb-2">${t.attendance.punches.title}</h2>${
    day !== null && dayTimeline(page, day)
  }${(await punchTable(page, personDay)) ?? emptyDay(page)}</section>${ruleWords(page, personDay)}`;
  const closing = await core.months.closingOf(actor, employee.id, date);
  const acts = closing
    ? closedMonth(page, closing)
    : waitsFor === 'others'
      ? remark('wait', t.attendance.ownDay)
      : html`${await nextWaitingDay(page, personDay)}${askedFor(page, requests)}${decisionForm(page, personDay, forms)}${correctionForm(
          page,
          personDay,
          forms,
        )}${absenceForm(page, personDay, types, forms)}`;
  return {
    title: `${isolated(employee.name)}, ${format.shortDate(date)}`,
    heading: html`${name(employee.name)}${day !== null && stateBadge(t, day.state)}`,
    lead: html`${format.longDate(date)}${unit.map((part, index) => html`${index === 0 ? ' · ' : ', '}${name(part)}`)}`,
    actions: [
      adjacentDayLink(page, personDay, -1),
      adjacentDayLink(page, personDay, 1),
      page.has('people') && linkButton(page, `/people/${employee.id}`, t.people.person.contact, { isSmall: true }),
    ].filter((way) => way !== false),
    crumbs: [
      { href: '/attendance', label: t.attendance.title },
      { href: listOfDay(personDay), label: list.view === 'day' ? format.shortDate(date) : format.month(date) },
    ],
    navigation: '/attendance',
    ...(refused !== undefined && { form: refused }),
    main: html`${day !== null && figures(page, day)}<div class="two section"><div>${punches}</div>
      <div class="aside">${acts}${dayHistory(page, personDay, requests)}</div></div>`,
  };
}

/** D:A98: the forms of a day have no use in a closed month. */
function closedMonth({ t, format }: Page, { month, closed_by, closed_at }: MonthClosing): Html {
  const when = html`${value(format.shortDate(closed_at))}, ${value(format.time(closed_at))}`;
  return remark('wait', t.months.dayClosed(format.month(month), author(t, closed_by), when));
}

/** A manager who corrects a day should know what its person has asked for. */
function askedFor(page: Page, requests: readonly CorrectionRequest[]): Html | false {
  const request = openRequest(requests);
  if (request === null) return false;
  const to = page.path(`/corrections/${request.id}`);
  return remark('wait', html`<a href="${to}">${page.t.corrections.openOfDay(requestWords(page, request))}</a>`);
}

function emptyDay({ t }: Page): Html {
  return emptyState('calendar', t.attendance.person.none, t.attendance.person.noneText);
}

/** The link to the same person's previous or next day. */
function adjacentDayLink(page: Page, { employee, date, list }: PersonDay, step: 1 | -1): Html | false {
  const other = adjacentDate(date, step);
  if (other === null) return false;
  const label = page.format.longWeekday(other);
  const way = icon(step === 1 ? 'next' : 'previous', { turns: true });
  return html`<a class="btn btn-quiet btn-sm"
    href="${page.path(personDayPath({ employee, date: other, list }))}">${step === -1 && way}<span>${label}</span>${step === 1 && way}</a>`;
}

/** The times of check-in and check-out, the break and the hours. */
export function figures(page: Page, day: AttendanceDay): Html {
  const { t, format } = page;
  const { person } = t.attendance;
  const { check_in, check_out, absence_type } = day.record;
  const at = (time: Date | null, none: string) =>
    time === null
      ? html`<span class="fs-6 fw-normal muted">${none}</span>`
      : html`${value(format.time(time))} <small>${format.longWeekday(time)}, ${value(format.shortDate(time))}</small>`;
  const isAbsent = livePunches(day).length === 0;
  const out = day.state === 'at_work' ? person.notYet : person.missing;
  const worked = html`${value(format.hours(day.workedMs))} <small>${hasBreak(day) && person.withoutBreak}${
    absence_type !== null && html` ${person.absence(name(absence_type))}`
  }</small>`;
  const pair = (label: string, content: Html) => html`<div><dt>${label}</dt><dd>${content}</dd></div>`;
  if (isAbsent) return html`<dl class="figures">${pair(person.worked, worked)}</dl>`;
  const pause = hasBreak(day)
    ? value(format.hours(day.breakMs))
    : html`<span class="fs-6 fw-normal muted">${person.noBreak}</span>`;
  return html`<dl class="figures">${pair(person.in, at(check_in, person.missing))}${pair(
    person.out,
    at(check_out, out),
  )}${pair(person.break, pause)}${pair(person.worked, worked)}</dl>`;
}
