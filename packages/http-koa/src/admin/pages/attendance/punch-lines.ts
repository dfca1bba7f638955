import type { AttendanceDay, Punch } from '@shaon/core';
import { ordersOfDay } from '@shaon/core/time';
import { selectField, timeField } from '../../components/fields.ts';
import { Form } from '../../form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { formDateOf, punchInstant, seenValue } from './person-day.ts';
import { kindChoices, nextKinds } from './person-day-forms.ts';

/* The punches of a day as editable lines: `kind.0`, `time.0` and `date.0`, as many as `lines` says. */

export type GivenPunch = Pick<Punch, 'kind' | 'at'>;

export const KINDS = ['in', 'out', 'break_start', 'break_end'] as const;
/** The number of empty lines after the existing punches. */
export const FREE_LINES = 2;
/** The limit of `correct`. */
const MAX_LINES = 500;

/** The values of lines with these punches, and `free` ones after them, each of the kind that comes next. */
export function lineValues(page: Page, punches: readonly GivenPunch[], free: number): Record<string, string> {
  const values: Record<string, string> = { lines: String(Math.min(punches.length + free, MAX_LINES)) };
  for (const [index, { kind, at }] of punches.entries()) {
    values[`kind.${index}`] = kind;
    values[`time.${index}`] = page.format.time(at);
    values[`date.${index}`] = formDateOf(page, at);
  }
  for (const [index, kind] of nextKinds(punches, free).entries()) values[`kind.${punches.length + index}`] = kind;
  return values;
}

export const linesField = (form: FormState): Html =>
  html`<input type="hidden" name="lines" value="${form.value('lines')}">`;

/**
 * @param dates the choices of a punch's date
 * @param focused the line whose time has the focus
 */
export function punchLines(
  page: Page,
  form: FormState,
  dates: readonly { readonly value: string; readonly label: string }[],
  focused?: number,
): Html[] {
  const { correction: texts } = page.t.attendance;
  return Array.from(
    { length: linesOf(form.value('lines')) },
    (_, index) =>
      html`<fieldset class="punch-line"><legend class="visually-hidden">${texts.row(String(index + 1))}</legend>${selectField(
        form,
        { name: `kind.${index}`, label: texts.kind, choices: kindChoices(page) },
      )}${timeField(form, { name: `time.${index}`, label: texts.time, autofocus: index === focused })}${selectField(
        form,
        { name: `date.${index}`, label: texts.date, choices: dates },
      )}</fieldset>`,
  );
}

/**
 * The punches of the form's lines, the errors of lines that are none, and the orders that make sense.
 *
 * @param kept the punches that the lines began with
 */
export function typedPunches(page: Page, date: string, kept: readonly GivenPunch[]) {
  const { form, t } = page;
  const lines = linesOf(form.text('lines'));
  // Existing lines keep their order, so that an out before its in is reported; new lines may be in any order.
  const ordered = kept.length === 0 ? lines : kept.length;
  const punches: GivenPunch[] = [];
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
function asItWas(page: Page, left: GivenPunch[], given: GivenPunch): GivenPunch {
  const same = (at: Date) => `${formDateOf(page, at)} ${page.format.time(at)}`;
  const found = left.findIndex(({ kind, at }) => kind === given.kind && same(at) === same(given.at));
  const [punch] = found < 0 ? [] : left.splice(found, 1);
  return punch === undefined ? given : { kind: punch.kind, at: punch.at };
}

export const isSamePunch = (one: GivenPunch, other: GivenPunch): boolean =>
  one.kind === other.kind && one.at.getTime() === other.at.getTime();

export const areSamePunches = (one: readonly GivenPunch[], other: readonly GivenPunch[]): boolean =>
  one.length === other.length && one.every((punch, index) => isSamePunch(punch, other[index] as GivenPunch));

/** Punches with what happened to the day meanwhile: those that were added, and without those that were voided. */
export function withChanges(
  punches: readonly GivenPunch[],
  day: AttendanceDay | null,
  { since, until }: { readonly since: Date; readonly until?: Date },
): readonly GivenPunch[] {
  const isMeanwhile = (at: Date | null): boolean => at !== null && at > since && (until === undefined || at <= until);
  const all = day?.punches ?? [];
  const kept = punches.filter((punch) => !all.some((one) => isMeanwhile(one.voidedAt) && isSamePunch(one, punch)));
  const added = all.filter(({ recordedAt, voidedAt }) => isMeanwhile(recordedAt) && !isMeanwhile(voidedAt));
  const isLive = ({ voidedAt }: Punch) => voidedAt === null || (until !== undefined && voidedAt > until);
  const more = added.filter((punch) => isLive(punch) && !kept.some((one) => isSamePunch(one, punch)));
  if (more.length === 0 && kept.length === punches.length) return punches;
  return [...kept, ...more.map(({ kind, at }) => ({ kind, at }))].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * A refused form with what others did to the day since it was opened, so that sending it again does not undo that.
 *
 * @param shown.kept the punches that the lines began with
 */
export function linesOfNow(
  page: Page,
  refused: FormState,
  shown: { readonly date: string; readonly day: AttendanceDay | null; readonly kept: readonly GivenPunch[] },
): FormState {
  const { form } = page;
  const { date, day, kept } = shown;
  if (seenValue(day) === form.text('seen')) return refused;
  const typed = typedPunches(page, date, kept);
  if (Object.keys(typed.wrong).length > 0) return refused;
  return withValues(form, refused, lineValues(page, withChanges(typed.punches, day, { since: form.seenAt }), 0));
}

const isLine = (field: string): boolean => /^(lines|(kind|time|date)\.\d+)$/.test(field);

/** A sent form with other lines. */
export function withValues(form: Form, refused: FormState, lines: Readonly<Record<string, string>>): FormState {
  const others = form.names.filter((field) => !isLine(field)).map((field) => [field, form.all(field)] as const);
  const present = Object.entries(lines).map(([field, text]) => [field, [text]] as const);
  return FormState.refused(new Form(new Map([...others, ...present]), new Map()), refused.errors, refused.problem);
}

export function linesOf(text: string): number {
  const lines = Number(text);
  return Number.isInteger(lines) && lines > 0 ? Math.min(lines, MAX_LINES) : FREE_LINES;
}
