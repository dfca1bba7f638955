import type { AnyTable, StoredTable } from '../table.ts';

/** A table that may be in partitions by month on PostgreSQL (docs/scaling.md). */
export interface MonthlyTable {
  readonly table: StoredTable;
  /** The property by which a row belongs to a month: an instant that never changes. */
  readonly by: string;
}

/** A month of UTC: `2026-05`. */
export type Month = string;

/** Partitions are made so many months before they are needed, so that a failure has time to be mended. */
const MONTHS_AHEAD = 3;

function monthOf(instant: Date): Month {
  return instant.toISOString().slice(0, 7);
}

export function nextMonth(month: Month): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number, 1)));
}

/** The first instant of a month, as it stands in SQL. */
export const startOf = (month: Month): string => `${month}-01T00:00:00Z`;

/** The first instant of the month in which an instant lies. */
export const firstInstantOf = (instant: Date): Date => new Date(startOf(monthOf(instant)));

/** The month of `now` and those that follow for which there has to be a partition. */
export function comingMonths(now: Date): Month[] {
  const months = [monthOf(now)];
  while (months.length <= MONTHS_AHEAD) months.push(nextMonth(months.at(-1) as Month));
  return months;
}

/** The partition that holds a month. */
export const partitionOf = (table: AnyTable, month: Month): AnyTable => partition(table, month.replace('-', '_'));

/** The partition of whatever has no month of its own, so that no write ever fails for want of one. */
export const strayOf = (table: AnyTable): AnyTable => partition(table, 'default');

/** Which month a partition holds, by its name; null for that of the strays and for what is not ours. */
export function monthOfPartition(table: AnyTable, name: string): Month | null {
  const suffix = name.startsWith(`${table.name}_`) ? name.slice(table.name.length + 1) : '';
  return /^\d{4}_(0[1-9]|1[0-2])$/.test(suffix) ? suffix.replace('_', '-') : null;
}

function partition(table: AnyTable, suffix: string): AnyTable {
  return { name: `${table.name}_${suffix}`, entity: `${table.entity}_${suffix}`, columns: table.columns };
}
