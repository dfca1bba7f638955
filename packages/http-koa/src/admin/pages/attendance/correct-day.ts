import type { Punch } from '@shaon/core';
import { isSameMinute, ordersOfDay } from '@shaon/core/time';
import { textField } from '../../components/fields.ts';
import type { FormPart, NewForm } from '../../form-routes.ts';
import { type FieldErrors, FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import {
  dayChanged,
  dayPlace,
  discloseDay,
  livePunches,
  type PersonDay,
  personDayPath,
  punchInstant,
  queryOfDay,
  readAskedDay,
  readFormDay,
} from './person-day.ts';
import { dateChoices, dayFields } from './person-day-forms.ts';
import { FREE_LINES, KINDS, linesField, lineValues, punchLines, typedPunches } from './punch-lines.ts';
import { chosenOrder, orderField, orderMissing } from './punch-orders.ts';
import { personDayView } from './show-person-day.ts';

type Given = Pick<Punch, 'kind' | 'at'>;

/** Adds one punch to a day, which may have no punches yet. */
export const newPunch: FormPart<PersonDay> = {
  back: (_, personDay) => personDayPath(personDay),
  record: readFormDay,
  view: (page, personDay, correction) =>
    personDayView(page, personDay, { correction, orders: typedPunch(page, personDay).orders }),
  async save(page, personDay) {
    const { core, actor, t, form } = page;
    const { wrong, orders } = typedPunch(page, personDay);
    const order = chosenOrder(page, orders);
    if (order === null) {
      return FormState.refused(form, { ...(wrong ?? orderMissing(page)), ...missingReason(page) }, null);
    }
    const corrected = { punches: order.punches, note: form.text('reason') };
    const options = { unchangedSince: form.seenAt };
    await core.attendance.correct(actor, personDay.employee.id, personDay.date, corrected, options);
    return t.attendance.correction.added;
  },
  changed: dayChanged,
  savedAlready(page, personDay) {
    const { punch } = typedPunch(page, personDay);
    const isThere = livePunches(personDay.day).some(
      (one) => one.rule === 'correction' && punch !== null && isSameMinute(one, punch),
    );
    return isThere && page.t.attendance.correction.added;
  },
  refused,
};

/** The form's punch and the orders of the day with it that make sense; or the errors of its fields. */
function typedPunch(page: Page, { date, day }: PersonDay) {
  const { form, t } = page;
  const at = punchInstant(page, form.text('punch_date') || date, form.text('time'));
  const kind = KINDS.find((one) => one === form.text('kind'));
  if (typeof at === 'string') return { wrong: { time: [at] }, punch: null, orders: [] };
  if (kind === undefined) return { wrong: { kind: [t.common.timeMissing] }, punch: null, orders: [] };
  const live = livePunches(day);
  return { wrong: null, punch: { kind, at }, orders: ordersOfDay(inOrder([...live, { kind, at }]), live) };
}

/** All punches of a day as editable lines, which replace them. */
export const correction: NewForm<PersonDay> = {
  query: queryOfDay,
  back: (_, personDay) => personDayPath(personDay),
  record: readAskedDay,
  values: (personDay, page) => lineValues(page, livePunches(personDay.day), FREE_LINES),
  verb: ({ t }) => t.attendance.correction.save,
  view(page, personDay) {
    const { rebuildTitle, rebuildLead } = page.t.attendance.correction;
    discloseDay(page, personDay);
    return { title: rebuildTitle, lead: rebuildLead, ...dayPlace(page, personDay) };
  },
  fields(page, form, personDay) {
    const { reason, reasonHelp } = page.t.attendance.correction;
    const lines = punchLines(page, form, dateChoices(page, personDay));
    const orders = page.state.method === 'GET' ? [] : typedDay(page, personDay).orders;
    return html`${dayFields(personDay)}${linesField(form)}${lines}${orderField(page, form, orders)}${textField(form, {
      name: 'reason',
      label: reason,
      help: reasonHelp,
      required: true,
      maxLength: 1000,
    })}`;
  },
  async save(page, personDay) {
    const { core, actor, t, form } = page;
    const { wrong, orders } = typedDay(page, personDay);
    const order = chosenOrder(page, orders);
    if (order === null || Object.keys(wrong).length > 0) {
      const errors = Object.keys(wrong).length > 0 ? wrong : orderMissing(page);
      return FormState.refused(form, { ...errors, ...missingReason(page) }, null);
    }
    const corrected = { punches: order.punches, note: form.text('reason') };
    const options = { unchangedSince: form.seenAt };
    await core.attendance.correct(actor, personDay.employee.id, personDay.date, corrected, options);
    return t.attendance.correction.saved;
  },
  changed: dayChanged,
  savedAlready(page, personDay) {
    const isSaved = areSame(livePunches(personDay.day), typedDay(page, personDay).punches);
    return isSaved && page.t.attendance.correction.saved;
  },
  refused,
};

const typedDay = (page: Page, { date, day }: PersonDay) => typedPunches(page, date, livePunches(day));

/** A correction that cannot have been, or without its reason, which the service calls its note. */
export function refused(page: Page, error: unknown): FormState {
  const { implausible, reasonMissing } = page.t.attendance.correction;
  return refusedForm(page, error, {
    problems: { state_conflict: implausible },
    fieldNames: { note: 'reason' },
    texts: { note: { required: reasonMissing } },
  });
}

/** The error of an empty reason, for forms that are refused before the service sees them. */
function missingReason({ form, t }: Page): FieldErrors {
  return form.optional('reason') === null ? { reason: [t.attendance.correction.reasonMissing] } : {};
}

/** Whether a day has the punches of a form, which were typed without seconds. */
function areSame(day: readonly Given[], typed: readonly Given[]): boolean {
  const left = [...day];
  for (const punch of typed) {
    const found = left.findIndex((one) => isSameMinute(one, punch));
    if (found < 0) return false;
    left.splice(found, 1);
  }
  return left.length === 0;
}

function inOrder(punches: readonly Given[]): Given[] {
  return punches.map(({ kind, at }) => ({ kind, at })).sort((a, b) => a.at.getTime() - b.at.getTime());
}
