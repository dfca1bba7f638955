import type { Answer } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { personDayPath, readFormDay } from './person-day.ts';
import { personDayView } from './show-person-day.ts';

/** Records a day of absence, or half a day beside worked hours. */
export async function recordAbsence(page: Page): Promise<Answer> {
  const { core, actor, t, form } = page;
  const personDay = await readFormDay(page);
  const { employee, date } = personDay;
  try {
    await core.attendance.recordAbsence(actor, {
      employee_id: employee.id,
      date,
      absence_type: form.text('absence_type'),
    });
  } catch (error) {
    const absence = refusedForm(page, error);
    return page.show(await personDayView(page, personDay, { absence }));
  }
  return page.redirect(personDayPath(personDay), t.attendance.absence.saved);
}
