import type { AbsenceType, Punch, PunchKind } from '@shaon/core';
import type { PunchOrder } from '@shaon/core/time';
import { linkButton, submitButton } from '../../components/button.ts';
import { selectField, textArea, textField, timeField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { isWorkDate } from '../../work-date.ts';
import { calendarDateOf, formDates, livePunches, type PersonDay, personDayPath, seenValue } from './person-day.ts';
import { orderField } from './punch-orders.ts';

/** The page's refused forms; the other forms have their initial values. */
export interface DayForms {
  readonly decision?: FormState;
  readonly correction?: FormState;
  /** The orders of the correction's punches, if the person has to choose (D:A26). */
  readonly orders?: readonly PunchOrder[];
  readonly absence?: FormState;
}

const KINDS = ['out', 'in', 'break_start', 'break_end'] as const;

/** The choices of a punch's kind and of its date, for every form that corrects. */
export function kindChoices({ t }: Page): { readonly value: string; readonly label: string }[] {
  return KINDS.map((kind) => ({ value: kind, label: t.attendance.punches.kinds[kind] }));
}

/** The punches that a day lacks first: an in on an empty day, an out after an in, and so on in turns. */
export function nextKinds(live: readonly Pick<Punch, 'kind'>[], count: number): PunchKind[] {
  const kinds: PunchKind[] = [];
  for (let last = live.at(-1)?.kind; kinds.length < count; last = kinds.at(-1)) {
    kinds.push(last === undefined || last === 'out' ? 'in' : last === 'break_start' ? 'break_end' : 'out');
  }
  return kinds;
}

export function dateChoices(
  page: Page,
  personDay: Pick<PersonDay, 'date' | 'day'>,
): { readonly value: string; readonly label: string }[] {
  const { t, format } = page;
  return formDates(page, personDay).map((value) => {
    const date = calendarDateOf(value);
    const label = `${format.longWeekday(date)}, ${Number(date.slice(8))}`;
    return { value, label: value === date ? label : t.attendance.correction.secondTime(label) };
  });
}

/** The day of a form and the day's state when the form was shown, as hidden fields. */
export function dayFields({ date, day }: Pick<PersonDay, 'date' | 'day'>): Html {
  return html`<input type="hidden" name="date" value="${date}"><input type="hidden" name="seen" value="${seenValue(day)}">`;
}

/** The buttons to approve and reject; a sentence if the day cannot be decided. */
export function decisionForm(page: Page, personDay: PersonDay, { decision }: DayForms): Html | false {
  const { day } = personDay;
  if (day === null) return false;
  const { decision: texts } = page.t.attendance;
  if (day.record.status === 'open') return section(texts.title, html`<p class="small muted">${texts.open}</p>`);
  if (day.state === 'other') return section(texts.title, html`<p class="small muted">${texts.ofProduct}</p>`);
  const form = decision ?? FormState.of();
  const isApproved = day.state === 'approved';
  const isRejected = day.state === 'rejected';
  const approve = !isApproved && submitButton(texts.approve, { name: 'verdict', value: 'approve', isWide: true });
  const reject =
    !isRejected && submitButton(texts.reject, { name: 'verdict', value: 'reject', look: 'danger-quiet', isWide: true });
  const fields = html`${dayFields(personDay)}${textArea(form, {
    name: 'decision_note',
    label: texts.note,
    optional: page.t.common.optional,
    help: texts.noteHelp,
    rows: 2,
    maxLength: 1000,
  })}<div class="d-grid gap-2">${approve}${reject}</div>`;
  return section(texts.title, postForm(page, personDayPath(personDay, '/decide'), fields, { keepsText: true }));
}

/** The form that adds a punch, and links to larger corrections. On no day of work (D:A21) only voiding is offered. */
export function correctionForm(page: Page, personDay: PersonDay, { correction, orders = [] }: DayForms): Html | false {
  const { correction: texts } = page.t.attendance;
  const isWork = isWorkDate(personDay.date);
  if (!isWork && personDay.day === null) return false;
  const [kind] = nextKinds(livePunches(personDay.day), 1);
  const form = correction ?? FormState.of({ kind, punch_date: personDay.date });
  const fields = html`${dayFields(personDay)}${selectField(form, {
    name: 'kind',
    label: texts.kind,
    choices: kindChoices(page),
  })}<div class="dates">${timeField(form, {
    name: 'time',
    label: texts.time,
    help: page.t.common.timeHelp,
    required: true,
  })}${selectField(form, { name: 'punch_date', label: texts.date, choices: dateChoices(page, personDay) })}</div>${orderField(page, form, orders)}${textField(
    form,
    { name: 'reason', label: texts.reason, help: texts.reasonHelp, required: true, maxLength: 1000 },
  )}${submitButton(texts.add, { look: 'quiet' })}`;
  const rebuild = isWork && linkButton(page, personDayPath(personDay, '/correct'), texts.rebuild, { isSmall: true });
  const more = html`<div class="acts mt-3">${rebuild}${
    personDay.day !== null &&
    linkButton(page, personDayPath(personDay, '/void'), texts.voidDay, { isSmall: true, look: 'danger-quiet' })
  }</div>`;
  return section(
    texts.title,
    html`${isWork && postForm(page, personDayPath(personDay, '/punches'), fields, { keepsText: true })}${more}`,
  );
}

/** The form that records a day of absence, which can be a day of work too, or takes the absence off. */
export function absenceForm(
  page: Page,
  personDay: PersonDay,
  types: readonly AbsenceType[],
  { absence }: DayForms,
): Html | false {
  const recorded = personDay.day?.record.absence_type ?? null;
  const offered = types.filter(({ is_retired }) => !is_retired);
  if ((offered.length === 0 && recorded === null) || !isWorkDate(personDay.date)) return false;
  const { absence: texts, correction } = page.t.attendance;
  const form = absence ?? FormState.of({ absence_type: recorded });
  const choices = offered.map(({ label }) => ({ value: label, label }));
  const choice =
    offered.length > 0 && selectField(form, { name: 'absence_type', label: texts.type, help: texts.help, choices });
  const fields = html`${dayFields(personDay)}${choice}${textField(form, {
    name: 'absence_reason',
    label: correction.reason,
    help: correction.reasonHelp,
    required: true,
    maxLength: 1000,
  })}<div class="acts">${choice && submitButton(texts.save, { look: 'quiet' })}${
    recorded !== null && submitButton(texts.takeOff, { name: 'verdict', value: 'take_off', look: 'danger-quiet' })
  }</div>`;
  return section(texts.title, postForm(page, personDayPath(personDay, '/absence'), fields, { keepsText: true }));
}

const section = (title: string, content: Html): Html => html`<section><h2>${title}</h2>${content}</section>`;
