import type { EventData } from '../events/event-types.ts';
import type { EmployeeRow } from './employee.ts';

type EventEmployee = Pick<EmployeeRow, 'name' | 'email' | 'departmentId' | 'branchId'>;

export function employeeCreated(id: number, employee: EventEmployee): EventData['employee.created'] {
  return {
    employee_id: id,
    name: employee.name,
    email: employee.email,
    department_id: employee.departmentId,
    branch_id: employee.branchId,
  };
}

export function employeeUpdated(
  id: number,
  employee: EventEmployee & Pick<EmployeeRow, 'status'>,
): EventData['employee.updated'] {
  return { ...employeeCreated(id, employee), status: employee.status };
}
