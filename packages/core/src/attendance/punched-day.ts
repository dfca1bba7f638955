import { assertMonthsOpen } from '../closed-months/closed-months.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { updateOf } from '../database/sql/statement.ts';
import type { EmployeeRow } from '../employees/employee.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { type AttendanceRow, attendanceTable, type PunchRow, punchTable } from './attendance.ts';
import { isOwnStatus } from './attendance-status.ts';
import { changeRecord, insertRecord, type NewRecord } from './attendance-store.ts';
import { isDayOpen, type PunchFact, project } from './projection.ts';
import { indicesAmong } from './punch-order.ts';
import { byTime, livePunches } from './punch-queries.ts';

export type NewPunch = Pick<PunchRow, 'kind' | 'at' | 'rule' | 'recordedBy' | 'note'> &
  Partial<Pick<PunchRow, 'lat' | 'lng' | 'accuracyMeters'>>;

/** A record's decision columns while its day is undecided. */
export const UNDECIDED = { decidedBy: null, decidedAt: null, decisionNote: null } as const;

/** A day before a punch is added; its employee is locked, so that it does not change. */
export interface DayToPunch {
  readonly employee: Pick<EmployeeRow, 'id' | 'departmentId' | 'branchId'>;
  readonly date: CalendarDate;
  /** The live punches of its record by time; null if there is no record. */
  readonly punches: readonly PunchFact[] | null;
}

/**
 * Appends a punch that is later than all others of its day; returns the changed record (D:T8). A day's first punch
 * inserts the record with the punch included (D:T6), because inserting it first and changing it then would cost half as
 * much again.
 */
export async function punchDay(
  company: CompanyTransaction,
  { employee, date, punches }: DayToPunch,
  punch: NewPunch,
  now: Date,
): Promise<Locked<AttendanceRow>> {
  if (punches === null) {
    const made = await insertDay(company, employee, date, [punch], now);
    await appendPunch(company, made, punch, now);
    return made;
  }
  const record = await lockRecord(company, employee.id, date);
  if (record === undefined) throw new Error('A day has punches and no record.');
  await appendPunch(company, record, punch, now);
  return changeRecord(company, record, rebuilt(record, [...punches, punch], now));
}

/** Inserts the record of a day with these punches, which the caller appends. */
export function insertDay(
  company: CompanyTransaction,
  employee: DayToPunch['employee'],
  date: CalendarDate,
  punches: readonly PunchFact[],
  now: Date,
): Promise<Locked<AttendanceRow>> {
  return insertRecord(company, newRecord(employee.id, date, punches, now), employee);
}

/** The live record of a date; inserted if there is none (D:T6). */
export async function findOrMakeRecord(
  company: CompanyTransaction,
  employeeId: number,
  date: CalendarDate,
  now: Date,
): Promise<Locked<AttendanceRow>> {
  return (await lockRecord(company, employeeId, date)) ?? insertRecord(company, newRecord(employeeId, date, [], now));
}

/** The live record of a date, locked until the transaction ends. Throws `month_closed`. */
export async function lockRecord(
  company: CompanyTransaction,
  employeeId: number,
  date: CalendarDate,
): Promise<Locked<AttendanceRow> | undefined> {
  await assertMonthsOpen(company, [{ employeeId, date }]);
  const [record] = await company.lockAll(attendanceTable, { employeeId, date, voidedAt: null });
  return record;
}

function newRecord(employeeId: number, date: CalendarDate, punches: readonly PunchFact[], now: Date): NewRecord {
  return {
    employeeId,
    date,
    ...project(punches),
    ...stateBy(punches),
    absenceType: null,
    absenceBy: null,
    absenceAt: null,
    absenceNote: null,
    voidedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Appends a punch to a record. A punch never changes later, except that it may be voided (D:T12). */
async function appendPunch(
  company: CompanyTransaction,
  record: AttendanceRow,
  punch: NewPunch,
  now: Date,
): Promise<void> {
  await company.append(punchTable, {
    lat: null,
    lng: null,
    accuracyMeters: null,
    ...punch,
    employeeId: record.employeeId,
    attendanceId: record.id,
    recordedAt: now,
    voidedAt: null,
    voidedBy: null,
    voidNote: null,
  });
}

/**
 * Rebuilds a record from its live punches (D:T8): open while it waits for its check-out, otherwise pending, because an
 * approval does not cover the change (D:T16). A product's own status stays.
 */
export async function rebuildRecord(
  company: CompanyTransaction,
  record: Locked<AttendanceRow>,
  now: Date,
): Promise<Locked<AttendanceRow>> {
  return changeRecord(company, record, rebuilt(record, await livePunches(company, record.id), now));
}

/** The columns of a record derived from its live punches. */
function rebuilt(record: AttendanceRow, punches: readonly PunchFact[], now: Date) {
  return { ...project(punches), ...(isOwnStatus(record.status) && stateBy(punches)), updatedAt: now };
}

/** The status of an undecided day, derived from its live punches. */
function stateBy(punches: readonly PunchFact[]) {
  return { status: isDayOpen(punches) ? 'open' : 'pending', isApproved: false, ...UNDECIDED };
}

/**
 * Changes a record's live punches to those of a correction: equal punches stay, with their location and rule; the
 * others are voided or appended (D:T12). Punches of one instant are ordered by id, so one that follows a new punch of
 * its instant is appended again.
 */
export async function replacePunches(
  company: CompanyTransaction,
  record: AttendanceRow,
  { punches, note }: { readonly punches: readonly Pick<PunchRow, 'kind' | 'at'>[]; readonly note: string },
  by: string,
  now: Date,
): Promise<void> {
  const live = (await company.lockAll(punchTable, { attendanceId: record.id, voidedAt: null })).sort(byTime);
  const indices = indicesAmong(live, punches);
  const newAt = new Set<number>();
  const added: Pick<NewPunch, 'kind' | 'at' | 'lat' | 'lng' | 'accuracyMeters'>[] = [];
  const kept = new Set<number>();
  for (const [position, { kind, at }] of punches.entries()) {
    const known = live[indices[position] ?? -1];
    if (known !== undefined && !newAt.has(at.getTime())) {
      kept.add(known.id);
      continue;
    }
    newAt.add(at.getTime());
    const { lat = null, lng = null, accuracyMeters = null } = known ?? {};
    added.push({ kind, at, lat, lng, accuracyMeters });
  }
  const voided = { voidedAt: now, voidedBy: by, voidNote: note };
  for (const punch of live) if (!kept.has(punch.id)) await company.update(punchTable, punch, voided);
  for (const punch of added)
    await appendPunch(company, record, { ...punch, rule: 'correction', recordedBy: by, note }, now);
}

const VOID_PUNCHES = updateOf(punchTable, {
  set: 'voided_at = $3, voided_by = $4, void_note = $5',
  where: 'attendance_id = $2 AND voided_at IS NULL',
});

/** Voids all live punches of a record: they are kept as evidence but no longer count. */
export async function voidPunches(
  company: CompanyTransaction,
  record: AttendanceRow,
  { by, note }: { readonly by: string; readonly note: string | null },
  now: Date,
): Promise<void> {
  await company.change(VOID_PUNCHES, [record.id, now, by, note]);
}
