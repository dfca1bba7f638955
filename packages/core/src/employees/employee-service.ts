import type { Actor } from '../actor.ts';
import type { CompanyReads, WriteOptions } from '../database/database.ts';
import type { CreateOptions } from '../external-ids/external-id-queries.ts';
import type { EmployeeChange, NewEmployee } from './employee-input.ts';
import type { Employee } from './employee-queries.ts';
import { createEmployeeReads, type EmployeeExistence, type EmployeeReads } from './employee-reads.ts';
import { createEmployeeWrites, type EmployeeWriteParts, type EmployeeWrites } from './employee-writes.ts';

/** The staff, for tokens and the web interface. */
export interface EmployeeService extends EmployeeReads, EmployeeExistence, EmployeeWrites {
  create(actor: Actor, input: NewEmployee, options?: CreateOptions): Promise<Employee>;
  update(actor: Actor, id: number, change: EmployeeChange, options?: WriteOptions): Promise<Employee>;
}

interface EmployeeParts extends EmployeeWriteParts {
  readonly database: CompanyReads & EmployeeWriteParts['database'];
}

export function createEmployeeService(parts: EmployeeParts): EmployeeService {
  return {
    ...createEmployeeReads(parts),
    ...createEmployeeWrites(parts),
  };
}
