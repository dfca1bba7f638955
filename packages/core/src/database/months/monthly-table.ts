import type { AnyTable, StoredTable } from '../table.ts';

/** A table that can be partitioned by month on PostgreSQL (docs/scaling.md). */
export interface MonthlyTable {
  readonly table: StoredTable;
  /** The property that decides a row's month: an instant that never changes. */
  readonly by: string;
}

/** A month of UTC: `2026-05`. */
export type Month = string;

/** Partitions are made so many months ahead, so that a failure can be repaired in time. */
const MONTHS_AHEAD = 3;

function monthOf(instant: Date): Month {
  return instant.toISOString().slice(0, 7);
}

export function nextMonth(month: Month): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number, 1)));
}

/** The first instant of a month, as SQL text. */
export const startOf = (month: Month): string => `${month}-01T00:00:00Z`;

/** The first instant of an instant's month. */
export const firstInstantOf = (instant: Date): Date => new Date(startOf(monthOf(instant)));

/** The month of `now` and the following ones that need a partition. */
export function upcomingMonths(now: Date): Month[] {
  const months = [monthOf(now)];
  while (months.length <= MONTHS_AHEAD) months.push(nextMonth(months.at(-1) as Month));
  return months;
}

/** The partition that holds a month. */
export const partitionOf = (table: AnyTable, month: Month): AnyTable => partition(table, month.replace('-', '_'));

/** The default partition, for rows without a month's partition, so that no write fails because one is missing. */
export const defaultPartitionOf = (table: AnyTable): AnyTable => partition(table, 'default');

/** The month of a partition, from its name; null for the default partition and for tables that are not ours. */
export function monthOfPartition(table: AnyTable, name: string): Month | null {
  const suffix = name.startsWith(`${table.name}_`) ? name.slice(table.name.length + 1) : '';
  return /^\d{4}_(0[1-9]|1[0-2])$/.test(suffix) ? suffix.replace('_', '-') : null;
}

function partition(table: AnyTable, suffix: string): AnyTable {
  return { name: `${table.name}_${suffix}`, columns: table.columns };
}
