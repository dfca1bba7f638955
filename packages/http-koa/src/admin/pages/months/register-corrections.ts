import type { AttendanceDay, Punch } from '@shaon/core';
import { name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { punchTime } from './punch-time.ts';
import type { RegisterDate } from './register-days.ts';

/** What somebody changed of a day in one act. */
interface Correction {
  readonly date: string;
  readonly what: Html;
  readonly who: string;
  readonly at: Date;
  readonly why: string | null;
}

/** With its number on the sheet. */
export interface NumberedCorrection extends Correction {
  readonly number: number;
}

/** The corrections of a month by date and time, counted from 1. */
export function numberedCorrections(page: Page, dates: readonly RegisterDate[]): readonly NumberedCorrection[] {
  const all = dates.flatMap(({ day }) => (day === null ? [] : correctionsOf(page, day)));
  return all.map((one, index) => ({ ...one, number: index + 1 }));
}

/** Punches that one act added and voided have its moment and its author. */
function correctionsOf(page: Page, day: AttendanceDay): readonly Correction[] {
  const { date } = day.record;
  const acts = new Map<string, { who: string; at: Date; why: string | null; added: Punch[]; voided: Punch[] }>();
  const actOf = (who: string, at: Date, why: string | null) => {
    const key = `${at.getTime()} ${who}`;
    const known = acts.get(key) ?? { who, at, why: null, added: [], voided: [] };
    known.why ??= why;
    acts.set(key, known);
    return known;
  };
  for (const punch of day.punches) {
    const { rule, recordedBy, recordedAt, note, voidedBy, voidedAt, voidNote } = punch;
    if (rule === 'correction') actOf(recordedBy, recordedAt, note).added.push(punch);
    if (voidedAt !== null) actOf(voidedBy ?? '', voidedAt, voidNote).voided.push(punch);
  }
  const ofPunches = [...acts.values()].map(({ added, voided, ...act }): Correction => {
    return { ...act, date, what: whatChanged(page, date, { added, voided }) };
  });
  return [...ofPunches, ...absenceChange(page, day)].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Before, then after. */
function whatChanged(
  page: Page,
  date: string,
  { added, voided }: { readonly added: readonly Punch[]; readonly voided: readonly Punch[] },
): Html {
  const { t } = page;
  const { register } = t.payroll;
  const { kinds } = t.attendance.punches;
  const listed = (punches: readonly Punch[]) =>
    html`${punches.map((punch, index) => html`${index > 0 && ', '}${kinds[punch.kind]} ${punchTime(page, date, punch)}`)}`;
  const parts = [
    ...(voided.length > 0 ? [register.voided(listed(voided))] : []),
    ...(added.length > 0 ? [register.added(listed(added))] : []),
  ];
  return html`${parts.map((part, index) => html`${index > 0 && '; '}${part}`)}`;
}

function absenceChange({ t }: Page, { record, absenceChange: change }: AttendanceDay): readonly Correction[] {
  if (change === null) return [];
  const { register } = t.payroll;
  const what =
    record.absence_type === null ? html`${register.absenceOff}` : register.absenceSet(name(record.absence_type));
  return [{ date: record.date, what, who: change.by, at: change.at, why: change.note }];
}
