import { abilityFor, type TokenOperation } from '../abilities-and-roles.ts';
import type { Ability } from '../ability-names.ts';

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

/** The ability that a call needs; null for a path or method that the API lacks. HEAD needs that of GET (D:K16). */
export function abilityOfCall(method: string | null, route: string | null): Ability | null {
  const operation = OPERATION_OF_CALL[`${method === 'HEAD' ? 'GET' : method} ${route}`];
  return operation === undefined ? null : abilityFor(operation);
}
