import { type PunchRow, punchTable } from '../attendance/attendance.ts';
import { punchesOfDays } from '../attendance/punch-queries.ts';
import { updateRows } from '../database/sql/bulk-rows.ts';
import { getOrMake } from '../get-or-make.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { safeValidate } from '../input/validate.ts';
import { checkDay } from './attendance-row-rules.ts';
import { type ExportedPunch, exportedDayInput, exportedPunchInput } from './exported-input.ts';
import { type DayFields, type Evidence, importedDayInput, locationsOf } from './import-input.ts';
import { type Candidate, type CheckedRow, employeeOf, type ImportRun, jsonOf, verdict } from './import-run.ts';

/** A day of an export: the record as it was, not derived again from its punches. */
export function exportedDay(
  run: ImportRun,
  candidate: Candidate,
  employees: ReadonlyMap<string, number>,
  statuses: ReadonlySet<string>,
): CheckedRow<DayFields> {
  const { row } = candidate;
  const { errors: dayErrors, value: day } = safeValidate(importedDayInput, row.values);
  const { errors: moreErrors, value: more } = safeValidate(exportedDayInput, row.values);
  const errors: InputErrors = { ...dayErrors, ...moreErrors };
  const employeeId = employeeOf(candidate, employees, errors);
  const punches = readPunches(row.values.punches);
  if (punches === null) errors.punches = [issue('array')];
  const { check_in: checkIn = null, check_out: checkOut = null } = more;
  const { status = '' } = day;
  if (status === null || status === '') errors.status ??= [issue('required')];
  else {
    const facts = { run, day, date: day.date ?? '', checkIn, checkOut, breaks: [], status, statuses };
    checkDay(facts, errors);
  }
  return verdict(errors, () => ({
    employeeId: employeeId as number,
    date: day.date as string,
    checkIn,
    checkOut,
    status: status as string,
    absenceType: day.absence_type ?? null,
    isApproved: day.is_approved === true,
    ...locationsOf(day),
    decidedBy: more.decided_by ?? null,
    decidedAt: more.decided_at ?? null,
    decisionNote: more.decision_note ?? null,
    absenceBy: more.absence_by ?? null,
    absenceAt: more.absence_at ?? null,
    absenceNote: more.absence_note ?? null,
    voidedAt: more.voided_at ?? null,
    createdAt: more.created_at as Date,
    updatedAt: more.updated_at as Date,
    breaks: [],
    evidence: punches ?? [],
  }));
}

/** Reads a JSON list, in CSV as text. Null for any other value, or if a member is not a valid punch. */
function readPunches(value: unknown): Evidence[] | null {
  const list = typeof value === 'string' ? jsonOf(value) : value;
  if (!Array.isArray(list)) return null;
  const punches: Evidence[] = [];
  for (const one of list) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return null;
    const { errors, value: punch } = safeValidate(exportedPunchInput, one);
    if (Object.keys(errors).length > 0) return null;
    punches.push(evidenceOf(punch as ExportedPunch));
  }
  return punches;
}

function evidenceOf(punch: ExportedPunch): Evidence {
  return {
    kind: punch.kind,
    at: punch.at,
    lat: punch.lat ?? null,
    lng: punch.lng ?? null,
    accuracyMeters: punch.accuracy_meters ?? null,
    rule: punch.rule,
    recordedBy: punch.recorded_by,
    recordedAt: punch.recorded_at,
    note: punch.note ?? null,
    voidedAt: punch.voided_at ?? null,
    voidedBy: punch.voided_by ?? null,
    voidNote: punch.void_note ?? null,
  };
}

/** A day of an export with all its punches. */
interface ExportedDay {
  readonly id: number;
  readonly evidence: readonly Evidence[];
}

/** The differences between the stored punches of days and the export's. */
interface MissingEvidence {
  readonly added: readonly (Evidence & { readonly attendanceId: number })[];
  /** Live punches that the export lacks. */
  readonly unknown: readonly number[];
}

const VOIDING = ['voidedAt', 'voidedBy', 'voidNote'] as const;
type Voiding = Pick<PunchRow, 'id' | (typeof VOIDING)[number]>;

/**
 * Compares the punches of days with an export's, and voids those that were voided since. Punches are only appended and
 * voided (D:T12), so an earlier export's punches are the first ones of a later export.
 */
export async function followEvidence(
  { company }: Pick<ImportRun, 'company'>,
  days: readonly ExportedDay[],
): Promise<MissingEvidence> {
  const known = await punchesOfDays(
    company,
    days.map(({ id }) => id),
  );
  const added: (Evidence & { readonly attendanceId: number })[] = [];
  const unknown: number[] = [];
  const changed: Voiding[] = [];
  for (const { id: attendanceId, evidence } of days) {
    const left = byFact(known.get(attendanceId) ?? []);
    for (const punch of evidence) {
      const same = left.get(factOf(punch))?.shift();
      if (same === undefined) added.push({ ...punch, attendanceId });
      else if (voidingOf(same) !== voidingOf(punch)) {
        const { voidedAt, voidedBy, voidNote } = punch;
        changed.push({ id: same.id, voidedAt, voidedBy, voidNote });
      }
    }
    for (const rest of left.values()) for (const { id, voidedAt } of rest) if (voidedAt === null) unknown.push(id);
  }
  await updateRows(company, punchTable, VOIDING, changed);
  return { added, unknown };
}

/** The values of a punch that never change. */
function factOf(punch: Evidence): string {
  const { kind, at, lat, lng, accuracyMeters, rule, recordedBy, recordedAt, note } = punch;
  return JSON.stringify([kind, at, lat, lng, accuracyMeters, rule, recordedBy, recordedAt, note]);
}

const voidingOf = (punch: Evidence): string => JSON.stringify(VOIDING.map((property) => punch[property]));

/** In the order of recording. */
function byFact(punches: readonly PunchRow[]): Map<string, PunchRow[]> {
  const found = new Map<string, PunchRow[]>();
  for (const punch of punches) {
    getOrMake(found, factOf(punch), () => []).push(punch);
  }
  return found;
}
