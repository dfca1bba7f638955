import type { Punch, PunchRule } from '@shaon/core';
import { author, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { dateOfPunch, livePunches, type PersonDay } from './person-day.ts';

/** Explains why each punch counts for this date, by the rule that was stored with it (D:T6). */
export function ruleWords(page: Page, { day, date }: PersonDay): Html | false {
  const punches = livePunches(day);
  const sentences = punches.flatMap((punch, index) => sentenceOf(page, date, punch, punches.slice(0, index)) ?? []);
  const [first, ...others] = sentences;
  if (first === undefined) return false;
  const title = page.t.attendance.rules.title(page.format.longWeekday(date));
  return html`<section class="section" aria-labelledby="rules"><h2 id="rules" class="mb-2">${title}</h2><div class="rule">
    <p>${first}</p>${others.map((sentence) => html`<p class="small muted mt-1">${sentence}</p>`)}</div></section>`;
}

/** @param before the day's earlier punches */
function sentenceOf(page: Page, date: string, punch: Punch, before: readonly Punch[]): Html | null {
  const { t, format, company } = page;
  // A later punch on the day's own date needs no explanation.
  const isPlain = before.length > 0 && dateOfPunch(page, punch.at) === date;
  const { rules } = t.attendance;
  const time = value(format.time(punch.at));
  const day = format.longWeekday(punch.at);
  const opening = before.findLast(({ kind }) => kind === 'in' || kind === 'break_end');
  const since = value(format.time(opening?.at ?? punch.at));
  switch (punch.rule as PunchRule) {
    case 'ownDate':
      return before.length === 0 ? rules.ownDate(time, day) : null;
    case 'openSegment':
      if (isPlain) return null;
      return punch.kind === 'out'
        ? rules.openSegment(time, day, since, company.workDayHours)
        : rules.breakStart(time, day, since);
    case 'breakReturn':
      return rules.breakReturn(t.attendance.punches.kinds[punch.kind], time, day, company.breakHours);
    case 'endOfBreak':
      return isPlain ? null : rules.endOfBreak(time, day, value(format.time(before.at(-1)?.at ?? punch.at)));
    case 'forgottenOut':
      return rules.forgottenOut(time, day, company.openShiftHours);
    case 'forgottenIn':
      return rules.forgottenIn(time, day);
    case 'correction':
      return rules.correction(time, day, author(t, punch.recordedBy));
    case 'import':
      return rules.import(time);
    default:
      return null;
  }
}
