import { attendanceQuery, employeeChangeInput, employeeQuery, leaveQuery, newEmployeeInput } from '@shaon/core/input';
import { listAttendance } from './attendance.ts';
import {
  activateEmployee,
  createEmployee,
  deactivateEmployee,
  getEmployee,
  listEmployees,
  updateEmployee,
} from './employees.ts';
import { listLeave } from './leave.ts';
import { listBranches, listDepartments } from './organization.ts';
import { noParameters } from './parameters.ts';
import { type Route, route } from './route.ts';
import { listShifts } from './shifts.ts';
import type { ServedServices } from './v1-parts.ts';

/**
 * The whole v1 API (SPEC 4): method, path, operation, query, body, handler. Core's `abilities-and-roles.ts` has the ability
 * that an operation needs.
 */
// biome-ignore format: a table is read by its columns
export const V1_ROUTES: readonly Route[] = [
  route('GET',   '/attendance',                'attendance.list',   attendanceQuery, null,                listAttendance),
  route('GET',   '/employees',                 'employees.read',    employeeQuery,   null,                listEmployees),
  route('POST',  '/employees',                 'employees.write',   noParameters,    newEmployeeInput,    createEmployee),
  route('GET',   '/employees/{id}',            'employees.read',    noParameters,    null,                getEmployee),
  route('PATCH', '/employees/{id}',            'employees.write',   noParameters,    employeeChangeInput, updateEmployee),
  route('POST',  '/employees/{id}/deactivate', 'employees.write',   noParameters,    null,                deactivateEmployee),
  route('POST',  '/employees/{id}/activate',   'employees.write',   noParameters,    null,                activateEmployee),
  route('GET',   '/departments',               'organization.read', noParameters,    null,                listDepartments),
  route('GET',   '/branches',                  'organization.read', noParameters,    null,                listBranches),
  route('GET',   '/leave',                     'leave.list',        leaveQuery,      null,                listLeave),
  route('GET',   '/shifts',                    'shifts.read',       noParameters,    null,                listShifts),
];

/** The rows that these services can serve: if employees cannot be written, the paths support fewer methods (D:H19). */
export function servedRoutes({ employeeWrites }: Pick<ServedServices, 'employeeWrites'>): readonly Route[] {
  return employeeWrites === null ? V1_ROUTES.filter(({ operation }) => operation !== 'employees.write') : V1_ROUTES;
}
