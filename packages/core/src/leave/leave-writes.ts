import { randomUUID } from 'node:crypto';
import { authorize } from '../abilities-and-roles.ts';
import { lockAbsenceTypeForShare } from '../absence-types/absence-type-queries.ts';
import { assertMayDecide, isOwnRecord } from '../accounts/own-records.ts';
import { type Actor, actorName, withSelf } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf, daysOf } from '../audit/audit-facts.ts';
import { lockCompanyForShare } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { employeeTable } from '../employees/employee.ts';
import { orNotFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import { externalIdInput } from '../external-ids/external-id-input.ts';
import { retryOnTakenExternalId, storeExternalId } from '../external-ids/external-id-queries.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { safeValidate, validate } from '../input/validate.ts';
import type { Tell } from '../notices/tell.ts';
import type { WriteParts } from '../service-parts.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { assertUnchanged } from '../unchanged-since.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { leaveDecided } from './leave-events.ts';
import { decisionInput, type LeaveDecision, type NewLeave, newLeaveInput } from './leave-input.ts';
import {
  findApprovedOnDate,
  findLeaveRequest,
  type LeaveRequest,
  listRequestsOnDates,
  lockLeaveOfEmployee,
  toLeaveRequest,
} from './leave-queries.ts';
import { NO_DOCUMENT } from './leave-request.ts';
import {
  applicantOf,
  assertMayAccess,
  assertMayCancel,
  assertNoOverlap,
  assertNotFrozen,
  assertOnlyApprovedOnDate,
} from './leave-rules.ts';
import { changeRequest, insertRequests } from './leave-store.ts';
import { tellLeaveDecided } from './tell-decision.ts';

const NEW_REQUEST = {
  ...NO_DOCUMENT,
  status: 'pending',
  managerNote: null,
  decidedBy: null,
  decidedAt: null,
  cancelledAt: null,
} as const;

export interface SubmitOptions extends WriteOptions {
  /**
   * The embedding product's own keys for the requests, by date, because each date is a request (D:L1); a date may have
   * none. Stored in the same transaction, at most 255 characters, unique in the company (`state_conflict`).
   */
  readonly externalIds?: LeaveExternalIds | undefined;
  /**
   * Refuses dates for which the employee has another pending or approved request, so that they can be asked whether they
   * mean it (`state_conflict` with `details.overlapping`, those requests). Default false (D:A3).
   */
  readonly refuseOverlapping?: boolean | undefined;
}

export interface LeaveDecisionOptions extends WriteOptions {
  /** When the decider saw the requests; one that somebody else changed later is not decided on. */
  readonly unchangedSince?: Date | undefined;
}

/** Asking for leave, deciding on it and cancelling it. */
export interface LeaveWrites {
  /**
   * Asks for leave on each of the dates: one pending request per date, in the order of the dates (D:L1). People ask for
   * themselves; the product passes `employee_id`. The type is a label that the company offers (D:L2). Throws
   * `invalid_input`, `not_permitted`, `employee_frozen`, and `state_conflict` for an external id that is taken.
   */
  submit(actor: Actor, input: NewLeave, options?: SubmitOptions): Promise<LeaveRequest[]>;
  /**
   * Approves a pending or rejected request, with its event; an approved one stays unchanged (D:L3). Throws
   * `invalid_input`, `not_permitted` for the actor's own request (D:A2; allowed for an admin if no other manager or
   * admin is active), and `state_conflict` with `details.leave_request_id` if another request of this employee is
   * approved for the date (D:A3), or with `details.changed_since` if the request changed after `unchangedSince`.
   */
  approve(actor: Actor, id: number, decision?: LeaveDecision, options?: LeaveDecisionOptions): Promise<LeaveChange>;
  /**
   * Rejects a pending or approved request, with its event; a rejected one stays unchanged (D:L3). Throws
   * `invalid_input`, and `not_permitted` and `state_conflict` like `approve`.
   */
  reject(actor: Actor, id: number, decision?: LeaveDecision, options?: LeaveDecisionOptions): Promise<LeaveChange>;
  /**
   * Removes a request and its document from the list; its employee only while it is pending (`state_conflict`). Throws
   * `not_permitted` for the actor's own decided request, like `approve`.
   */
  cancel(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

/** The request as it is now. If `isChanged` is false, it already was so and no event was fired. */
export interface LeaveChange {
  readonly isChanged: boolean;
  readonly request: LeaveRequest;
}

interface LeaveWriteParts extends WriteParts {
  readonly events: EventBus;
  readonly documents: KeptDocuments;
  readonly tell: Tell;
}

export function createLeaveWrites({ database, audit, events, clock, documents, tell }: LeaveWriteParts): LeaveWrites {
  async function submit(
    actor: Actor,
    input: NewLeave,
    { externalIds = {}, refuseOverlapping = false, ...options }: SubmitOptions,
  ): Promise<LeaveRequest[]> {
    const validated = safeValidate(newLeaveInput, input);
    const applicant = applicantOf(actor, validated.value.employee_id ?? undefined);
    const keyErrors: InputErrors = {};
    const keys = checkExternalIds(externalIds, validated.value.dates ?? [], keyErrors);
    return database.write(withSelf(actor), 'leave.submit', options, async (company) => {
      if (keys.size > 0) await lockCompanyForShare(company);
      const errors: InputErrors = { ...validated.errors, ...keyErrors };
      const employee = applicant === null ? null : await company.lockOne(employeeTable, applicant);
      if (applicant === null) errors.employee_id ??= [{ rule: 'required' }];
      else if (employee === null) errors.employee_id ??= [{ rule: 'in' }];
      const label = validated.value.type;
      const absenceType = label == null ? null : await lockAbsenceTypeForShare(company, label);
      if (absenceType === null || absenceType.isRetired) errors.type ??= [{ rule: 'in' }];
      if (employee === null || Object.keys(errors).length > 0) throw new InvalidInputError(errors);
      assertNotFrozen(actor, employee.status);

      const { dates, type } = validated.value as NewLeave;
      const days = [...new Set(dates)].sort();
      if (refuseOverlapping) assertNoOverlap(await listRequestsOnDates(company, employee.id, days));
      const groupKey = days.length > 1 ? randomUUID() : null;
      const now = clock.now();
      const asked = { ...NEW_REQUEST, employeeId: employee.id, type, groupKey, createdAt: now, updatedAt: now };
      const requests = await insertRequests(
        company,
        days.map((date) => ({ date, ...asked })),
      );
      for (const { id, date } of requests) {
        const key = keys.get(date);
        if (key !== undefined) await storeExternalId(company, 'leave', id, key);
      }
      await auditAct(audit, company, actor, 'leave.submit', {
        ...daysOf(requests),
        leave_request_ids: requests.map((request) => String(request.id)),
      });
      return requests.map(toLeaveRequest);
    });
  }

  async function decide(
    actor: Actor,
    id: number,
    status: 'approved' | 'rejected',
    input: LeaveDecision,
    { unchangedSince, ...options }: LeaveDecisionOptions,
  ): Promise<LeaveChange> {
    authorize(actor, 'leave.decide');
    const { manager_note: managerNote = null } = validate(decisionInput, input);
    // If the decision is already made, nothing is written, and `withinTransaction` does not run.
    const current = await findLeaveRequest(database.scopeBeforeWrite(actor, options), id);
    if (current?.status === status && !isOwnRecord(actor, current.employeeId)) {
      return { isChanged: false, request: toLeaveRequest(current) };
    }
    return database.write(actor, `leave.${status}`, options, async (company) => {
      const before = orNotFound(await lockLeaveOfEmployee(company, id), 'leave request');
      const isOwn = await assertMayDecide(company, actor, before.employeeId, 'leave.decide');
      if (before.status === status) return { isChanged: false, request: toLeaveRequest(before) };
      assertUnchanged('leave', before, unchangedSince);
      if (status === 'approved') assertOnlyApprovedOnDate(before, await findApprovedOnDate(company, before));
      const now = clock.now();
      const decision = { status, managerNote, decidedBy: actorName(actor), decidedAt: now, updatedAt: now };
      const after = await changeRequest(company, before, decision);
      await events.publish(company, `leave_request.${status}`, leaveDecided(after));
      await auditAct(audit, company, actor, `leave.${status}`, {
        leave_request_id: id,
        ...daysOf([before]),
        ...changesOf(before, { status }),
        from: before.status,
        ...(isOwn && { own: true }),
      });
      const request = toLeaveRequest(after);
      await tellLeaveDecided(tell, company, { actor, outcome: status, at: now }, [request]);
      return { isChanged: true, request };
    });
  }

  return {
    submit: async (actor, input, options = {}) => retryOnTakenExternalId('leave', () => submit(actor, input, options)),
    approve: async (actor, id, decision = {}, options = {}) => decide(actor, id, 'approved', decision, options),
    reject: async (actor, id, decision = {}, options = {}) => decide(actor, id, 'rejected', decision, options),

    async cancel(actor, id, options = {}) {
      authorize(actor, 'leave.own');
      await database.write(withSelf(actor), 'leave.cancel', options, async (company) => {
        const request = await lockLeaveOfEmployee(company, id);
        assertMayAccess(actor, request);
        assertMayCancel(actor, request);
        if (request.status !== 'pending') await assertMayDecide(company, actor, request.employeeId, 'leave.decide');
        const now = clock.now();
        await changeRequest(company, request, { ...NO_DOCUMENT, cancelledAt: now, updatedAt: now });
        await documents.removeUnused(company, [request]);
        await auditAct(audit, company, actor, 'leave.cancel', {
          ...{ leave_request_id: id, from: request.status },
          ...daysOf([request]),
        });
        await tellLeaveDecided(tell, company, { actor, outcome: 'cancelled', at: now }, [toLeaveRequest(request)]);
      });
    },
  };
}

/** The product's own keys for the requests of a submission, by date. */
type LeaveExternalIds = Readonly<Record<CalendarDate, string>>;

/**
 * The keys to store, by date. Adds to `errors` each key for a date that is not submitted, each key used for two dates,
 * and each invalid key.
 */
function checkExternalIds(
  externalIds: LeaveExternalIds,
  dates: readonly CalendarDate[],
  errors: InputErrors,
): ReadonlyMap<CalendarDate, string> {
  const keys = new Map<CalendarDate, string>();
  const seen = new Set<string>();
  for (const [date, given] of Object.entries(externalIds)) {
    const { errors: wrong, value } = safeValidate(externalIdInput, { external_id: given });
    const key = value.external_id;
    if (key === undefined) errors[`external_ids.${date}`] = wrong.external_id ?? [issue('required')];
    else if (!dates.includes(date)) errors[`external_ids.${date}`] = [issue('in')];
    else if (seen.has(key)) errors[`external_ids.${date}`] = [issue('unique')];
    else keys.set(date, key);
    if (key !== undefined) seen.add(key);
  }
  return keys;
}
