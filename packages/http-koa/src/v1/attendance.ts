import { type AttendanceFilter, type AttendanceRecord, formatInstant, type GpsPoint } from '@shaon/core';
import type { Answer } from './answer.ts';
import { disclosedDays } from './disclosed.ts';
import { type PagingQuery, pageAnswer, pageRequest } from './page-answer.ts';
import type { RouteRequest } from './route-request.ts';

/** SPEC 4, GET /attendance. */
export async function listAttendance(request: RouteRequest<AttendanceFilter & PagingQuery>): Promise<Answer> {
  const { services, actor, query } = request;
  const asked = pageRequest(query);
  const withLocation = actor.abilities.has('attendance:location:read');
  const page = await services.attendance.list(actor, query, asked, { withLocation });
  return pageAnswer(
    request,
    asked,
    page,
    (record) => attendanceRecord(record, actor.companyZone, withLocation),
    withLocation ? { ...disclosedDays(page.items), located: located(page.items) } : disclosedDays(page.items),
  );
}

/** How many records say where a punch was made. */
function located(records: readonly AttendanceRecord[]): number {
  return records.filter(({ location }) => location?.check_in != null || location?.check_out != null).length;
}

/** SPEC 2, Attendance record: these members and no others, undefined is none; times with the company's offset (D:T4). */
function attendanceRecord(record: AttendanceRecord, zone: string, withLocation: boolean) {
  return {
    id: record.id,
    employee_id: record.employee_id,
    date: record.date,
    check_in: record.check_in && formatInstant(record.check_in, zone),
    check_out: record.check_out && formatInstant(record.check_out, zone),
    status: record.status,
    absence_type: record.absence_type,
    is_approved: record.is_approved,
    // Not given to a finished record: in Node 20 such an object survives young collections though nothing holds it.
    location: withLocation ? locationOf(record) : undefined,
  };
}

/** With the ability an object always, its members null where nothing is known; without it no key (D:T10). */
function locationOf(record: AttendanceRecord) {
  return { check_in: gpsPoint(record.location?.check_in), check_out: gpsPoint(record.location?.check_out) };
}

/** SPEC 2, GpsPoint. */
function gpsPoint(point: GpsPoint | null | undefined) {
  return point == null ? null : { lat: point.lat, lng: point.lng, accuracy_meters: point.accuracy_meters };
}
