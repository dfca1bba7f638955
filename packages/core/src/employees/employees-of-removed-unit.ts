import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { companySql } from '../database/sql/statement.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { OrganizationReferences, OrganizationUnit } from '../organization/organization-references.ts';
import type { Clock } from '../time/clock.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import { employeeUpdated } from './employee-events.ts';
import type { EmployeeStore } from './employee-store.ts';

const COLUMN: Readonly<Record<OrganizationUnit, string>> = { department: 'department_id', branch: 'branch_id' };

/** The employees of departments and branches: their numbers, and how the removal of a unit changes them (D:E3). */
export function employeesOfRemovedUnit(parts: {
  readonly events: EventBus;
  readonly clock: Clock;
  readonly store: EmployeeStore;
}): OrganizationReferences {
  return {
    async countAll(scope, unit) {
      const column = COLUMN[unit];
      const statement = companySql`SELECT e.${column} AS unit, COUNT(*) AS employees FROM ${employeeTable} e
        WHERE e.${column} IS NOT NULL GROUP BY e.${column}`;
      return new Map((await scope.rows(statement)).map((row) => [Number(row.unit), Number(row.employees)]));
    },

    async count(company, unit, id) {
      const statement = companySql`SELECT COUNT(*) AS employees FROM ${employeeTable} e WHERE e.${COLUMN[unit]} = $2`;
      const [row] = await company.rows(statement, [id]);
      return Number(row?.employees);
    },

    async clear(company, unit, id) {
      const employees = await lockMembers(company, unit, id);
      // Only the locked employees. Somebody who was added since would get no event, so they make the removal fail.
      const cleared = await parts.store.clearUnit(company, unit, employees, parts.clock.now());
      for (const after of cleared) {
        await parts.events.publish(company, 'employee.updated', employeeUpdated(after.id, after));
      }
      return cleared.length;
    },
  };
}

function lockMembers(company: CompanyTransaction, unit: OrganizationUnit, id: number): Promise<Locked<EmployeeRow>[]> {
  return company.lockAll(employeeTable, unit === 'department' ? { departmentId: id } : { branchId: id });
}
