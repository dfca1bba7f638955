/** The SDK's method of each operation; an operation that is missing here fails the generation. */
const METHODS = {
  listAttendance: 'attendance.list(filter)',
  listEmployees: 'employees.list(filter)',
  createEmployee: 'employees.create(employee)',
  getEmployee: 'employees.get(id)',
  updateEmployee: 'employees.update(id, changes)',
  deactivateEmployee: 'employees.deactivate(id)',
  activateEmployee: 'employees.activate(id)',
  listDepartments: 'departments.list()',
  listBranches: 'branches.list()',
  listLeave: 'leave.list(filter)',
  listShifts: 'shifts.list()',
};

/** Such as `employees.update(id, changes)`. */
export function sdkMethodOf(operationId) {
  const method = METHODS[operationId];
  if (method === undefined) throw new Error(`The SDK's method of ${operationId} is not in tools/codegen.`);
  return method;
}
