import { type Core, type NewEmployee, systemActor } from '@shaon/core';
import type { DataSource } from 'typeorm';
import { hashPassword } from './log-in.ts';
import { type Account, accountTable, type Hire, hireTable } from './tables.ts';

export interface NewHire {
  readonly jobTitle: string;
  readonly contractNumber: string;
  /** Passed to Shaon unchanged and validated there. */
  readonly employee: NewEmployee;
}

/**
 * Writes the product's row and Shaon's employee, with the audit row, the event and the welcome message, in one
 * transaction.
 */
export function hire(dataSource: DataSource, core: Core, companyId: number, wanted: NewHire): Promise<Hire> {
  return dataSource.transaction(async (manager) => {
    const employee = await core.employees.create(systemActor(companyId), wanted.employee, { manager });
    const { jobTitle, contractNumber } = wanted;
    return manager.getRepository(hireTable).save({ companyId, employeeId: employee.id, jobTitle, contractNumber });
  });
}

/** Signs a customer up: creates their company in Shaon and their account in the product. */
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
