import { isCalendarDate } from '@shaon/core/time';

/** The facts that an accepted answer disclosed, for its audit row: numbers and dates, never values. */
export interface Disclosed {
  readonly records: number;
  /** Different people among the records. */
  readonly people?: number;
  /** The records' first and last dates. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Records with a location. */
  readonly located?: number;
}

/** For records that each belong to one employee and one date. A host's own record may have a date that is none. */
export function disclosedDays(records: readonly { readonly employee_id: number; readonly date: string }[]): Disclosed {
  const people = new Set<number>();
  let from: string | undefined;
  let to: string | undefined;
  for (const { employee_id, date } of records) {
    people.add(employee_id);
    const isWithin = from !== undefined && to !== undefined && date >= from && date <= to;
    if (isWithin || !isCalendarDate(date)) continue;
    if (from === undefined || date < from) from = date;
    if (to === undefined || date > to) to = date;
  }
  return { records: records.length, people: people.size, from, to };
}
