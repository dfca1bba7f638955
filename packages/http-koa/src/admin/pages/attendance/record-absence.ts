import type { Answer } from '../../answer.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { changedForm } from './correct-day.ts';
import { livePunches, type PersonDay, personDayPath, readFormDay } from './person-day.ts';
import { personDayView } from './show-person-day.ts';

/** Records a day of absence, or half a day beside worked hours, or takes it off, on the day as the page showed it. */
export async function recordAbsence(page: Page): Promise<Answer> {
  const { t, form } = page;
  const personDay = await readFormDay(page);
  const isTakenOff = form.text('verdict') === 'take_off';
  const done = isTakenOff ? t.attendance.absence.takenOff : t.attendance.absence.saved;
  const reason = form.optional('absence_reason');
  if (reason === null) {
    const missing = { absence_reason: [t.attendance.correction.reasonMissing] };
    return page.show(await personDayView(page, personDay, { absence: FormState.refused(form, missing, null) }));
  }
  try {
    await (isTakenOff ? takeOff(page, personDay, reason) : record(page, personDay, reason));
  } catch (error) {
    const changed = changedForm(page, error);
    if (changed === null) {
      const absence = refusedForm(page, error, { fieldNames: { note: 'absence_reason' } });
      return page.show(await personDayView(page, personDay, { absence }));
    }
    // The same form was sent twice.
    const present = await readFormDay(page);
    const isDone = isTakenOff && (present.day?.record.absence_type ?? null) === null;
    if (isDone) return page.redirect(personDayPath(personDay), done);
    return page.show(await personDayView(page, present, { absence: changed }), 409);
  }
  return page.redirect(personDayPath(personDay), done);
}

async function record({ core, actor, form }: Page, { employee, date }: PersonDay, note: string): Promise<void> {
  const absence = { employee_id: employee.id, date, absence_type: form.text('absence_type') };
  await core.attendance.recordAbsence(actor, absence, { note, unchangedSince: form.seenAt });
}

/** A day of work keeps its punches; of a day without punches nothing is left. */
async function takeOff({ core, actor, form }: Page, { employee, date, day }: PersonDay, note: string): Promise<void> {
  if (day === null) return;
  const options = { unchangedSince: form.seenAt };
  const punches = livePunches(day).map(({ kind, at }) => ({ kind, at }));
  if (punches.length === 0) return core.attendance.voidDay(actor, day.record.id, { note, ...options });
  await core.attendance.correct(actor, employee.id, date, { punches, note, absence_type: null }, options);
}
