import type { Ability } from './ability-names.ts';
import { type Actor, assertAccount, assertActor, type LoginRole } from './actor.ts';
import { ShaonError } from './errors.ts';
import { signInFirst } from './unfinished-sign-in.ts';

interface Permission {
  /** The ability that a token needs; null if no token may do it (SPEC 1). */
  readonly token: Ability | null;
  readonly roles: readonly LoginRole[];
}

const managers = ['admin', 'manager'] as const;
const admins = ['admin'] as const;

/**
 * The permissions: one row per operation of a service. The embedding product (system actor) may do all of it. An
 * employee's own days and requests are granted to `employee`, and the service restricts them to the employee's own id.
 */
export const PERMISSIONS = {
  'attendance.list': { token: 'attendance:read', roles: managers },
  'attendance.manage': { token: null, roles: managers },
  'attendance.own': { token: null, roles: ['admin', 'manager', 'employee'] },
  'months.read': { token: null, roles: managers },
  'months.close': { token: null, roles: admins },
  'clocks.manage': { token: null, roles: admins },
  'employees.read': { token: 'employees:read', roles: managers },
  'employees.write': { token: 'employees:write', roles: admins },
  'personnel.search': { token: null, roles: managers },
  'personnel.file': { token: null, roles: admins },
  'people.import': { token: null, roles: admins },
  'organization.read': { token: 'employees:read', roles: managers },
  'organization.write': { token: null, roles: admins },
  'leave.list': { token: 'leave:read', roles: managers },
  'leave.decide': { token: null, roles: managers },
  'leave.own': { token: null, roles: ['admin', 'manager', 'employee'] },
  'shifts.read': { token: 'shifts:read', roles: managers },
  'shifts.write': { token: null, roles: admins },
  'external_ids.manage': { token: null, roles: admins },
  'company.settings': { token: null, roles: admins },
  'tokens.manage': { token: null, roles: admins },
  'accounts.manage': { token: null, roles: admins },
  'messages.manage': { token: null, roles: admins },
  'audit.read': { token: null, roles: admins },
  'webhooks.manage': { token: null, roles: admins },
} as const satisfies Record<string, Permission>;

/** An operation that an actor may be permitted, by its name in the table above. */
export type Operation = keyof typeof PERMISSIONS;

/** An operation that a token may be permitted. */
export type TokenOperation = {
  [Name in Operation]: (typeof PERMISSIONS)[Name]['token'] extends Ability ? Name : never;
}[Operation];

/** The ability that a token needs for an operation (SPEC 5.5). */
export function abilityFor(operation: TokenOperation): Ability {
  return PERMISSIONS[operation].token;
}

/**
 * Permits an actor or throws: `ability_missing` (with `details.ability`) for a token (SPEC 5.4), `not_permitted` for a
 * person, `options_invalid` for an actor whom a product without type checks has made wrongly.
 */
export function authorize(actor: Actor, operation: Operation): void {
  assertActor(actor);
  const permission: Permission = PERMISSIONS[operation];
  if (actor.kind === 'system') return;
  if (actor.kind === 'account') {
    assertAccount(actor);
    if (permission.roles.includes(actor.role)) return;
    throw new ShaonError('not_permitted', 'Your role does not permit this.', { operation });
  }
  if (actor.kind !== 'token') throw signInFirst(actor);
  if (permission.token !== null && actor.abilities.has(permission.token)) return;
  throw new ShaonError('ability_missing', 'Invalid ability provided.', { ability: permission.token });
}
