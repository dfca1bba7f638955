import { type AttendanceRow, attendanceTable, type PunchRow, punchTable } from '../attendance/attendance.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { judge } from '../input/validate.ts';
import { type Break, readBreaks } from './attendance-breaks.ts';
import { refuseMeetingDays } from './attendance-meetings.ts';
import { defaultStatus, isApproved, judgeDay } from './attendance-row-rules.ts';
import { insertRows, type NumberedRow, reserveIds, updateRows } from './bulk-write.ts';
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

const PROPERTIES = [
  'employeeId',
  'date',
  'checkIn',
  'checkOut',
  'status',
  'absenceType',
  'isApproved',
  'checkInLat',
  'checkInLng',
  'checkInAccuracyMeters',
  'checkOutLat',
  'checkOutLng',
  'checkOutAccuracyMeters',
  'decidedBy',
  'decidedAt',
] as const;

/** What the file says of a day; where its employee works is looked up. */
export type DayFields = Pick<AttendanceRow, (typeof PROPERTIES)[number]> & { readonly breaks: readonly Break[] };

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
      const judged = candidates.map((candidate) => judgeRow(run, candidate, employees, statuses));
      return refuseMeetingDays(run, candidates, judged);
    },
    async create(run, rows) {
      await run.absenceLabels.add(labelsOf(rows), run.now);
      const { now } = run;
      const units = await unitsOf(run, rows);
      const stored = rows.map(({ id, fields: { breaks: _, ...fields } }) => ({
        ...fields,
        ...unitOf(units, fields),
        id,
        voidedAt: null,
        createdAt: now,
        updatedAt: now,
      }));
      await insertRows(run.company, attendanceTable, stored);
      for (const row of stored) run.counts.add(row, 1);
      await addPunches(run, rows);
    },
    async update(run, rows) {
      await run.absenceLabels.add(labelsOf(rows), run.now);
      const units = await unitsOf(run, rows);
      for (const record of await countedRecords(run, rows)) run.counts.add(record, -1);
      const stored = rows.map(({ id, fields }) => ({
        ...fields,
        ...unitOf(units, fields),
        id,
        voidedAt: null,
        updatedAt: run.now,
      }));
      const changed = [...PROPERTIES, 'departmentId', 'branchId', 'voidedAt', 'updatedAt'] as const;
      await updateRows(run.company, attendanceTable, changed, stored);
      for (const row of stored) run.counts.add(row, 1);
      await voidPunches(run, rows);
      await addPunches(run, rows);
    },
  };
}

type Unit = Pick<AttendanceRow, 'departmentId' | 'branchId'>;

/** Where the employees of the rows work, who do not move until the import ends. */
async function unitsOf({ company }: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<Map<number, Unit>> {
  const { inList, forShare } = DIFFERENCES[company.dialect];
  const employees = await company.rows(
    `SELECT id, department_id, branch_id FROM "shaon_employee" WHERE company_id = $1 AND id ${inList('$2')} ORDER BY id ${forShare}`,
    [[...new Set(rows.map(({ fields }) => fields.employeeId))]],
  );
  return new Map(
    employees.map((row) => [
      Number(row.id),
      { departmentId: row.department_id as number | null, branchId: row.branch_id as number | null },
    ]),
  );
}

const unitOf = (units: ReadonlyMap<number, Unit>, { employeeId }: DayFields | Omit<DayFields, 'breaks'>): Unit =>
  units.get(employeeId) ?? { departmentId: null, branchId: null };

/** Records that the rows change, as they are counted now. */
async function countedRecords({ company }: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<AttendanceRow[]> {
  const text = `SELECT ${attendanceTable.selection(company.dialect)} FROM "shaon_attendance" WHERE company_id = $1 AND id ${DIFFERENCES[company.dialect].inList('$2')} AND voided_at IS NULL`;
  return (await company.rows(text, [rows.map(({ id }) => id)])).map(attendanceTable.fromDatabase);
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
      breaks: breaks ?? [],
    };
  });
}

type NewPunch = Omit<NumberedRow<PunchRow>, 'id'>;

async function addPunches(run: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<void> {
  const punches = rows.flatMap((row) => punchesOf(run, row));
  const ids = await reserveIds(run.company, punchTable, punches.length);
  await insertRows(
    run.company,
    punchTable,
    punches.map((punch, index) => ({ id: ids[index] as number, ...punch })),
  );
}

function punchesOf(run: ImportRun, { id, fields }: Accepted<DayFields>): NewPunch[] {
  const punch = (
    kind: NewPunch['kind'],
    at: Date,
    place: Pick<NewPunch, 'lat' | 'lng' | 'accuracyMeters'> = { lat: null, lng: null, accuracyMeters: null },
  ): NewPunch => ({
    employeeId: fields.employeeId,
    attendanceId: id,
    kind,
    at,
    ...place,
    rule: 'import',
    recordedBy: IMPORTED_BY,
    recordedAt: run.now,
    note: null,
    voidedAt: null,
    voidedBy: null,
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

/** The old punches stay as evidence of what the source said before (FIELD). */
async function voidPunches({ company, now }: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<void> {
  await company.rows(
    `UPDATE "shaon_punch" SET voided_at = $3, voided_by = $4
      WHERE company_id = $1 AND attendance_id ${DIFFERENCES[company.dialect].inList('$2')} AND voided_at IS NULL`,
    [rows.map(({ id }) => id), now, IMPORTED_BY],
  );
}
