import type { CompanyScope, CompanyTransaction } from '../database/company-scope.ts';

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
