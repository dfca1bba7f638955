import type { Asked } from './call.ts';
import { dateTime } from './date-times.ts';
import type { AttendanceRow } from './record.ts';

/* A page as text, written by hand, which is the fastest way to make JSON in Node. */

/** The page with its links and meta, as SPEC 2 shows it. */
export function pageText(
  rows: readonly AttendanceRow[],
  hasLocation: boolean,
  asked: Asked,
  total: number,
  address: string,
): string {
  let data = '';
  for (const row of rows) data += `${data === '' ? '' : ','}${recordText(row, hasLocation)}`;
  const last = Math.max(1, Math.ceil(total / asked.perPage));
  const link = (page: number) => `"${address}?page=${page}"`;
  const prev = asked.page > 1 ? link(asked.page - 1) : 'null';
  const next = asked.page < last ? link(asked.page + 1) : 'null';
  return (
    `{"data":[${data}],"links":{"first":${link(1)},"last":${link(last)},"prev":${prev},"next":${next}},` +
    `"meta":{"current_page":${asked.page},"last_page":${last},"per_page":${asked.perPage},"total":${total}}}`
  );
}

function recordText(row: AttendanceRow, hasLocation: boolean): string {
  const approved = row.is_approved === 1 || row.is_approved === true;
  const start =
    `{"id":${row.id},"employee_id":${row.employee_id},"date":"${row.date}","check_in":${timeText(row.check_in)},` +
    `"check_out":${timeText(row.check_out)},"status":${JSON.stringify(row.status)},` +
    `"absence_type":${row.absence_type === null ? 'null' : JSON.stringify(row.absence_type)},"is_approved":${approved}`;
  if (!hasLocation) return `${start}}`;
  const checkIn = pointText(row.check_in_lat, row.check_in_lng, row.check_in_accuracy_meters);
  const checkOut = pointText(row.check_out_lat, row.check_out_lng, row.check_out_accuracy_meters);
  return `${start},"location":{"check_in":${checkIn},"check_out":${checkOut}}}`;
}

function timeText(instant: number | null): string {
  return instant === null ? 'null' : `"${dateTime(instant)}"`;
}

function pointText(lat: number | null, lng: number | null, accuracy: number | null): string {
  return lat === null ? 'null' : `{"lat":${lat},"lng":${lng},"accuracy_meters":${accuracy}}`;
}
