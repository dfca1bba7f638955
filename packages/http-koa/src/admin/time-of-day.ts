import { withoutDirectionMarks } from '@shaon/core';

/** `08:02`, or shorter as people type it: `8:02`, `802`. */
const TYPED = /^([01]?\d|2[0-3]):?([0-5]\d)$/;

/** The time of day that somebody typed, as the services take it: `08:02`. Null for a text that is no time. */
export function timeOfDay(typed: string): string | null {
  const [, hour, minute] = TYPED.exec(withoutDirectionMarks(typed).trim()) ?? [];
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
}
