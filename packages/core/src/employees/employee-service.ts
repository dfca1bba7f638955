import type { CompanyReads } from '../database/database.ts';
import { createRecount, type Recount } from '../recount.ts';
import { createEmployeeReads, type EmployeeExistence, type EmployeeReads } from './employee-reads.ts';
import { recountEmployees } from './employee-store.ts';
import { createEmployeeWrites, type EmployeeWriteParts, type EmployeeWrites } from './employee-writes.ts';

/** The staff, for tokens and the web interface. */
export interface EmployeeService extends EmployeeReads, EmployeeExistence, EmployeeWrites, Recount {}

interface EmployeeParts extends EmployeeWriteParts {
  readonly database: CompanyReads & EmployeeWriteParts['database'];
}

export function createEmployeeService(parts: EmployeeParts): EmployeeService {
  return {
    ...createEmployeeReads(parts),
    ...createEmployeeWrites(parts),
    ...createRecount(parts, 'organization.write', 'employees.recount', recountEmployees),
  };
}
