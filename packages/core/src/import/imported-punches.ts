import { type PunchRow, punchTable } from '../attendance/attendance.ts';
import { insertRows, type NumberedRow, reserveIds } from '../database/sql/bulk-rows.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanyChangeSql, updateOf } from '../database/sql/statement.ts';
import type { DayFields } from './import-input.ts';
import { type Accepted, IMPORTED_BY, type ImportRun } from './import-run.ts';

/** A punch without its id. */
type NewPunch = Omit<NumberedRow<PunchRow>, 'id'>;

/** Inserts the punches derived from rows. */
export async function addPunches(run: ImportRun, rows: readonly Accepted<DayFields>[]): Promise<void> {
  await insertPunches(
    run,
    rows.flatMap((row) => punchesOf(run, row)),
  );
}

/** Reserves ids for punches and inserts them. */
export async function insertPunches(run: ImportRun, punches: readonly NewPunch[]): Promise<void> {
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
  return eachDialect((dialect) =>
    updateOf(punchTable, {
      set: 'voided_at = $3, voided_by = $4',
      where: `${column} ${DIFFERENCES[dialect].inList('$2')} AND voided_at IS NULL`,
    }),
  );
}
/** By the ids of their days. */
export const VOID_PUNCHES_OF = voidStatement('attendance_id');
/** By the punches' own ids. */
export const VOID_PUNCHES = voidStatement('id');

/** Voids punches; they stay as evidence of what the source said before. */
export async function voidPunches(
  { company, now }: ImportRun,
  statement: ByDialect,
  found: readonly number[],
): Promise<void> {
  if (found.length > 0) await company.change(statement[company.dialect], [found, now, IMPORTED_BY]);
}
