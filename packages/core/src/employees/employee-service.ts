import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads, WriteOptions } from '../database/database.ts';
import type { CreateOptions } from '../external-ids/external-id-queries.ts';
import { createEmployee, type EmployeeCreationParts } from './create-employee.ts';
import type { EmployeeChange, NewEmployee } from './employee-input.ts';
import type { Employee } from './employee-queries.ts';
import { createEmployeeReads, type EmployeeExistence, type EmployeeReads } from './employee-reads.ts';
import { retryOnLostRace } from './employee-rules.ts';
import type { EmployeeStore } from './employee-store.ts';
import { freezeOrReactivate, type StatusChange } from './freeze-or-reactivate.ts';
import { type EditEmployee, employeePatch } from './patch-or-amend-employee.ts';

/** The changes of the staff that a token may make: the services behind POST and PATCH /employees. */
export interface EmployeeWrites {
  /**
   * Creates an active employee with role `employee`, their log-in with a generated password, the welcome message and
   * the event, in one transaction (SPEC 4, POST /employees; D:W28); with `welcomeMessages: false` without password and
   * message. `input` may be anything. Throws `invalid_input`, which names all errors, and `state_conflict` for an external
   * id that is taken.
   */
  create(actor: Actor, input: unknown, options?: CreateOptions): Promise<Employee>;
  /**
   * Changes the given fields (SPEC 4, PATCH /employees/{id}); equal values change nothing (D:W18). `change` may be
   * anything. Throws `not_found`, and `invalid_input`, which names all errors.
   */
  update(actor: Actor, id: number, change: unknown, options?: WriteOptions): Promise<Employee>;
  /**
   * SPEC 4, POST /employees/{id}/deactivate. `isChanged` is false if they were frozen already (D:F1). Also ends their
   * sessions, links and unsent invitation (D:A15). Throws `state_conflict` for the company's last active admin (D:A1).
   */
  freeze(actor: Actor, id: number, options?: WriteOptions): Promise<StatusChange>;
  /** SPEC 4, POST /employees/{id}/activate. */
  reactivate(actor: Actor, id: number, options?: WriteOptions): Promise<StatusChange>;
}

/** The staff, for tokens and the web interface. */
export interface EmployeeService extends EmployeeReads, EmployeeExistence, EmployeeWrites {
  create(actor: Actor, input: NewEmployee, options?: CreateOptions): Promise<Employee>;
  update(actor: Actor, id: number, change: EmployeeChange, options?: WriteOptions): Promise<Employee>;
}

interface EmployeeParts extends EmployeeCreationParts {
  readonly database: CompanyReads & EmployeeCreationParts['database'];
  readonly editEmployee: EditEmployee;
  readonly store: EmployeeStore;
}

export function createEmployeeService(parts: EmployeeParts): EmployeeService {
  return {
    ...createEmployeeReads(parts),

    async create(actor, input, options = {}) {
      authorize(actor, 'employees.write');
      return retryOnLostRace(() => createEmployee(parts, actor, input, options));
    },
    async update(actor, id, change, options = {}) {
      authorize(actor, 'employees.write');
      return parts.editEmployee(actor, id, change, options, employeePatch);
    },
    async freeze(actor, id, options = {}) {
      authorize(actor, 'employees.write');
      return freezeOrReactivate(parts, actor, id, 'frozen', options);
    },
    async reactivate(actor, id, options = {}) {
      authorize(actor, 'employees.write');
      return freezeOrReactivate(parts, actor, id, 'active', options);
    },
  };
}
