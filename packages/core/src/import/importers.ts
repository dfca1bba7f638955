import { employeeCreated } from '../employees/employee-events.ts';
import type { RowSecrets } from '../employees/new-employee-row.ts';
import type { EventBus } from '../events/event-bus.ts';
import { attendanceImporter } from './import-attendance.ts';
import { type EmployeeFields, employeeImporter } from './import-employees.ts';
import { leaveImporter } from './import-leave.ts';
import { branchImporter, departmentImporter, shiftImporter } from './import-organization.ts';
import type { KindImporter } from './import-run.ts';
import type { ImportKind } from './import-source.ts';

/** The importer of each kind of rows; each accepts only fields that it has validated itself. */
type Importers = Readonly<Record<ImportKind, KindImporter<never>>>;

export function createImporters(parts: {
  readonly secrets: RowSecrets;
  readonly statuses: ReadonlySet<string>;
}): Importers {
  return {
    departments: departmentImporter as KindImporter<never>,
    branches: branchImporter as KindImporter<never>,
    shifts: shiftImporter as KindImporter<never>,
    employees: employeeImporter(parts.secrets) as KindImporter<never>,
    leave: leaveImporter as KindImporter<never>,
    attendance: attendanceImporter(parts.statuses) as KindImporter<never>,
  };
}

/** Importers with another one of people. */
export function withPeople(
  importers: Importers,
  around: (importer: KindImporter<EmployeeFields>) => KindImporter<EmployeeFields>,
): Importers {
  return {
    ...importers,
    employees: around(importers.employees as KindImporter<EmployeeFields>) as KindImporter<never>,
  };
}

/** Importers that also fire `employee.created` for each new person (D:V26). */
export function firingEvents(importers: Importers, events: EventBus): Importers {
  const employees = importers.employees as KindImporter<EmployeeFields>;
  return {
    ...importers,
    employees: {
      ...employees,
      async create(run, rows) {
        await employees.create(run, rows);
        for (const { id, fields } of rows) {
          const { departmentId = null, branchId = null } = fields;
          const data = employeeCreated(id, { ...fields, departmentId, branchId });
          await events.publish(run.company, 'employee.created', data);
        }
      },
    } satisfies KindImporter<EmployeeFields> as KindImporter<never>,
  };
}
