import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import { CountChanges } from './attendance-count-writes.ts';

/* Every write of a record that decides where it is counted goes through this file or through an import, which counts
   by itself; the tests count each suite's database again. Whoever calls holds the employee (`lockPunches`), so that he
   does not move to another department meanwhile. */

/** What a new record says itself; where its employee works is looked up. */
export type NewRecord = Omit<AttendanceRow, 'id' | 'companyId' | 'departmentId' | 'branchId'>;

export async function insertRecord(company: CompanyTransaction, record: NewRecord): Promise<AttendanceRow> {
  const text = 'SELECT department_id, branch_id FROM "shaon_employee" WHERE company_id = $1 AND id = $2';
  const [employee] = await company.rows(text, [record.employeeId]);
  const row = await company.insert(attendanceTable, {
    ...record,
    departmentId: idOrNull(employee?.department_id),
    branchId: idOrNull(employee?.branch_id),
  });
  const counts = new CountChanges();
  counts.add(row, 1);
  await counts.write(company);
  return row;
}

/** Changes a record, of which `record` says how it is now; gives it as it is then. */
export async function changeRecord<Change extends Partial<NewRecord>>(
  company: CompanyTransaction,
  record: AttendanceRow,
  change: Change,
): Promise<AttendanceRow & Change> {
  await company.update(attendanceTable, record.id, change);
  const changed = { ...record, ...change };
  const counts = new CountChanges();
  if (record.voidedAt === null) counts.add(record, -1);
  if (changed.voidedAt === null) counts.add(changed, 1);
  await counts.write(company);
  return changed;
}

/**
 * Puts the records of employees, of years ago too, where these work now: a list by department or branch means that of
 * today (D:Q24). Gathers what this changes about the counts in `counts`.
 */
export async function moveRecords(
  company: CompanyTransaction,
  employeeIds: readonly number[],
  counts: CountChanges,
): Promise<void> {
  const { dateAsText, inList, isNotDistinctFrom: same } = DIFFERENCES[company.dialect];
  const moved = await company.rows(
    `SELECT ${dateAsText('a.date')} AS day, a.status, a.department_id, a.branch_id, e.department_id AS new_department_id,
        e.branch_id AS new_branch_id, COUNT(*) AS records
      FROM "shaon_attendance" a JOIN "shaon_employee" e ON e.company_id = a.company_id AND e.id = a.employee_id
      WHERE a.company_id = $1 AND a.employee_id ${inList('$2')} AND a.voided_at IS NULL
        AND NOT (a.department_id ${same} e.department_id AND a.branch_id ${same} e.branch_id)
      GROUP BY a.date, a.status, a.department_id, a.branch_id, e.department_id, e.branch_id`,
    [employeeIds],
  );
  for (const row of moved) {
    const [date, status, records] = [String(row.day), String(row.status), Number(row.records)];
    const before = { departmentId: idOrNull(row.department_id), branchId: idOrNull(row.branch_id) };
    const after = { departmentId: idOrNull(row.new_department_id), branchId: idOrNull(row.new_branch_id) };
    counts.add({ date, status, ...before }, -records);
    counts.add({ date, status, ...after }, records);
  }
  await company.rows(
    `UPDATE "shaon_attendance" AS a SET department_id = e.department_id, branch_id = e.branch_id FROM "shaon_employee" e
      WHERE a.company_id = $1 AND e.company_id = a.company_id AND e.id = a.employee_id AND a.employee_id ${inList('$2')}
        AND NOT (a.department_id ${same} e.department_id AND a.branch_id ${same} e.branch_id)`,
    [employeeIds],
  );
}

/** `moveRecords` as what follows a change of employees at once. */
export async function followEmployees(company: CompanyTransaction, employeeIds: readonly number[]): Promise<void> {
  const counts = new CountChanges();
  await moveRecords(company, employeeIds, counts);
  await counts.write(company);
}

function idOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
