import type { CompanyTransaction } from '../database/company-scope.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { type AttendanceRow, attendanceTable, type PunchRow, punchTable } from './attendance.ts';
import { isOwnStatus } from './attendance-status.ts';
import { isDayOpen, project } from './projection.ts';
import { findDay, livePunches } from './punch-queries.ts';

export type NewPunch = Pick<PunchRow, 'kind' | 'at' | 'rule' | 'recordedBy' | 'note'> &
  Partial<Pick<PunchRow, 'lat' | 'lng' | 'accuracyMeters'>>;

/** The live record of a date, made if there is none (D:T6). */
export async function findOrMakeRecord(
  company: CompanyTransaction,
  employeeId: number,
  date: CalendarDate,
  now: Date,
): Promise<AttendanceRow> {
  const day = await findDay(company, employeeId, date);
  if (day !== null) return day.record;
  return company.insert(attendanceTable, {
    employeeId,
    date,
    ...project([]),
    status: 'pending',
    absenceType: null,
    isApproved: false,
    decidedBy: null,
    decidedAt: null,
    voidedAt: null,
    createdAt: now,
    updatedAt: now,
  });
}

/** Appends a punch to a record; it is never changed afterwards but for being voided. */
export async function appendPunch(
  company: CompanyTransaction,
  record: AttendanceRow,
  punch: NewPunch,
  now: Date,
): Promise<void> {
  await company.insert(punchTable, {
    lat: null,
    lng: null,
    accuracyMeters: null,
    ...punch,
    employeeId: record.employeeId,
    attendanceId: record.id,
    recordedAt: now,
    voidedAt: null,
    voidedBy: null,
  });
}

/**
 * Rebuilds a record from its live punches (D:T8). Open while it waits for its check-out, else pending: an approval of
 * what has changed is no longer in force (D:T16). A product's own status stays.
 */
export async function rebuildRecord(
  company: CompanyTransaction,
  record: AttendanceRow,
  now: Date,
): Promise<AttendanceRow> {
  const punches = await livePunches(company, record.id);
  const change = {
    ...project(punches),
    ...(isOwnStatus(record.status) && {
      status: isDayOpen(punches) ? 'open' : 'pending',
      isApproved: false,
      decidedBy: null,
      decidedAt: null,
    }),
    updatedAt: now,
  };
  await company.update(attendanceTable, record.id, change);
  return { ...record, ...change };
}

/** Voids every live punch of a record: they stay as evidence and count no more. */
export async function voidPunches(
  company: CompanyTransaction,
  record: AttendanceRow,
  by: string,
  now: Date,
): Promise<void> {
  await company.rows(
    'UPDATE "shaon_punch" SET voided_at = $3, voided_by = $4 WHERE company_id = $1 AND attendance_id = $2 AND voided_at IS NULL',
    [record.id, now, by],
  );
}
