import { type Core, type NewEmployee, systemActor } from '@shaon/core';
import type { DataSource } from 'typeorm';
import { hashPassword } from './log-in.ts';
import { type Account, accountTable, type Hire, hireTable } from './tables.ts';

export interface NewHire {
  readonly jobTitle: string;
  readonly contractNumber: string;
  /** Goes to Shaon as it is and is judged there. */
  readonly employee: NewEmployee;
}

/** Our row and Shaon's employee, with the audit row, the event and the welcome message: all or nothing. */
export function hire(dataSource: DataSource, core: Core, companyId: number, wanted: NewHire): Promise<Hire> {
  return dataSource.transaction(async (manager) => {
    const employee = await core.employees.create(systemActor(companyId), wanted.employee, { manager });
    const { jobTitle, contractNumber } = wanted;
    return manager.getRepository(hireTable).save({ companyId, employeeId: employee.id, jobTitle, contractNumber });
  });
}

/** A customer signs up: their company in Shaon and their account with us. */
export async function signUp(
  dataSource: DataSource,
  core: Core,
  customer: { readonly company: string; readonly name: string; readonly email: string; readonly password: string },
): Promise<Account> {
  const passwordHash = await hashPassword(customer.password);
  return dataSource.transaction(async (manager) => {
    const company = await core.companies.create({ name: customer.company }, { manager });
    const { name, email } = customer;
    return manager
      .getRepository(accountTable)
      .save({ name, email, passwordHash, companyId: company.id, role: 'admin' as const });
  });
}
