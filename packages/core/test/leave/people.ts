import type { AccountActor, SystemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { type CoreTest, newEmployee } from '../support.ts';

/** A new employee of the company as the person who has logged in. */
export async function person(
  test: CoreTest,
  role: AccountActor['role'] = 'employee',
  company: SystemActor = test.company,
): Promise<AccountActor & { readonly employeeId: number }> {
  const employee = await test.core.employees.create(company, newEmployee());
  const [login] = await test.core.extension.database
    .scope(company)
    .rows(rawSql('SELECT id FROM "shaon_login" WHERE company_id = $1 AND employee_id = $2'), [employee.id]);
  return {
    kind: 'account',
    companyId: company.companyId,
    loginId: Number(login?.id),
    role,
    name: employee.name,
    employeeId: employee.id,
  };
}
