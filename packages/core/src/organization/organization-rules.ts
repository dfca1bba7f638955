import { ConstraintError } from '../database/constraint-errors.ts';
import { ShaonError } from '../errors.ts';
import type { OrganizationUnit } from './organization-references.ts';

/** D:E3: what employees are in is not deleted before somebody has said that they shall leave it. */
export function assertUnused(unit: OrganizationUnit, employees: number): void {
  if (employees === 0) return;
  const who = employees === 1 ? '1 employee is' : `${employees} employees are`;
  throw new ShaonError('in_use', `${who} in this ${unit}.`, { unit, employees });
}

/** D:E3: somebody came into the unit between the look and the delete. */
export function isUsedAfterAll(error: unknown): boolean {
  return error instanceof ConstraintError && error.kind === 'foreign_key';
}
