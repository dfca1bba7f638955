import type { AttendanceDay, QueuedCorrection } from '@shaon/core';
import { submitButton } from '../../components/button.ts';
import { checkbox, selectField, textArea } from '../../components/fields.ts';
import { remark } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { postForm } from '../../components/post-form.ts';
import { author, name, value } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { livePunches, personDayPath, seenValue } from '../attendance/person-day.ts';
import { dateChoices } from '../attendance/person-day-forms.ts';
import {
  areSamePunches,
  type GivenPunch,
  linesField,
  linesOfNow,
  lineValues,
  punchLines,
  withChanges,
} from '../attendance/punch-lines.ts';
import { compared } from './compare.ts';
import { correctionPath } from './correction-query.ts';
import { requestBadge } from './request-words.ts';

/** A request with its day as it is now. */
export interface ShownCorrection {
  readonly request: QueuedCorrection;
  readonly day: AttendanceDay | null;
}

/** Throws `not_found`. */
export async function readCorrection({ core, actor }: Page, id: number): Promise<ShownCorrection> {
  const request = await core.correctionRequests.get(actor, id);
  return { request, day: await core.attendance.dayOfDate(actor, request.employee_id, request.date) };
}

/**
 * The proposal with what was added to the day since it was sent; null for an absence.
 *
 * @param until when the form was opened; default: now
 */
export function punchesToApply({ request, day }: ShownCorrection, until?: Date): readonly GivenPunch[] | null {
  const { punches, asked_at: since } = request;
  return punches === null ? null : withChanges(punches, day, { since, ...(until !== undefined && { until }) });
}

/** One request in full, and the form that decides on it. */
export async function correctionItem(
  page: Page,
  shown: ShownCorrection,
  queue: { readonly next: number | null; readonly position: string | null },
  refused: FormState | undefined,
): Promise<Html> {
  const { t, format } = page;
  const texts = t.corrections;
  const { request, day } = shown;
  const { employee, date } = request;
  page.disclosed({ what: 'attendance', employee_id: employee.id, dates: [date, date], locations: false });
  const unit = [employee.department?.name, employee.branch?.name].filter((part) => part !== undefined);
  const when = html`${value(format.shortDate(request.asked_at))}, ${value(format.time(request.asked_at))}`;
  const sent =
    request.asked_by === employee.name ? texts.sentAt(when) : texts.sentBy(author(t, request.asked_by), when);
  const back = html`<div class="only-narrow justify-content-between align-items-center small muted mb-3"><a class="btn btn-quiet btn-sm" href="${page.path(
    correctionPath(page, null),
  )}">${icon('previous', { turns: true })}<span>${texts.all}</span></a>${queue.position !== null && html`<span>${queue.position}</span>`}</div>`;
  const head = html`<div class="head mb-3"><div><h2 id="request" class="fs-5">${name(employee.name)}</h2>
    <p>${format.longDate(date)}${unit.map((part, index) => html`${index === 0 ? ' · ' : ', '}${name(part)}`)}</p></div>${requestBadge(page, request)}</div>`;
  const quote = html`<div class="quote mb-4"><span class="who">${sent}</span>${name(request.reason)}</div>`;
  const toApply = punchesToApply(shown);
  const isChanged = request.state === 'pending' && hasChanged(shown, toApply);
  const ways = html`<span class="ms-auto small d-inline-flex gap-3 flex-wrap"><a href="${page.path(
    personDayPath({ employee, date, list: {} }),
  )}">${texts.toDay}</a>${
    queue.next !== null &&
    html`<a class="nowrap" href="${page.path(correctionPath(page, queue.next))}">${texts.next} ${icon('next', { turns: true })}</a>`
  }</span>`;
  const acts =
    request.state !== 'pending' || request.waits_for === 'others'
      ? html`${outcome(page, request)}<p class="acts stack">${ways}</p>`
      : await decisionForm(page, shown, toApply, ways, refused);
  return html`<section class="queue-item" aria-labelledby="request">${back}${head}${quote}${
    isChanged && refused === undefined && remark('wait', texts.changedSinceAsked)
  }${compared(page, request, day, isChanged ? toApply : null)}${acts}</section>`;
}

/** Whether what the request is about has changed since it was sent. */
function hasChanged({ request, day }: ShownCorrection, toApply: readonly GivenPunch[] | null): boolean {
  if (toApply !== null) return !areSamePunches(toApply, request.punches ?? []);
  return livePunches(day).some(({ recordedAt }) => recordedAt > request.asked_at);
}

/** Why there is nothing to decide. */
function outcome(page: Page, { state, decided_by, decided_at, note }: QueuedCorrection): Html {
  const { t, format } = page;
  const texts = t.corrections;
  if (state === 'pending') return html`<p class="note">${icon('lock')}<span>${texts.waitsForOthers}</span></p>`;
  if (state === 'closed') return html`<p class="note">${icon('lock')}<span>${texts.closedMeanwhile}</span></p>`;
  const who = author(t, decided_by ?? '');
  const when = decided_at !== null && html`${value(format.shortDate(decided_at))}, ${value(format.time(decided_at))}`;
  const said = (state === 'withdrawn' ? texts.withdrawnMeanwhile : texts.decidedMeanwhile)(who, html`${when}`);
  return html`<p class="note">${icon('info')}<span>${said}</span></p>${
    note !== null && html`<div class="quote mb-3"><span class="who">${texts.note}</span>${name(note)}</div>`
  }`;
}

async function decisionForm(
  page: Page,
  shown: ShownCorrection,
  toApply: readonly GivenPunch[] | null,
  ways: Html,
  refused: FormState | undefined,
): Promise<Html> {
  const { t } = page;
  const texts = t.corrections;
  const { request, day } = shown;
  const form =
    refused === undefined
      ? FormState.of({ ...changeValues(page, request, toApply), approve: '1' })
      : toApply === null
        ? refused
        : linesOfNow(page, refused, { date: request.date, day, kept: punchesToApply(shown, page.form.seenAt) ?? [] });
  const proposed = Object.entries(changeValues(page, request, request.punches));
  const isAsProposed = proposed.every(([field, text]) => form.value(field) === text);
  const change =
    toApply === null
      ? await absenceField(page, form)
      : html`${linesField(form)}${punchLines(page, form, dateChoices(page, { date: request.date, day }))}`;
  const fields = html`<input type="hidden" name="seen" value="${seenValue(day)}"><details class="data mb-3"${!isAsProposed && html` open`}>
    <summary>${texts.changeFirst}</summary><div class="mt-2">${change}</div>
    </details>${textArea(form, {
      name: 'note',
      label: texts.note,
      optional: texts.noteOptional,
      help: texts.noteHelp,
      rows: 2,
      maxLength: 499,
    })}${checkbox(form, { name: 'approve', label: texts.approve, help: texts.approveHelp })}<div class="acts stack">${submitButton(
      isAsProposed ? texts.apply : texts.applyChanged,
      { name: 'verdict', value: 'apply' },
    )}${submitButton(texts.refuse, { name: 'verdict', value: 'refuse', look: 'danger-quiet' })}${ways}</div>`;
  const action = correctionPath(page, request.id).replace(/(\?|$)/, '/decide$1');
  return postForm(page, action, fields, { once: true, keepsText: true });
}

/** The values of the fields that say what is applied. */
const changeValues = (page: Page, { absence_type }: QueuedCorrection, punches: readonly GivenPunch[] | null) =>
  punches === null ? { absence_type: absence_type ?? '' } : lineValues(page, punches, 0);

async function absenceField({ core, actor, t }: Page, form: FormState): Promise<Html> {
  const types = await core.absenceTypes.list(actor);
  const offered = types.filter(({ is_retired, label }) => !is_retired || form.isChosen('absence_type', label));
  const choices = offered.map(({ label }) => ({ value: label, label }));
  return selectField(form, { name: 'absence_type', label: t.corrections.absenceType, choices });
}
