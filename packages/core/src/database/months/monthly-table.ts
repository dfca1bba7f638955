import { calendarDateColumn } from '../columns.ts';
import type { AnyTable, StoredTable } from '../table.ts';

/** A table that can be partitioned by month on PostgreSQL (docs/scaling.md). */
export interface MonthlyTable {
  readonly table: StoredTable;
  /** The property that decides a row's month: an instant or a calendar date. */
  readonly by: string;
  /**
   * Shaon's own tables with a reference to this one. Partitioning gives these references up, because each would need
   * the date too.
   */
  readonly referring?: readonly StoredTable[];
  /** Whether any request may read all months, so that each connection may lock all partitions at once. */
  readonly isReadWhole?: boolean;
}

/** A month of UTC: `2026-05`. */
export type Month = string;

/** Partitions are made so many months ahead, so that a failure can be repaired in time. */
const MONTHS_AHEAD = 3;
/** Each partition makes planning dearer, and callers choose the dates of attendance. */
const YEARS_BACK = 10;

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

/** Instants or dates as SQL text, `from` up to and without `until`. */
export interface MonthRange {
  readonly from: string;
  readonly until: string;
}

export const rangeOf = (month: Month): MonthRange => ({ from: startOf(month), until: startOf(nextMonth(month)) });

/** Which rows' months get a partition; other rows stay in the default partition. */
export function monthsWithPartition(now: Date): MonthRange {
  const oldest = monthOf(new Date(Date.UTC(now.getUTCFullYear() - YEARS_BACK, now.getUTCMonth(), 1)));
  return { from: startOf(oldest), until: startOf(nextMonth(upcomingMonths(now).at(-1) as Month)) };
}

/** The expression of a row's month, in UTC for an instant: `2026-05`. */
export function monthExpression({ table, by }: MonthlyTable): string {
  const key = table.quoted(by);
  // A date at a time zone would be shifted by the session's own zone.
  const instant = table.columns[by] === calendarDateColumn ? key : `${key} AT TIME ZONE 'UTC'`;
  return `to_char(${instant}, 'YYYY-MM')`;
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
