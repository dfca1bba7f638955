import type { Clock, Dialect } from '@shaon/core';
import { systemClock } from '@shaon/core/extension';

/**
 * The time by which rows are due and leases end, as SQL: on PostgreSQL the database's own clock, so that workers on
 * several machines agree, unless core was given a clock; on SQLite, which has one process, that process's clock.
 */
export interface DueTime {
  /** The value to bind where `now` was given `parameter`. */
  value(): Date | null;
  /** SQL for "now", given the place of its parameter: `now('$1')`. */
  now(parameter: string): string;
  /** SQL for "now" and some milliseconds, given the places of both parameters. */
  later(now: string, milliseconds: string): string;
}

export function dueTime(dialect: Dialect, clock: Clock): DueTime {
  if (dialect === 'sqlite') {
    return {
      value: () => clock.now(),
      now: (parameter) => parameter,
      later: (now, milliseconds) => `${now} + ${milliseconds}`,
    };
  }
  return {
    value: () => (clock === systemClock ? null : clock.now()),
    now: (parameter) => `COALESCE(${parameter}::timestamptz, now())`,
    later: (now, milliseconds) =>
      `COALESCE(${now}::timestamptz, now()) + ${milliseconds}::bigint * interval '1 millisecond'`,
  };
}
