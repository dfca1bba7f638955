import type { CorrectionRequest } from '@shaon/core';
import { author, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { askedWords } from '../corrections/request-words.ts';
import type { PersonDay } from './person-day.ts';

/**
 * People's changes to the day, latest first: corrections by their punches, the latest of its absence, and the decision
 * in force.
 *
 * @param requests those of the day's person: a correction that was asked for says by whom
 */
export function dayHistory(
  page: Page,
  { day }: Pick<PersonDay, 'day'>,
  requests: readonly CorrectionRequest[],
): Html | false {
  if (day === null) return false;
  const { t, format } = page;
  const { history, punches } = t.attendance;
  const acts: { readonly at: Date; readonly who: string; readonly what: Html | string; readonly why: string | null }[] =
    [];
  for (const { kind, at, rule, recordedAt, recordedBy, note, voidedAt, voidedBy, voidNote } of day.punches) {
    const punch = html`${punches.kinds[kind]}, ${value(format.time(at))}`;
    if (rule === 'correction') acts.push({ at: recordedAt, who: recordedBy, what: history.added(punch), why: note });
    if (voidedAt !== null) acts.push({ at: voidedAt, who: voidedBy ?? '', what: history.voided(punch), why: voidNote });
  }
  const { decision, absenceChange, record } = day;
  if (absenceChange !== null) {
    const { by: who, at, note: why } = absenceChange;
    const what = record.absence_type === null ? history.absenceOff : history.absence(name(record.absence_type));
    acts.push({ at, who, what, why });
  }
  if (decision !== null) {
    const what = record.is_approved
      ? history.approved
      : record.status === 'rejected'
        ? history.rejected
        : history.decided;
    acts.push({ at: decision.at, who: decision.by, what, why: decision.note });
  }
  if (acts.length === 0) return false;
  acts.sort((a, b) => b.at.getTime() - a.at.getTime());
  const items = acts.map(({ at, who, what, why }) => {
    const asked = askedWords(page, requests, { by: who, at, note: why });
    const when = html`<span class="muted">${value(format.shortDate(at))}, ${value(format.time(at))}</span>`;
    const note = why !== null && html`<br>”${name(why)}”`;
    return html`<li>${when} ${author(t, who)}: ${what}${asked && html`, ${asked}`}${note}</li>`;
  });
  return html`<section><h2>${history.title}</h2><ul class="plain small wrap-any">${items}</ul></section>`;
}
