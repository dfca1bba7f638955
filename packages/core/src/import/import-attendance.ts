import { attendanceTable, type PunchRow, punchTable } from '../attendance/attendance.ts';
import { insertRows, type NumberedRow, reserveIds } from '../database/bulk-rows.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanyChangeSql, updateOf } from '../database/statement.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { judge } from '../input/validate.ts';
import { readBreaks } from './attendance-breaks.ts';
import { defaultStatus, isApproved, judgeDay } from './attendance-row-rules.ts';
import type { DayFields } from './day-fields.ts';
import { exportedDay } from './exported-day.ts';
import { followEvidence } from './exported-evidence.ts';
import { importedDayInput } from './import-input.ts';
import {
  type Accepted,
  type Candidate,
  type ImportRun,
  type Judged,
  type KindImporter,
  referencesIn,
  textOf,
  verdict,
} from './import-run.ts';
import { readTime } from './import-times.ts';
import { refuseOverlappingDays } from './overlapping-days.ts';

const IMPORTED_BY = 'import';

/**
 * Days with the punches that they are the projection of, so that a later correction rebuilds them rightly (D:T8, T12).
 * `statuses` are the record statuses that may stand (D:T1).
 */
export function attendanceImporter(statuses: ReadonlySet<string>): KindImporter<DayFields> {
  return {
    table: attendanceTable,
    async judge(run, candidates) {
      const employees = await run.externalIds.resolve('employees', referencesIn(candidates, 'employee_external_id'));
      const judgeDay = run.isExport ? exportedDay : judgeRow;
      const judged = candidates.map((candidate) => judgeDay(run, candidate, employees, statuses));
      return refuseOverlappingDays(run, candidates, judged);
    },
    async create(run, rows) {
      await run.absenceLabels.add(labelsOf(rows), run.now);
      await run.records.insert(rows.map((row) => ({ createdAt: run.now, ...recordOf(run, row) })));
      await addPunches(run, rows);
    },
    async update(run, rows) {
      await run.absenceLabels.add(labelsOf(rows), run.now);
      if (run.isExport) return updateExported(run, rows);
      await run.records.replace(rows.map((row) => withoutCreation(recordOf(run, row))));
      await voidPunches(run, VOID_PUNCHES_OF, ids(rows));
      await addPunches(run, rows);
    },
  };
}

function recordOf({ now }: ImportRun, { id, fields: { breaks: _, evidence: __, ...fields } }: Accepted<DayFields>) {
  return { voidedAt: null, updatedAt: now, ...fields, id };
}

/** Makes days what the export says: the punches of an earlier export are there already. */
async function updateExported(run: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<void> {
  await run.records.replace(rows.map((row) => ({ createdAt: run.now, ...recordOf(run, row) })));
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

/** When a record was made stays as it is. */
function withoutCreation<Row extends { readonly createdAt?: Date }>({ createdAt: _, ...row }: Row) {
  return row;
}

const labelsOf = (rows: readonly Accepted<DayFields>[]): Set<string> =>
  new Set(rows.flatMap(({ fields }) => fields.absenceType ?? []));

function judgeRow(
  run: ImportRun,
  { row }: Candidate,
  employees: ReadonlyMap<string, number>,
  statuses: ReadonlySet<string>,
): Judged<DayFields> {
  const { errors: fieldErrors, value: day } = judge(importedDayInput, row.values);
  const errors: InputErrors = { ...fieldErrors };
  const employeeId = employees.get(textOf(row.values, 'employee_external_id') ?? '');
  if (employeeId === undefined) errors.employee_external_id ??= [issue('in')];
  const { date } = day;
  // Without its date no time of the row means anything.
  if (date === undefined) return { errors };

  const { zone } = run.settings;
  const timeOf = (field: 'check_in' | 'check_out', notBefore: Date | null): Date | null => {
    const text = day[field] ?? null;
    const time = text === null ? null : readTime(text, { date, zone, notBefore });
    if (text !== null && time === null) errors[field] = [issue('date_time')];
    return time;
  };
  const checkIn = timeOf('check_in', null);
  const breaks = readBreaks(row.values.breaks, { date, zone }, checkIn);
  if (breaks === null) errors.breaks = [issue('date_time')];
  const checkOut = timeOf('check_out', checkIn);
  const status = day.status ?? defaultStatus(checkIn, checkOut);
  judgeDay({ run, day, date, checkIn, checkOut, breaks: breaks ?? [], status, statuses }, errors);

  return verdict(errors, () => {
    const isDecided = status === 'approved' || status === 'rejected';
    return {
      employeeId: employeeId as number,
      date,
      checkIn,
      checkOut,
      status,
      absenceType: day.absence_type ?? null,
      isApproved: isApproved(status, day.is_approved ?? null),
      checkInLat: day.check_in_lat ?? null,
      checkInLng: day.check_in_lng ?? null,
      checkInAccuracyMeters: day.check_in_accuracy_meters ?? null,
      checkOutLat: day.check_out_lat ?? null,
      checkOutLng: day.check_out_lng ?? null,
      checkOutAccuracyMeters: day.check_out_accuracy_meters ?? null,
      decidedBy: isDecided ? IMPORTED_BY : null,
      decidedAt: isDecided ? run.now : null,
      decisionNote: null,
      breaks: breaks ?? [],
    };
  });
}

type NewPunch = Omit<NumberedRow<PunchRow>, 'id'>;

async function addPunches(run: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<void> {
  await insertPunches(
    run,
    rows.flatMap((row) => punchesOf(run, row)),
  );
}

async function insertPunches(run: ImportRun, punches: readonly NewPunch[]): Promise<void> {
  const ids = await reserveIds(run.all, punchTable, punches.length);
  await insertRows(
    run.company,
    punchTable,
    punches.map((punch, index) => ({ id: ids[index] as number, ...punch })),
  );
}

function punchesOf(run: ImportRun, { id, fields }: Accepted<DayFields>): NewPunch[] {
  const { employeeId, evidence } = fields;
  if (evidence !== undefined) return evidence.map((punch) => ({ ...punch, employeeId, attendanceId: id }));
  const punch = (
    kind: NewPunch['kind'],
    at: Date,
    point: Pick<NewPunch, 'lat' | 'lng' | 'accuracyMeters'> = { lat: null, lng: null, accuracyMeters: null },
  ): NewPunch => ({
    employeeId: fields.employeeId,
    attendanceId: id,
    kind,
    at,
    ...point,
    rule: 'import',
    recordedBy: IMPORTED_BY,
    recordedAt: run.now,
    note: null,
    voidedAt: null,
    voidedBy: null,
    voidNote: null,
  });
  const punches: NewPunch[] = [];
  if (fields.checkIn !== null) {
    const { checkInLat: lat, checkInLng: lng, checkInAccuracyMeters: accuracyMeters } = fields;
    punches.push(punch('in', fields.checkIn, { lat, lng, accuracyMeters }));
  }
  for (const { start, end } of fields.breaks) punches.push(punch('break_start', start), punch('break_end', end));
  if (fields.checkOut !== null) {
    const { checkOutLat: lat, checkOutLng: lng, checkOutAccuracyMeters: accuracyMeters } = fields;
    punches.push(punch('out', fields.checkOut, { lat, lng, accuracyMeters }));
  }
  return punches;
}

type ByDialect = Readonly<Record<Dialect, CompanyChangeSql>>;

function voidStatement(column: 'id' | 'attendance_id'): ByDialect {
  const statement = (dialect: Dialect) =>
    updateOf(punchTable, {
      set: 'voided_at = $3, voided_by = $4',
      where: `${column} ${DIFFERENCES[dialect].inList('$2')} AND voided_at IS NULL`,
    });
  return { sqlite: statement('sqlite'), postgres: statement('postgres') };
}
const VOID_PUNCHES_OF = voidStatement('attendance_id');
const VOID_PUNCHES = voidStatement('id');

/** The old punches stay as evidence of what the source said before. */
async function voidPunches({ company, now }: ImportRun, statement: ByDialect, found: readonly number[]): Promise<void> {
  if (found.length > 0) await company.change(statement[company.dialect], [found, now, IMPORTED_BY]);
}
