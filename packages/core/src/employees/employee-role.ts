import { changeEmployeeLoginRole } from '../accounts/employee-login.ts';
import type { LoginRole } from '../actor.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { employeeTable } from './employee.ts';
import { lockEmployee } from './employee-queries.ts';

/**
 * Gives one of the staff another role, in his row and in his log-in, which stay equal (DESIGN, Log-ins); false without
 * such an employee. Never reached by the API (SPEC 5.6).
 */
export async function setEmployeeRole(
  company: CompanyTransaction,
  employeeId: number,
  role: LoginRole,
  now: Date,
): Promise<boolean> {
  const employee = await lockEmployee(company, employeeId);
  if (employee === null) return false;
  if (employee.role !== role) await company.update(employeeTable, employeeId, { role, updatedAt: now });
  await changeEmployeeLoginRole(company, employeeId, role, now);
  return true;
}
