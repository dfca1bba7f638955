import type { Punch } from '@shaon/core';
import { textField } from '../../components/fields.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refused } from './correct-day.ts';
import {
  dayChanged,
  dayPlace,
  discloseDay,
  livePunches,
  type PersonDay,
  personDayPath,
  queryOfDay,
  readAskedDay,
} from './person-day.ts';
import { dayFields } from './person-day-forms.ts';

/* Voiding a punch, and a whole day: each asks for the reason first. */

interface VoidedPunch {
  readonly personDay: PersonDay;
  readonly punch: Punch;
}

/** Voids one punch: the correction consists of the others. */
export const voidPunch: ConfirmPage<VoidedPunch> = {
  query: queryOfDay,
  back: (_, { personDay }) => personDayPath(personDay),
  async record(page) {
    const personDay = await readAskedDay(page);
    const id = page.id('punch');
    const punch = livePunches(personDay.day).find((one) => one.id === id);
    if (punch === undefined) throw new PageError('notFound');
    return { personDay, punch };
  },
  ask(page, { personDay, punch }, form) {
    const { t, format } = page;
    const { correction: texts, punches } = t.attendance;
    discloseDay(page, personDay);
    return {
      title: texts.voidTitle,
      question: html`${texts.voidQuestion(punches.kinds[punch.kind], format.time(punch.at))}`,
      consequence: texts.voidText,
      fields: reasonFields(page, personDay, form),
      verb: texts.voidVerb,
      keep: texts.voidKeep,
      ...dayPlace(page, personDay),
    };
  },
  async save(page, { personDay, punch }) {
    const { core, actor, form } = page;
    const { correction: texts } = page.t.attendance;
    const rest = livePunches(personDay.day).filter(({ id }) => id !== punch.id);
    if (rest.length === 0) return page.redirect(personDayPath(personDay), { tone: 'wait', text: texts.last });
    const correction = { punches: rest.map(({ kind, at }) => ({ kind, at })), note: form.text('reason') };
    const options = { unchangedSince: form.seenAt };
    await core.attendance.correct(actor, personDay.employee.id, personDay.date, correction, options);
    return texts.voided;
  },
  changed: dayChanged,
  refused,
};

export const voidDay: ConfirmPage<PersonDay> = {
  query: queryOfDay,
  back: (_, personDay) => personDayPath(personDay),
  async record(page) {
    const personDay = await readAskedDay(page);
    if (personDay.day === null) throw new PageError('notFound');
    return personDay;
  },
  ask(page, personDay, form) {
    const { correction: texts } = page.t.attendance;
    discloseDay(page, personDay);
    return {
      title: texts.voidDay,
      question: html`${texts.voidDayQuestion(page.format.longDate(personDay.date))}`,
      consequence: texts.voidDayText,
      fields: reasonFields(page, personDay, form),
      verb: texts.voidDayVerb,
      keep: texts.voidKeep,
      ...dayPlace(page, personDay),
    };
  },
  async save({ core, actor, form, t }, { day }) {
    const { reasonMissing, voidedDay } = t.attendance.correction;
    const note = form.optional('reason');
    if (note === null || day === null) return FormState.refused(form, { reason: [reasonMissing] }, null);
    await core.attendance.voidDay(actor, day.record.id, { note, unchangedSince: form.seenAt });
    return voidedDay;
  },
  changed: dayChanged,
  refused,
};

function reasonFields({ t }: Page, personDay: PersonDay, form: FormState): Html {
  const { reason, reasonHelp } = t.attendance.correction;
  const field = { name: 'reason', label: reason, help: reasonHelp, required: true, maxLength: 1000 };
  return html`${dayFields(personDay)}${textField(form, field)}`;
}
