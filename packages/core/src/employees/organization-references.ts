import type { Change, CompanyScope, NewRow } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { OrganizationReferences, OrganizationUnit } from '../organization/organization-references.ts';
import type { Clock } from '../time/clock.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import { employeeUpdated } from './employee-events.ts';

const COLUMN: Readonly<Record<OrganizationUnit, string>> = { department: 'department_id', branch: 'branch_id' };

const CLEARED: Readonly<Record<OrganizationUnit, Change<NewRow<EmployeeRow>>>> = {
  department: { departmentId: null },
  branch: { branchId: null },
};

/** The employees of a department or branch, for its removal (D:E3). */
export function employeeReferences(parts: {
  readonly events: EventBus;
  readonly clock: Clock;
}): OrganizationReferences {
  return {
    async count(company, unit, id) {
      const text = `SELECT COUNT(*) AS employees FROM "shaon_employee" WHERE company_id = $1 AND ${COLUMN[unit]} = $2`;
      const [row] = await company.rows(text, [id]);
      return Number(row?.employees);
    },

    async clear(company, unit, id) {
      const employees = await lockMembers(company, unit, id);
      const updatedAt = parts.clock.now();
      for (const employee of employees) {
        await company.update(employeeTable, employee.id, { ...CLEARED[unit], updatedAt });
        const after = { ...employee, ...CLEARED[unit] } as EmployeeRow;
        await parts.events.publish(company, 'employee.updated', employeeUpdated(after));
      }
      return employees.length;
    },
  };
}

async function lockMembers(scope: CompanyScope, unit: OrganizationUnit, id: number): Promise<EmployeeRow[]> {
  const { forUpdate } = DIFFERENCES[scope.dialect];
  const text = `SELECT ${employeeTable.selection(scope.dialect)} FROM "shaon_employee" WHERE company_id = $1 AND ${COLUMN[unit]} = $2 ORDER BY id ${forUpdate}`;
  return (await scope.rows(text, [id])).map(employeeTable.fromDatabase);
}
