import type { LabelHistory } from '../absence-types/label-history.ts';
import { assertMonthsOpen } from '../closed-months/closed-months.ts';
import { insertRows, type NumberedRow, updateRows } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { companySql, updateOf } from '../database/sql/statement.ts';
import { changedAt } from '../unchanged-since.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import type { AbsenceChange } from './attendance-record.ts';
import { copyUnitsToRecords, NO_UNIT, type Unit, unitsOf } from './record-units.ts';

/*
 * The only place that inserts, changes or moves attendance records. A record has a copy of its employee's department
 * and branch, which only this file writes. The caller must lock the employee, so that they do not move to another
 * department meanwhile. No day of a closed month is changed (D:A98): what inserts a record or locks one throws
 * `month_closed`.
 */

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

/**
 * Copies the employees' current department and branch onto all their records, also old ones: a list by department or
 * branch means the current one (D:Q24).
 */
export async function updateRecordUnits(company: CompanyTransaction, employeeIds: readonly number[]): Promise<void> {
  await copyUnitsToRecords(company, employeeIds);
}

const LIVE_RECORDS = eachDialect(
  (dialect) => companySql`SELECT ${attendanceTable.selection(dialect)} FROM ${attendanceTable} a
    WHERE a.id ${DIFFERENCES[dialect].inList('$2')} AND a.voided_at IS NULL`,
);

/** These records as they are counted now; they stay the same, because every change locks the employee first. */
async function findLiveRecords(company: CompanyTransaction, ids: readonly number[]): Promise<AttendanceRow[]> {
  return (await company.rows(LIVE_RECORDS[company.dialect], [ids])).map(attendanceTable.fromDatabase);
}

const LEAVE_DATES = eachDialect((dialect) =>
  updateOf(attendanceTable, { set: 'voided_at = updated_at', where: `id ${DIFFERENCES[dialect].inList('$2')}` }),
);

/** Writes many records at a time, for an import. The caller must lock all employees of the company until the end. */
export class BulkRecords {
  readonly #company: CompanyTransaction;

  constructor(company: CompanyTransaction) {
    this.#company = company;
  }

  async insert(rows: readonly (NewRecord & { readonly id: number })[]): Promise<void> {
    await assertMonthsOpen(this.#company, rows);
    const stored = await this.#withUnits(rows);
    await insertRows(this.#company, attendanceTable, stored as readonly NumberedRow<AttendanceRow>[]);
  }

  /** Updates the records that the rows name by id, all rows with the same properties. */
  async replace(rows: readonly (Omit<NewRecord, 'createdAt'> & Partial<NewRecord> & { readonly id: number })[]) {
    const [first] = rows;
    if (first === undefined) return;
    await this.leaveDates(rows);
    await assertMonthsOpen(this.#company, rows);
    const stored = await this.#withUnits(rows);
    const properties = Object.keys(stored[0] as object).filter((property) => property !== 'id');
    await updateRows(this.#company, attendanceTable, properties as (keyof AttendanceRow & string)[], stored as never);
  }

  /** Like `updateRecordUnits`. */
  async updateUnits(employeeIds: readonly number[]): Promise<void> {
    await copyUnitsToRecords(this.#company, employeeIds);
  }

  /**
   * Voids the records that leave their date, until all records are replaced: another record may take that date, and the
   * unique index on dates is checked row by row.
   */
  async leaveDates(
    rows: readonly (Pick<NewRecord, 'employeeId' | 'date' | 'voidedAt'> & { readonly id: number })[],
  ): Promise<void> {
    const records = await findLiveRecords(
      this.#company,
      rows.map(({ id }) => id),
    );
    await assertMonthsOpen(this.#company, records);
    const said = new Map(rows.map((row) => [row.id, row]));
    const leaving = records.filter(({ id, employeeId, date }) => {
      const row = said.get(id);
      return row?.employeeId !== employeeId || row.date !== date || row.voidedAt !== null;
    });
    if (leaving.length === 0) return;
    await this.#company.change(LEAVE_DATES[this.#company.dialect], [leaving.map(({ id }) => id)]);
  }

  async #withUnits<Row extends { readonly employeeId: number }>(rows: readonly Row[]): Promise<(Row & Unit)[]> {
    const units = await unitsOf(this.#company, [...new Set(rows.map(({ employeeId }) => employeeId))]);
    return rows.map((row) => ({ ...row, ...(units.get(row.employeeId) ?? NO_UNIT) }));
  }
}
