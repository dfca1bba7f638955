import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { OrganizationReferences, OrganizationUnit } from '../organization/organization-references.ts';
import type { Clock } from '../time/clock.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import { employeeUpdated } from './employee-events.ts';
import type { FollowEmployees } from './employee-moves.ts';

const COLUMN: Readonly<Record<OrganizationUnit, string>> = { department: 'department_id', branch: 'branch_id' };

const CLEARED: Readonly<Record<OrganizationUnit, Partial<EmployeeRow>>> = {
  department: { departmentId: null },
  branch: { branchId: null },
};

/** The employees of a department or branch, for its removal (D:E3). */
export function employeeReferences(parts: {
  readonly events: EventBus;
  readonly clock: Clock;
  readonly followEmployees: FollowEmployees;
}): OrganizationReferences {
  return {
    async count(company, unit, id) {
      const text = `SELECT COUNT(*) AS employees FROM "shaon_employee" WHERE company_id = $1 AND ${COLUMN[unit]} = $2`;
      const [row] = await company.rows(text, [id]);
      return Number(row?.employees);
    },

    async clear(company, unit, id) {
      const employees = await lockMembers(company, unit, id);
      // Only those that were locked: whoever came in since would get no event, so the removal must fail because of him.
      const text = `UPDATE "shaon_employee" SET ${COLUMN[unit]} = NULL, updated_at = $2 WHERE company_id = $1 AND id ${DIFFERENCES[company.dialect].inList('$3')}`;
      const ids = employees.map((employee) => employee.id);
      await company.rows(text, [parts.clock.now(), ids]);
      await parts.followEmployees(company, ids);
      for (const employee of employees) {
        const after = { ...employee, ...CLEARED[unit] };
        await parts.events.publish(company, 'employee.updated', employeeUpdated(after.id, after));
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
