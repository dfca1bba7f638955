import type { CompanyTransaction } from '../database/company-scope.ts';

/**
 * Updates the attendance records of employees who move to another department or branch, or leave one. Attendance
 * implements it, and `core.ts` passes it in, because attendance depends on this folder.
 */
export type FollowMovedEmployees = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;
