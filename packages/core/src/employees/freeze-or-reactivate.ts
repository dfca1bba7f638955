import { disableEmployeeLogin, enableEmployeeLogin } from '../accounts/employee-login.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { WriteOptions } from '../database/database.ts';
import { orNotFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { WriteParts } from '../service-parts.ts';
import { type EmployeeStatus, employeeTable } from './employee.ts';
import { employeeUpdated } from './employee-events.ts';
import { type Employee, findEmployee } from './employee-queries.ts';
import type { EmployeeStore } from './employee-store.ts';

/** The employee as they are now. If `isChanged` is false, they already were so and no event was fired (D:F1). */
export interface StatusChange {
  readonly isChanged: boolean;
  readonly employee: Employee;
}

interface FreezeParts extends WriteParts {
  readonly events: EventBus;
  readonly store: EmployeeStore;
}

/** Freezes or reactivates an employee; the log-in, its sessions and its links follow the status (D:A15). */
export async function freezeOrReactivate(
  { database, audit, events, clock, store }: FreezeParts,
  actor: Actor,
  id: number,
  status: EmployeeStatus,
  options: WriteOptions,
): Promise<StatusChange> {
  const isFreeze = status === 'frozen';
  const current = orNotFound(await findEmployee(database.scopeBeforeWrite(actor, options), id), 'employee');
  if (current.status === status) return { isChanged: false, employee: current };
  return database.write(actor, isFreeze ? 'employees.freeze' : 'employees.reactivate', options, async (company) => {
    const row = orNotFound(await company.lockOne(employeeTable, id), 'employee');
    const isChanged = row.status !== status;
    if (isChanged) {
      const now = clock.now();
      await store.change(company, row, { status, frozenAt: isFreeze ? now : null }, now);
      await (isFreeze ? disableEmployeeLogin : enableEmployeeLogin)(company, id, now);
      await events.publish(company, 'employee.updated', employeeUpdated(id, { ...row, status }));
      await auditAct(audit, company, actor, isFreeze ? 'employee.freeze' : 'employee.reactivate', {
        employee_id: id,
      });
    }
    return { isChanged, employee: (await findEmployee(company, id)) as Employee };
  });
}
