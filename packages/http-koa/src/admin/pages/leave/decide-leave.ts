import type { LeaveRequest } from '@shaon/core';
import type { FormPart } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { queuePath } from './leave-query.ts';
import { queueView } from './show-queue.ts';

/**
 * Approves or rejects the chosen dates, all or none. If the boxes are ticked, approved dates become days of absence, and
 * rejected ones are taken off attendance.
 */
export const decision: FormPart<LeaveRequest> = {
  back: queuePath,
  record: (page) => page.core.leave.get(page.actor, page.id()),
  view: (page, { id }, form) => queueView(page, id, form),
  async save(page, { id }) {
    const { form, t, format } = page;
    const ids = form.all('request').filter((text) => /^[1-9]\d{0,15}$/.test(text));
    if (ids.length === 0) return FormState.refused(form, { request: [t.leave.noDates] }, null);
    const isApproval = form.text('verdict') !== 'reject';
    const { changed, takenOff } = await (isApproval ? approve : reject)(page, id, ids.map(Number));
    const daysOf = (count: number) => t.leave.days(count, format.number(count));
    const off = takenOff > 0 ? ` ${t.leave.takenOff(daysOf(takenOff))}` : '';
    const done = isApproval ? t.leave.approved(daysOf(changed)) : `${t.leave.rejected(daysOf(changed))}${off}`;
    return changed > 0 ? done : page.redirect(queuePath(page), { tone: 'wait', text: t.leave.unchanged });
  },
  changed: ({ t }) => t.leave.changed,
  refused(page, error) {
    const { conflict, waitsForOthers } = page.t.leave;
    return refusedForm(page, error, { problems: { state_conflict: conflict, not_permitted: waitsForOthers } });
  },
};

interface Decided {
  /** The numbers of dates whose state changed, and of days taken off attendance. */
  readonly changed: number;
  readonly takenOff: number;
}

/** Each names when the decider saw the requests; a form without that decides on no request. */
function approve(page: Page, id: number, request_ids: readonly number[]): Promise<Decided> {
  const { core, actor, form } = page;
  const decision = { request_ids, manager_note: form.optional('manager_note') };
  return core.transaction(async (manager) => {
    const options = { manager, unchangedSince: form.seenAt, ...page.once };
    const ids = idsOf(await core.leave.approveGroup(actor, id, decision, options));
    if (form.has('record') && ids.length > 0) await core.absenceDays.recordForLeave(actor, ids, { manager });
    return { changed: ids.length, takenOff: 0 };
  });
}

function reject(page: Page, id: number, request_ids: readonly number[]): Promise<Decided> {
  const { core, actor, form } = page;
  const note = form.optional('manager_note');
  return core.transaction(async (manager) => {
    const options = { manager, unchangedSince: form.seenAt, ...page.once };
    const ids = idsOf(await core.leave.rejectGroup(actor, id, { request_ids, manager_note: note }, options));
    const takenOff = form.has('take_off') ? await core.absenceDays.removeForLeave(actor, ids, { note, manager }) : 0;
    return { changed: ids.length, takenOff };
  });
}

const idsOf = (requests: readonly LeaveRequest[]): number[] => requests.map(({ id }) => id);
