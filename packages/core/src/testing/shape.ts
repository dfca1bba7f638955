import assert from 'node:assert/strict';
import { isCalendarDate } from '../time/calendar-date.ts';

/** The allowed values of a field. */
export interface Kind {
  /** In words, for the message of a failed case. */
  readonly is: string;
  holds(value: unknown): boolean;
}

/** The published fields of a record, each with its kind (SPEC 2). */
export type Shape<Item> = { readonly [Name in keyof Item]-?: Kind };

/** Integers within the range of the API's own ids (D:E6). */
const wholeFrom = (is: string, min: number, max: number): Kind => ({
  is,
  holds: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
});
/** Of employees, departments, branches and shifts. */
export const smallId: Kind = wholeFrom('an integer from 1 to 2^31 − 1', 1, 2 ** 31 - 1);
/** Of attendance records and leave requests. */
export const bigId: Kind = wholeFrom('an integer from 1 to 2^53 − 1', 1, Number.MAX_SAFE_INTEGER);
export const percent: Kind = wholeFrom('a whole percentage from 0', 0, Number.MAX_SAFE_INTEGER);
export const text: Kind = {
  is: 'a text that is not empty',
  holds: (value) => typeof value === 'string' && value !== '',
};
export const flag: Kind = { is: 'true or false', holds: (value) => typeof value === 'boolean' };
export const date: Kind = {
  is: 'a date as YYYY-MM-DD',
  holds: isCalendarDate,
};
/** A Date, because the API formats it with the offset of the company's zone (D:T4); a text would have no known zone. */
export const instant: Kind = {
  is: 'a Date',
  holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};
export const timeOfDay: Kind = {
  is: 'a time as HH:MM',
  holds: (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
};

export function oneOf(...words: readonly string[]): Kind {
  return { is: `one of ${words.join(', ')}`, holds: (value) => typeof value === 'string' && words.includes(value) };
}

/** An object with exactly these fields. */
export function objectOf<Item>(shape: Shape<Item>): Kind {
  const fields = Object.entries<Kind>(shape);
  return {
    is: `{ ${fields.map(([name, kind]) => `${name}: ${kind.is}`).join(', ')} }`,
    holds: (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).length === fields.length &&
      fields.every(([name, kind]) => kind.holds((value as Readonly<Record<string, unknown>>)[name])),
  };
}

export function orNull(kind: Kind): Kind {
  return { is: `${kind.is}, or null`, holds: (value) => value === null || kind.holds(value) };
}

/**
 * Passes if each record has exactly the published fields (SPEC 1: other data is never exposed), and each field has a
 * value that the API can show.
 */
export function assertShape<Item extends object>(records: readonly Item[], shape: Shape<Item>): void {
  const fields = Object.entries<Kind>(shape);
  const names = fields.map(([name]) => name).sort();
  for (const record of records) {
    assert.deepEqual(Object.keys(record).sort(), names, 'a record must have exactly the published fields');
    for (const [name, kind] of fields) {
      const value: unknown = (record as Readonly<Record<string, unknown>>)[name];
      assert.ok(kind.holds(value), `${name} must be ${kind.is}, but is ${typeof value} ${JSON.stringify(value)}`);
    }
  }
}
