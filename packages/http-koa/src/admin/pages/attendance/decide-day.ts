import { isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { personDayPath, readFormDay } from './person-day.ts';
import { personDayView } from './show-person-day.ts';

/** Approves or rejects the day as the person saw it; if it changed meanwhile, its present state is shown. */
export async function decideDay(page: Page): Promise<Answer> {
  const { core, actor, t, form } = page;
  const personDay = await readFormDay(page);
  const { day } = personDay;
  if (day === null) throw new PageError('conflict');
  const { decision: texts } = t.attendance;
  const options = { note: form.optional('decision_note'), unchangedSince: page.form.seenAt };
  try {
    if (form.text('verdict') === 'reject') {
      await core.attendance.reject(actor, [day.record.id], options);
      return page.redirect(personDayPath(personDay), texts.rejected);
    }
    await core.attendance.approve(actor, [day.record.id], options);
    return page.redirect(personDayPath(personDay), texts.approved);
  } catch (error) {
    if (isShaonError(error, 'state_conflict')) {
      const changed = { decision: FormState.refused(form, {}, texts.changed) };
      return page.show(await personDayView(page, await readFormDay(page), changed), 409);
    }
    const decision = refusedForm(page, error, { fieldNames: { note: 'decision_note' } });
    return page.show(await personDayView(page, personDay, { decision }));
  }
}
