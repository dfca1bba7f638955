import type { TokenOperation } from '../abilities-and-roles.ts';

/** The operation of each API call, by method and route of its audit row (SPEC 4). A test compares it with the API. */
export const OPERATION_OF_CALL: Readonly<Record<string, TokenOperation>> = {
  'GET /attendance': 'attendance.list',
  'GET /employees': 'employees.read',
  'POST /employees': 'employees.write',
  'GET /employees/{id}': 'employees.read',
  'PATCH /employees/{id}': 'employees.write',
  'POST /employees/{id}/deactivate': 'employees.write',
  'POST /employees/{id}/activate': 'employees.write',
  'GET /departments': 'organization.read',
  'GET /branches': 'organization.read',
  'GET /leave': 'leave.list',
  'GET /shifts': 'shifts.read',
};
