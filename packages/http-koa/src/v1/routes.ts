import {
  attendanceQuery,
  employeeChangeInput,
  employeeQuery,
  leaveQuery,
  newEmployeeInput,
} from '@shaon/core/extension';
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
import { jsonBody, noBody } from './request-body.ts';
import { type Route, route } from './route.ts';
import { listShifts } from './shifts.ts';
import type { ServedServices } from './v1-parts.ts';

const newEmployee = jsonBody(newEmployeeInput);
const employeeChange = jsonBody(employeeChangeInput);

/**
 * The whole v1 API (SPEC 4): method, path, operation, query, body, handler. Core's `abilities-and-roles.ts` has the ability
 * that an operation needs.
 */
// biome-ignore format: a table is read by its columns
export const V1_ROUTES: readonly Route[] = [
  route('GET',   '/attendance',                'attendance.list',   attendanceQuery, noBody,         listAttendance),
  route('GET',   '/employees',                 'employees.read',    employeeQuery,   noBody,         listEmployees),
  route('POST',  '/employees',                 'employees.write',   noParameters,    newEmployee,    createEmployee),
  route('GET',   '/employees/{id}',            'employees.read',    noParameters,    noBody,         getEmployee),
  route('PATCH', '/employees/{id}',            'employees.write',   noParameters,    employeeChange, updateEmployee),
  route('POST',  '/employees/{id}/deactivate', 'employees.write',   noParameters,    noBody,         deactivateEmployee),
  route('POST',  '/employees/{id}/activate',   'employees.write',   noParameters,    noBody,         activateEmployee),
  route('GET',   '/departments',               'organization.read', noParameters,    noBody,         listDepartments),
  route('GET',   '/branches',                  'organization.read', noParameters,    noBody,         listBranches),
  route('GET',   '/leave',                     'leave.list',        leaveQuery,      noBody,         listLeave),
  route('GET',   '/shifts',                    'shifts.read',       noParameters,    noBody,         listShifts),
];

/** The rows that these services can serve: if employees cannot be written, the paths support fewer methods (D:H19). */
export function servedRoutes({ employeeWrites }: Pick<ServedServices, 'employeeWrites'>): readonly Route[] {
  return employeeWrites === null ? V1_ROUTES.filter(({ operation }) => operation !== 'employees.write') : V1_ROUTES;
}
