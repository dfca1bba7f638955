import { changeEmployeeLoginRole } from '../accounts/employee-login.ts';
import type { LoginRole } from '../actor.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { assertVersion } from '../database/sql/expected-version.ts';
import { orNotFound } from '../errors.ts';
import { employeeTable } from './employee.ts';

/**
 * Changes an employee's role in their row and their log-in, which stay equal, and returns the role before. The API
 * cannot do this (SPEC 5.6). Throws `not_found`, `state_conflict` for the last active admin and for a role that is not
 * the expected one.
 */
export async function setEmployeeRole(
  company: CompanyTransaction,
  employeeId: number,
  role: LoginRole,
  expectedVersion: string | undefined,
  now: Date,
): Promise<LoginRole> {
  const employee = orNotFound(await company.lockOne(employeeTable, employeeId), 'employee');
  assertVersion(expectedVersion, 'role', () => ({ role: employee.role }));
  if (employee.role !== role) await company.update(employeeTable, employee, { role, updatedAt: now });
  await changeEmployeeLoginRole(company, employeeId, role, now);
  return employee.role as LoginRole;
}
