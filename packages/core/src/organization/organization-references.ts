import type { CompanyScope, CompanyTransaction } from '../database/company-scope.ts';

export type OrganizationUnit = 'department' | 'branch';

/**
 * The rows that refer to a department or branch: employees. Their folder lies above this one, so it implements this
 * interface, and `core.ts` hands it over.
 */
export interface OrganizationReferences {
  /** How many employees each unit has, by its id; units without any are left out. */
  countAll(scope: CompanyScope, unit: OrganizationUnit): Promise<Map<number, number>>;
  /** How many employees are in the unit. */
  count(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<number>;
  /** Takes every employee out of the unit, with an `employee.updated` for each; gives their number (D:E3). */
  clear(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<number>;
}
