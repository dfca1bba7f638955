import type { Clock, Dialect } from '@shaon/core';
import { systemClock } from '@shaon/core/extension';

/**
 * The time by which rows are due and leases end, as SQL. On PostgreSQL it is the database's clock, so that workers on
 * several machines agree; if core was given a clock, it is that one. SQLite has one process, whose clock it is.
 */
export interface DueTime {
  /** The value to bind where `now` was given `parameter`. */
  value(): Date | null;
  /** SQL for "now", given its parameter: `now('$1')`. */
  now(parameter: string): string;
  /** SQL for "now" and some milliseconds, given both parameters. */
  later(now: string, milliseconds: string): string;
}

/** Makes what depends on a DueTime, such as a statement's text, once for each of them. */
export function oncePerTime<Made>(make: (time: DueTime) => Made): (time: DueTime) => Made {
  const made = new WeakMap<DueTime, Made>();
  return (time) => {
    const known = made.get(time) ?? make(time);
    made.set(time, known);
    return known;
  };
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
