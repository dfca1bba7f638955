import { authorize } from '../abilities-and-roles.ts';
import { type Actor, assertActor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { orNotFound } from '../errors.ts';
import { type Employee, type EmployeeFilter, findEmployee, listEmployees } from './employee-queries.ts';

/** Reading employees; a host with its own people table may pass its own implementation. */
export interface EmployeeReads {
  /** Throws `not_found` for an unknown or foreign id (SPEC 4, GET /employees/{id}). */
  get(actor: Actor, id: number): Promise<Employee>;
  /** One page by id ascending, including frozen people (SPEC 4, GET /employees; D:Q20). */
  list(actor: Actor, filter: EmployeeFilter, page: PageRequest): Promise<Page<Employee>>;
}

/** Whether an employee exists, for routes that must answer 404 before any validation. */
export interface EmployeeExistence {
  /** Whether the company has this employee; for actors who may read or change them (D:K6, K9). */
  exists(actor: Actor, id: number): Promise<boolean>;
}

export function createEmployeeReads({
  database,
}: {
  readonly database: CompanyReads;
}): EmployeeReads & EmployeeExistence {
  return {
    async get(actor, id) {
      authorize(actor, 'employees.read');
      return orNotFound(await findEmployee(database.scope(actor), id), 'employee');
    },
    async list(actor, filter, page) {
      authorize(actor, 'employees.read');
      return listEmployees(database.scope(actor, listReading('employees.list')), filter, page);
    },
    async exists(actor, id) {
      authorizeToKnow(actor);
      return (await findEmployee(database.scope(actor), id)) !== null;
    },
  };
}

/** A token with only `employees:write` learns from answers whether an employee exists, so it may also ask (D:K9). */
function authorizeToKnow(actor: Actor): void {
  assertActor(actor);
  const reads = actor.kind !== 'token' || actor.abilities.has('employees:read');
  authorize(actor, reads ? 'employees.read' : 'employees.write');
}
