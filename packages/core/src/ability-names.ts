/**
 * What a token may be allowed to do (SPEC 5). There is no all-access ability.
 * `sensitive` marks abilities that the web interface warns about.
 */
export const ABILITIES = {
  'attendance:read': { grants: 'Read attendance records', sensitive: false },
  'attendance:location:read': { grants: 'Also read where a punch was made', sensitive: true },
  'employees:read': { grants: 'Read employees, departments and branches', sensitive: false },
  'employees:write': { grants: 'Create, update, freeze and reactivate employees', sensitive: true },
  'leave:read': { grants: 'Read leave requests', sensitive: false },
  'shifts:read': { grants: 'Read wage-rate presets', sensitive: false },
} as const satisfies Record<string, { grants: string; sensitive: boolean }>;

/** An ability of a token, by its name (SPEC 5.5); there is no all-access ability. */
export type Ability = keyof typeof ABILITIES;

/** All abilities, in the order of the specification (SPEC 5). */
export const ABILITY_NAMES: readonly Ability[] = Object.keys(ABILITIES) as Ability[];

/** Whether a text names an ability; nothing else is accepted (SPEC 5). */
export function isAbility(text: unknown): text is Ability {
  return typeof text === 'string' && Object.hasOwn(ABILITIES, text);
}
