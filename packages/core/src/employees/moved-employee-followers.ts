import type { CompanyTransaction } from '../database/company-scope.ts';

/**
 * Brings along what must follow employees into another department or branch, or out of one: their attendance records.
 * Attendance implements it, and `core.ts` hands it over, because attendance builds on this folder.
 */
export type FollowMovedEmployees = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;
