import type { FormPart } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { dayChanged, livePunches, type PersonDay, personDayPath, readFormDay } from './person-day.ts';
import { personDayView } from './show-person-day.ts';

/** Records a day of absence, or half a day beside worked hours, or takes it off, on the day as the page showed it. */
export const absence: FormPart<PersonDay> = {
  back: (_, personDay) => personDayPath(personDay),
  record: readFormDay,
  view: (page, personDay, absence) => personDayView(page, personDay, { absence }),
  async save(page, personDay) {
    const { t, form } = page;
    const reason = form.optional('absence_reason');
    if (reason === null) {
      return FormState.refused(form, { absence_reason: [t.attendance.correction.reasonMissing] }, null);
    }
    await (isTakenOff(page) ? takeOff(page, personDay, reason) : record(page, personDay, reason));
    return isTakenOff(page) ? t.attendance.absence.takenOff : t.attendance.absence.saved;
  },
  changed: dayChanged,
  savedAlready(page, { day }) {
    const isDone = isTakenOff(page) && (day?.record.absence_type ?? null) === null;
    return isDone && page.t.attendance.absence.takenOff;
  },
  refused: (page, error) => refusedForm(page, error, { fieldNames: { note: 'absence_reason' } }),
};

const isTakenOff = ({ form }: Page): boolean => form.text('verdict') === 'take_off';

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
