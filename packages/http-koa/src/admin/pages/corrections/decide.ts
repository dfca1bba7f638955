import { isShaonError } from '@shaon/core';
import type { FormPart } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { typedPunches } from '../attendance/punch-lines.ts';
import { punchesToApply, readCorrection, type ShownCorrection } from './correction-item.ts';
import { correctionPath, firstCorrections } from './correction-query.ts';
import { queueView } from './show-corrections.ts';

/** Applies what stands in the fields, or refuses it; a request that no longer waits is shown as it is. */
export const decision: FormPart<ShownCorrection> = {
  back: firstCorrections,
  record: (page) => readCorrection(page, page.id()),
  view: (page, { request }, form) => queueView(page, request.id, form),
  async save(page, shown) {
    const { core, actor, form, t } = page;
    const { id } = shown.request;
    if (form.text('verdict') === 'refuse') {
      await core.correctionRequests.refuse(actor, id, { note: form.text('note') }, page.once);
      return t.corrections.refused;
    }
    const applied = typedChange(page, shown);
    if (applied instanceof FormState) return applied;
    const options = { ...page.once, approve: form.has('approve'), unchangedSince: form.seenAt };
    const decision = { ...applied, note: form.optional('note') };
    const { isApproved } = await core.correctionRequests.apply(actor, id, decision, options);
    return isApproved ? t.corrections.appliedApproved : t.corrections.applied;
  },
  changed: ({ t }) => t.corrections.dayChanged,
  refused(page, error, { request }) {
    const { cannotApply, decidedBefore, noteMissing, closedMeanwhile, waitsForOthers } = page.t.corrections;
    if (isShaonError(error, 'state_conflict') && 'state' in error.details) {
      return page.redirect(correctionPath(page, request.id), { tone: 'wait', text: decidedBefore });
    }
    return refusedForm(page, error, {
      problems: { state_conflict: cannotApply, month_closed: closedMeanwhile, not_permitted: waitsForOthers },
      texts: { note: { required: noteMissing } },
    });
  },
};

/** What the fields say to apply; the form with its errors if a time is none. */
function typedChange(page: Page, shown: ShownCorrection) {
  const punches = punchesToApply(shown, page.form.seenAt);
  if (punches === null) return { absence_type: page.form.text('absence_type') };
  const typed = typedPunches(page, shown.request.date, punches);
  return Object.keys(typed.wrong).length > 0
    ? FormState.refused(page.form, typed.wrong, null)
    : { punches: typed.punches };
}
