import type { Punch } from '@shaon/core';
import { isSameMinute, ordersOfDay } from '@shaon/core/time';
import { selectField, textField, timeField } from '../../components/fields.ts';
import type { FormPart, NewForm } from '../../form-routes.ts';
import { type FieldErrors, FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import {
  dayChanged,
  dayPlace,
  discloseDay,
  formDateOf,
  livePunches,
  type PersonDay,
  personDayPath,
  punchInstant,
  queryOfDay,
  readAskedDay,
  readFormDay,
} from './person-day.ts';
import { dateChoices, dayFields, kindChoices, nextKinds } from './person-day-forms.ts';
import { chosenOrder, orderField, orderMissing } from './punch-orders.ts';
import { personDayView } from './show-person-day.ts';

type Given = Pick<Punch, 'kind' | 'at'>;
const KINDS = ['in', 'out', 'break_start', 'break_end'] as const;
/** The number of empty lines after the existing punches. */
const FREE_LINES = 2;
/** The limit of `correct`. */
const MAX_LINES = 500;

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
  values(personDay, page) {
    const punches = livePunches(personDay.day);
    const values: Record<string, string> = { lines: String(Math.min(punches.length + FREE_LINES, MAX_LINES)) };
    for (const [index, { kind, at }] of punches.entries()) {
      values[`kind.${index}`] = kind;
      values[`time.${index}`] = page.format.time(at);
      values[`date.${index}`] = formDateOf(page, at);
    }
    const free = nextKinds(punches, FREE_LINES);
    for (const [index, kind] of free.entries()) values[`kind.${punches.length + index}`] = kind;
    return values;
  },
  verb: ({ t }) => t.attendance.correction.save,
  view(page, personDay) {
    const { rebuildTitle, rebuildLead } = page.t.attendance.correction;
    discloseDay(page, personDay);
    return { title: rebuildTitle, lead: rebuildLead, ...dayPlace(page, personDay) };
  },
  fields(page, form, personDay) {
    const { reason, reasonHelp } = page.t.attendance.correction;
    const dates = dateChoices(page, personDay);
    const lines = Array.from({ length: linesOf(form.value('lines')) }, (_, index) => line(page, form, dates, index));
    const orders = page.state.method === 'GET' ? [] : typedPunches(page, personDay).orders;
    return html`${dayFields(personDay)}<input type="hidden" name="lines" value="${form.value('lines')}">${lines}${orderField(page, form, orders)}${textField(form, { name: 'reason', label: reason, help: reasonHelp, required: true, maxLength: 1000 })}`;
  },
  async save(page, personDay) {
    const { core, actor, t, form } = page;
    const { wrong, orders } = typedPunches(page, personDay);
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
    const isSaved = areSame(livePunches(personDay.day), typedPunches(page, personDay).punches);
    return isSaved && page.t.attendance.correction.saved;
  },
  refused,
};

/** The punches of the form's lines, the errors of lines that are none, and the orders that make sense. */
function typedPunches(page: Page, { date, day }: PersonDay) {
  const { form, t } = page;
  const kept = livePunches(day);
  const lines = linesOf(form.text('lines'));
  // Existing lines keep their order, so that an out before its in is reported; new lines may be in any order.
  const ordered = kept.length === 0 ? lines : kept.length;
  const punches: Given[] = [];
  const wrong: Record<string, readonly string[]> = {};
  const left = [...kept];
  for (let index = 0; index < lines; index++) {
    const time = form.text(`time.${index}`);
    if (time === '') continue;
    const at = punchInstant(page, form.text(`date.${index}`) || date, time);
    const kind = KINDS.find((one) => one === form.text(`kind.${index}`));
    if (typeof at === 'string' || kind === undefined) {
      wrong[`time.${index}`] = [typeof at === 'string' ? at : t.common.timeMissing];
      continue;
    }
    const given = asItWas(page, left, { kind, at });
    const found = index < ordered ? -1 : punches.findIndex((punch) => punch.at > at);
    punches.splice(found < 0 ? punches.length : found, 0, given);
  }
  // Punches without a line remain; `correct` reports if there are too many.
  punches.push(...kept.slice(lines).map(({ kind, at }) => ({ kind, at })));
  if (punches.length === 0) wrong['time.0'] ??= [t.common.timeMissing];
  const orders = Object.keys(wrong).length > 0 ? [] : ordersOfDay(punches, kept);
  return { punches, wrong, orders };
}

/**
 * A line shows only minutes, so an unchanged line means the punch made in that minute and keeps its seconds. If there
 * are several, it is the first that no earlier line used; it is removed from `left`.
 */
function asItWas(page: Page, left: Punch[], given: Given): Given {
  const same = (at: Date) => `${formDateOf(page, at)} ${page.format.time(at)}`;
  const found = left.findIndex(({ kind, at }) => kind === given.kind && same(at) === same(given.at));
  const [punch] = found < 0 ? [] : left.splice(found, 1);
  return punch === undefined ? given : { kind: punch.kind, at: punch.at };
}

function line(page: Page, form: FormState, dates: ReturnType<typeof dateChoices>, index: number) {
  const { correction: texts } = page.t.attendance;
  return html`<fieldset class="punch-line"><legend class="visually-hidden">${texts.row(String(index + 1))}</legend>${selectField(form, { name: `kind.${index}`, label: texts.kind, choices: kindChoices(page) })}${timeField(form, { name: `time.${index}`, label: texts.time })}${selectField(form, { name: `date.${index}`, label: texts.date, choices: dates })}</fieldset>`;
}

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

function linesOf(text: string): number {
  const lines = Number(text);
  return Number.isInteger(lines) && lines > 0 ? Math.min(lines, MAX_LINES) : FREE_LINES;
}
