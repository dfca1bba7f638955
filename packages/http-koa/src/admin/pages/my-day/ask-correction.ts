import { type AbsenceType, type AttendanceDay, type CorrectionRequest, isShaonError } from '@shaon/core';
import { addDays, isCalendarDate, segmentsOf } from '@shaon/core/time';
import { linkButton, submitButton } from '../../components/button.ts';
import { selectField, textArea } from '../../components/fields.ts';
import { fieldId, remark } from '../../components/flash.ts';
import { isolated, name } from '../../components/texts.ts';
import type { NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { calendarDateOf, livePunches } from '../attendance/person-day.ts';
import { dateChoices, dayFields, nextKinds } from '../attendance/person-day-forms.ts';
import {
  areSamePunches,
  type GivenPunch,
  linesField,
  linesOf,
  linesOfNow,
  lineValues,
  punchLines,
  typedPunches,
  withChanges,
  withValues,
} from '../attendance/punch-lines.ts';
import { askedDate } from '../attendance/sheet-query.ts';
import { openRequest, requestsOf } from '../corrections/correction-query.ts';
import { ownDayPath, ownEmployee } from './own-employee.ts';
import { withdrawForm } from './own-requests.ts';
import { punchList } from './punch-list.ts';

/** One of the reader's days, and why they cannot ask for its correction, if so. */
interface AskedDay {
  readonly date: string;
  readonly day: AttendanceDay | null;
  readonly types: readonly AbsenceType[];
  readonly open: CorrectionRequest | null;
  readonly problem: string | null;
}

/** Proposes the punches of a day, or an absence in place of them. */
export const newCorrectionRequest: NewForm<AskedDay> = {
  isWide: true,
  query: (page) => ({ date: askedDate(page) }),
  back: (_, { date }) => ownDayPath(date),
  record: readAskedDay,
  values: ({ day }, page) => ({ ...lineValues(page, livePunches(day), freeLines(day)), what: 'punches' }),
  verb: ({ t }) => t.corrections.send,
  view(page, asked, form) {
    const { t, format } = page;
    const { date } = asked;
    return {
      title: t.corrections.ask,
      lead: t.corrections.askLead(format.longDate(date)),
      navigation: '/my-day/month',
      layout: 'phone',
      main: asked.problem === null ? html`${recorded(page, asked)}${form}` : cannotAsk(page, asked, asked.problem),
    };
  },
  fields(page, form, asked) {
    const { t } = page;
    const texts = t.corrections;
    const { date, day, types } = asked;
    const kept = livePunches(day);
    const shown = page.state.method === 'POST' ? linesOfNow(page, form, { date, day, kept: keptBy(page, day) }) : form;
    const lines = punchLines(page, shown, datesOf(page, asked), kept.length);
    const more = submitButton(texts.more, { look: 'quiet', icon: 'plus', isWide: true, name: 'more' });
    const punches = option(form, 'punches', texts.punchesOfDay, html`${linesField(shown)}${lines}${more}`);
    const choices = [{ value: '', label: t.myLeave.choose }, ...types.map(({ label }) => ({ value: label, label }))];
    const absence =
      types.length > 0 &&
      option(
        form,
        'absence',
        texts.absence,
        selectField(form, { name: 'absence_type', label: texts.absenceType, choices }),
      );
    const reason = textArea(form, {
      ...{ name: 'reason', label: texts.reason, help: texts.reasonHelp, rows: 2, maxLength: 500, required: true },
    });
    // The first button of a form is pressed by Enter: not the one for another line.
    return html`<button type="submit" hidden></button>${dayFields({ date, day })}<fieldset class="field"><legend>${texts.asking}</legend>
      <div class="choices">${punches}${absence}</div></fieldset>${reason}`;
  },
  async save(page, asked) {
    const { core, actor, form, t } = page;
    if (form.has('more')) return oneLineMore(page, asked);
    const proposal = proposalOf(page, asked);
    const reason = form.text('reason');
    const errors = {
      ...(proposal instanceof Object && 'errors' in proposal ? proposal.errors : {}),
      ...(form.optional('reason') === null && { reason: [t.corrections.reasonMissing] }),
    };
    if ('errors' in proposal || Object.keys(errors).length > 0) return FormState.refused(form, errors, null);
    const options = { ...page.once, unchangedSince: form.seenAt };
    await core.correctionRequests.ask(actor, { date: asked.date, reason, ...proposal }, options);
    return t.corrections.sent;
  },
  changed: ({ t }) => t.attendance.decision.changed,
  refused(page, error, asked) {
    const texts = page.t.corrections;
    if (isShaonError(error, 'invalid_input') && asked.problem !== null) {
      return FormState.refused(page.form, {}, asked.problem);
    }
    if (
      isShaonError(error, 'month_closed') ||
      (isShaonError(error, 'state_conflict') && 'correction_request_id' in error.details)
    ) {
      return FormState.refused(page.form, {}, asked.problem ?? texts.openAlready);
    }
    if (isShaonError(error, 'state_conflict') && error.details.same === true) {
      return FormState.refused(page.form, {}, texts.same);
    }
    return refusedForm(page, error, { problems: { state_conflict: texts.implausible } });
  },
};

async function readAskedDay(page: Page): Promise<AskedDay> {
  const { core, actor } = page;
  const employeeId = ownEmployee(page);
  const date = page.state.method === 'GET' ? askedDate(page) : page.form.text('date');
  if (!isCalendarDate(date)) throw new PageError('notFound');
  const open = openRequest(await requestsOf(page, employeeId, { from: date, to: date }));
  const types = (await core.absenceTypes.list(actor)).filter(({ is_retired }) => !is_retired);
  const day = await core.attendance.dayOfDate(actor, employeeId, date);
  return { date, day, types, open, problem: await problemOf(page, date, open) };
}

/** Why the reader cannot ask for the correction of a day; the service has the same rules. */
async function problemOf(page: Page, date: string, open: CorrectionRequest | null): Promise<string | null> {
  const { core, actor, t, format, company } = page;
  const texts = t.corrections;
  const today = format.calendarDate(page.now);
  if (date > today) return texts.future;
  const closing = await core.months.closingOf(actor, ownEmployee(page), date);
  if (closing !== null) {
    const when = format.shortDate(closing.closed_at);
    return texts.closedMonth(format.month(date), isolated(closing.closed_by), when);
  }
  if (date < addDays(today, -company.correctionDays))
    return texts.tooOld(company.correctionDays, format.number(company.correctionDays));
  return open === null ? null : texts.openAlready;
}

function cannotAsk(page: Page, { date, open }: AskedDay, problem: string): Html {
  const { t, format } = page;
  const isFuture = date > format.calendarDate(page.now);
  const said = page.state.method === 'GET' && remark(open === null ? 'bad' : 'wait', problem);
  return html`${said}${open !== null && withdrawForm(page, open)}${isFuture && linkButton(page, '/my-day/leave/new', t.corrections.futureLeave)}`;
}

/** What is recorded stands above what is asked. */
function recorded(page: Page, { date, day }: AskedDay): Html {
  const texts = page.t.corrections;
  page.disclosed({ what: 'attendance', employee_id: ownEmployee(page), dates: [date, date], locations: false });
  const punches = day === null ? false : punchList(page, day, []);
  const absence = day?.record.absence_type ?? null;
  const said = absence === null ? texts.nothingRecorded : page.t.attendance.person.absence(name(absence));
  return html`<section aria-labelledby="recorded"><h2 id="recorded" class="mb-2">${texts.recorded}</h2>${punches}${
    (absence !== null || !punches) && html`<p class="muted">${said}</p>`
  }</section>`;
}

/** A choice with fields of its own, which open by `:has()`, without a script. */
function option(form: FormState, what: string, label: string, fields: Html): Html {
  const id = `${fieldId('what')}-${what}`;
  return html`<div class="option"><div class="check"><input class="form-check-input" type="radio" id="${id}" name="what" value="${what}"${
    form.isChosen('what', what) && html` checked`
  }><label for="${id}">${label}</label></div><div class="when">${fields}</div></div>`;
}

/** Short, because three fields share a line of a phone. */
const datesOf = (page: Page, asked: Pick<AskedDay, 'date' | 'day'>) =>
  dateChoices(page, asked).map(({ value, label }) =>
    calendarDateOf(value) === value ? { value, label: dayOfMonth(page, value) } : { value, label },
  );

const dayOfMonth = ({ format }: Page, date: string): string => `${format.weekday(date)} ${Number(date.slice(8))}`;

/** The punches that the form's lines began with. */
const keptBy = ({ form }: Page, day: AttendanceDay | null): readonly GivenPunch[] =>
  withChanges([], day, { since: new Date(0), until: form.seenAt });

/** Somebody who forgot a punch needs a line for it; a day without punches has two. */
const freeLines = (day: AttendanceDay | null): number => (livePunches(day).length === 0 ? 2 : 1);

function oneLineMore(page: Page, { date, day }: AskedDay): FormState {
  const { form } = page;
  const lines = linesOf(form.text('lines'));
  const { punches } = typedPunches(page, date, keptBy(page, day));
  const typed = form.names
    .filter((name) => /^(kind|time|date)\.\d+$/.test(name))
    .map((name) => [name, form.text(name)]);
  const [kind = 'in'] = nextKinds(punches, 1);
  const values = { ...Object.fromEntries(typed), lines: String(lines + 1), [`kind.${lines}`]: kind };
  return withValues(form, FormState.of(), values);
}

/** What the form proposes, or the errors of its fields. */
function proposalOf(page: Page, { date, day }: AskedDay) {
  const { form, t } = page;
  const texts = t.corrections;
  if (form.text('what') === 'absence') {
    const absence_type = form.text('absence_type');
    return absence_type === '' ? { errors: { absence_type: [texts.typeMissing] } } : { absence_type };
  }
  const kept = keptBy(page, day);
  const { punches, wrong } = typedPunches(page, date, kept);
  const lines = linesOf(form.text('lines'));
  const empty = Array.from({ length: lines }, (_, index) => index).find((index) => form.text(`time.${index}`) === '');
  if (Object.keys(wrong).length > 0) return { errors: wrong };
  if (areSamePunches(punches, kept) && empty !== undefined)
    return { errors: { [`time.${empty}`]: [texts.timeMissing] } };
  return beforeItsIn(page, { date, day }, punches) ?? { punches };
}

/** Somebody who left after midnight may have left the date as it was: their out then comes before their in. */
function beforeItsIn(page: Page, { date, day }: Pick<AskedDay, 'date' | 'day'>, punches: readonly GivenPunch[]) {
  const { form, format, t } = page;
  const lacksIn = (of: readonly GivenPunch[]) => segmentsOf(of)[0]?.checkIn === null;
  const [first, second] = punches;
  if (first === undefined || second === undefined || !lacksIn(punches) || lacksIn(livePunches(day))) return null;
  const { kinds } = t.attendance.punches;
  const next = datesOf(page, { date, day }).find(({ value }) => calendarDateOf(value) > date)?.label ?? '';
  const text = t.corrections.outBefore(
    kinds[first.kind],
    format.time(first.at),
    kinds[second.kind],
    format.time(second.at),
    next,
  );
  const lines = Array.from({ length: linesOf(form.text('lines')) }, (_, index) => index);
  const line = lines.find((index) => form.text(`kind.${index}`) === first.kind) ?? 0;
  return { errors: { [`time.${line}`]: [text] } };
}
