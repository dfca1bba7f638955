import { attendanceTable } from '../attendance/attendance.ts';
import { insertRecords, leaveDates, replaceRecords } from '../attendance/attendance-store.ts';
import { readBreaks, readTime } from '../attendance/read-time.ts';
import type { InputErrors } from '../input/issue.ts';
import { safeValidate } from '../input/validate.ts';
import { checkDay, defaultStatus, isApproved } from './attendance-row-rules.ts';
import { refuseClosedDays } from './closed-days.ts';
import { exportedDay, followEvidence } from './exported-day.ts';
import { type DayFields, importedDayInput, locationsOf } from './import-input.ts';
import {
  type Accepted,
  type Candidate,
  type CheckedRow,
  employeeOf,
  IMPORTED_BY,
  type ImportRun,
  type KindImporter,
  referredBy,
  verdict,
} from './import-run.ts';
import { addPunches, insertPunches, VOID_PUNCHES, VOID_PUNCHES_OF, voidPunches } from './imported-punches.ts';
import { refuseOverlappingDays } from './overlapping-days.ts';

/**
 * Imports days with punches that their records can be derived from, so that a later correction rebuilds them rightly
 * (D:T8, T12). `statuses` are the allowed record statuses (D:T1).
 */
export function attendanceImporter(statuses: ReadonlySet<string>): KindImporter<DayFields> {
  return {
    table: attendanceTable,
    async check(run, candidates) {
      const employees = await referredBy(run, candidates, 'employees', 'employee_external_id');
      const checkOne = run.isExport ? exportedDay : checkRow;
      const checked = candidates.map((candidate) => checkOne(run, candidate, employees, statuses));
      return refuseOverlappingDays(run, candidates, await refuseClosedDays(run, candidates, checked));
    },
    async settle(run, rows) {
      const checked = await refuseOverlappingDays(run, rows, rows, true);
      const moving = rows.flatMap(({ recordId }, index) => {
        const one = checked[index];
        return recordId === null || one === undefined || 'errors' in one ? [] : [{ id: recordId, fields: one.fields }];
      });
      await leaveDates(
        run.company,
        moving.map((row) => recordOf(run, row)),
      );
      return checked;
    },
    async create(run, rows) {
      await run.absenceLabels.add(labelsOf(rows), run.now);
      await insertRecords(
        run.company,
        rows.map((row) => ({ createdAt: run.now, ...recordOf(run, row) })),
      );
      await addPunches(run, rows);
    },
    async update(run, rows) {
      await run.absenceLabels.add(labelsOf(rows), run.now);
      if (run.isExport) return updateExported(run, rows);
      await replaceRecords(
        run.company,
        rows.map((row) => withoutCreation(recordOf(run, row))),
      );
      await voidPunches(run, VOID_PUNCHES_OF, ids(rows));
      await addPunches(run, rows);
    },
  };
}

function recordOf({ now }: ImportRun, { id, fields: { breaks: _, evidence: __, ...fields } }: Accepted<DayFields>) {
  return { voidedAt: null, updatedAt: now, ...fields, id };
}

/** Changes days to an export's; the punches of an earlier export exist already. */
async function updateExported(run: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<void> {
  await replaceRecords(
    run.company,
    rows.map((row) => ({ createdAt: run.now, ...recordOf(run, row) })),
  );
  const days = rows.map(({ id, fields }) => ({ id, evidence: fields.evidence ?? [] }));
  const { added, unknown } = await followEvidence(run, days);
  await voidPunches(run, VOID_PUNCHES, unknown);
  const employees = new Map(rows.map(({ id, fields }) => [id, fields.employeeId]));
  await insertPunches(
    run,
    added.map((punch) => ({ ...punch, employeeId: employees.get(punch.attendanceId) as number })),
  );
}

const ids = (rows: readonly Accepted<DayFields>[]): number[] => rows.map(({ id }) => id);

/** The time of creation stays as it is. */
function withoutCreation<Row extends { readonly createdAt?: Date }>({ createdAt: _, ...row }: Row) {
  return row;
}

const labelsOf = (rows: readonly Accepted<DayFields>[]): Set<string> =>
  new Set(rows.flatMap(({ fields }) => fields.absenceType ?? []));

function checkRow(
  run: ImportRun,
  candidate: Candidate,
  employees: ReadonlyMap<string, number>,
  statuses: ReadonlySet<string>,
): CheckedRow<DayFields> {
  const { row } = candidate;
  const { errors: fieldErrors, value: day } = safeValidate(importedDayInput, row.values);
  const errors: InputErrors = { ...fieldErrors };
  const employeeId = employeeOf(candidate, employees, errors);
  const { date } = day;
  // Without the date no time of the row can be read.
  if (date === undefined) return { errors };

  const { zone } = run.settings;
  const timeOf = (field: 'check_in' | 'check_out', notBefore: Date | null): Date | null => {
    const text = day[field] ?? null;
    const time = text === null ? null : readTime(text, { date, zone, notBefore });
    if (time === null || time instanceof Date) return time;
    errors[field] = [time];
    return null;
  };
  const checkIn = timeOf('check_in', null);
  const read = readBreaks(row.values.breaks, { date, zone }, checkIn);
  const breaks = Array.isArray(read) ? read : [];
  if (!Array.isArray(read)) errors.breaks = [read];
  const checkOut = timeOf('check_out', checkIn);
  const status = day.status ?? defaultStatus(checkIn, checkOut);
  checkDay({ run, day, date, checkIn, checkOut, breaks, status, statuses }, errors);

  return verdict(errors, () => {
    const isDecided = status === 'approved' || status === 'rejected';
    const absenceType = day.absence_type ?? null;
    return {
      employeeId: employeeId as number,
      date,
      checkIn,
      checkOut,
      status,
      absenceType,
      isApproved: isApproved(status, day.is_approved ?? null),
      ...locationsOf(day),
      decidedBy: isDecided ? IMPORTED_BY : null,
      decidedAt: isDecided ? run.now : null,
      decisionNote: null,
      absenceBy: absenceType === null ? null : IMPORTED_BY,
      absenceAt: absenceType === null ? null : run.now,
      absenceNote: null,
      breaks,
    };
  });
}
