import { ShaonError } from '@shaon/core';
import type { EmployeePort, ServedServices, V1Services } from './v1-parts.ts';

type Methods = { readonly [Name in keyof V1Services]: readonly (keyof V1Services[Name] & string)[] };

/** The methods that the routes call. A missing one is reported here, not by the first request that needs it. */
const METHODS: Omit<Methods, 'extension'> = {
  employees: ['get', 'list'],
  attendance: ['list'],
  organization: ['departments', 'branches'],
  leave: ['list'],
  shifts: ['list'],
  tokens: ['authenticate', 'noteUse'],
  audit: ['commit', 'withinWrite'],
  clock: ['now'],
};
const WRITES: Readonly<Record<Exclude<keyof EmployeePort, 'get' | 'list'>, true>> = {
  exists: true,
  create: true,
  update: true,
  freeze: true,
  reactivate: true,
};

/** Throws `options_invalid`, which names the method that a service lacks. */
export function resolveServices(services: V1Services): ServedServices {
  for (const [name, methods] of Object.entries(METHODS)) {
    assertMethods(name, services[name as keyof typeof METHODS], methods);
  }
  const { employees, attendance, organization, leave, shifts, tokens, audit, clock } = services;
  const employeeWrites = writesOf(employees);
  return { employees, employeeWrites, attendance, organization, leave, shifts, tokens, audit, clock };
}

/** All writing methods or none: with some of them, other operations would answer 500. */
function writesOf(employees: V1Services['employees']): EmployeePort | null {
  const names = Object.keys(WRITES);
  if (!isWriting(employees, names)) return null;
  assertMethods('employees', employees, names);
  return employees;
}

function isWriting(employees: V1Services['employees'], names: readonly string[]): employees is EmployeePort {
  return names.some((name) => name in employees);
}

function assertMethods(name: string, service: object | undefined, methods: readonly string[]): void {
  const given = (service ?? {}) as Readonly<Record<string, unknown>>;
  const lacking = methods.filter((method) => typeof given[method] !== 'function');
  if (lacking.length === 0) return;
  const calls = lacking.map((method) => `${name}.${method}()`).join(', ');
  throw new ShaonError(
    'options_invalid',
    `createV1Routes needs ${calls}. Begin with all of core: { ...core, ${name} }.`,
  );
}
