import {
  type AttendanceDay,
  type CorrectionRequest,
  type DividedTime,
  divideDay,
  type Employee,
  InvalidInputError,
  type MonthClosing,
  type PersonHours,
} from '@shaon/core';
import { addDays, datesOfMonth } from '@shaon/core/time';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { requestsOf } from '../corrections/correction-query.ts';

/** A date of a person's month. */
export interface RegisterDate {
  readonly date: string;
  /** Null without a record. */
  readonly day: AttendanceDay | null;
  readonly byPreset: readonly DividedTime[];
  /** The kind of an approved leave that no record has; null for none. */
  readonly leave: string | null;
}

/** A person's month: each date of it, and their sums. */
export interface Register {
  readonly employee: Employee;
  readonly externalId: string | null;
  readonly hours: PersonHours;
  readonly dates: readonly RegisterDate[];
  readonly closing: MonthClosing | null;
  /** For corrections, by whom each was asked for. */
  readonly requests: readonly CorrectionRequest[];
}

/** At least as many as a month has days. */
const DAYS_OF_A_MONTH = { page: 1, per_page: 200 };

/** Throws `not_found` for unknown people, and for a month in the future. */
export async function readRegister(page: Page, id: number, month: string): Promise<Register> {
  const { core, actor, zone } = page;
  const dates = datesOfMonth(month);
  if (dates === null) throw new PageError('notFound');
  const employee = await core.employees.get(actor, id);
  const hours = await core.hours.ofPerson(actor, id, month).catch((error: unknown) => {
    throw error instanceof InvalidInputError ? new PageError('notFound') : error;
  });
  const { days: recorded } = await core.attendance.personMonth(actor, id, month);
  const days = new Map(recorded.map((day) => [day.record.date, day]));
  const filter = { employee_id: id, status: 'approved', date_from: dates.from, date_to: dates.to } as const;
  const { items } = await core.leave.list(actor, filter, DAYS_OF_A_MONTH);
  const leave = new Map(items.map(({ date, type }) => [date, type]));
  const presets = hours.byPreset.flatMap(({ preset }) => preset ?? []);
  const dateOf = (date: string): RegisterDate => {
    const day = days.get(date) ?? null;
    const worked = (day?.segments ?? []).flatMap(({ checkIn, checkOut }) =>
      checkIn === null || checkOut === null ? [] : [{ from: checkIn, to: checkOut }],
    );
    const isRecorded = day !== null && day.record.absence_type !== null;
    return {
      date,
      day,
      byPreset: divideDay(worked, presets, zone),
      leave: isRecorded ? null : (leave.get(date) ?? null),
    };
  };
  const all: RegisterDate[] = [];
  for (let date = dates.from; date <= dates.to; date = addDays(date, 1)) all.push(dateOf(date));
  const closing = await core.months.closingOf(actor, id, dates.to);
  const requests = await requestsOf(page, id, dates);
  return { employee, externalId: await externalIdOf(page, id), hours, dates: all, closing, requests };
}

/** Only admins manage external ids; a manager's sheet has none. */
async function externalIdOf({ core, actor, isAdmin }: Page, id: number): Promise<string | null> {
  return isAdmin ? core.externalIds.of(actor, 'employee', id) : null;
}
