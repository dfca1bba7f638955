import type { EmployeeRow } from './employee.ts';

export interface EmployeeEventData {
  'employee.created': {
    employee_id: number;
    name: string;
    email: string;
    department_id: number | null;
    branch_id: number | null;
  };
  /** Always exactly these fields, so that a change of salary cannot be inferred (D:V8). */
  'employee.updated': EmployeeEventData['employee.created'] & { status: string };
}

type EventEmployee = Pick<EmployeeRow, 'name' | 'email' | 'departmentId' | 'branchId'>;

export function employeeCreated(id: number, employee: EventEmployee): EmployeeEventData['employee.created'] {
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
): EmployeeEventData['employee.updated'] {
  return { ...employeeCreated(id, employee), status: employee.status };
}
