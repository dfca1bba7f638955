import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';

/** The reader's employee id. Throws `notFound` for an admin without a staff row, who has no day of their own. */
export function ownEmployee({ actor }: Page): number {
  if (actor.employeeId === null) throw new PageError('notFound');
  return actor.employeeId;
}

/** One of the reader's days in their month, which opens it. */
export const ownDayPath = (date: string): string =>
  `/my-day/month?${new URLSearchParams({ month: date.slice(0, 7), day: String(Number(date.slice(8))) })}`;
