import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { textField } from '../../components/fields.ts';
import { name } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { changedDay, reasonOf } from './correct-day.ts';
import { discloseDay, type PersonDay, personDayPath, readDayToChange, readFormDay } from './person-day.ts';
import { dayFields } from './person-day-forms.ts';
import { askedDate } from './sheet-query.ts';

/** Asks for the reason before a whole day is voided. */
export async function askVoidDay(page: Page): Promise<Answer> {
  const personDay = await readDayToChange(page, askedDate(page));
  if (personDay.day === null) throw new PageError('notFound');
  return page.show(voidView(page, personDay, FormState.of()));
}

export async function voidDay(page: Page): Promise<Answer> {
  const { core, actor, t, form } = page;
  const personDay = await readFormDay(page);
  if (personDay.day === null) throw new PageError('notFound');
  const note = form.optional('reason');
  if (note === null) {
    const errors = { reason: [t.attendance.correction.reasonMissing] };
    return page.show(voidView(page, personDay, FormState.refused(form, errors, null)));
  }
  try {
    await core.attendance.voidDay(actor, personDay.day.record.id, { note, unchangedSince: page.form.seenAt });
  } catch (error) {
    const refused = () => refusedForm(page, error, reasonOf(page));
    const changed = await changedDay(page, error);
    return changed === null
      ? page.show(voidView(page, personDay, refused()))
      : page.show(voidView(page, changed.personDay, changed.form), 409);
  }
  return page.redirect(personDayPath(personDay), t.attendance.correction.voidedDay);
}

function voidView(page: Page, personDay: PersonDay, form: FormState): View {
  const { t, format } = page;
  const { correction: texts } = t.attendance;
  const back = personDayPath(personDay);
  discloseDay(page, personDay);
  return confirmView(page, {
    title: texts.voidDay,
    question: html`${texts.voidDayQuestion(format.longDate(personDay.date))}`,
    consequence: texts.voidDayText,
    fields: html`${dayFields(personDay)}${textField(form, { name: 'reason', label: texts.reason, help: texts.reasonHelp, required: true, maxLength: 1000 })}`,
    verb: texts.voidDayVerb,
    keep: texts.voidKeep,
    action: personDayPath(personDay, '/void'),
    back,
    navigation: '/attendance',
    crumbs: [{ href: back, label: html`${name(personDay.employee.name)}, ${format.shortDate(personDay.date)}` }],
    form,
  });
}
