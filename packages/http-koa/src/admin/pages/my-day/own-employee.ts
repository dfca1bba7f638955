import { PageError } from '../../page-errors.ts';
import type { Page } from '../../visit.ts';

/** The staff row of the reader. An admin may have none, and then has no day of their own either. */
export function ownEmployee({ actor }: Page): number {
  if (actor.employeeId === null) throw new PageError('notFound');
  return actor.employeeId;
}
