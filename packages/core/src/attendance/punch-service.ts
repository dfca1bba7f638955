import { type Actor, actorName, withSelf } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { employeeTable } from '../employees/employee.ts';
import { orNotFound, ShaonError } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import { validate } from '../input/validate.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import type { Clock } from '../time/clock.ts';
import { localDate } from '../time/zone.ts';
import type { AttendanceRow, PunchKind } from './attendance.ts';
import { authorizePunch } from './attendance-access.ts';
import { clockedIn, clockedOut } from './attendance-events.ts';
import { type PunchInput, punchInput } from './attendance-input.ts';
import { type AttendanceRecord, recordFromRow } from './attendance-record.ts';
import { openedAt } from './projection.ts';
import { timeAfter } from './punch-order.ts';
import { findDaysAround } from './punch-queries.ts';
import { refuseFrozenPunch, refuseFuturePunch, refusePunchBefore, refuseTooManyPunches } from './punch-refusals.ts';
import { punchDay } from './punched-day.ts';
import { workingDayOf } from './working-day.ts';

/**
 * Punches of an employee, each in one transaction with the record and the event (D:T6 to T14). People punch for
 * themselves and now; the product names the employee and the time. Throws `not_found`, `employee_frozen` (SPEC 3),
 * `already_in`, `not_in`, `state_conflict` for a punch before a later one or for more punches than a day may have, and
 * `invalid_input`.
 */
export interface PunchService {
  /** Opens or continues a day and fires `attendance.clocked_in` (SPEC 6). Returns the day as it is now. */
  punchIn(actor: Actor, employeeId: number, punch?: PunchInput, options?: WriteOptions): Promise<AttendanceRecord>;
  /** Fires `attendance.clocked_out` (SPEC 6). */
  punchOut(actor: Actor, employeeId: number, punch?: PunchInput, options?: WriteOptions): Promise<AttendanceRecord>;
  /** Fires no event (D:V10). */
  breakStart(actor: Actor, employeeId: number, punch?: PunchInput, options?: WriteOptions): Promise<AttendanceRecord>;
  /** A return from a break: fires `attendance.clocked_in` (SPEC 6, D:V9). */
  breakEnd(actor: Actor, employeeId: number, punch?: PunchInput, options?: WriteOptions): Promise<AttendanceRecord>;
}

export interface PunchParts {
  readonly database: CompanyWrites;
  readonly events: EventBus;
  readonly clock: Clock;
}

export function createPunchService(parts: PunchParts): PunchService {
  const { database, events, clock } = parts;

  async function punch(
    kind: PunchKind,
    actor: Actor,
    employeeId: number,
    input: PunchInput,
    options: WriteOptions,
  ): Promise<AttendanceRecord> {
    authorizePunch(actor, employeeId);
    const given = validate(punchInput, input);
    if (given.at !== undefined && actor.kind !== 'system') {
      throw new ShaonError('not_permitted', 'A punch is made now; its time cannot be given.');
    }
    return database.write(withSelf(actor), `attendance.${kind}`, options, async (company) => {
      const employee = orNotFound(await company.lockOne(employeeTable, employeeId), 'employee');
      refuseFrozenPunch(employee);
      const now = clock.now();
      const givenAt = given.at ?? now;
      refuseFuturePunch(givenAt, now);

      const { zone, ...limits } = await readCompany(company);
      const { own, ...days } = await daysOfPunch(company, employeeId, localDate(givenAt, zone));
      const last = days.lastDay?.punches.at(-1);
      const at = given.at === undefined ? now : timeAfter(given.at, last?.at ?? null);
      const situation = { at, localDate: own, limits, ...days };
      refusePunchBefore(last, at);
      const { date, rule } = workingDayOf(kind, situation);

      const punches = [days.lastDay, days.ownDay, days.previousDay].find((day) => day?.date === date)?.punches ?? null;
      refuseTooManyPunches(punches ?? [], kind);
      const { lat = null, lng = null, accuracy_meters = null } = given.location ?? {};
      const position = { lat, lng, accuracyMeters: accuracy_meters };
      const made = { kind, at, rule, recordedBy: actorName(actor), note: null, ...position };
      const record = await punchDay(company, { employee, date, punches }, made, now);
      await publish(company, kind, record, at, openedAt(punches ?? []), zone);
      return recordFromRow(record);
    });
  }

  async function publish(
    company: CompanyTransaction,
    kind: PunchKind,
    record: AttendanceRow,
    at: Date,
    opened: Date | null,
    zone: string,
  ): Promise<void> {
    if (kind === 'in' || kind === 'break_end') {
      await events.publish(company, 'attendance.clocked_in', clockedIn(record, at, zone));
    }
    if (kind === 'out') {
      await events.publish(
        company,
        'attendance.clocked_out',
        clockedOut(record, { checkIn: opened, checkOut: at }, zone),
      );
    }
  }

  return {
    punchIn: (actor, employeeId, given = {}, options = {}) => punch('in', actor, employeeId, given, options),
    punchOut: (actor, employeeId, given = {}, options = {}) => punch('out', actor, employeeId, given, options),
    breakStart: (actor, employeeId, given = {}, options = {}) =>
      punch('break_start', actor, employeeId, given, options),
    breakEnd: (actor, employeeId, given = {}, options = {}) => punch('break_end', actor, employeeId, given, options),
  };
}

/**
 * The facts for the rules, and the date of the punch. If the company's zone was set back over midnight since the last
 * punch, the day of that punch continues: its date occurs again, and a day on the earlier date would overlap it.
 */
async function daysOfPunch(company: CompanyTransaction, employeeId: number, own: CalendarDate) {
  const days = await findDaysAround(company, employeeId, own);
  const last = days.lastDay?.date ?? own;
  return last <= own ? { own, ...days } : { own: last, ...(await findDaysAround(company, employeeId, last)) };
}
