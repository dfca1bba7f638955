import type { FormPart } from '../../form-routes.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { dayChanged, type PersonDay, personDayPath, readFormDay } from './person-day.ts';
import { personDayView } from './show-person-day.ts';

/** Approves or rejects the day as the person saw it; if it changed meanwhile, its present state is shown. */
export const decision: FormPart<PersonDay> = {
  back: (_, personDay) => personDayPath(personDay),
  record: readFormDay,
  view: (page, personDay, decision) => personDayView(page, personDay, { decision }),
  async save({ core, actor, t, form }, { day }) {
    if (day === null) throw new PageError('conflict');
    const options = { note: form.optional('decision_note'), unchangedSince: form.seenAt };
    if (form.text('verdict') === 'reject') {
      await core.attendance.reject(actor, [day.record.id], options);
      return t.attendance.decision.rejected;
    }
    await core.attendance.approve(actor, [day.record.id], options);
    return t.attendance.decision.approved;
  },
  changed: dayChanged,
  refused: (page, error) => refusedForm(page, error, { fieldNames: { note: 'decision_note' } }),
};
