import type { AccountActor, SystemActor } from '@shaon/core';
import { type CoreTest, newEmployee } from '../support.ts';

/** A new employee of the company as the person who has logged in. */
export async function person(
  test: CoreTest,
  role: AccountActor['role'] = 'employee',
  company: SystemActor = test.company,
): Promise<AccountActor & { readonly employeeId: number }> {
  const employee = await test.core.employees.create(company, newEmployee());
  return {
    kind: 'account',
    companyId: company.companyId,
    loginId: employee.id,
    role,
    name: employee.name,
    employeeId: employee.id,
  };
}
