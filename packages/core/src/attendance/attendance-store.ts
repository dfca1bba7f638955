import type { LabelHistory } from '../absence-types/absence-type.ts';
import { assertMonthsOpen } from '../closed-months/closed-months.ts';
import { insertRows, type NumberedRow, updateRows } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { type CompanySql, companySql, updateOf } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { changedAt } from '../unchanged-since.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import type { AbsenceChange } from './attendance-record.ts';

/*
 * The only place that inserts, changes or moves attendance records. A record has a copy of its employee's department
 * and branch, which only this file writes. The caller must lock the employee, so that they do not move to another
 * department meanwhile. No day of a closed month is changed (D:A98): what inserts a record or locks one throws
 * `month_closed`.
 */

/** The department and branch of an employee, of which each of their records has a copy (D:Q24). */
type Unit = Pick<AttendanceRow, 'departmentId' | 'branchId'>;
const NO_UNIT: Unit = { departmentId: null, branchId: null };

const UNITS = eachDialect(
  (dialect) => companySql`SELECT e.id, e.department_id, e.branch_id FROM ${employeeTable} e
    WHERE e.id ${DIFFERENCES[dialect].inList('$2')}`,
);

/** The current department and branch of these employees. */
async function unitsOf(company: CompanyTransaction, employeeIds: readonly number[]): Promise<Map<number, Unit>> {
  const rows = await company.rows(UNITS[company.dialect], [employeeIds]);
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { departmentId: idOrNull(row.department_id), branchId: idOrNull(row.branch_id) },
    ]),
  );
}

const hasOutdatedUnit = (dialect: Dialect, record: string): string => {
  const { isNotDistinctFrom: same } = DIFFERENCES[dialect];
  return `NOT (${record}.department_id ${same} e.department_id AND ${record}.branch_id ${same} e.branch_id)`;
};

/**
 * The live records of the employees `$2`, each with its employee. Joined, SQLite would read all records of the company;
 * PostgreSQL would read all employees.
 */
const LIVE_RECORDS_OF: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: companySql`changed.id IN (SELECT a.id FROM ${attendanceTable} a
        WHERE a.employee_id ${DIFFERENCES.sqlite.inList('$2')} AND a.voided_at IS NULL)`,
  postgres: companySql`changed.employee_id ${DIFFERENCES.postgres.inList('$2')} AND changed.voided_at IS NULL
        AND e.id ${DIFFERENCES.postgres.inList('$2')}`,
};

const COPY_UNITS = eachDialect((dialect) =>
  updateOf(attendanceTable, {
    set: 'department_id = e.department_id, branch_id = e.branch_id',
    from: companySql`FROM ${employeeTable} e`,
    isById: dialect === 'sqlite',
    where: companySql`e.id = changed.employee_id AND ${hasOutdatedUnit(dialect, 'changed')}
      AND ${LIVE_RECORDS_OF[dialect]}`,
  }),
);

/**
 * Copies the employees' current department and branch onto all their live records, also old ones: a list by department
 * or branch means the current one (D:Q24), and voided records are in no list.
 */
export async function updateRecordUnits(company: CompanyTransaction, employeeIds: readonly number[]): Promise<void> {
  await company.change(COPY_UNITS[company.dialect], [employeeIds]);
}

function idOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** A new record's own values; the copies are looked up. */
export type NewRecord = Omit<AttendanceRow, 'id' | 'companyId' | keyof Unit>;

/** Inserts a record of an employee who works in `unit`; if `unit` is absent, it is looked up. */
export async function insertRecord(
  company: CompanyTransaction,
  record: NewRecord,
  unit?: Unit,
): Promise<Locked<AttendanceRow>> {
  await assertMonthsOpen(company, [record]);
  const { departmentId, branchId } =
    unit ?? (await unitsOf(company, [record.employeeId])).get(record.employeeId) ?? NO_UNIT;
  return company.insert(attendanceTable, { departmentId, branchId, ...record });
}

/** Changes a record and returns the changed row. */
export function changeRecord(
  company: CompanyTransaction,
  record: Locked<AttendanceRow>,
  change: Partial<Omit<NewRecord, 'employeeId'>>,
): Promise<Locked<AttendanceRow>> {
  const later = change.updatedAt && { updatedAt: changedAt(record.updatedAt, change.updatedAt) };
  return company.update(attendanceTable, record, withoutSameStatus(record, { ...change, ...later }));
}

/** Records an absence on a day, or takes it off, and keeps who did it when and why. The status stays. */
export function changeAbsence(
  company: CompanyTransaction,
  record: Locked<AttendanceRow>,
  { type, by, at, note }: AbsenceChange & { readonly type: string | null },
): Promise<Locked<AttendanceRow>> {
  return changeRecord(company, record, { absenceType: type, absenceBy: by, absenceAt: at, absenceNote: note });
}

/** SQLite writes all indices of a column that a statement sets, even to the same value; four contain the status. */
const withoutSameStatus = <Change extends Partial<NewRecord>>({ status }: AttendanceRow, change: Change): Change =>
  change.status === status ? { ...change, status: undefined } : change;

/** Locked by id ascending, as by all callers that lock several days, so that they cannot deadlock. */
const LOCK_LABELLED = eachDialect(
  (dialect) => companySql`SELECT COUNT(*) AS days FROM (SELECT a.id FROM ${attendanceTable} a WHERE a.absence_type = $2
    ORDER BY a.id ${DIFFERENCES[dialect].forNoKeyUpdate}) AS held`,
);
const RENAME_LABEL = updateOf(attendanceTable, { set: 'absence_type = $3', where: 'absence_type = $2' });

/** The labels on absence days. A renaming does not change the day, so `updated_at` stays (D:A11). */
export const attendanceLabels: LabelHistory = {
  async rewrite(company, from, to) {
    const [locked] = await company.rows(LOCK_LABELLED[company.dialect], [from]);
    await company.change(RENAME_LABEL, [from, to]);
    return Number(locked?.days);
  },
};

const LIVE_RECORDS = eachDialect(
  (dialect) => companySql`SELECT ${attendanceTable.selection(dialect)} FROM ${attendanceTable} a
    WHERE a.id ${DIFFERENCES[dialect].inList('$2')} AND a.voided_at IS NULL`,
);

const LEAVE_DATES = eachDialect((dialect) =>
  updateOf(attendanceTable, { set: 'voided_at = updated_at', where: `id ${DIFFERENCES[dialect].inList('$2')}` }),
);

/*
 * An import writes many records at a time; it has locked all employees of the company until its end.
 */

export async function insertRecords(
  company: CompanyTransaction,
  rows: readonly (NewRecord & { readonly id: number })[],
): Promise<void> {
  await assertMonthsOpen(company, rows);
  const stored = await withUnits(company, rows);
  await insertRows(company, attendanceTable, stored as readonly NumberedRow<AttendanceRow>[]);
}

/** Updates the records that the rows name by id, all rows with the same properties. */
export async function replaceRecords(
  company: CompanyTransaction,
  rows: readonly (Omit<NewRecord, 'createdAt'> & Partial<NewRecord> & { readonly id: number })[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await leaveDates(company, rows);
  await assertMonthsOpen(company, rows);
  const stored = await withUnits(company, rows);
  const properties = Object.keys(stored[0] as object).filter((property) => property !== 'id');
  await updateRows(company, attendanceTable, properties as (keyof AttendanceRow & string)[], stored as never);
}

/**
 * Voids the records that leave their date, until all records are replaced: another record may take that date, and the
 * unique index on dates is checked row by row.
 */
export async function leaveDates(
  company: CompanyTransaction,
  rows: readonly (Pick<NewRecord, 'employeeId' | 'date' | 'voidedAt'> & { readonly id: number })[],
): Promise<void> {
  const said = new Map(rows.map((row) => [row.id, row]));
  const records = (await company.rows(LIVE_RECORDS[company.dialect], [[...said.keys()]])).map(
    attendanceTable.fromDatabase,
  );
  await assertMonthsOpen(company, records);
  const leaving = records.filter(({ id, employeeId, date }) => {
    const row = said.get(id);
    return row?.employeeId !== employeeId || row.date !== date || row.voidedAt !== null;
  });
  if (leaving.length === 0) return;
  await company.change(LEAVE_DATES[company.dialect], [leaving.map(({ id }) => id)]);
}

async function withUnits<Row extends { readonly employeeId: number }>(
  company: CompanyTransaction,
  rows: readonly Row[],
): Promise<(Row & Unit)[]> {
  const units = await unitsOf(company, [...new Set(rows.map(({ employeeId }) => employeeId))]);
  return rows.map((row) => ({ ...row, ...(units.get(row.employeeId) ?? NO_UNIT) }));
}
