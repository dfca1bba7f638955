import type { Clock, Dialect } from '@shaon/core';
import { getOrMake, systemClock } from '@shaon/core/storage';

/**
 * The clock for due times and leases, as SQL. On PostgreSQL it is the database's clock, so that workers on several
 * machines agree; if core was given a clock, it is that one. On SQLite, with its one process, it is core's clock.
 */
export interface SqlClock {
  /** The value to bind to the parameter that `now` was given. */
  value(): Date | null;
  /** SQL for "now", from its parameter: `now('$1')`. */
  now(parameter: string): string;
  /** SQL for "now" plus some milliseconds, from both parameters. */
  later(now: string, milliseconds: string): string;
}

/** Makes a value that depends on an SqlClock, such as a statement's text, once for each of them. */
export function memoizedByClock<Made>(make: (sqlClock: SqlClock) => Made): (sqlClock: SqlClock) => Made {
  const made = new WeakMap<SqlClock, Made>();
  return (sqlClock) => getOrMake(made, sqlClock, () => make(sqlClock));
}

export function sqlClockOf(dialect: Dialect, clock: Clock): SqlClock {
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
