import type { Answer } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { changedDay } from './correct-day.ts';
import { personDayPath, readFormDay } from './person-day.ts';
import { personDayView } from './show-person-day.ts';

/** Records a day of absence, or half a day beside worked hours, on the day as the page showed it. */
export async function recordAbsence(page: Page): Promise<Answer> {
  const { core, actor, t, form } = page;
  const personDay = await readFormDay(page);
  const { employee, date } = personDay;
  try {
    const absence = { employee_id: employee.id, date, absence_type: form.text('absence_type') };
    await core.attendance.recordAbsence(actor, absence, { unchangedSince: form.seenAt });
  } catch (error) {
    const changed = await changedDay(page, error);
    return changed === null
      ? page.show(await personDayView(page, personDay, { absence: refusedForm(page, error) }))
      : page.show(await personDayView(page, changed.personDay, { absence: changed.form }), 409);
  }
  return page.redirect(personDayPath(personDay), t.attendance.absence.saved);
}
