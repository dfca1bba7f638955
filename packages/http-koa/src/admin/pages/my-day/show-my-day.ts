import type { Presence, Punch } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { icon } from '../../components/icon.ts';
import { author, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { hasBreak, isSecondTime } from '../attendance/person-day.ts';
import { missingCheckOut } from './missing-check-out.ts';
import { monthChart } from './month-chart.ts';
import { ownEmployee } from './own-employee.ts';
import { requestList, toldRequests } from './own-requests.ts';
import { punchForm } from './punch-form.ts';

/** Whether and since when the reader is in, their punches, and one large button for the next one. */
export async function showMyDay(page: Page): Promise<Answer> {
  const { core, actor, t, format } = page;
  const presence = await core.attendance.presence(actor, ownEmployee(page));
  const { unclosedDates, day } = presence;
  const requests = await toldRequests(page);
  const unclosed = await missingCheckOut(page, unclosedDates, requests);
  const live = day?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
  const punches = html`<section aria-labelledby="punches"><h2 id="punches" class="mb-2">${
    earlierDate(page, presence) === null ? t.myDay.punches : t.attendance.punches.title
  }</h2>${
    live.length === 0
      ? html`<p class="muted">${t.myDay.noPunches}</p>`
      : html`<ol class="punches">${live.map((punch) => punchLine(page, punch))}</ol>`
  }</section>`;
  return page.show({
    title: t.myDay.title,
    heading: html`${format.longDate(presence.asOf)}`,
    navigation: '/my-day',
    layout: 'phone',
    scripts: ['punch.js'],
    main: html`${stateOf(page, presence)}${unclosed}${requestList(page, requests)}${punches}${await monthChart(page)}`,
    dock: punchForm(page, presence),
  });
}

function stateOf(page: Page, presence: Presence): Html {
  const { t, format } = page;
  const { state, since, workedMs, breakMs, day, asOf } = presence;
  const checkOut = day?.record.check_out ?? null;
  const words = {
    in: t.myDay.in(value(format.time(since ?? asOf))),
    on_break: t.myDay.onBreak(value(format.time(since ?? asOf))),
    out: checkOut === null ? html`${t.myDay.notIn}` : t.myDay.out(value(format.time(checkOut))),
  };
  const look = { in: 'fg-open', on_break: 'fg-wait', out: '' }[state];
  const shape = { in: 'clock', on_break: 'cup', out: 'ring' } as const;
  const hours = html`<p class="big">${value(format.hours(workedMs))} <span class="fs-5 fw-normal">${t.myDay.hours}</span></p>
    <p class="muted">${t.myDay.asOf(value(format.time(asOf)))}${hasBreak(presence) && html`, ${t.myDay.withoutBreak(value(format.hours(breakMs)))}`}</p>`;
  const hasTimes = checkOut !== null || (day?.record.check_in ?? null) !== null;
  const absence = day === null || day.state === 'rejected' ? null : day.record.absence_type;
  const startedOn = earlierDate(page, presence);
  return html`<section class="state" aria-live="polite"><p class="word ${look}">${icon(shape[state])}<span>${words[state]}</span></p>${hasTimes && hours}${
    absence !== null && html`<p>${t.attendance.person.absence(name(absence))}</p>`
  }${startedOn !== null && html`<p class="muted">${t.myDay.began(format.longDate(startedOn))}</p>`}</section>`;
}

/** The date of the shown day if it is not today's: a night shift's day is shown after midnight too. */
function earlierDate({ format }: Page, { day, asOf }: Presence): string | null {
  return day === null || day.record.date === format.calendarDate(asOf) ? null : day.record.date;
}

function punchLine(page: Page, punch: Punch): Html {
  const { t, format } = page;
  const { location, kind, rule, recordedBy } = punch;
  const where =
    location === null
      ? t.myDay.notLocated
      : location.accuracy_meters === null
        ? html`${icon('pin')} ${t.myDay.locatedOnly}`
        : html`${icon('pin')} ${t.myDay.located(value(`±${location.accuracy_meters}`))}`;
  const what = rule === 'correction' ? t.myDay.corrected(author(t, recordedBy)) : where;
  // Otherwise the punches of that hour seem out of order.
  const which =
    isSecondTime(page, punch.at) &&
    html`<span class="sub d-block">${t.attendance.correction.secondTime(format.longWeekday(punch.at))}</span>`;
  return html`<li><span class="at">${value(format.time(punch.at))}</span><span>${
    t.attendance.punches.kinds[kind]
  }${which}<span class="sub d-block">${what}</span></span></li>`;
}
