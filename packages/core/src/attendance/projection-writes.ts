import type { CompanyTransaction } from '../database/company-scope.ts';
import { ShaonError } from '../errors.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { type AttendanceRow, type PunchRow, punchTable } from './attendance.ts';
import { isOwnStatus } from './attendance-status.ts';
import { changeRecord, insertRecord } from './attendance-writes.ts';
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
  return insertRecord(company, {
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
  return changeRecord(company, record, {
    ...project(punches),
    ...(isOwnStatus(record.status) && {
      status: isDayOpen(punches) ? 'open' : 'pending',
      isApproved: false,
      decidedBy: null,
      decidedAt: null,
    }),
    updatedAt: now,
  });
}

/**
 * Makes a record's live punches those of a correction: an equal punch stays as it was, with its place and its rule;
 * the others are voided and appended (D:T12).
 */
export async function replacePunches(
  company: CompanyTransaction,
  record: AttendanceRow,
  correction: { readonly punches: readonly Pick<PunchRow, 'kind' | 'at'>[]; readonly note: string },
  by: string,
  now: Date,
): Promise<void> {
  const keyOf = (punch: Pick<PunchRow, 'kind' | 'at'>) => `${punch.kind} ${punch.at.getTime()}`;
  const wanted = new Map(correction.punches.map((punch) => [keyOf(punch), punch]));
  for (const punch of await livePunches(company, record.id)) {
    if (wanted.delete(keyOf(punch))) continue;
    await company.update(punchTable, punch.id, { voidedAt: now, voidedBy: by });
  }
  for (const { kind, at } of wanted.values()) {
    await appendPunch(company, record, { kind, at, rule: 'correction', recordedBy: by, note: correction.note }, now);
  }
}

/** Two days of one employee must not cross: the rules of D:T6 look at the last punch. They may touch, as in an import. */
export async function assertApartFromOtherDays(
  company: CompanyTransaction,
  record: AttendanceRow,
  punches: readonly Pick<PunchRow, 'at'>[],
): Promise<void> {
  const times = punches.map(({ at }) => at.getTime());
  const [crossing] = await company.rows(
    `SELECT attendance_id FROM "shaon_punch" WHERE company_id = $1 AND employee_id = $2 AND attendance_id <> $3 AND voided_at IS NULL
      GROUP BY attendance_id HAVING MIN(at) < $5 AND MAX(at) > $4 LIMIT 1`,
    [record.employeeId, record.id, new Date(Math.min(...times)), new Date(Math.max(...times))],
  );
  if (crossing === undefined) return;
  throw new ShaonError('state_conflict', 'The corrected day would cross another day of this employee.');
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
