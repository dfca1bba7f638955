import { object } from 'yup';
import { authorize } from '../abilities-and-roles.ts';
import { deciderOf } from '../accounts/own-records.ts';
import type { Actor } from '../actor.ts';
import type { CompanyWrites } from '../database/database.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { isShaonError, orNotFound, type ShaonError } from '../errors.ts';
import { issue } from '../input/issue.ts';
import { listOf } from '../input/list-field.ts';
import { referenceId } from '../input/number-fields.ts';
import { defineInput, validate } from '../input/validate.ts';
import { type CalendarDate, datesOfMonth } from '../time/calendar-date.ts';
import { attendanceTable } from './attendance.ts';
import type { DecideDays, DecisionOptions } from './day-decisions.ts';
import { lacksPunch } from './day-state.ts';
import { punchesOf } from './sheet-queries.ts';

/** People, at most 200, and a month `YYYY-MM`. */
export interface PeopleAndMonth {
  readonly employee_ids: readonly number[];
  readonly month: string;
}

/** A person's day. */
export interface DayOfPerson {
  /** The record's id. */
  readonly id: number;
  readonly employee_id: number;
  readonly date: CalendarDate;
}

/** The days of some people that an approval would deal with. */
export interface WaitingDays {
  /** Closed days without a decision: `approveMonth` approves them. */
  readonly pending: readonly DayOfPerson[];
  /** Those of `pending` with an in without its out, or an out without its in (D:T13): their hours are incomplete. */
  readonly lackingPunch: readonly DayOfPerson[];
  /** Days that wait for their check-out and therefore cannot be approved. */
  readonly open: readonly DayOfPerson[];
  /** The actor's own closed days, on which another manager or admin decides (D:A23). */
  readonly own: readonly DayOfPerson[];
}

/** A day that was not approved, and why. */
export interface RefusedDay extends DayOfPerson {
  /**
   * `open`: it waits for its check-out. `own`: others decide on it (D:A23). `changed`: it has changed since it was seen.
   * `gone`: it was voided.
   */
  readonly reason: 'open' | 'own' | 'changed' | 'gone';
}

/** The result for each day. */
export interface MonthApprovalReport {
  readonly approved: readonly DayOfPerson[];
  /** Those of `approved` with an in without its out, or an out without its in (D:T13). */
  readonly lackingPunch: readonly DayOfPerson[];
  readonly refused: readonly RefusedDay[];
}

/** Deciding on the days of many people at once. */
export interface MonthApproval {
  /**
   * The days that `approveMonth` would handle. Throws `not_found` for a bad month, `invalid_input`, `not_permitted`.
   */
  waitingDays(actor: Actor, request: PeopleAndMonth): Promise<WaitingDays>;
  /**
   * Approves the pending days of these people in this month, 100 per transaction; a day that is refused does not stop
   * the others. Decided days stay as they are. Throws like `waitingDays`.
   */
  approveMonth(actor: Actor, request: PeopleAndMonth, options?: DecisionOptions): Promise<MonthApprovalReport>;
}

/** Other writers wait for each such transaction; on SQLite those are all writers of the process. */
const DAYS_OF_A_TRANSACTION = 100;

/** The people whose days are approved together. */
export const approvedPeopleInput = defineInput(
  object({ employee_ids: listOf(referenceId(), { max: 200 }).required(issue('required')) }),
);

const WAITING = eachDialect((dialect) => {
  const { dateAsText, inList, instantAsMs } = DIFFERENCES[dialect];
  return companySql`SELECT a.id, a.employee_id, ${dateAsText('a.date')} AS day, a.status,
    ${instantAsMs('a.updated_at')} AS updated_at FROM ${attendanceTable} a
    WHERE a.employee_id ${inList('$2')} AND a.voided_at IS NULL AND a.date >= $3 AND a.date <= $4
    AND a.status IN ('open', 'pending') ORDER BY a.employee_id, a.date`;
});

interface WaitingDay extends DayOfPerson {
  readonly waitsFor: 'check_out' | 'others' | 'asker';
  readonly lacksPunch: boolean;
  readonly updatedAt: Date;
}

async function waiting(
  scope: CompanyScope,
  actor: Actor,
  { employee_ids, month }: PeopleAndMonth,
): Promise<WaitingDay[]> {
  const dates = orNotFound(datesOfMonth(month), 'month');
  const { employee_ids: ids } = validate(approvedPeopleInput, { employee_ids });
  const rows = await scope.rows(WAITING[scope.dialect], [ids, dates.from, dates.to]);
  const punches = await punchesOf(
    scope,
    rows.map((row) => Number(row.id)),
  );
  const { columns } = attendanceTable;
  const decider = await deciderOf(scope, actor);
  return rows.map((row) => ({
    id: Number(row.id),
    employee_id: Number(row.employee_id),
    date: String(row.day),
    waitsFor: row.status === 'open' ? 'check_out' : decider(Number(row.employee_id)),
    lacksPunch: lacksPunch(punches.get(Number(row.id)) ?? []),
    updatedAt: columns.updatedAt.fromDatabase(row.updated_at),
  }));
}

const lacking = (days: readonly WaitingDay[]): DayOfPerson[] => days.filter((day) => day.lacksPunch).map(dayOf);
const dayOf = ({ id, employee_id, date }: WaitingDay): DayOfPerson => ({ id, employee_id, date });

/** A day that cannot be approved as it is, or not by the actor. */
function refusedAtOnce(day: WaitingDay): RefusedDay[] {
  if (day.waitsFor === 'asker') return [];
  return [{ ...dayOf(day), reason: day.waitsFor === 'check_out' ? 'open' : 'own' }];
}

export function createMonthApproval(parts: {
  readonly database: CompanyWrites;
  readonly decideDays: DecideDays;
}): MonthApproval {
  const { database, decideDays } = parts;

  /** Approves days, all or none, except those that somebody has decided otherwise on meanwhile. */
  async function approveDays(
    actor: Actor,
    days: readonly WaitingDay[],
    options: DecisionOptions,
  ): Promise<MonthApprovalReport> {
    const ids = days.map(({ id }) => id);
    const { kept } = await decideDays(actor, ids, 'approved', { ...options, keepsDecided: true });
    const approved = days.filter(({ id }) => !kept.includes(id));
    return {
      approved: approved.map(dayOf),
      lackingPunch: lacking(approved),
      refused: days.filter(({ id }) => kept.includes(id)).map((day) => ({ ...dayOf(day), reason: 'changed' })),
    };
  }

  /** Approves days one by one, so that those that are refused do not stop the others. */
  async function approveEach(
    actor: Actor,
    days: readonly WaitingDay[],
    options: DecisionOptions,
  ): Promise<MonthApprovalReport[]> {
    const reports: MonthApprovalReport[] = [];
    for (const day of days) {
      try {
        reports.push(await approveDays(actor, [day], options));
      } catch (error) {
        assertRefusal(error);
        reports.push({ approved: [], lackingPunch: [], refused: [{ ...dayOf(day), reason: reasonOf(error) }] });
      }
    }
    return reports;
  }

  return {
    async waitingDays(actor, request) {
      authorize(actor, 'attendance.manage');
      const days = await waiting(database.scopeBeforeWrite(actor, {}), actor, request);
      const waitingFor = (whom: WaitingDay['waitsFor']) => days.filter(({ waitsFor }) => waitsFor === whom);
      const pending = waitingFor('asker');
      return {
        pending: pending.map(dayOf),
        lackingPunch: lacking(pending),
        open: waitingFor('check_out').map(dayOf),
        own: waitingFor('others').map(dayOf),
      };
    },

    async approveMonth(actor, request, options = {}) {
      authorize(actor, 'attendance.manage');
      const { note: _note, unchangedSince: _unchangedSince, ...write } = options;
      const days = await waiting(database.scopeBeforeWrite(actor, write), actor, request);
      const closed = days.filter(({ waitsFor }) => waitsFor === 'asker');
      const reports: MonthApprovalReport[] = [{ approved: [], lackingPunch: [], refused: days.flatMap(refusedAtOnce) }];
      for (let start = 0; start < closed.length; start += DAYS_OF_A_TRANSACTION) {
        const chunk = closed.slice(start, start + DAYS_OF_A_TRANSACTION);
        try {
          reports.push(await approveDays(actor, chunk, options));
        } catch (error) {
          assertRefusal(error);
          reports.push(...(await approveEach(actor, chunk, options)));
        }
      }
      return {
        approved: reports.flatMap(({ approved }) => approved),
        lackingPunch: reports.flatMap(({ lackingPunch }) => lackingPunch),
        refused: reports.flatMap(({ refused }) => refused),
      };
    },
  };
}

/** Throws an error that is not about a day. */
function assertRefusal(error: unknown): asserts error is ShaonError {
  if (!isShaonError(error) || !['not_found', 'not_permitted', 'state_conflict'].includes(error.code)) throw error;
}

function reasonOf({ code, details }: ShaonError): RefusedDay['reason'] {
  if (code === 'not_found') return 'gone';
  // Another manager was appointed meanwhile.
  if (code === 'not_permitted') return 'own';
  return details.changed_since === true ? 'changed' : 'open';
}
