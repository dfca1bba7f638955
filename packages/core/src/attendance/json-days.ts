import { calendarDateColumn, double, flag, integer } from '../database/columns.ts';
import type { JsonPage } from '../database/json-pages.ts';
import type { RawRow } from '../database/sql.ts';
import { formatInstant } from '../time/zone.ts';

/** A page of days as JSON, with the figures that the audit records about it. */
export interface JsonDays {
  /** The records, separated by commas. */
  readonly records: Buffer;
  readonly total: number;
  readonly recordCount: number;
  readonly people: number;
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly located: number;
}

/** How the records are shown; `zone` is that of instants. */
export interface ShownDays {
  readonly withLocation: boolean;
  readonly zone: string;
}

/** The page as SQLite writes it. */
export function jsonDaysOfPage({ records, total, summary }: JsonPage): JsonDays {
  return {
    records,
    total,
    recordCount: Number(summary.list_records),
    people: Number(summary.people),
    firstDate: summary.first_date as string | null,
    lastDate: summary.last_date as string | null,
    located: Number(summary.located),
  };
}

/**
 * The page of the list's raw rows. Their texts are joined by hand: a page of 200 days with locations takes 280 µs
 * instead of the 440 of its records, their dates and `JSON.stringify`.
 */
export function jsonDaysOfRows(rows: readonly RawRow[], shown: ShownDays): JsonDays {
  const people = new Set<unknown>();
  const dates: string[] = [];
  let located = 0;
  let records = '';
  for (const row of rows) {
    // A page without records has one row, for the total.
    if (row.list_row === null) continue;
    const date = calendarDateColumn.fromDatabase(row.date);
    const location = shown.withLocation ? jsonLocation(row) : null;
    if (location !== null && location !== NOWHERE) located += 1;
    people.add(row.employee_id);
    dates.push(date);
    const end = location === null ? '}' : `,"location":${location}}`;
    records += (records === '' ? '' : ',') + jsonRecord(row, date, shown.zone) + end;
  }
  return {
    records: Buffer.from(records),
    total: Number(rows[0]?.list_total ?? 0),
    recordCount: dates.length,
    people: people.size,
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
    located,
  };
}

const NONE = 'null';
const NOWHERE = `{"check_in":${NONE},"check_out":${NONE}}`;

/** A record without its location and its closing brace. */
function jsonRecord(row: RawRow, date: string, zone: string): string {
  return (
    `{"id":${Number(row.id)},"employee_id":${Number(row.employee_id)},"date":"${date}",` +
    `"check_in":${jsonInstant(row.check_in, zone)},"check_out":${jsonInstant(row.check_out, zone)},` +
    `"status":${JSON.stringify(row.status)},"absence_type":${JSON.stringify(row.absence_type)},` +
    `"is_approved":${flag.fromDatabase(row.is_approved)}`
  );
}

const jsonInstant = (ms: unknown, zone: string): string =>
  ms === null ? NONE : `"${formatInstant(Number(ms), zone)}"`;

function jsonLocation(row: RawRow): string {
  const checkIn = jsonPoint(row.check_in_lat, row.check_in_lng, row.check_in_accuracy_meters);
  const checkOut = jsonPoint(row.check_out_lat, row.check_out_lng, row.check_out_accuracy_meters);
  return `{"check_in":${checkIn},"check_out":${checkOut}}`;
}

/** A location needs both coordinates (D:T11). */
function jsonPoint(lat: unknown, lng: unknown, accuracyMeters: unknown): string {
  if (lat === null || lng === null) return NONE;
  const accuracy = integer.nullable.fromDatabase(accuracyMeters);
  return `{"lat":${double.fromDatabase(lat)},"lng":${double.fromDatabase(lng)},"accuracy_meters":${accuracy}}`;
}
