import type { CompanyTransaction } from '../database/company-scope.ts';

export type OrganizationUnit = 'department' | 'branch';

/**
 * Who refers to a department or branch. Employees do, and they lie above this folder: they implement it, and
 * `core.ts` hands it over.
 */
export interface OrganizationReferences {
  /** How many employees are in the unit. */
  count(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<number>;
  /** Takes every employee out of the unit, with an `employee.updated` for each; gives their number (D:E3). */
  clear(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<number>;
}
