import { ShaonError } from '../errors.ts';
import type { OrganizationUnit } from './organization-references.ts';

/** D:E3: a unit with employees is not deleted unless the caller asks to take them out of it. */
export function assertUnused(unit: OrganizationUnit, employees: number): void {
  if (employees === 0) return;
  const subject = employees === 1 ? '1 employee is' : `${employees} employees are`;
  throw new ShaonError('in_use', `${subject} in this ${unit}.`, { unit, employees });
}
