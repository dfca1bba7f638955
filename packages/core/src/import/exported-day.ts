import { type InputErrors, issue } from '../input/issue.ts';
import { safeValidate } from '../input/validate.ts';
import { checkDay } from './attendance-row-rules.ts';
import { type DayFields, type Evidence, locationsOf } from './day-fields.ts';
import { type ExportedPunch, exportedDayInput, exportedPunchInput } from './exported-input.ts';
import { importedDayInput } from './import-input.ts';
import { type Candidate, type CheckedRow, employeeOf, type ImportRun, verdict } from './import-run.ts';

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
  const list = typeof value === 'string' ? parsed(value) : value;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
