import type { LabelHistory } from '../absence-types/label-history.ts';
import { insertRows, type NumberedRow, updateRows } from '../database/bulk-rows.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { CountChanges, replaceInCounts } from '../database/counts/count-changes.ts';
import { blockWriters, recountAll } from '../database/counts/recount-all.ts';
import { DIFFERENCES, eachDialect } from '../database/dialect.ts';
import type { Locked } from '../database/locked-row.ts';
import { companySql, updateOf } from '../database/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { changedAt } from '../unchanged-since.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import { type CountedRecord, countedAttendance } from './attendance-count.ts';
import {
  copyAllUnitsToRecords,
  copyUnitsToRecords,
  movingRecords,
  NO_UNIT,
  type Unit,
  unitsOf,
} from './record-units.ts';

/*
 * The only place that inserts, changes or moves attendance records. A record has a copy of its employee's department
 * and branch, and stored counts say how many records each of them has; only this file writes these. The caller must
 * lock the employee, so that they do not move to another department meanwhile.
 */

type RecordCounts = CountChanges<CountedRecord>;

/** A new record's own values; the copies are looked up. */
export type NewRecord = Omit<AttendanceRow, 'id' | 'companyId' | keyof Unit>;

/** Inserts a record of an employee who works in `unit`; if `unit` is absent, it is looked up. */
export async function insertRecord(
  company: CompanyTransaction,
  record: NewRecord,
  unit?: Unit,
): Promise<Locked<AttendanceRow>> {
  const { departmentId, branchId } =
    unit ?? (await unitsOf(company, [record.employeeId])).get(record.employeeId) ?? NO_UNIT;
  const row = await company.insert(attendanceTable, { departmentId, branchId, ...record });
  await replaceInCounts(company, countedAttendance, [], [row]);
  return row;
}

/** Changes a record and returns the changed row; a voided record is no longer counted. */
export async function changeRecord(
  company: CompanyTransaction,
  record: Locked<AttendanceRow>,
  change: Partial<Omit<NewRecord, 'employeeId'>>,
): Promise<Locked<AttendanceRow>> {
  const later = change.updatedAt && { updatedAt: changedAt(record.updatedAt, change.updatedAt) };
  const changed = await company.update(attendanceTable, record, withoutSameStatus(record, { ...change, ...later }));
  await replaceInCounts(company, countedAttendance, [record], [changed]);
  return changed;
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
  const counts = new CountChanges(countedAttendance);
  await moveRecords(company, employeeIds, counts);
  await counts.write(company);
}

async function moveRecords(company: CompanyTransaction, ids: readonly number[], counts: RecordCounts): Promise<void> {
  for (const { before, after, records } of await movingRecords(company, ids)) {
    counts.add(before, -records);
    counts.add(after, records);
  }
  await copyUnitsToRecords(company, ids);
}

/** Copies departments and branches, and counts all records of the company again; other writers wait meanwhile. */
export async function recountRecords(company: CompanyTransaction): Promise<void> {
  await blockWriters(company, attendanceTable);
  const { statisticsOf } = DIFFERENCES[company.dialect];
  // Without statistics of a new company, PostgreSQL would read all its records for each employee.
  if (statisticsOf !== null) await company.manager.query(statisticsOf([employeeTable, attendanceTable]), []);
  await copyAllUnitsToRecords(company);
  await recountAll(company, countedAttendance);
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

/** The gathered changes of counts are written at this number, when they take some megabytes. */
const MAX_GATHERED = 20_000;

/**
 * Writes many records at a time, for an import. The changes of counts are gathered and written now and then, and by
 * `finish`. The caller must lock all employees of the company until the end.
 */
export class BulkRecords {
  readonly #company: CompanyTransaction;
  readonly #counts: RecordCounts = new CountChanges(countedAttendance);

  constructor(company: CompanyTransaction) {
    this.#company = company;
  }

  async insert(rows: readonly (NewRecord & { readonly id: number })[]): Promise<void> {
    const stored = await this.#withUnits(rows);
    await insertRows(this.#company, attendanceTable, stored as readonly NumberedRow<AttendanceRow>[]);
    for (const row of stored) this.#counts.add(row, 1);
    await this.#writeMany();
  }

  /** Updates the records that the rows name by id, all rows with the same properties; voided ones are not counted. */
  async replace(rows: readonly (Omit<NewRecord, 'createdAt'> & Partial<NewRecord> & { readonly id: number })[]) {
    const [first] = rows;
    if (first === undefined) return;
    const records = await findLiveRecords(
      this.#company,
      rows.map(({ id }) => id),
    );
    for (const record of records) this.#counts.add(record, -1);
    await this.#leaveDates(records, rows);
    const stored = await this.#withUnits(rows);
    const properties = Object.keys(stored[0] as object).filter((property) => property !== 'id');
    await updateRows(this.#company, attendanceTable, properties as (keyof AttendanceRow & string)[], stored as never);
    for (const row of stored) this.#counts.add(row, 1);
    await this.#writeMany();
  }

  /** Like `updateRecordUnits`. */
  async updateUnits(employeeIds: readonly number[]): Promise<void> {
    await moveRecords(this.#company, employeeIds, this.#counts);
    await this.#writeMany();
  }

  async finish(): Promise<void> {
    await this.#counts.write(this.#company);
  }

  /**
   * Voids the records that leave their date, until all records are replaced: another record may take that date, and the
   * unique index on dates is checked row by row.
   */
  async #leaveDates(
    records: readonly AttendanceRow[],
    rows: readonly (Pick<NewRecord, 'employeeId' | 'date' | 'voidedAt'> & { readonly id: number })[],
  ): Promise<void> {
    const said = new Map(rows.map((row) => [row.id, row]));
    const leaving = records.filter(({ id, employeeId, date }) => {
      const row = said.get(id);
      return row?.employeeId !== employeeId || row.date !== date || row.voidedAt !== null;
    });
    if (leaving.length === 0) return;
    await this.#company.change(LEAVE_DATES[this.#company.dialect], [leaving.map(({ id }) => id)]);
  }

  async #writeMany(): Promise<void> {
    if (this.#counts.size <= MAX_GATHERED) return;
    await this.#counts.write(this.#company);
    this.#counts.clear();
  }

  async #withUnits<Row extends { readonly employeeId: number }>(rows: readonly Row[]): Promise<(Row & Unit)[]> {
    const units = await unitsOf(this.#company, [...new Set(rows.map(({ employeeId }) => employeeId))]);
    return rows.map((row) => ({ ...row, ...(units.get(row.employeeId) ?? NO_UNIT) }));
  }
}
