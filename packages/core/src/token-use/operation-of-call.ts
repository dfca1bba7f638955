import type { Ability } from '../ability-names.ts';
import { abilityFor, type TokenOperation } from '../permissions.ts';

/** What each call of the API is, by the method and route that its audit row names (SPEC 4). The API's own table is tested to agree. */
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

/** The ability that a call needs; null where the API has no such path or method. HEAD needs that of GET (D:K16). */
export function abilityOfCall(method: string | null, route: string | null): Ability | null {
  const operation = OPERATION_OF_CALL[`${method === 'HEAD' ? 'GET' : method} ${route}`];
  return operation === undefined ? null : abilityFor(operation);
}
