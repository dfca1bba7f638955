import { attendanceQuery, employeeChangeInput, employeeQuery, leaveQuery, newEmployeeInput } from '@shaon/core';
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

/** The whole v1 API (SPEC 4): method, path, ability, query, handler, body. */
// biome-ignore format: a table is read by its columns
export const V1_ROUTES: readonly Route[] = [
  route('GET',   '/attendance',                'attendance:read', attendanceQuery, listAttendance),
  route('GET',   '/employees',                 'employees:read',  employeeQuery,   listEmployees),
  route('POST',  '/employees',                 'employees:write', noParameters,    createEmployee, newEmployeeInput),
  route('GET',   '/employees/{id}',            'employees:read',  noParameters,    getEmployee),
  route('PATCH', '/employees/{id}',            'employees:write', noParameters,    updateEmployee, employeeChangeInput),
  route('POST',  '/employees/{id}/deactivate', 'employees:write', noParameters,    deactivateEmployee),
  route('POST',  '/employees/{id}/activate',   'employees:write', noParameters,    activateEmployee),
  route('GET',   '/departments',               'employees:read',  noParameters,    listDepartments),
  route('GET',   '/branches',                  'employees:read',  noParameters,    listBranches),
  route('GET',   '/leave',                     'leave:read',      leaveQuery,      listLeave),
  route('GET',   '/shifts',                    'shifts:read',     noParameters,    listShifts),
];
