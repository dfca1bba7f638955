import { Readable } from 'node:stream';
import { type AbsenceType, isShaonError, type LeaveRequest } from '@shaon/core';
import { addDays, type CalendarDate, isCalendarDate, weekday } from '@shaon/core/time';
import { emptyState } from '../../components/empty.ts';
import { checkbox, selectField, textField } from '../../components/fields.ts';
import type { NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { isWorkDate, WORK_DATES } from '../../work-date.ts';
import { requestWords } from '../leave/leave-badges.ts';
import { documentField, documentOf, type GivenDocument } from './document-field.ts';
import { ownEmployee } from './own-employee.ts';

const MAX_DAYS = 366;
const FRIDAY = 5;

/** Sends one request per date, and one document for all of them. */
export const newLeave: NewForm<readonly AbsenceType[]> = {
  back: '/my-day/leave',
  multipart: true,
  isWide: true,
  /** The types to choose from. */
  async record(page) {
    ownEmployee(page);
    return (await page.core.absenceTypes.list(page.actor)).filter(({ is_retired }) => !is_retired);
  },
  values: () => ({}),
  verb: ({ t }) => t.myLeave.send,
  view: ({ t }, types) => ({
    title: t.myLeave.newTitle,
    navigation: '/my-day/leave',
    layout: 'phone',
    ...(types.length === 0 && { main: emptyState('leave', t.myLeave.noTypes, t.myLeave.noTypesText) }),
  }),
  fields(page, form, types) {
    const { t } = page;
    const choices = [{ value: '', label: t.myLeave.choose }, ...types.map(({ label }) => ({ value: label, label }))];
    const bounds = { min: WORK_DATES.first, max: WORK_DATES.last };
    return html`${selectField(form, { name: 'type', label: t.myLeave.type, choices, required: true })}<div class="dates">${textField(
      form,
      { name: 'from', label: t.myLeave.from, type: 'date', required: true, ...bounds },
    )}${textField(form, { name: 'to', label: t.myLeave.to, type: 'date', optional: t.common.optional, ...bounds })}</div>${checkbox(
      form,
      { name: 'weekends', label: t.myLeave.weekends },
    )}${form.errors.again !== undefined && checkbox(form, { name: 'again', label: t.myLeave.again })}${documentField(
      page,
      form,
      true,
    )}<p class="help mb-3">${t.myLeave.each}</p>`;
  },
  async save(page) {
    const { core, actor, form, t } = page;
    const errors: Record<string, string[]> = {};
    const type = form.text('type');
    if (type === '') errors.type = [t.myLeave.typeMissing];
    const dates = datesOf(page, errors);
    const document = documentOf(page);
    if (document !== null && 'problem' in document) errors.document = [document.problem];
    if (Object.keys(errors).length > 0) return FormState.refused(form, errors, null);
    const options = { ...page.once, refuseOverlapping: !form.has('again') };
    const [request] = await core.leave.submit(actor, { dates, type }, options);
    if (document === null || 'problem' in document) return t.myLeave.sent;
    if (await isAttached(page, request?.id ?? 0, document)) return t.myLeave.sent;
    return page.redirect('/my-day/leave', { tone: 'wait', text: t.myLeave.sentWithoutDocument });
  },
  refused(page, error) {
    const { form, t } = page;
    const overlapping = overlappingOf(error);
    if (overlapping === null) return refusedForm(page, error, { fieldNames: { dates: 'from' } });
    // Browsers do not fill in a file again.
    const fileAgain = documentOf(page) === null ? {} : { document: [t.common.fileAgain] };
    return FormState.refused(form, { again: [overlapText(page, overlapping)], ...fileAgain }, null);
  },
};

/** The requests for which a second one was refused; null for another error. */
function overlappingOf(error: unknown): readonly LeaveRequest[] | null {
  if (!isShaonError(error, 'state_conflict')) return null;
  const { overlapping } = error.details;
  return Array.isArray(overlapping) ? (overlapping as LeaveRequest[]) : null;
}

function overlapText(page: Page, requests: readonly LeaveRequest[]): string {
  return page.t.myLeave.overlaps(requests.map((request) => requestWords(page, request)).join('; '));
}

/** If the document cannot be stored, the request remains without it; the document can be attached later. */
async function isAttached(page: Page, id: number, document: GivenDocument): Promise<boolean> {
  try {
    await attach(page, id, document);
    return true;
  } catch (error) {
    page.options.log.error({ err: error }, 'The document of a new leave request was not kept');
    return false;
  }
}

/** Attaches the document to a request and to those submitted with it. */
export async function attach({ core, actor }: Page, id: number, { name, kind, content }: GivenDocument): Promise<void> {
  await core.leave.attachDocument(actor, id, { name, type: kind.type, content: Readable.from([content]) });
}

/** The first to the last day, without weekends unless they are asked for. */
function datesOf(page: Page, errors: Record<string, string[]>): CalendarDate[] {
  const { form, t } = page;
  const from = form.text('from');
  const to = form.text('to') || from;
  if (!isWorkDate(from)) errors.from = [dateProblem(page, from)];
  if (!isWorkDate(to) && form.text('to') !== '') errors.to = [dateProblem(page, to)];
  if (!isWorkDate(from) || !isWorkDate(to)) return [];
  if (to < from) {
    errors.to = [t.myLeave.lastBeforeFirst];
    return [];
  }
  const all: CalendarDate[] = [];
  for (let date = from; ; date = addDays(date, 1)) {
    all.push(date);
    if (date === to) break;
    if (all.length > MAX_DAYS) {
      errors.to = [t.myLeave.tooManyDays];
      return [];
    }
  }
  if (form.has('weekends')) return all;
  const working = all.filter((date) => weekday(date) < FRIDAY);
  if (working.length === 0) errors.weekends = [t.myLeave.onlyWeekends];
  return working;
}

/** D:A21: a person who types 26 into the year of a date field sends the year 0026. */
function dateProblem({ t, format }: Page, text: string): string {
  if (!isCalendarDate(text)) return t.myLeave.dateMissing;
  return t.myLeave.dateOutside(format.shortDate(WORK_DATES.first), format.shortDate(WORK_DATES.last));
}
