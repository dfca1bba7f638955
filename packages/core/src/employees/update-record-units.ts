import type { CompanyTransaction } from '../database/company-scope.ts';

/**
 * Copies the department and branch of employees who moved onto their attendance records. Attendance implements it, and
 * `core.ts` passes it in, because attendance depends on this folder.
 */
export type UpdateRecordUnits = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;
