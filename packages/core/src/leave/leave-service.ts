import { randomUUID } from 'node:crypto';
import { absenceTypeTable } from '../absence-types/absence-type.ts';
import { type Actor, actorName } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { WriteOptions } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { findEmployee } from '../employees/employee-queries.ts';
import { notFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { InputErrors } from '../input/issue.ts';
import { judge, validate } from '../input/validate.ts';
import { authorize } from '../permissions.ts';
import { createLeaveDocuments, type LeaveDocumentParts, type LeaveDocuments } from './leave-documents.ts';
import { leaveDecided } from './leave-events.ts';
import { decisionInput, type LeaveDecision, type NewLeave, newLeaveInput } from './leave-input.ts';
import {
  findLeaveRequest,
  type LeaveFilter,
  type LeaveRequest,
  listLeaveRequests,
  lockLeaveRequest,
  toLeaveRequest,
} from './leave-queries.ts';
import { type LeaveRequestRow, leaveRequestTable } from './leave-request.ts';
import { applicantOf, assertMayCancel, assertMayTouch, assertNotFrozen } from './leave-rules.ts';

/** Reading leave requests; a host with its own may bring its own implementation. */
export interface LeaveReads {
  /** By date and id ascending (SPEC 4, GET /leave; D:Q20). Cancelled requests are not in it (D:L3). */
  list(actor: Actor, filter: LeaveFilter, page: PageRequest): Promise<Page<LeaveRequest>>;
}

/**
 * Leave requests of a company. An employee sees and touches his own, managers and the product all of them; unknown,
 * foreign, cancelled and others' requests are `not_found` alike (SPEC 7). No token writes (SPEC 3).
 */
export interface LeaveService extends LeaveReads, LeaveDocuments {
  /** Throws `not_found`. */
  get(actor: Actor, id: number): Promise<LeaveRequest>;
  /** The actor's own requests. Throws `not_permitted` for an actor without a staff row. */
  listOwn(actor: Actor, page: PageRequest): Promise<Page<LeaveRequest>>;
  /**
   * Asks for leave on each of the dates: one pending request for each, in the order of the dates (D:L1). A person asks
   * for himself; the product names `employee_id`. The type is a label that the company offers (D:L2). Throws
   * `invalid_input`, `not_permitted`, `employee_frozen`.
   */
  submit(actor: Actor, input: NewLeave, options?: WriteOptions): Promise<LeaveRequest[]>;
  /** From pending or rejected, with its event; approved already changes nothing (D:L3). Throws `invalid_input`. */
  approve(actor: Actor, id: number, decision?: LeaveDecision, options?: WriteOptions): Promise<LeaveChange>;
  /** From pending or approved, with its event; rejected already changes nothing (D:L3). Throws `invalid_input`. */
  reject(actor: Actor, id: number, decision?: LeaveDecision, options?: WriteOptions): Promise<LeaveChange>;
  /** Takes a request off the list, its document too; the person himself only while it is pending (`state_conflict`). */
  cancel(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

/** The request as it is now; `isChanged` is false where it was so already, and then nothing fired. */
export interface LeaveChange {
  readonly isChanged: boolean;
  readonly request: LeaveRequest;
}

const NO_DOCUMENT = { documentKey: null, documentName: null, documentType: null } as const;
const NEW_REQUEST = {
  ...NO_DOCUMENT,
  status: 'pending',
  managerNote: null,
  decidedBy: null,
  decidedAt: null,
  cancelledAt: null,
} as const;

export function createLeaveService(parts: LeaveDocumentParts & { readonly events: EventBus }): LeaveService {
  const { database, audit, events, clock } = parts;
  const { documents, discardUnused } = createLeaveDocuments(parts);

  async function submit(actor: Actor, input: NewLeave, options: WriteOptions): Promise<LeaveRequest[]> {
    const judged = judge(newLeaveInput, input);
    const applicant = applicantOf(actor, judged.value.employee_id ?? undefined);
    return database.write(actor, 'leave.submit', options, async (company) => {
      const errors: InputErrors = { ...judged.errors };
      const employee = applicant === null ? null : await findEmployee(company, applicant);
      if (applicant === null) errors.employee_id ??= [{ rule: 'required' }];
      else if (employee === null) errors.employee_id ??= [{ rule: 'in' }];
      const label = judged.value.type;
      const isOffered =
        label != null && (await company.findOne(absenceTypeTable, { label, isRetired: false })) !== null;
      if (!isOffered) errors.type ??= [{ rule: 'in' }];
      if (employee === null || Object.keys(errors).length > 0) throw new InvalidInputError(errors);
      assertNotFrozen(actor, employee.status);

      const { dates, type } = judged.value as NewLeave;
      const days = [...new Set(dates)].sort();
      const groupKey = days.length > 1 ? randomUUID() : null;
      const now = clock.now();
      const requests: LeaveRequestRow[] = [];
      for (const date of days) {
        requests.push(
          await company.insert(leaveRequestTable, {
            ...NEW_REQUEST,
            employeeId: employee.id,
            date,
            type,
            groupKey,
            createdAt: now,
            updatedAt: now,
          }),
        );
      }
      await auditAct(audit, company, actor, 'leave.submit', {
        employee_id: employee.id,
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
    options: WriteOptions,
  ): Promise<LeaveChange> {
    authorize(actor, 'leave.decide');
    const { manager_note: managerNote = null } = validate(decisionInput, input);
    const current = await findLeaveRequest(database.read(actor, options.manager), id);
    if (current === null) throw notFound('leave request');
    if (current.status === status) return { isChanged: false, request: toLeaveRequest(current) };
    return database.write(actor, `leave.${status}`, options, async (company) => {
      const before = await lockLeaveRequest(company, id);
      if (before === null) throw notFound('leave request');
      if (before.status === status) return { isChanged: false, request: toLeaveRequest(before) };
      const now = clock.now();
      const decision = { status, managerNote, decidedBy: actorName(actor), decidedAt: now, updatedAt: now };
      await company.update(leaveRequestTable, id, decision);
      const after = { ...before, ...decision };
      await events.publish(company, `leave_request.${status}`, { ...leaveDecided(after) });
      await auditAct(audit, company, actor, `leave.${status}`, { leave_request_id: id, from: before.status });
      return { isChanged: true, request: toLeaveRequest(after) };
    });
  }

  return {
    ...documents,

    async list(actor, filter, page) {
      authorize(actor, 'leave.list');
      return listLeaveRequests(database.read(actor), filter, page);
    },

    async get(actor, id) {
      authorize(actor, 'leave.own');
      const request = await findLeaveRequest(database.read(actor), id);
      assertMayTouch(actor, request);
      return toLeaveRequest(request);
    },

    async listOwn(actor, page) {
      const employeeId = applicantOf(actor, undefined);
      return listLeaveRequests(database.read(actor), { employee_id: employeeId ?? 0 }, page);
    },

    submit: async (actor, input, options = {}) => submit(actor, input, options),
    approve: async (actor, id, decision = {}, options = {}) => decide(actor, id, 'approved', decision, options),
    reject: async (actor, id, decision = {}, options = {}) => decide(actor, id, 'rejected', decision, options),

    async cancel(actor, id, options = {}) {
      authorize(actor, 'leave.own');
      const { employeeId, documentKey } = await database.write(actor, 'leave.cancel', options, async (company) => {
        const request = await lockLeaveRequest(company, id);
        assertMayTouch(actor, request);
        assertMayCancel(actor, request);
        const now = clock.now();
        await company.update(leaveRequestTable, id, { ...NO_DOCUMENT, cancelledAt: now, updatedAt: now });
        await auditAct(audit, company, actor, 'leave.cancel', { leave_request_id: id, from: request.status });
        return request;
      });
      if (documentKey !== null) await discardUnused(actor, employeeId, documentKey, options);
    },
  };
}
