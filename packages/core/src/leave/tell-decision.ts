import { isOwnRecord } from '../accounts/own-records.ts';
import type { Actor } from '../actor.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { type LeaveOutcome, leaveDecidedNotice } from '../notices/decision-notices.ts';
import type { Tell } from '../notices/tell.ts';
import type { LeaveRequest } from './leave-queries.ts';

/** Tells a person, in one notice, what somebody else has decided on requests that they made together. */
export async function tellLeaveDecided(
  tell: Tell,
  company: CompanyTransaction,
  { actor, outcome, at }: { readonly actor: Actor; readonly outcome: LeaveOutcome['outcome']; readonly at: Date },
  requests: readonly LeaveRequest[],
): Promise<void> {
  const [first] = requests;
  if (first === undefined || isOwnRecord(actor, first.employee_id)) return;
  const notice = leaveDecidedNotice({
    outcome,
    dates: requests.map(({ date }) => date),
    decidedBy: actor.kind === 'account' ? actor.name : null,
    note: outcome === 'cancelled' ? null : first.manager_note,
    at,
  });
  await tell(company, { employeeId: first.employee_id }, notice);
}
