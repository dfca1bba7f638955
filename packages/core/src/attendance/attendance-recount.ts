import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyScope, CompanyTransaction } from '../database/company-scope.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { authorize } from '../permissions.ts';
import { attendanceTable } from './attendance.ts';
import type { CountKind } from './attendance-count.ts';

/** What a record is a member of, by the columns of the record. */
const MEMBER: Readonly<Record<CountKind, string>> = {
  all: "''",
  department: 'CAST(a.department_id AS text)',
  branch: 'CAST(a.branch_id AS text)',
  status: 'a.status',
};
const KINDS = Object.keys(MEMBER) as CountKind[];

const countedBy = (kind: CountKind, period: 'day' | 'month', date: string): string =>
  `SELECT '${kind}' AS kind, ${MEMBER[kind]} AS member, '${period}' AS period, ${date} AS date, COUNT(*) AS total
    FROM "shaon_attendance" a WHERE a.company_id = $1 AND a.voided_at IS NULL AND ${MEMBER[kind]} IS NOT NULL
    GROUP BY 2, 4`;

/** All counts as the records themselves say them. */
function countedAnew({ dialect }: CompanyScope): string {
  const month = DIFFERENCES[dialect].firstOfMonth('a.date');
  return KINDS.flatMap((kind) => [countedBy(kind, 'day', 'a.date'), countedBy(kind, 'month', month)]).join(
    ' UNION ALL ',
  );
}

/** For a product that writes records past Shaon. */
export interface AttendanceRecount {
  /**
   * Gives the records of the actor's company the department and branch of their employees, and counts them anew: the
   * lists tell their totals by counts that are kept when Shaon itself writes. Seconds for a million records; whoever
   * writes attendance meanwhile waits. Throws `not_permitted`.
   */
  recount(actor: Actor, options?: WriteOptions): Promise<void>;
}

export function createAttendanceRecount(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
}): AttendanceRecount {
  const { database, audit } = parts;
  return {
    async recount(actor, options = {}) {
      authorize(actor, 'attendance.manage');
      await database.write(actor, 'attendance.recount', options, async (company) => {
        await recount(company);
        await auditAct(audit, company, actor, 'attendance.recount', {});
      });
    },
  };
}

async function recount(company: CompanyTransaction): Promise<void> {
  const { holdWriters, isNotDistinctFrom: same } = DIFFERENCES[company.dialect];
  if (holdWriters !== null) await company.manager.query(holdWriters(attendanceTable));
  await company.rows(
    `UPDATE "shaon_attendance" AS a SET department_id = e.department_id, branch_id = e.branch_id FROM "shaon_employee" e
      WHERE a.company_id = $1 AND e.company_id = a.company_id AND e.id = a.employee_id
        AND NOT (a.department_id ${same} e.department_id AND a.branch_id ${same} e.branch_id)`,
  );
  await company.rows('DELETE FROM "shaon_attendance_count" WHERE company_id = $1');
  await company.rows(
    `INSERT INTO "shaon_attendance_count" (company_id, kind, member, period, date, total)
      SELECT $1, kind, member, period, date, total FROM (${countedAnew(company)}) AS counted`,
  );
}
