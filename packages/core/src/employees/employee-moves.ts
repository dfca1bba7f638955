import type { CompanyTransaction } from '../database/company-scope.ts';

/**
 * What must follow employees into another department or branch, or out of one: it lies above this folder and
 * implements this, and `core.ts` hands it over.
 */
export type FollowEmployees = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;
