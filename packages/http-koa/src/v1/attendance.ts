import type { AttendanceFilter, AttendanceRecord, GpsPoint } from '@shaon/core';
import { formatInstant, GPS_POINT_MEMBERS, RECORD_MEMBERS } from '@shaon/core/extension';
import type { Answer } from './answer.ts';
import { disclosedDays } from './disclosed.ts';
import type { HandlerRequest } from './handler-request.ts';
import { filterAndPage, type PagingQuery, pageAnswer } from './page-answer.ts';

/** SPEC 4, GET /attendance. */
export async function listAttendance(request: HandlerRequest<AttendanceFilter & PagingQuery>): Promise<Answer> {
  const { services, actor, query } = request;
  const { filter, asked } = filterAndPage(query);
  const withLocation = actor.abilities.has('attendance:location:read');
  const page = await services.attendance.list(actor, filter, asked, { withLocation });
  return pageAnswer(
    request,
    asked,
    page,
    (record) => attendanceRecord(record, actor.companyZone, withLocation),
    withLocation ? { ...disclosedDays(page.items), located: located(page.items) } : disclosedDays(page.items),
  );
}

/** How many records have the location of a punch. */
function located(records: readonly AttendanceRecord[]): number {
  return records.filter(({ location }) => location?.check_in != null || location?.check_out != null).length;
}

/**
 * SPEC 2, Attendance record: exactly the members of its description, times with the company's offset (D:T4). With the
 * ability the location is always an object, with null for unknown points; without it there is no key (D:T10).
 */
function attendanceRecord(record: AttendanceRecord, zone: string, withLocation: boolean) {
  const shown: Record<string, unknown> = {};
  for (const { name, isInstant } of RECORD_MEMBERS) {
    const value = record[name];
    shown[name] = isInstant && value ? formatInstant(value as Date, zone) : value;
  }
  if (withLocation) {
    const { check_in, check_out } = record.location ?? {};
    shown.location = { check_in: gpsPoint(check_in), check_out: gpsPoint(check_out) };
  }
  return shown;
}

/** SPEC 2, GpsPoint. */
function gpsPoint(point: GpsPoint | null | undefined) {
  if (point == null) return null;
  const shown: Record<string, unknown> = {};
  for (const name of GPS_POINT_MEMBERS) shown[name] = point[name];
  return shown;
}
