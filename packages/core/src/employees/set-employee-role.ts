import { changeEmployeeLoginRole } from '../accounts/employee-login.ts';
import type { LoginRole } from '../actor.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { employeeTable } from './employee.ts';

/**
 * Gives one of the staff another role, in their row and in their log-in, which stay equal; false without
 * such an employee. Never reached by the API (SPEC 5.6).
 */
export async function setEmployeeRole(
  company: CompanyTransaction,
  employeeId: number,
  role: LoginRole,
  now: Date,
): Promise<boolean> {
  const employee = await company.lockOne(employeeTable, employeeId);
  if (employee === null) return false;
  if (employee.role !== role) await company.update(employeeTable, employee, { role, updatedAt: now });
  await changeEmployeeLoginRole(company, employeeId, role, now);
  return true;
}
