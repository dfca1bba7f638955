import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import { issue } from '../input/issue.ts';
import { type LeaveRequestRow, leaveRequestTable } from '../leave/leave-request.ts';
import { refuseContradictingRows } from './contradicting-rows.ts';
import type { Candidate, CheckedRow, ImportRun } from './import-run.ts';

type RequestFields = Pick<LeaveRequestRow, 'employeeId' | 'date' | 'status'> &
  Partial<Pick<LeaveRequestRow, 'cancelledAt'>>;

const keyOf = ({ employeeId, date }: Pick<LeaveRequestRow, 'employeeId' | 'date'>): string => `${employeeId} ${date}`;

/**
 * D:A3: two approved requests of an employee for one date would contradict each other. The import has locked the
 * employees, so nobody decides between this check and the write. A row that only an imported request is in the way of
 * waits, because a later row may move that one (D:A28); once all others are written (`isLast`) it is refused.
 *
 * Approvals of an export do not contradict each other here, because the installation that it comes from has them, and
 * one may meet an earlier export's version of another, whose new row comes in a later chunk. So they are compared only
 * with requests that no import has made.
 */
export async function refuseSecondApprovals<Fields extends RequestFields>(
  run: ImportRun,
  candidates: readonly Candidate[],
  checked: readonly CheckedRow<Fields>[],
  isLast = false,
): Promise<CheckedRow<Fields>[]> {
  const approvals = await findApprovals(
    run,
    checked.flatMap((one) => ('fields' in one && isApproved(one.fields) ? [one.fields] : [])),
  );
  return refuseContradictingRows(candidates, checked, (changed) => {
    const stored = approvals.filter(({ id }) => !changed.has(id)).map((one) => [keyOf(one), one.isImported] as const);
    const mayBeMoved = new Map(stored);
    return (fields) => {
      if (!isApproved(fields)) return null;
      const key = keyOf(fields);
      if (mayBeMoved.get(key) === true && !isLast) return 'waits';
      if (mayBeMoved.has(key)) return { date: [issue('unique')] };
      if (!run.isExport) mayBeMoved.set(key, false);
      return null;
    };
  });
}

const isApproved = ({ status, cancelledAt }: RequestFields): boolean =>
  status === 'approved' && (cancelledAt ?? null) === null;

const columns = (dialect: Dialect): CompanySql => companySql`r.id, r.employee_id,
  ${DIFFERENCES[dialect].dateAsText('r.date')} AS date, EXISTS (SELECT 1 FROM ${externalIdTable} x
    WHERE x.kind = 'leave' AND x.record_id = r.id AND x.digest <> '') AS is_imported`;
const SAME_DATE = `r.employee_id = asked.employee_id AND r.date = asked.date AND r.status = 'approved'
  AND r.cancelled_at IS NULL`;

// Both forms make the database go from the chunk to the table; otherwise it would read every request.
const FIND_APPROVALS: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: companySql`SELECT ${columns('sqlite')} FROM (
      SELECT json_extract(value, '$[0]') AS employee_id, json_extract(value, '$[1]') AS date FROM json_each($2)
    ) AS asked CROSS JOIN ${leaveRequestTable} r WHERE ${SAME_DATE}`,
  postgres: companySql`SELECT request.* FROM unnest($2::int[], $3::date[]) AS asked(employee_id, date)
    CROSS JOIN LATERAL (SELECT ${columns('postgres')} FROM ${leaveRequestTable} r WHERE ${SAME_DATE}) AS request`,
};

interface Approval {
  readonly id: number;
  readonly employeeId: number;
  readonly date: string;
  readonly isImported: boolean;
}

/** The stored approvals of the same employees and dates, for an export without those that an import has made. */
async function findApprovals(
  { company, isExport }: ImportRun,
  approved: readonly RequestFields[],
): Promise<readonly Approval[]> {
  if (approved.length === 0) return [];
  const values =
    company.dialect === 'sqlite'
      ? [JSON.stringify(approved.map(({ employeeId, date }) => [employeeId, date]))]
      : [approved.map(({ employeeId }) => employeeId), approved.map(({ date }) => date)];
  const rows = await company.rows(FIND_APPROVALS[company.dialect], values);
  return rows
    .map((row) => ({
      id: Number(row.id),
      employeeId: Number(row.employee_id),
      date: String(row.date),
      isImported: Boolean(row.is_imported),
    }))
    .filter(({ isImported }) => !(isExport && isImported));
}
