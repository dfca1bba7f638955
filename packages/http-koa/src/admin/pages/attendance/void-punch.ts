import type { Punch } from '@shaon/core';
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
import { discloseDay, livePunches, type PersonDay, personDayPath, readDayToChange, readFormDay } from './person-day.ts';
import { dayFields } from './person-day-forms.ts';
import { askedDate } from './sheet-query.ts';

/** Asks for the reason before a punch is voided. */
export async function askVoidPunch(page: Page): Promise<Answer> {
  const personDay = await readDayToChange(page, askedDate(page));
  const punch = punchOf(page, personDay);
  return page.show(voidView(page, personDay, punch, FormState.of()));
}

/** Voids one punch: the correction consists of the others. */
export async function voidPunch(page: Page): Promise<Answer> {
  const { core, actor, t, form } = page;
  const personDay = await readFormDay(page);
  const punch = punchOf(page, personDay);
  const { correction: texts } = t.attendance;
  const rest = livePunches(personDay.day).filter(({ id }) => id !== punch.id);
  if (rest.length === 0) return page.redirect(personDayPath(personDay), { tone: 'wait', text: texts.last });
  const punches = rest.map(({ kind, at }) => ({ kind, at }));
  try {
    const correction = { punches, note: form.text('reason') };
    const options = { unchangedSince: page.form.seenAt };
    await core.attendance.correct(actor, personDay.employee.id, personDay.date, correction, options);
  } catch (error) {
    const problems = { state_conflict: texts.implausible };
    const refused = () => refusedForm(page, error, { problems, ...reasonOf(page) });
    const changed = await changedDay(page, error);
    return changed === null
      ? page.show(voidView(page, personDay, punch, refused()))
      : page.show(voidView(page, changed.personDay, punchOf(page, changed.personDay), changed.form), 409);
  }
  return page.redirect(personDayPath(personDay), texts.voided);
}

function punchOf(page: Page, { day }: PersonDay): Punch {
  const id = page.id('punch');
  const punch = livePunches(day).find((one) => one.id === id);
  if (punch === undefined) throw new PageError('notFound');
  return punch;
}

function voidView(page: Page, personDay: PersonDay, punch: Punch, form: FormState): View {
  const { t, format } = page;
  const { correction: texts, punches } = t.attendance;
  const back = personDayPath(personDay);
  discloseDay(page, personDay);
  return confirmView(page, {
    title: texts.voidTitle,
    question: html`${texts.voidQuestion(punches.kinds[punch.kind], format.time(punch.at))}`,
    consequence: texts.voidText,
    fields: html`${dayFields(personDay)}${textField(form, { name: 'reason', label: texts.reason, help: texts.reasonHelp, required: true, maxLength: 1000 })}`,
    verb: texts.voidVerb,
    keep: texts.voidKeep,
    action: personDayPath(personDay, `/punches/${punch.id}/void`),
    back,
    navigation: '/attendance',
    crumbs: [{ href: back, label: html`${name(personDay.employee.name)}, ${format.shortDate(personDay.date)}` }],
    form,
  });
}
