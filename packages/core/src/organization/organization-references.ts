import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { ShaonError } from '../errors.ts';

export type OrganizationUnit = 'department' | 'branch';

/**
 * The employees of a department or branch. Their folder depends on this one, so it implements this interface, and
 * `core.ts` passes it in.
 */
export interface OrganizationReferences {
  /** How many employees each unit has, by its id; units without employees are omitted. */
  countAll(scope: CompanyScope, unit: OrganizationUnit): Promise<Map<number, number>>;
  /** How many employees are in the unit. */
  count(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<number>;
  /** Takes all employees out of the unit, with an `employee.updated` for each; returns how many (D:E3). */
  clear(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<number>;
}

/** D:E3: a unit with employees is not deleted unless the caller asks to take them out of it. */
export function assertUnused(unit: OrganizationUnit, employees: number): void {
  if (employees === 0) return;
  const subject = employees === 1 ? '1 employee is' : `${employees} employees are`;
  throw new ShaonError('in_use', `${subject} in this ${unit}.`, { unit, employees });
}
