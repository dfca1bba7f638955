import { loginTable } from '../accounts/login.ts';
import { correctionRequestTable } from '../correction-requests/correction-request.ts';
import { isWaiting } from '../correction-requests/correction-request-queries.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import {
  EMPLOYEE_FROM,
  EMPLOYEE_SELECT,
  type EmployeeSummary,
  employeeSummary,
  toEmployee,
} from '../employees/employee-queries.ts';
import { getOrMake } from '../get-or-make.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import { managerLimitTable, type UnitIds, unitsOfLimit } from '../organization/manager-limit.ts';
import type { Manager, Person } from './people-seen.ts';

const MANAGERS = companySql`SELECT l.id, l.name, l.employee_id, m.kind, m.department_id, m.branch_id
  FROM ${loginTable} l LEFT JOIN ${managerLimitTable} m ON m.login_id = l.id
  WHERE l.role = 'manager' AND l.disabled_at IS NULL ORDER BY l.id, m.department_id, m.branch_id`;

/** The managers who may sign in, by id, with their limits. */
export async function activeManagers(scope: CompanyScope): Promise<Manager[]> {
  const byId = new Map<number, RawRow[]>();
  for (const row of await scope.rows(MANAGERS)) getOrMake(byId, Number(row.id), () => []).push(row);
  return [...byId].map(([id, rows]) => ({
    id,
    name: String(rows[0]?.name),
    employeeId: rows[0]?.employee_id == null ? null : Number(rows[0].employee_id),
    limit: unitsOfLimit(rows),
  }));
}

const LIMIT = companySql`SELECT m.kind, m.department_id, m.branch_id FROM ${managerLimitTable} m
  WHERE m.login_id = $2 ORDER BY m.department_id, m.branch_id`;

/** The departments and branches of one log-in's limit, by id. */
export async function readLimit(scope: CompanyScope, loginId: number): Promise<UnitIds> {
  return unitsOfLimit(await scope.rows(LIMIT, [loginId]));
}

const ACTIVE = companySql`SELECT e.id, e.department_id, e.branch_id FROM ${employeeTable} e WHERE e.status = 'active'
  ORDER BY e.id`;

/** Where the active people of the company belong. */
export async function activePeople(scope: CompanyScope): Promise<Person[]> {
  return (await scope.rows(ACTIVE)).map(({ id, department_id, branch_id }) => ({
    id: Number(id),
    departmentId: department_id === null ? null : Number(department_id),
    branchId: branch_id === null ? null : Number(branch_id),
  }));
}

const WAITING = eachDialect(
  (dialect) => companySql`SELECT r.employee_id,
      COALESCE(SUM(CASE WHEN r.group_key IS NULL THEN 1 ELSE 0 END), 0) + COUNT(DISTINCT r.group_key) AS requests
    FROM ${leaveRequestTable} r WHERE r.cancelled_at IS NULL AND r.status = 'pending' GROUP BY r.employee_id
    UNION ALL SELECT r.employee_id, COUNT(*) FROM ${correctionRequestTable} r WHERE ${isWaiting(dialect)}
    GROUP BY r.employee_id`,
);

/** How many requests of each person, for leave and for corrections, wait for a decision, as the queues count them. */
export async function waitingRequests(scope: CompanyScope): Promise<Map<number, number>> {
  const waiting = new Map<number, number>();
  for (const { employee_id, requests } of await scope.rows(WAITING[scope.dialect])) {
    const id = Number(employee_id);
    waiting.set(id, (waiting.get(id) ?? 0) + Number(requests));
  }
  return waiting;
}

const SUMMARIES = eachDialect(
  (
    dialect,
  ) => companySql`SELECT ${EMPLOYEE_SELECT} FROM ${EMPLOYEE_FROM} WHERE e.id ${DIFFERENCES[dialect].inList('$2')}
    ORDER BY e.searched, e.id`,
);

/** These people by name. */
export async function summariesOf(scope: CompanyScope, ids: readonly number[]): Promise<EmployeeSummary[]> {
  if (ids.length === 0) return [];
  return (await scope.rows(SUMMARIES[scope.dialect], [ids])).map(toEmployee).map(employeeSummary);
}
