import { authorize } from '../abilities-and-roles.ts';
import { type Actor, withSelf } from '../actor.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { notFound, orNotFound, stateConflict } from '../errors.ts';
import type { Tell } from '../notices/tell.ts';
import { refuseUnknownOptions } from '../option-rules.ts';
import type { Clock } from '../time/clock.ts';
import type { LeaveDecision } from './leave-input.ts';
import { findLeaveRequest, type LeaveRequest, lockLeaveGroup, toLeaveRequest } from './leave-queries.ts';
import type { LeaveRequestRow } from './leave-request.ts';
import { assertMayAccess } from './leave-rules.ts';
import type { LeaveDecisionOptions, LeaveWrites } from './leave-writes.ts';
import { tellLeaveDecided } from './tell-decision.ts';

/** A decision on requests that were submitted together. */
export interface LeaveGroupDecision extends LeaveDecision {
  /** The requests of the group to decide on; if absent, all pending ones. */
  readonly request_ids?: readonly number[] | undefined;
}

export interface LeaveGroupWrites {
  /**
   * Approves requests of the group of `id`, all or none, each with its event. Returns the requests that changed. Throws
   * like `approve`; `not_found` for a request of another group; `state_conflict` if none is named and none is pending.
   */
  approveGroup(
    actor: Actor,
    id: number,
    decision?: LeaveGroupDecision,
    options?: LeaveDecisionOptions,
  ): Promise<LeaveRequest[]>;
  /** Like `approveGroup`, but rejects. */
  rejectGroup(
    actor: Actor,
    id: number,
    decision?: LeaveGroupDecision,
    options?: LeaveDecisionOptions,
  ): Promise<LeaveRequest[]>;
  /** Cancels the pending requests of the group. Throws `not_found`, and `state_conflict` if none is pending. */
  cancelGroup(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

export function createLeaveGroupWrites(parts: {
  readonly database: CompanyWrites;
  readonly clock: Clock;
  readonly tell: Tell;
  /** Tells nobody: the person of a group is told once. */
  readonly writes: LeaveWrites;
}): LeaveGroupWrites {
  const { database, clock, tell, writes } = parts;

  async function lockGroup(company: CompanyTransaction, actor: Actor, id: number): Promise<LeaveRequestRow[]> {
    const request = await findLeaveRequest(company, id);
    assertMayAccess(actor, request);
    return lockLeaveGroup(company, request);
  }

  async function decide(
    verdict: 'approve' | 'reject',
    actor: Actor,
    id: number,
    decision: LeaveGroupDecision,
    { unchangedSince, ...options }: LeaveDecisionOptions,
  ): Promise<LeaveRequest[]> {
    authorize(actor, 'leave.decide');
    refuseUnknownOptions('A decision', decision, { request_ids: true, manager_note: true });
    const { request_ids, manager_note } = decision;
    return database.write(actor, `leave.${verdict}Group`, options, async (company) => {
      const found = orNotFound(await findLeaveRequest(company, id), 'leave request');
      const group = await lockLeaveGroup(company, found);
      const changed: LeaveRequest[] = [];
      for (const requestId of chosen(group, request_ids)) {
        const { isChanged, request } = await writes[verdict](
          actor,
          requestId,
          { manager_note },
          { manager: company.manager, unchangedSince },
        );
        if (isChanged) changed.push(request);
      }
      const outcome = verdict === 'approve' ? 'approved' : 'rejected';
      await tellLeaveDecided(tell, company, { actor, outcome, at: clock.now() }, changed);
      return changed;
    });
  }

  return {
    approveGroup: (actor, id, decision = {}, options = {}) => decide('approve', actor, id, decision, options),
    rejectGroup: (actor, id, decision = {}, options = {}) => decide('reject', actor, id, decision, options),

    async cancelGroup(actor, id, options = {}) {
      authorize(actor, 'leave.own');
      await database.write(withSelf(actor), 'leave.cancelGroup', options, async (company) => {
        const group = await lockGroup(company, actor, id);
        const ids = chosen(group, undefined);
        for (const requestId of ids) await writes.cancel(actor, requestId, { manager: company.manager });
        const cancelled = group.filter((request) => ids.includes(request.id)).map(toLeaveRequest);
        await tellLeaveDecided(tell, company, { actor, outcome: 'cancelled', at: clock.now() }, cancelled);
      });
    },
  };
}

/** By id ascending, the order in which all callers lock. */
function chosen(group: readonly LeaveRequestRow[], named: readonly number[] | undefined): number[] {
  const members = new Set(group.map(({ id }) => id));
  if (named !== undefined) {
    for (const id of named) if (!members.has(id)) throw notFound('leave request');
    return [...new Set(named)].sort((a, b) => a - b);
  }
  const pending = group.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (pending.length > 0) return pending;
  throw stateConflict('None of these requests is pending.');
}
