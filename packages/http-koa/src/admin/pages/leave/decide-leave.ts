import type { LeaveRequest } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { queuePath } from './leave-query.ts';
import { queueView } from './show-queue.ts';

/**
 * Approves or rejects the chosen dates, all or none. If the boxes are ticked, approved dates become days of absence, and
 * rejected ones are taken off attendance.
 */
export async function decideLeave(page: Page): Promise<Answer> {
  const { core, actor, t, form, format } = page;
  const id = page.id();
  // Refuses an unknown request before the form is read.
  await core.leave.get(actor, id);
  const request_ids = form
    .all('request')
    .filter((text) => /^[1-9]\d{0,15}$/.test(text))
    .map(Number);
  if (request_ids.length === 0) {
    const refused = FormState.refused(form, { request: [t.leave.noDates] }, null);
    return page.show(await queueView(page, id, refused));
  }
  const isApproval = form.text('verdict') !== 'reject';
  const decision = { request_ids, manager_note: form.optional('manager_note') };
  let changed: readonly LeaveRequest[];
  let takenOff = 0;
  try {
    changed = await core.transaction(async (manager) => {
      // When the decider saw the request; a form without it decides on no request.
      const options = { manager, unchangedSince: form.seenAt, ...page.once };
      if (!isApproval) {
        const rejected = await core.leave.rejectGroup(actor, id, decision, options);
        if (form.has('take_off')) {
          const note = decision.manager_note;
          takenOff = await core.absenceDays.removeForLeave(actor, idsOf(rejected), { note, manager });
        }
        return rejected;
      }
      const approved = await core.leave.approveGroup(actor, id, decision, options);
      const ids = idsOf(approved);
      if (form.has('record') && ids.length > 0) await core.absenceDays.recordForLeave(actor, ids, { manager });
      return approved;
    });
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict === 'sent_twice') return page.redirect(queuePath(page), { tone: 'wait', text: t.common.sentTwice });
    const isChanged = conflict === 'changed';
    const problems = {
      state_conflict: isChanged ? t.leave.changed : t.leave.conflict,
      not_permitted: t.leave.waitsForOthers,
    };
    const refused = refusedForm(page, error, { problems });
    return page.show(await queueView(page, id, refused), isChanged ? 409 : undefined);
  }
  const days = t.leave.days(changed.length, format.number(changed.length));
  const off = takenOff > 0 ? ` ${t.leave.takenOff(t.leave.days(takenOff, format.number(takenOff)))}` : '';
  const done = isApproval ? t.leave.approved(days) : `${t.leave.rejected(days)}${off}`;
  return page.redirect(queuePath(page), changed.length > 0 ? done : { tone: 'wait', text: t.leave.unchanged });
}

const idsOf = (requests: readonly LeaveRequest[]): number[] => requests.map(({ id }) => id);
