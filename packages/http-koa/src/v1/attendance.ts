import type { AttendanceFilter, AttendanceRecord, GpsPoint } from '@shaon/core';
import { formatInstant } from '@shaon/core/time';
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
  const shown: Record<keyof AttendanceRecord, unknown> = {
    id: record.id,
    employee_id: record.employee_id,
    date: record.date,
    check_in: record.check_in && formatInstant(record.check_in, zone),
    check_out: record.check_out && formatInstant(record.check_out, zone),
    status: record.status,
    absence_type: record.absence_type,
    is_approved: record.is_approved,
    location: undefined,
  };
  if (withLocation) {
    const { check_in, check_out } = record.location ?? {};
    shown.location = { check_in: gpsPoint(check_in), check_out: gpsPoint(check_out) };
  }
  return shown;
}

/** SPEC 2, GpsPoint. */
function gpsPoint(point: GpsPoint | null | undefined): GpsPoint | null {
  return point == null ? null : { lat: point.lat, lng: point.lng, accuracy_meters: point.accuracy_meters };
}
