import { authorize } from '../abilities-and-roles.ts';
import { type Decider, deciderOf } from '../accounts/own-records.ts';
import { type Actor, withSelf } from '../actor.ts';
import { authorizeDaysOf } from '../attendance/attendance-access.ts';
import { closingsOf } from '../closed-months/closed-months.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import type { EmployeeSummary } from '../employees/employee-queries.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import {
  type CorrectionRequestRow,
  correctionRequestTable,
  type ProposedPunch,
  readPunches,
  type StoredRequestState,
} from './correction-request.ts';
import {
  type CorrectionRequestFilter,
  listRequests,
  personOf,
  type RequestWithPerson,
  waitingRequests,
} from './correction-request-queries.ts';
import { assertMaySee } from './correction-request-rules.ts';

/** `closed`: its month was closed before anybody decided; a month that is reopened makes it `pending` again (D:A107). */
export type CorrectionRequestState = StoredRequestState | 'closed';

/** A person's proposal for one of their days, and what became of it. */
export interface CorrectionRequest {
  readonly id: number;
  readonly employee_id: number;
  readonly date: CalendarDate;
  /** All punches that the day should have; null for an absence. */
  readonly punches: readonly ProposedPunch[] | null;
  /** The absence that it should have in place of its punches, by the current label of its type; or null. */
  readonly absence_type: string | null;
  readonly reason: string;
  readonly state: CorrectionRequestState;
  /** The punches that the day had when the request was sent. */
  readonly recorded: readonly ProposedPunch[];
  readonly asked_by: string;
  readonly asked_at: Date;
  /** Who decided or withdrew it, and when; null while it waits. */
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  /** For the person who asked. */
  readonly note: string | null;
}

/** A request as lists show it. */
export interface QueuedCorrection extends CorrectionRequest {
  readonly employee: EmployeeSummary;
  /** `others` for the caller's own request, which another manager or admin decides on (D:A2). */
  readonly waits_for: Decider;
}

/** Requests for corrections: employees see their own, managers and the product all of them. */
export interface CorrectionRequestReads {
  /** The latest day first; without `employee_id` for those who decide. Throws `invalid_input`, `not_found`, `not_permitted`. */
  list(actor: Actor, filter: CorrectionRequestFilter, page: PageRequest): Promise<Page<QueuedCorrection>>;
  /** How many wait for a decision. Throws `not_permitted`. */
  count(actor: Actor): Promise<number>;
  /** Throws `not_found`. */
  get(actor: Actor, id: number): Promise<QueuedCorrection>;
}

export function createCorrectionRequestReads({
  database,
}: {
  readonly database: CompanyReads;
}): CorrectionRequestReads {
  async function shown(
    scope: CompanyScope,
    actor: Actor,
    requests: readonly RequestWithPerson[],
  ): Promise<QueuedCorrection[]> {
    const pending = requests.map(({ row }) => row).filter(({ state }) => state === 'pending');
    const closingOf = pending.length === 0 ? () => undefined : await closingsOf(scope, pending);
    const waitsFor = await deciderOf(scope, actor);
    return requests.map(({ row, employee }) => ({
      ...toCorrectionRequest(row, row.state === 'pending' && closingOf(row) !== undefined),
      employee,
      waits_for: waitsFor(row.employeeId),
    }));
  }

  return {
    async list(actor, filter, page) {
      const { employee_id: employeeId = null } = filter ?? {};
      if (employeeId === null) authorize(actor, 'attendance.manage');
      else authorizeDaysOf(actor, employeeId);
      const by = employeeId === null ? actor : withSelf(actor);
      const scope = database.scope(by, listReading('correctionRequests.list'));
      const { items, total } = await listRequests(scope, filter, page);
      return { items: await shown(scope, actor, items), total };
    },

    async count(actor) {
      authorize(actor, 'attendance.manage');
      const scope = database.scope(actor, listReading('correctionRequests.count'));
      return (await waitingRequests(scope, null)).count;
    },

    async get(actor, id) {
      authorize(actor, 'attendance.own');
      const scope = database.scope(withSelf(actor));
      const row = await scope.findOne(correctionRequestTable, { id });
      assertMaySee(actor, row);
      const [request] = await shown(scope, actor, [{ row, employee: await personOf(scope, row) }]);
      return request as QueuedCorrection;
    },
  };
}

export function toCorrectionRequest(row: CorrectionRequestRow, isClosed = false): CorrectionRequest {
  return {
    id: row.id,
    employee_id: row.employeeId,
    date: row.date,
    punches: row.punches === null ? null : readPunches(row.punches),
    absence_type: row.absenceType,
    reason: row.reason,
    state: isClosed ? 'closed' : row.state,
    recorded: readPunches(row.recorded),
    asked_by: row.askedBy,
    asked_at: row.askedAt,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt,
    note: row.note,
  };
}
